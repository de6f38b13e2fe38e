/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces with parts missing: from the middle on, of one direction, with gaps, with an end before
 * all is told. The checker learns what it can, and accuses nobody of what the trace lacks. Not
 * here: what a view proves (test_views.c).
 */
#include <stdlib.h>
#include <string.h>

#include "acknak/crc.h"
#include "check_test.h"

static struct tb tb;

/* Numbers are learnt from what comes first. */
static void a_trace_from_the_middle_is_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 1200, 3);
    now = tb_ack(&tb, UP, now, 1202, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1203, 2);
    (void)tb_ack(&tb, UP, now, 1204, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* It starts within a replay: TLPs 10 and 11 are duplicates, and Ack 12 is right. */
static void a_trace_from_within_a_replay_is_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 10, 2);
    (void)tb_ack(&tb, UP, now, 12, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 12, 2);
    (void)tb_ack(&tb, UP, now, 13, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* It starts while a Nak is on its way: TLPs 12 and 13 are dropped, and the replay begins at 10. */
static void a_trace_from_behind_a_loss_is_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 12, 2);
    now = tb_nak(&tb, UP, now, 9, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 10, 4);
    (void)tb_ack(&tb, UP, now, 13, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* The damage lies before the first Ack that tells the numbers, the Nak behind it. */
static void damage_before_the_numbers_are_known_is_a_cause(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 5, 2);
    (void)tb_ack(&tb, UP, now + TLP_NS, 6, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 7, TB_DAMAGED);
    now = tb_nak(&tb, UP, now + 40, 6, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 7, 1);
    (void)tb_ack(&tb, UP, now, 7, TB_GOOD);
    tb_expect_notes(&tb, "LCRC-01");
}

/* One direction alone: numbers are judged, what depends on the other is not. */
static void one_direction_alone_is_judged_as_far_as_it_goes(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 7, 3);
    (void)tb_tlps(&tb, DOWN, now + 200000, 10, 2);
    assert_int_equal(tb_not_judged(&tb, "TX-03", "sequence numbers not known yet"), 5);
    tb_expect_nothing(&tb);
}

/* The same from reset on: the silence of the other side is not judged, since it is not there. */
static void a_missing_direction_owes_nothing(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    tb_open_middle(&tb, TB_PROBE);
    tb_link(&tb, &link);
    (void)tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_tlps(&tb, DOWN, 500000, 1, 1);
    assert_int_equal(tb_not_judged(&tb, "RX-08", "nothing of the other direction in the trace"), 1);
    assert_int_equal(tb_not_judged(&tb, "TX-10", "nothing of the other direction in the trace"), 1);
    tb_expect_nothing(&tb);
}

/* The Acks of one direction alone: nothing is known of the TLPs they acknowledge. */
static void acks_without_their_direction_are_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 1120, TB_GOOD);
    for (uint16_t seq = 1328; seq < 1331; seq++)
        now = tb_ack(&tb, DOWN, now, seq, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* TLP 6 was sent before the recording began. */
static void acks_of_what_was_sent_before_are_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    uint64_t now = tb_ack(&tb, UP, 0, 4, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 7, TB_GOOD);
    now = tb_ack(&tb, UP, now, 5, TB_GOOD);
    now = tb_ack(&tb, UP, now, 6, TB_GOOD);
    now = tb_ack(&tb, UP, now, 7, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 8, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 8, TB_GOOD);
    tb_expect_nothing(&tb);
}

static void keep_latency(void *context, enum ak_direction direction, uint64_t number,
                         uint64_t latency_fs)
{
    (void)number;
    assert_int_equal(direction, AK_DOWNSTREAM);
    *(uint64_t *)context = latency_fs;
}

/* The first Ack of a trace from the middle is timed, a Nak is not. */
static void the_first_ack_is_timed(void **state)
{
    (void)state;
    uint64_t latency_fs = 0;
    tb_open_middle(&tb, TB_PROBE);
    ak_check_on_ack(tb.check, keep_latency, &latency_fs);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 7, TB_GOOD);
    now = tb_ack(&tb, UP, now + 320, 7, TB_GOOD);
    assert_int_equal(latency_fs, 320000000);
    latency_fs = 0;
    now = tb_tlp(&tb, DOWN, now, 8, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 9, TB_BROKEN);
    (void)tb_nak(&tb, UP, now, 8, TB_GOOD);
    assert_int_equal(latency_fs, 0);
    tb_close(&tb);
}

