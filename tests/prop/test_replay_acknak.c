/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A replay of four TLPs, and an Ack or Nak of every legal number before and after each call of it,
 * under both policies: what is sent, the final state, counters and timer, derived from D15 and D28.
 * Then every two of them, compared with the plain port.
 * Not here: other sequences of calls (test_port_differential.c).
 *
 * Rules: TX-06, TX-07, TX-08, TX-09, TX-12, TIME-03.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "port_fixture.h"
#include "port_pair.h"

#define TLPS   4u
#define PLACES (2 * TLPS + 1) /* before the first begin, after each begin and each end */
#define FIRST  4094u          /* so that the numbers wrap in the middle */

static uint16_t seq_of(uint32_t i)
{
    return (uint16_t)((FIRST + i) % 4096u);
}

struct arrival {
    enum ak_replay_policy policy;
    uint32_t place;    /* how many calls of the replay have been made */
    uint32_t confirms; /* TLPs it acknowledges, 0 to 4 */
    bool nak;
};

/* What must be sent from the arrival on: indices of TLPs, 0 to 3. */
struct expected {
    uint32_t sent[2 * TLPS];
    uint32_t sent_count;
    uint32_t replay_num;
    uint32_t replays;
};

static void add_row(struct expected *e, uint32_t from)
{
    for (uint32_t i = from; i < TLPS; i++) {
        e->sent[e->sent_count++] = i;
    }
}

/*
 * The first replay goes on with what has not begun: under the concurrent policy without what is
 * confirmed. Progress resets REPLAY_NUM. A Nak that leaves something starts one more replay of it.
 */
static struct expected expect(struct arrival a)
{
    uint32_t begun = (a.place + 1) / 2;
    struct expected e = {{0}, 0, a.confirms > 0 ? 0 : 1, 1};
    bool skips = a.policy == AK_REPLAY_CONCURRENT;
    add_row(&e, skips && a.confirms > begun ? a.confirms : begun);
    if (a.nak && a.confirms < TLPS) {
        e.replay_num++;
        e.replays++;
        add_row(&e, a.confirms);
    }
    return e;
}

static void open_replay(struct port_fixture *f, enum ak_replay_policy policy)
{
    struct ak_config config;
    fx_config(&config);
    config.replay_policy = policy;
    config.initial_seq = FIRST;
    config.replay_limit = 100000;
    fx_open(f, &config);
    fx_submit(f, TLPS);
    fx_send_tlps(f, FIRST, TLPS);
    assert_int_equal(fx_nak(f, FIRST - 1), AK_VERDICT_NAK);
}

/* Makes the first `count` calls of the replay, each one tick later than the one before. */
static void make_calls(struct port_fixture *f, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        fx_wait(f, 1);
        if (i % 2 == 0) {
            assert_int_equal(fx_begin(f), AK_WIRE_TLP_REPLAYED);
        } else {
            fx_end(f);
        }
    }
}

/* At the arrival: purged at once or not (D15), REPLAY_TIMER as D28 says. */
static void check_arrival(const struct port_fixture *f, struct arrival a)
{
    bool over = a.place == 2 * TLPS;
    bool purges = over || a.policy == AK_REPLAY_CONCURRENT;
    uint64_t deadline = ak_tx_deadline(&f->port);
    assert_int_equal(f->port.tx.ackd_seq, (FIRST - 1 + (purges ? a.confirms : 0)) % 4096u);
    assert_int_equal(ak_tx_outstanding(&f->port), TLPS - (purges ? a.confirms : 0));
    if (over && a.nak && a.confirms < TLPS) {
        assert_true(deadline == AK_TIME_NEVER); /* a Nak outside a replay holds it */
    } else if (a.confirms == TLPS) {
        assert_true(deadline == AK_TIME_NEVER); /* nothing is unacknowledged */
    } else if (a.confirms > 0) {
        assert_true(deadline == f->now + 100000); /* progress restarts it */
    } else if (a.place < 2) {
        assert_true(deadline == AK_TIME_NEVER); /* held until the first replayed TLP has ended */
    } else {
        assert_true(deadline == 1002 + 100000); /* left alone since that end */
    }
}

static void drain(struct port_fixture *f, const struct expected *e)
{
    uint32_t sent = 0;
    if (f->port.tx.wire != AK_WIRE_IDLE) {
        fx_end(f);
    }
    while (fx_begin(f) != AK_WIRE_IDLE) {
        assert_true(sent < e->sent_count);
        assert_int_equal(f->packet.wire, AK_WIRE_TLP_REPLAYED);
        assert_int_equal(f->packet.seq, seq_of(e->sent[sent]));
        assert_int_equal(fx_try_submit(f, 16, AK_TLP_STORE_AND_FORWARD), AK_REFUSED_REPLAY);
        fx_end(f);
        sent++;
    }
    assert_int_equal(sent, e->sent_count);
}

