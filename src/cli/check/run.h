/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One trace under the checker: its findings with the packets around them, its Ack latencies.
 * Not here: the rules (acknak/check.h), printing (print.h).
 */
#ifndef CLI_CHECK_RUN_H
#define CLI_CHECK_RUN_H

#include "acknak/check.h"
#include "capture/capture.h"
#include "cli/common/packet_line.h"

#define CLI_FINDINGS_MAX   100000u  /* errors and warnings kept; more are counted only */
#define CLI_NOTES_MAX      10000u   /* notes kept: many of them must not drive out an error */
#define CLI_LATENCIES_MAX  1000000u /* kept of each direction */
#define CLI_CONTEXT_BEFORE 2u       /* lines ahead of the packet that a finding is about */

struct cli_finding {
    const char *rule; /* static storage */
    enum ak_severity severity;
    enum ak_direction direction;
    uint64_t time_fs;
    uint64_t packet;   /* number of the record */
    enum ak_seen seen; /* of it */
    char *text;
    char *before[CLI_CONTEXT_BEFORE]; /* the nearest last; null pointers where there is none */
    char *itself;
    char *after;
};

struct cli_latencies {
    uint64_t count; /* of all */
    uint64_t least_fs;
    uint64_t most_fs;
    size_t kept;
    size_t room;
    uint64_t *fs;
};

struct cli_check_request {
    struct ak_capture_options reading;
    struct ak_check_options checking;
    bool base; /* --base was given: it wins over a trace that names no revision */
    bool json;
    bool keep_latencies; /* the figures themselves, not only least and most */
    uint32_t shown;      /* findings that are shown in full; 0: all that are kept */
    const char **paths;
    size_t path_count;
    bool help;
};

/* What came of it. */
struct cli_check_run {
    const char *path;
    struct ak_check *check;
    size_t found; /* findings kept, in the order of their times */
    size_t notes; /* of them */
    size_t room;
    struct cli_finding *findings;
    uint64_t left_out;                 /* findings not kept */
    struct cli_latencies latencies[2]; /* by direction of the acknowledged TLP */
    uint32_t known;      /* parameters of the link, of trace and options: enum ak_link_known */
    uint64_t packets[2]; /* by direction: records of packets */
    bool at_port;        /* one of them was taken at a port */
    enum ak_capture_status status;
    struct ak_capture_result reading;
    bool no_memory;
};

/* Reads and checks a trace. Returns an exit code, having said what was wrong with the input; what
 * was readable is in `run`. Give it back with cli_check_run_end in any case. */
int cli_check_run(struct cli_check_run *run, const char *path,
                  const struct cli_check_request *request);

void cli_check_run_end(struct cli_check_run *run);

#endif
