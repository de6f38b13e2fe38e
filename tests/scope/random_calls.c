/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Checks around the calls of the library.
 * Not here: which calls are made (the simulator).
 *
 * Rules: TIME-06, PORT-01, PORT-02, TX-04.
 */
#include "random_calls.h"

#include <string.h>

#include "acknak/acknak.h"

struct random_calls random_calls;

#define REAL(name) __real_##name
#define WRAP(name) __wrap_##name

/* The names are the linker's. */
enum ak_verdict REAL(ak_rx)(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                            size_t length_bytes, uint64_t now, struct ak_view *view);
enum ak_verdict WRAP(ak_rx)(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                            size_t length_bytes, uint64_t now, struct ak_view *view);
void REAL(ak_tick)(struct ak_port *port, uint64_t now);
void WRAP(ak_tick)(struct ak_port *port, uint64_t now);
enum ak_status REAL(ak_tx_submit)(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                                  enum ak_tlp_mode mode);
enum ak_status WRAP(ak_tx_submit)(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                                  enum ak_tlp_mode mode);
bool REAL(ak_tx_begin)(struct ak_port *port, struct ak_packet *packet);
bool WRAP(ak_tx_begin)(struct ak_port *port, struct ak_packet *packet);
void REAL(ak_tx_end)(struct ak_port *port, uint64_t now);
void WRAP(ak_tx_end)(struct ak_port *port, uint64_t now);
enum ak_status REAL(ak_tx_nullify)(struct ak_port *port);
enum ak_status WRAP(ak_tx_nullify)(struct ak_port *port);
void REAL(ak_port_link)(struct ak_port *port, enum ak_link link, bool link_disable, uint64_t now,
                        struct ak_link_report *report);
void WRAP(ak_port_link)(struct ak_port *port, enum ak_link link, bool link_disable, uint64_t now,
                        struct ak_link_report *report);

static void expect(bool holds, uint64_t now, const char *what)
{
    if (!holds && !random_calls.failure) {
        random_calls.failure = what;
        random_calls.time_fs = now;
    }
}

static void look(const struct ak_port *port, uint64_t now, const char *what)
{
    if (random_calls.off) {
        return;
    }
    random_calls.calls++;
    expect(ak_port_is_valid(port), now, what);
}

enum ak_verdict WRAP(ak_rx)(struct ak_port *port, enum ak_rx_kind kind, const void *bytes,
                            size_t length_bytes, uint64_t now, struct ak_view *view)
{
    const uint8_t *first = bytes;
    if (random_calls.fault == RANDOM_OTHER_WAY && random_calls.off && kind == AK_RX_DLLP &&
        ak_dllp_type_of(first[0]) == AK_DLLP_NAK) {
        kind = AK_RX_ERROR;
    }
    enum ak_verdict verdict = REAL(ak_rx)(port, kind, bytes, length_bytes, now, view);
    if (random_calls.fault == RANDOM_KEEPS_DUPLICATES && verdict == AK_VERDICT_DUPLICATE) {
        verdict = AK_VERDICT_DELIVERED;
        view->bytes = first + AK_SEQ_BYTES;
        view->length_bytes = (uint32_t)length_bytes - AK_FRAME_OVERHEAD_BYTES;
    }
    look(port, now, "the port is not valid after ak_rx");
    return verdict;
}

/* A tick at the deadline does something, one unit earlier it does nothing; then the next deadline
 * is later than now. */
void WRAP(ak_tick)(struct ak_port *port, uint64_t now)
{
    struct ak_port early;
    const uint64_t deadline = ak_next_deadline(port);
    memcpy(&early, port, sizeof early);
    if (deadline != 0 && deadline <= now) {
        REAL(ak_tick)(&early, deadline - 1u);
        expect(memcmp(&early, port, sizeof early) == 0, now,
               "a tick one unit ahead of the deadline does something (TIME-06)");
    }
    if (random_calls.fault != RANDOM_TICKS_IN_VAIN || random_calls.failure) {
        REAL(ak_tick)(port, now);
    }
    const bool changed = memcmp(&early, port, sizeof early) != 0;
    random_calls.ticks += deadline <= now;
    expect(changed == (deadline <= now), now, "a tick at the deadline does nothing (TIME-06)");
    expect(ak_next_deadline(port) > now, now,
           "after a tick the next deadline is not later than now (TIME-06)");
    look(port, now, "the port is not valid after ak_tick");
}

enum ak_status WRAP(ak_tx_submit)(struct ak_port *port, const void *tlp, uint32_t tlp_bytes,
                                  enum ak_tlp_mode mode)
{
    const uint16_t before = port->tx.next_transmit_seq;
    const enum ak_status status = REAL(ak_tx_submit)(port, tlp, tlp_bytes, mode);
    if (random_calls.fault == RANDOM_BAD_MEMORY && status == AK_OK) {
        port->tx.memory[port->tx.slots[before & port->tx.slot_mask].offset] ^= 1u;
    }
    expect(ak_seq_distance(before, port->tx.next_transmit_seq) == (status == AK_OK), 0,
           "a submit does not count the TLP it takes (TX-01)");
    look(port, 0, "the port is not valid after ak_tx_submit");
    return status;
}

bool WRAP(ak_tx_begin)(struct ak_port *port, struct ak_packet *packet)
{
    struct ak_packet peeked;
    const bool expected = ak_tx_peek(port, &peeked);
    const bool begun = REAL(ak_tx_begin)(port, packet);
    if (random_calls.fault == RANDOM_ACKS_AHEAD && packet->wire == AK_WIRE_ACK) {
        ak_dllp_encode_ack(port->wire_dllp, false, ak_seq_add(packet->seq, 1));
    }
    expect(begun == expected && packet->wire == peeked.wire && packet->seq == peeked.seq, 0,
           "ak_tx_begin begins something else than ak_tx_peek says (PORT-03)");
    look(port, 0, "the port is not valid after ak_tx_begin");
    return begun;
}

void WRAP(ak_tx_end)(struct ak_port *port, uint64_t now)
{
    REAL(ak_tx_end)(port, now);
    look(port, now, "the port is not valid after ak_tx_end");
}

enum ak_status WRAP(ak_tx_nullify)(struct ak_port *port)
{
    const enum ak_status status = REAL(ak_tx_nullify)(port);
    look(port, 0, "the port is not valid after ak_tx_nullify");
    return status;
}

void WRAP(ak_port_link)(struct ak_port *port, enum ak_link link, bool link_disable, uint64_t now,
                        struct ak_link_report *report)
{
    REAL(ak_port_link)(port, link, link_disable, now, report);
    expect(link == AK_LINK_UP || ak_next_deadline(port) == AK_TIME_NEVER, now,
           "a timer goes on while the link is not up (TIME-04)");
    look(port, now, "the port is not valid after ak_port_link");
}
