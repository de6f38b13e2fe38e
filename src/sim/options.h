/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one table of everything that can be set in a run: as a key of a scenario file, and as an
 * option of the command line. Help, manual page, completion and docs/scenario.md follow it.
 * Not here: reading files (yaml.h) and command lines (src/cli).
 */
#ifndef SIM_OPTIONS_H
#define SIM_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "sim/settings.h"

/* How a value is written, and what it is stored as. */
enum sim_option_kind {
    SIM_KIND_COUNT,       /* unsigned: 100, 1e5, 0x1F */
    SIM_KIND_FOREVER,     /* the same, or the word "forever" (SIM_COUNT_FOREVER) */
    SIM_KIND_EITHER,      /* unsigned: `min` or `max`, nothing between */
    SIM_KIND_MASK,        /* unsigned, written in hexadecimal */
    SIM_KIND_SIGNED,      /* int32_t */
    SIM_KIND_ANY,         /* int32_t from 0, or the word in `unit` for -1 */
    SIM_KIND_SIZE,        /* bytes */
    SIM_KIND_TIME,        /* femtoseconds in uint64_t */
    SIM_KIND_BOOL,        /* bool */
    SIM_KIND_WORD,        /* an enum with named values */
    SIM_KIND_RATE,        /* enum ak_rate */
    SIM_KIND_WIDTH,       /* lanes, uint32_t */
    SIM_KIND_MPS,         /* uint32_t */
    SIM_KIND_PROBABILITY, /* struct sim_probability */
    SIM_KIND_MIX,         /* sizes of struct sim_writes */
    SIM_KIND_ACK_POLICY,  /* fields of struct sim_port: so are the next two */
    SIM_KIND_ACK_LIMIT,
    SIM_KIND_REPLAY_TIMER,
    SIM_KIND_WORKLOAD, /* a path, added to the list of struct sim_settings */
    SIM_KIND_COUNT_OF_KINDS
};

/* What a value belongs to. With both ends or both directions comes a form for each alone. */
enum sim_option_scope { SIM_SCOPE_ONE, SIM_SCOPE_PORT, SIM_SCOPE_DIRECTION };

/* Which of the two is meant: --ber, --ber-downstream, --ber-upstream. */
enum sim_option_target { SIM_TARGET_BOTH, SIM_TARGET_FIRST, SIM_TARGET_SECOND, SIM_TARGET_COUNT };

struct sim_option {
    const char *name;    /* "replay-buffer", on the command line with two dashes */
    const char *section; /* SIM_SCOPE_ONE: "link", in a file; "" for a key of its own */
    const char *key;     /* "replay_buffer" */
    enum sim_option_kind kind;
    enum sim_option_scope scope;
    size_t offset;     /* where it is stored, in struct sim_settings (a fault, an event) */
    size_t stride;     /* from there to the second end or direction */
    uint32_t bytes;    /* size of an unsigned number or enum */
    const char *brief; /* a line for the short help; a null pointer: only in the long one */
    uint64_t min, max; /* both allowed; SIM_KIND_SIGNED: as int64_t */
    const char *(*word)(unsigned number); /* SIM_KIND_WORD: a null pointer past the last */
    const char *unit;                     /* "symbol times"; or a null pointer */
    uint32_t only_kinds; /* of a fault's key: 1 << each kind that takes it; 0: all do */
    const char *help;    /* a sentence */
};

/* A table of rows. */
struct sim_option_table {
    const struct sim_option *rows;
    size_t count;
};

extern const struct sim_option_table sim_options;       /* of struct sim_settings */
extern const struct sim_option_table sim_fault_options; /* of struct sim_fault */
extern const struct sim_option_table sim_event_options; /* of struct sim_link_event */

#define SIM_OPTION_TEXT 600u

/*
 * Sets a value from its text. `base` is the struct that the table is for. Returns false and
 * writes "found ..., expected ..." to `message` if the text is no such value; nothing is changed
 * then.
 */
bool sim_option_set(const struct sim_option *option, enum sim_option_target target, void *base,
                    const char *text, char message[SIM_OPTION_TEXT]);

/* What may stand for the value: "a time from 0 to 1s". */
void sim_option_expected(const struct sim_option *option, char text[SIM_OPTION_TEXT]);

/* The value in the form in which it is read; of the first end or direction if both are meant. */
void sim_option_show(const struct sim_option *option, enum sim_option_target target,
                     const void *base, char text[SIM_OPTION_TEXT]);

/* "TIME", "N", "yes|no": for a list of options. */
const char *sim_option_value_name(const struct sim_option *option);

/* Targets the option has: 1 for SIM_SCOPE_ONE, else 3. */
unsigned sim_option_targets(const struct sim_option *option);

/* What follows the name on the command line: "", "-a", "-b", "-downstream", "-upstream". */
const char *sim_option_suffix(enum sim_option_scope scope, enum sim_option_target target);

/* The section in a file: "ports", "port_a", "downstream" ...; or that of the row. */
const char *sim_option_section(const struct sim_option *option, enum sim_option_target target);

/* The row of a fault or event with that key, or a null pointer. */
const struct sim_option *sim_option_by_key(const struct sim_option_table *table, const char *key);

/* Writes "unknown key ..." with the nearest known one to `message`. */
void sim_option_unknown_key(const struct sim_option_table *table, const char *key,
                            char message[SIM_OPTION_TEXT]);

/* Whether a fault takes the key; if not, tells so in `message`. */
bool sim_option_fits_fault(const struct sim_option *option, const struct sim_fault *fault,
                           char message[SIM_OPTION_TEXT]);

/* A fault as the command line gives it, without what is as usual: "lose,packet=ack,nth=2". */
void sim_options_show_fault(const struct sim_fault *fault, char text[SIM_OPTION_TEXT]);

/*
 * Adds a fault, or an event, from "KIND,key=value,...", as the command line gives it. Returns
 * false and tells why in `message`.
 */
bool sim_options_add_fault(struct sim_settings *settings, const char *text,
                           char message[SIM_OPTION_TEXT]);
bool sim_options_add_event(struct sim_settings *settings, const char *text,
                           char message[SIM_OPTION_TEXT]);

#endif
