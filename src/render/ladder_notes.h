/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a ladder says beside its rows.
 * Not here: where it stands (ladder_row.c).
 */
#ifndef AK_RENDER_LADDER_NOTES_H
#define AK_RENDER_LADDER_NOTES_H

#include "render/ladder.h"

/* Adds a note; cut if there is no room for it. */
void ak_ladder_note(struct ak_ladder_notes *notes, const char *text);

/* Adds notes whose time is `time_fs`, beside a row that has to do with the port at `row_fs`: later
 * ones get a line of their own. False if there are such lines of another time already. */
bool ak_ladder_note_at(struct ak_ladder_notes *notes, const char *text, uint64_t time_fs,
                       uint64_t row_fs);

/* Adds what a port did. Acts that the picture shows anyway add nothing. */
void ak_ladder_note_act(struct ak_ladder_notes *notes, const struct ak_record_port *act);

/* A port logs a timeout and a rollover before it tells of them; the cause is to stand first. */
bool ak_ladder_log_precedes_cause(const struct ak_record_port *act);

/* Adds what differs between two snapshots of a port. */
void ak_ladder_note_state(struct ak_ladder_notes *notes, const struct ak_record_state *before,
                          const struct ak_record_state *after);

#endif
