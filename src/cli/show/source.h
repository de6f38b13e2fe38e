/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where acknak show has its records from: a recording, a scenario, a trace that is being written.
 * Not here: what is shown of them (cmd_show.c).
 */
#ifndef CLI_SHOW_SOURCE_H
#define CLI_SHOW_SOURCE_H

#include "acknak/record.h"
#include "capture/capture.h"

/*
 * Hands all records of `path` to the sink. Returns CLI_EXIT_CLEAN, also when the sink took no
 * more; or another exit code, having said why: what came before is shown nevertheless.
 */
int cli_show_from(const char *path, const struct ak_capture_options *options,
                  const struct ak_record_sink *sink);

/* Hands over the records of a text trace and waits for more at its end, until interrupted; `idle`
 * is called whenever there is nothing to read. */
int cli_show_follow(const char *path, const struct ak_record_sink *sink,
                    void (*idle)(void *context), void *context);

#endif