/* Behind a gap everything is learnt anew. */
static void a_gap_is_not_accused(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    tb_event(&tb, AK_RECORD_GAP, AK_DIRECTION_BOTH, now);
    now = tb_tlps(&tb, DOWN, now + 300000, 90, 2);
    now = tb_ack(&tb, UP, now, 91, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 92, 1);
    (void)tb_ack(&tb, UP, now, 92, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* Training sequences without a recovery record: the Link is not in L0. */
static void training_sequences_stop_the_clock(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    struct ak_record ts1 = {.kind = AK_RECORD_OS, .direction = DOWN, .os = AK_OS_TS1};
    for (unsigned i = 0; i < 50; i++) {
        ts1.time_fs = ts1.end_fs = (now + 100 + i * 1000) * 1000000ull;
        tb_record(&tb, ts1);
    }
    (void)tb_ack(&tb, UP, now + 51000, 0, TB_GOOD);
    tb_expect_nothing(&tb);
}

/* An Ack, and a replay, that were still to come are told as not judged. */
static void what_is_open_at_the_end_is_told(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    tb_wait(&tb, now);
    assert_int_equal(ak_check_end(tb.check), 0);
    assert_int_equal(tb_not_judged(&tb, "RX-08", "the recording ended before it was due"), 1);
    assert_int_equal(tb_not_judged(&tb, "TX-10", "the recording ended before it was due"), 1);
    tb_expect_nothing(&tb);

    /* Nothing of the other direction: no answer can have been seen. */
    tb_open_middle(&tb, TB_RECEIVER);
    (void)tb_tlps(&tb, DOWN, 0, 0, 3);
    assert_int_equal(ak_check_end(tb.check), 0);
    assert_int_equal(tb_not_judged(&tb, "RX-08", ""), 0);
    tb_expect_nothing(&tb);
}

/* The newest state of each port. */
static int keep_state(void *context, const struct ak_record *record)
{
    struct ak_record_state *state = context;
    if (record->kind == AK_RECORD_STATE)
        state[record->state.port == AK_PORT_B] = record->state;
    return 0;
}

/* From the middle on: a TLP shows the sender's next number, and an Ack of it the rest. */
static void a_state_says_what_is_not_known(void **state)
{
    (void)state;
    static const uint8_t tlp[] = {0x00, 0x05, 0x04, 0x00, 0x00, 0x01, 0x00,
                                  0x00, 0x00, 0x0F, 0x01, 0x00, 0x00, 0x00};
    uint8_t frame[sizeof tlp + 4];
    uint8_t ack[AK_DLLP_BYTES];
    const unsigned never =
        AK_STATE_REPLAY_BUFFER_BYTES | AK_STATE_REPLAY_TIMER | AK_STATE_ACKNAK_LATENCY_TIMER;
    struct ak_record_state seen[2];
    const struct ak_check_options options = {.states = true};
    void *memory = malloc(ak_check_bytes());
    assert_non_null(memory);
    struct ak_check *check =
        ak_check_init(memory, &options, (struct ak_record_sink){keep_state, seen});
    uint32_t lcrc = ak_lcrc(ak_crc_best_kernel(), 5, tlp + 2, sizeof tlp - 2);
    memcpy(frame, tlp, sizeof tlp);
    for (unsigned i = 0; i < 4; i++)
        frame[sizeof tlp + i] = (uint8_t)(lcrc >> 8 * i);
    struct ak_record record = {.number = 1,
                               .kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_PROBE,
                               .end_fs = 1000000,
                               .bytes = frame,
                               .length_bytes = sizeof frame};
    assert_int_equal(ak_check_take(check, &record), 0);
    assert_int_equal(seen[0].next_transmit_seq, 6);
    assert_int_equal(seen[0].unknown & AK_STATE_NEXT_TRANSMIT_SEQ, 0);
    assert_int_equal(seen[0].unknown & AK_STATE_ACKD_SEQ, AK_STATE_ACKD_SEQ);
    assert_int_equal(seen[0].unknown & AK_STATE_REPLAY_NUM, AK_STATE_REPLAY_NUM);
    assert_int_equal(seen[1].unknown & AK_STATE_NEXT_RCV_SEQ, AK_STATE_NEXT_RCV_SEQ);
    assert_int_equal(seen[1].unknown & AK_STATE_NAK_SCHEDULED, AK_STATE_NAK_SCHEDULED);
    ak_dllp_encode_ack(ack, false, 5);
    record = (struct ak_record){.number = 2,
                                .kind = AK_RECORD_DLLP,
                                .direction = AK_UPSTREAM,
                                .seen = AK_SEEN_PROBE,
                                .time_fs = 2000000,
                                .end_fs = 2000000,
                                .bytes = ack,
                                .length_bytes = sizeof ack};
    assert_int_equal(ak_check_take(check, &record), 0);
    assert_int_equal(seen[0].ackd_seq, 5);
    assert_int_equal(seen[0].unknown, never | AK_STATE_NEXT_RCV_SEQ | AK_STATE_NAK_SCHEDULED);
    assert_int_equal(seen[1].next_rcv_seq, 6);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_trace_from_the_middle_is_not_accused),
        cmocka_unit_test(a_trace_from_within_a_replay_is_not_accused),
        cmocka_unit_test(a_trace_from_behind_a_loss_is_not_accused),
        cmocka_unit_test(damage_before_the_numbers_are_known_is_a_cause),
        cmocka_unit_test(one_direction_alone_is_judged_as_far_as_it_goes),
        cmocka_unit_test(a_missing_direction_owes_nothing),
        cmocka_unit_test(acks_without_their_direction_are_not_accused),
        cmocka_unit_test(acks_of_what_was_sent_before_are_not_accused),
        cmocka_unit_test(the_first_ack_is_timed),
        cmocka_unit_test(a_gap_is_not_accused),
        cmocka_unit_test(training_sequences_stop_the_clock),
        cmocka_unit_test(what_is_open_at_the_end_is_told),
        cmocka_unit_test(a_state_says_what_is_not_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
