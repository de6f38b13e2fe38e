/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A port on a bench: memory, a clock, and a small vocabulary, so that a test reads like the rule.
 * After each word the port must be valid, its deadline exact (TIME-06), the bytes on the wire
 * unchanged and the memory behind the replay buffer untouched; otherwise the test stops there.
 * Not here: any expectation of a rule.
 *
 * A test includes cmocka.h first.
 */
#ifndef ACKNAK_TESTS_PORT_FIXTURE_H
#define ACKNAK_TESTS_PORT_FIXTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "acknak/acknak.h"

#define FX_REPLAY_LIMIT 100u /* default limits, in ticks */
#define FX_ACK_LIMIT    30u
#define FX_TLP_BYTES    16u /* of a TLP whose size does not matter: a frame of 22 bytes */
#define FX_CANARY       0xC5u

struct port_fixture {
    struct ak_port port;
    struct ak_config config;
    uint64_t now;
    struct ak_packet packet; /* the newest that began */
    struct ak_view view;     /* of the newest that arrived */
    uint8_t frame[AK_FRAME_MAX_BYTES];
    uint8_t wire_copy[AK_FRAME_MAX_BYTES];
    uint32_t submitted; /* tells the content of one TLP from another */
    void (*stop)(void); /* ends the running test */
};

/* Defaults of a bench: 64 TLPs, 64 KB, both numbers 0, concurrent, Acks by the timer. */
void fx_config(struct ak_config *config);

/* `config` NULL: the defaults. fx_open brings the link up at time 1000, fx_open_down does not. */
void fx_set_up(struct port_fixture *f, const struct ak_config *config);
void fx_close(struct port_fixture *f);

/* Link. */
struct ak_link_report fx_link(struct port_fixture *f, enum ak_link link, bool link_disable);

#ifdef fail
static inline void fx_stop_test(void)
{
    fail();
}

static inline void fx_open_down(struct port_fixture *f, const struct ak_config *config)
{
    f->stop = fx_stop_test;
    fx_set_up(f, config);
}

static inline void fx_open(struct port_fixture *f, const struct ak_config *config)
{
    fx_open_down(f, config);
    fx_link(f, AK_LINK_UP, false);
}
#endif

/* Time passes; nobody ticks. */
void fx_wait(struct port_fixture *f, uint64_t ticks);
/* ak_tick at now. */
void fx_tick(struct port_fixture *f);
/* Time passes and then ak_tick is called. */
void fx_wait_and_tick(struct port_fixture *f, uint64_t ticks);

/* Submitting. `fx_submit` insists on AK_OK for each of `count`. */
void fx_submit(struct port_fixture *f, uint32_t count);
enum ak_status fx_try_submit(struct port_fixture *f, uint32_t tlp_bytes, enum ak_tlp_mode mode);
enum ak_status fx_nullify(struct port_fixture *f);
/* Content of the n-th TLP that fx_submit made, counted from 0. */
void fx_tlp_content(uint32_t n, uint8_t *tlp, uint32_t tlp_bytes);
enum ak_status fx_offer(struct port_fixture *f, enum ak_dllp_class dllp_class, uint8_t code,
                        uint8_t content);

/* Sending. fx_begin returns what began, AK_WIRE_IDLE if nothing; ak_tx_peek must say the same. */
enum ak_wire fx_begin(struct port_fixture *f);
void fx_end(struct port_fixture *f);
/* Begins and ends the next packet, which must be this one. */
void fx_send(struct port_fixture *f, enum ak_wire wire, uint16_t seq);
/* Sends `count` new TLPs, the first with number `seq`. */
void fx_send_tlps(struct port_fixture *f, uint16_t seq, uint32_t count);
/* Sends `count` replayed TLPs, the first with number `seq`. */
void fx_send_replayed(struct port_fixture *f, uint16_t seq, uint32_t count);
/* Begins and ends until nothing is left. Returns how many packets it were. */
uint32_t fx_send_all(struct port_fixture *f);

/* What arrives. The TLPs have 16 bytes of content derived from `seq`. */
enum ak_verdict fx_receive(struct port_fixture *f, enum ak_rx_kind kind, const uint8_t *bytes,
                           size_t length_bytes);
enum ak_verdict fx_ack(struct port_fixture *f, uint16_t seq);
enum ak_verdict fx_nak(struct port_fixture *f, uint16_t seq);
enum ak_verdict fx_dllp(struct port_fixture *f, uint8_t code, uint8_t b1, uint8_t b2, uint8_t b3);
enum ak_verdict fx_tlp(struct port_fixture *f, uint16_t seq);
enum ak_verdict fx_bad_tlp(struct port_fixture *f, uint16_t seq);
enum ak_verdict fx_nullified_tlp(struct port_fixture *f, uint16_t seq);
enum ak_verdict fx_error(struct port_fixture *f, enum ak_rx_kind kind);
/* Writes a good frame to f->frame. Returns its length. */
uint32_t fx_make_frame(struct port_fixture *f, uint16_t seq);

/* Shorter names for what tests look at. */
const struct ak_counters *fx_counters(const struct port_fixture *f);
uint32_t fx_events(struct port_fixture *f);

#endif
