/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The receiving half of a station: arrivals and deliveries.
 * Not here: what the port sends in answer (engine_send.c).
 */
#include <inttypes.h>

#include "sim/engine.h"
#include "sim/records.h"

static const enum ak_rx_kind rx_kinds[] = {
    [SIM_ARRIVAL_TLP] = AK_RX_TLP,     [SIM_ARRIVAL_TLP_EDB] = AK_RX_TLP_EDB,
    [SIM_ARRIVAL_DLLP] = AK_RX_DLLP,   [SIM_ARRIVAL_ERROR_IN_TLP] = AK_RX_ERROR_IN_TLP,
    [SIM_ARRIVAL_ERROR] = AK_RX_ERROR, [SIM_ARRIVAL_FRAMING] = AK_RX_ERROR,
};

/* The delivery check has failed. After a forged number that is the fault's doing; otherwise it is
 * this program's. Rules: SIM-01. */
static void wrong_delivery(struct sim_run *run, enum sim_side sender, enum sim_delivery delivery,
                           const struct ak_view *view)
{
    static const char *const what[] = {
        [SIM_DELIVERY_RIGHT] = "as it should be",
        [SIM_DELIVERY_DAMAGED] = "with wrong bytes",
        [SIM_DELIVERY_MISPLACED] = "in the place of another",
        [SIM_DELIVERY_UNSENT] = "though none was due",
    };

    if (delivery == SIM_DELIVERY_DAMAGED)
        run->damaged_delivered++;
    else if (delivery == SIM_DELIVERY_MISPLACED)
        run->out_of_order++;
    else
        run->duplicates_delivered++;
    if (!run->numbers_forged)
        sim_fail(
            run, SIM_INTERNAL,
            "%s TLP %" PRIu64 " (number %u, %" PRIu32 " bytes) was delivered at %" PRIu64 " fs %s",
            sim_direction_name((enum sim_direction)sender), run->stations[sender].stream.taken_off,
            view->seq, view->length_bytes, run->now, what[delivery]);
}

static void deliver(struct sim_run *run, enum sim_side sender, const struct ak_view *view)
{
    struct sim_station *from = &run->stations[sender];
    struct sim_station *to = &run->stations[sim_other(sender)];
    const struct sim_tlp *tlp = NULL;
    enum sim_delivery delivery = sim_stream_deliver(&from->stream, view, &tlp);

    if (delivery != SIM_DELIVERY_RIGHT)
        wrong_delivery(run, sender, delivery, view);
    if (delivery == SIM_DELIVERY_UNSENT)
        return;
    sim_histogram_add(&from->latency, run->now - tlp->begin_fs);
    if (tlp->use == SIM_TLP_READ) {
        sim_source_answer(&to->source, tlp, run->now);
        to->exhausted = false;
        sim_touch(run, sim_other(sender));
        return;
    }
    from->payload_bytes += tlp->payload_bytes;
    if (tlp->use == SIM_TLP_LAST_COMPLETION) {
        sim_source_complete(&to->source, tlp->tag);
        to->exhausted = false;
        sim_touch(run, sim_other(sender));
    }
}

/* Whether the port may begin something in this instant, or ask for a retrain. A TLP that is
 * delivered gives it nothing to send until its timer says so; a packet on the line has to end
 * first, and then the port is looked at anyway. */
static inline bool acts_now(const struct sim_run *run, const struct sim_station *to,
                            enum ak_verdict verdict)
{
    if (verdict == AK_VERDICT_DELIVERED && !to->port.rx.ack_waiting)
        return false;
    return to->end_fs == SIM_NEVER || to->tick_fs <= run->now ||
           to->port.tx.retrain != AK_RETRAIN_NONE;
}

void sim_arrived(struct sim_run *run, enum sim_side sender, bool counted, enum ak_verdict verdict,
                 const struct ak_view *view)
{
    struct sim_station *from = &run->stations[sender];
    struct sim_station *to = &run->stations[sim_other(sender)];
    struct sim_wire *wire = &from->wire;
    const struct sim_flight *flight = sim_wire_first(wire);

    if (!counted || verdict != AK_VERDICT_DELIVERED)
        sim_note_deadline(run, to);
    if (run->trace)
        sim_trace_verdict(run, sim_other(sender), verdict, flight, view);
    if (run->trace || acts_now(run, to, verdict))
        sim_touch(run, sim_other(sender));
    else
        to->next_fs = sim_earlier(to->next_fs, to->tick_fs);
    if (verdict == AK_VERDICT_DELIVERED)
        deliver(run, sender, view);
    bool framing = flight->arrival == SIM_ARRIVAL_FRAMING;
    sim_wire_pop(wire);
    from->arrive_fs = sim_wire_is_empty(wire) ? SIM_NEVER : sim_wire_first(wire)->arrive_fs;
    if (framing)
        sim_framing_error(run, sender);
}

void sim_arrive(struct sim_run *run, enum sim_side sender)
{
    const struct sim_wire *wire = &run->stations[sender].wire;
    struct ak_port *port = &run->stations[sim_other(sender)].port;
    const struct sim_flight *flight = sim_wire_first(wire);
    bool counted = sim_ack_is_counted(&port->rx);
    struct ak_view view;

    if (run->trace)
        sim_trace_received(run, sender, flight);
    enum ak_verdict verdict = ak_rx(port, rx_kinds[flight->arrival], sim_wire_bytes(wire, flight),
                                    flight->length_bytes, run->now, &view);
    sim_arrived(run, sender, counted, verdict, &view);
}
