/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Options that say of a recording what it does not say itself: the same for each command that reads
 * one.
 * Not here: which options a command has.
 */
#ifndef CLI_LINK_OPTIONS_H
#define CLI_LINK_OPTIONS_H

#include "capture/capture.h"
#include "cli/common/args.h"
#include "trace/names.h"

/* Says that the value of an option is wrong. Returns CLI_EXIT_USAGE. */
int cli_option_wrong(const struct cli_option *option, const char *found, const char *expected);

/* One of the first `count` of `names`. All below return CLI_EXIT_CLEAN, or CLI_EXIT_USAGE having
 * said what is wrong. */
int cli_option_word(const struct cli_option *option, const char *text, const struct ak_names *names,
                    int count, int *value);

int cli_link_rate(const struct cli_option *option, const char *text, struct ak_record_link *link);
int cli_link_max_rate(const struct cli_option *option, const char *text,
                      struct ak_record_link *link);
int cli_link_width(const struct cli_option *option, const char *text, struct ak_record_link *link);
int cli_link_mps(const struct cli_option *option, const char *text, struct ak_record_link *link);

/* The step of the times of a recording: up to 1 ms. */
int cli_link_resolution(const struct cli_option *option, const char *text,
                        struct ak_record_link *link);

/* Where the packets were seen, and which way a lane travels. */
int cli_reading_seen(const struct cli_option *option, const char *text,
                     struct ak_capture_options *reading);
int cli_reading_direction(const struct cli_option *option, const char *text,
                          struct ak_capture_options *reading);

/* The format of the input; `command` lists them. */
int cli_reading_format(const char *command, const char *name, struct ak_capture_options *reading);

#endif
