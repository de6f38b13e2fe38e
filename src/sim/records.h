/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Turns what happens in a run into the records of a trace. Only called while there is a sink.
 * Not here: the records' text form; who takes them.
 */
#ifndef ACKNAK_SIM_RECORDS_H
#define ACKNAK_SIM_RECORDS_H

#include "acknak/record.h"
#include "sim/engine.h"

struct sim_trace *sim_trace_create(const struct ak_record_sink *sink);
void sim_trace_destroy(struct sim_trace *trace);

/* The Link and its state: at the start, and at each change. */
void sim_trace_start(struct sim_run *run);
void sim_trace_link(struct sim_run *run, enum ak_record_kind kind);

/* A packet begins at `side`: `bytes` as it is sent. Returns the number of its record. */
uint64_t sim_trace_sent(struct sim_run *run, enum sim_side side, const struct sim_sent *sent,
                        const struct sim_span *span, uint32_t faults);

/* Faults that act on the packet of record `about`. */
void sim_trace_faults(struct sim_run *run, enum sim_side side, const struct sim_harm *harm,
                      bool nullified, uint64_t about);

/* What was sent by `sender` has arrived, or a Receiver Error (`flight` of that kind). */
void sim_trace_received(struct sim_run *run, enum sim_side sender, const struct sim_flight *flight);

/* What became of it at the receiver. */
void sim_trace_verdict(struct sim_run *run, enum sim_side receiver, enum ak_verdict verdict,
                       const struct sim_flight *flight, const struct ak_view *view);

/* A TLP handed to the port: taken or refused. */
void sim_trace_submit(struct sim_run *run, enum sim_side side, enum ak_status status, uint16_t seq,
                      uint32_t length_bytes);

/* TLPs a link down took. */
void sim_trace_lost(struct sim_run *run, enum sim_side side, const struct ak_link_report *report);

/* Everything else the port did since it was looked at last, and its state if that changed. */
void sim_trace_port(struct sim_run *run, enum sim_side side);

#endif