static void run_one(struct arrival a)
{
    struct port_fixture f;
    struct expected e = expect(a);
    uint32_t begun = (a.place + 1) / 2;
    uint16_t seq = (uint16_t)((FIRST - 1 + a.confirms) % 4096u);
    open_replay(&f, a.policy);
    make_calls(&f, a.place);
    fx_wait(&f, 1);
    assert_int_equal(a.nak ? fx_nak(&f, seq) : fx_ack(&f, seq),
                     a.nak ? AK_VERDICT_NAK : AK_VERDICT_ACK);
    check_arrival(&f, a);
    drain(&f, &e);
    assert_false(ak_tx_is_replaying(&f.port));
    assert_int_equal(f.port.tx.ackd_seq, seq);
    assert_int_equal(f.port.tx.replay_num, e.replay_num);
    assert_int_equal(ak_tx_used_tlps(&f.port), TLPS - a.confirms);
    assert_int_equal(fx_counters(&f)->replays_by_nak, e.replays);
    assert_int_equal(fx_counters(&f)->tlps_replayed, begun + e.sent_count);
    assert_int_equal(fx_counters(&f)->tlps_sent, TLPS);
    assert_int_equal(fx_counters(&f)->replay_num_rollover, 0);
    assert_int_equal(fx_events(&f), 0);
    fx_submit(&f, 1);
    fx_send_tlps(&f, seq_of(TLPS), 1);
    fx_close(&f);
}

static void test_every_number_at_every_place(void **state)
{
    (void)state;
    for (uint32_t place = 0; place < PLACES; place++) {
        for (uint32_t confirms = 0; confirms <= TLPS; confirms++) {
            run_one((struct arrival){AK_REPLAY_CONCURRENT, place, confirms, false});
            run_one((struct arrival){AK_REPLAY_CONCURRENT, place, confirms, true});
            run_one((struct arrival){AK_REPLAY_DEFERRED, place, confirms, false});
            run_one((struct arrival){AK_REPLAY_DEFERRED, place, confirms, true});
        }
    }
}

/* Rules: TX-05. At every place the numbers just outside are illegal and change nothing. */
static void test_illegal_numbers_at_every_place(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < 4 * PLACES; i++) {
        struct port_fixture f;
        enum ak_replay_policy policy = i < 2 * PLACES ? AK_REPLAY_CONCURRENT : AK_REPLAY_DEFERRED;
        struct expected e = {{0}, 0, 1, 1};
        uint32_t place = i % PLACES;
        open_replay(&f, policy);
        make_calls(&f, place);
        uint16_t seq = i / PLACES % 2 == 0 ? FIRST - 2 : seq_of(TLPS);
        assert_int_equal(fx_ack(&f, seq), AK_VERDICT_ILLEGAL_SEQ);
        assert_int_equal(fx_nak(&f, seq), AK_VERDICT_ILLEGAL_SEQ);
        add_row(&e, (place + 1) / 2);
        drain(&f, &e);
        assert_int_equal(f.port.tx.replay_num, 1);
        assert_int_equal(ak_tx_outstanding(&f.port), TLPS);
        assert_int_equal(fx_counters(&f)->dl_protocol_error, 2);
        fx_close(&f);
    }
}

static struct port_pair pair; /* large: kept off the stack */

static void pair_call(enum call_kind kind, uint32_t a)
{
    if (!port_pair_call(&pair, (struct call){kind, a, 1})) {
        fail_msg("%s", pair.fault);
    }
}

/* The `arrival`-th of ten at this place: an Ack or Nak that confirms 0 to 4 more. */
static void arrive(uint32_t arrival)
{
    pair_call(arrival % 2 == 0 ? CALL_ACK : CALL_NAK, arrival / 2);
}

static void run_two(enum ak_replay_policy policy, const uint32_t place[2], uint32_t arrivals)
{
    struct ak_config config;
    fx_config(&config);
    config.replay_policy = policy;
    config.initial_seq = FIRST;
    port_pair_open(&pair, &config);
    pair_call(CALL_LINK_UP, 0);
    for (uint32_t i = 0; i < TLPS; i++) {
        pair_call(CALL_SUBMIT, 1);
        pair_call(CALL_BEGIN, 0);
        pair_call(CALL_END, 1);
    }
    pair_call(CALL_NAK, 0);
    for (uint32_t call = 0; call < 6 * TLPS; call++) {
        if (call == place[0]) {
            arrive(arrivals % 10);
        }
        if (call == place[1]) {
            arrive(arrivals / 10);
        }
        pair_call(call % 2 == 0 ? CALL_BEGIN : CALL_END, 1);
    }
    port_pair_close(&pair);
}

static void test_every_two(void **state)
{
    (void)state;
    for (uint32_t places = 0; places < PLACES * PLACES; places++) {
        const uint32_t place[2] = {places / PLACES, places % PLACES};
        for (uint32_t arrivals = 0; arrivals < 100 && place[0] <= place[1]; arrivals++) {
            run_two(AK_REPLAY_CONCURRENT, place, arrivals);
            run_two(AK_REPLAY_DEFERRED, place, arrivals);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_number_at_every_place),
        cmocka_unit_test(test_illegal_numbers_at_every_place),
        cmocka_unit_test(test_every_two),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
