/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recordings are imperfect: taken at a probe, from the middle on, of one direction, with gaps,
 * with damage. The checker says what it cannot judge, and accuses nobody for it.
 * Not here: the rules themselves (test_sender.c, test_replay.c, test_receiver.c).
 */
#include <stdlib.h>
#include <string.h>

#include "acknak/crc.h"
#include "check_test.h"

static struct tb tb;

static uint64_t not_judged(const char *rule, const char *why)
{
    struct ak_check_tally tally;
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find(rule), &tally);
    if (tally.not_judged > 0)
        assert_string_equal(tally.why, why);
    return tally.not_judged;
}

static void expect_nothing(void)
{
    tb_close(&tb);
    for (unsigned i = 0; i < tb.found; i++)
        print_message("%s: %s\n", tb.finding[i].rule, tb.finding[i].text);
    assert_int_equal(tb.found, 0);
}

/* TLP 1 is damaged behind the probe: to the probe the Nak has no cause, and the replay does. */
static void a_rightful_nak_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 2);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_expect_notes(&tb, "RX-09 CHK-01");
}

/* The Ack is damaged behind the probe: the replay by timer looks early and unfounded. */
static void a_rightful_replay_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, TLP_NS + 6000, 0, 3);
    (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
    tb_expect_notes(&tb, "TX-06");
}

/* A Nak that is missing at a probe proves nothing: the TLP may have been damaged twice. */
static void a_missing_answer_is_a_note_at_a_probe(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    tb_expect_notes(&tb, "LCRC-01 RX-03");
}

/* But what a probe has not seen arrive cannot be acknowledged, and a second Nak stays one. */
static void some_faults_are_proven_at_a_probe_too(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    tb_expect(&tb, "RX-09");

    tb_open(&tb, TB_PROBE, 0);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    (void)tb_nak(&tb, UP, now + 100, 4095, TB_GOOD);
    tb_expect(&tb, "RX-06");
}

/* Nobody has said how long the Link is. */
static void open_without_flight(enum tb_view view)
{
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    tb_open_middle(&tb, view);
    tb_link(&tb, &link);
}

/* TX-05. However far apart two ports are, an Ack does not leave before its TLP has. */
static void an_ack_before_its_tlp_is_proven_at_ports(void **state)
{
    static const enum tb_view views[] = {TB_SENDER, TB_RECEIVER};
    (void)state;
    for (unsigned i = 0; i < 2; i++) {
        open_without_flight(views[i]);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
        now = tb_ack(&tb, UP, now, 1, TB_GOOD);
        (void)tb_tlp(&tb, DOWN, now + 400, 1, TB_GOOD);
        tb_wait(&tb, now + 2000);
        tb_expect(&tb, "TX-05");
    }

    open_without_flight(TB_PROBE);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    now = tb_ack(&tb, UP, now, 1, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now + 400, 1, TB_GOOD);
    tb_wait(&tb, now + 2 * REACTION_NS);
    assert_int_equal(not_judged("RX-09", "flight time not known"), 1);
    expect_nothing();
}

/* TIME-01. The timer starts when the TLP has left, or later where the Ack comes in: at ports the
 * flight time makes no replay look early. The Ack may have been damaged, so it is a note. */
static void an_early_replay_is_told_at_ports(void **state)
{
    (void)state;
    open_without_flight(TB_SENDER);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + 1500, 0, 2);
    assert_int_equal(not_judged("TIME-01", ""), 0);
    tb_expect_notes(&tb, "TIME-01");
}

/* TIME-01. At a probe it may be the delay between the directions, unless that is known. */
static void an_early_replay_is_not_judged_without_the_flight_time(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 100000000};
    (void)state;
    open_without_flight(TB_PROBE);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + 1500, 0, 2);
    assert_int_equal(not_judged("TIME-01", "flight time not known"), 1);
    expect_nothing();

    open_without_flight(TB_PROBE);
    tb_link(&tb, &link);
    now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + 1500, 0, 2);
    assert_int_equal(not_judged("TIME-01", ""), 0);
    tb_expect_notes(&tb, "TIME-01");
}

/* A damaged DLLP may have been the Ack that seems missing. */
static void a_damaged_dllp_may_have_been_the_answer(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    (void)tb_nak(&tb, UP, now, 4095, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    assert_int_equal(not_judged("RX-03", "a damaged packet may have been it"), 1);
    tb_expect_notes(&tb, "LCRC-01 DLLP-01");

    tb_open(&tb, TB_PROBE, 0);
    now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 0, TB_DAMAGED);
    tb_wait(&tb, now + 10000);
    tb_expect_notes(&tb, "DLLP-01");
}

/* Numbers are learnt from what comes first. */
static void a_trace_from_the_middle_is_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 1200, 3);
    now = tb_ack(&tb, UP, now, 1202, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1203, 2);
    (void)tb_ack(&tb, UP, now, 1204, TB_GOOD);
    expect_nothing();
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
    expect_nothing();
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
    expect_nothing();
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
    assert_int_equal(not_judged("TX-03", "sequence numbers not known yet"), 5);
    expect_nothing();
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
    assert_int_equal(not_judged("RX-08", "nothing of the other direction in the trace"), 1);
    assert_int_equal(not_judged("TX-10", "nothing of the other direction in the trace"), 1);
    expect_nothing();
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
    expect_nothing();
}

/* The two directions of a probe may be apart: an Ack seems to come before its TLP has ended. */
static void a_probe_delay_is_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 50000000};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, TLP_NS - 40, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, 780, 1, TB_GOOD);
    tb_wait(&tb, 3000);
    expect_nothing();

    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, TLP_NS - 60, 0, TB_GOOD);
    tb_wait(&tb, 3000);
    tb_expect(&tb, "RX-09");
    assert_int_equal(tb.finding[0].about, 4);
}

/* An Ack may even stand before its TLP in the file. */
static void an_ack_told_before_its_tlp_is_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 500000000};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    (void)tb_ack(&tb, UP, 10, 0, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, 20, 0, TB_GOOD);
    tb_wait(&tb, 20000);
    expect_nothing();
}

/* Without rate, width and MPS the timing rules are skipped, and that is said. */
static void without_the_parameters_timing_is_not_judged(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    free(tb.check);
    struct ak_check_options options = {.link = {.known = AK_KNOWN_VIEWS | AK_KNOWN_INITIAL_SEQ}};
    options.link.views[0] = options.link.views[1] = 5;
    struct ak_record_sink sink = {NULL, NULL};
    tb.check = ak_check_init(malloc(ak_check_bytes()), &options, sink);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + 10, 0, TB_GOOD);
    tb_wait(&tb, 100000);
    assert_int_equal(not_judged("TIME-01", "rate, width or MPS not known"), 1);
    tb_close(&tb);
    assert_int_equal(tb.found, 0);
}

/* An injected fault, or what a port says of itself, changes nothing. */
static void ground_truth_is_not_looked_at(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    struct ak_record record = {.kind = AK_RECORD_FAULT, .direction = DOWN};
    record.fault.name = "lose";
    tb_record(&tb, record);
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_STATE;
    record.state.next_rcv_seq = 77;
    tb_record(&tb, record);
    record.kind = AK_RECORD_PORT;
    tb_record(&tb, record);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_nothing();
}

/* Times of 8 ns resolution: a replay that seems 8 ns early. */
static void coarse_times_are_not_accused(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_RESOLUTION, .resolution_fs = 8000000};
    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS - 12, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now - 4, 0, TB_GOOD);
    expect_nothing();
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
    expect_nothing();
}

static void took(void *context, enum ak_direction direction, uint64_t number, uint64_t latency_fs)
{
    uint64_t *last = context;
    assert_int_equal(direction, DOWN);
    assert_int_equal(number, 6);
    *last = latency_fs;
}

/* From the last symbol of the oldest TLP to the first symbol of the Ack. */
static void ack_latency_is_measured(void **state)
{
    (void)state;
    uint64_t latency_fs = 0;
    tb_open(&tb, TB_EXACT, 0);
    ak_check_on_ack(tb.check, took, &latency_fs);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now + 100, 1, TB_GOOD);
    assert_int_equal(latency_fs, (TLP_NS + 100) * 1000000ull);
    expect_nothing();
}

static void packets_are_counted_once(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 0, TB_GOOD);
    tb_wait(&tb, now);
    tb_wait(&tb, now + 100);
    const struct ak_check_counts *counts = ak_check_counts_of(tb.check);
    assert_int_equal(counts->tlps, 2);
    assert_int_equal(counts->dllps, 3);
    assert_int_equal(counts->crc_good, 3); /* the last UpdateFC has not arrived */
    assert_int_equal(counts->crc_bad, 1);
    tb_close(&tb);
}

static int stop_at_first(void *context, const struct ak_record *record)
{
    (void)context;
    (void)record;
    return 42;
}

static void a_test_bench_can_stop_at_the_first_finding(void **state)
{
    (void)state;
    static const uint8_t dllp[6] = {0};
    struct ak_record_sink sink = {stop_at_first, NULL};
    struct ak_check *check = ak_check_init(malloc(ak_check_bytes()), NULL, sink);
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = dllp, .length_bytes = 6};
    record.number = 1;
    record.seen = AK_SEEN_PROBE;
    assert_int_equal(ak_check_take(check, &record), 42);
    free(check);
}

static void rules_can_be_left_out(void **state)
{
    (void)state;
    static const uint8_t dllp[6] = {0};
    struct ak_record_sink sink = {stop_at_first, NULL};
    struct ak_check_options options = {.skip_rules = 1ull
                                                     << (unsigned)ak_check_rule_find("DLLP-01")};
    struct ak_check *check = ak_check_init(malloc(ak_check_bytes()), &options, sink);
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = dllp, .length_bytes = 6};
    assert_int_equal(ak_check_take(check, &record), 0);
    free(check);
}

/* An Ack, and a replay, that were still to come are told as not judged. */
static void what_is_open_at_the_end_is_told(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    tb_wait(&tb, now);
    assert_int_equal(ak_check_end(tb.check), 0);
    assert_int_equal(not_judged("RX-08", "the recording ended before it was due"), 1);
    assert_int_equal(not_judged("TX-10", "the recording ended before it was due"), 1);
    expect_nothing();

    /* Nothing of the other direction: no answer can have been seen. */
    tb_open_middle(&tb, TB_RECEIVER);
    (void)tb_tlps(&tb, DOWN, 0, 0, 3);
    assert_int_equal(ak_check_end(tb.check), 0);
    assert_int_equal(not_judged("RX-08", ""), 0);
    expect_nothing();
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

static void the_table_of_rules_is_whole(void **state)
{
    (void)state;
    assert_true(ak_check_rule_count() <= 64);
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        const struct ak_check_rule *rule = ak_check_rule_at(i);
        assert_non_null(rule->id);
        assert_true(strlen(rule->sentence) > 10);
        assert_true(strlen(rule->example) > 10);
        assert_true(strlen(rule->sections[AK_CHECK_BASE_6_3]) >= 5);
        assert_int_equal(ak_check_rule_find(rule->id), i);
    }
    assert_null(ak_check_rule_at(ak_check_rule_count()));
    assert_int_equal(ak_check_rule_find("TX-99"), -1);
}

/* The Acks of one direction alone: nothing is known of the TLPs they acknowledge. */
static void acks_without_their_direction_are_not_accused(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 1120, TB_GOOD);
    for (uint16_t seq = 1328; seq < 1331; seq++)
        now = tb_ack(&tb, DOWN, now, seq, TB_GOOD);
    expect_nothing();
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
    expect_nothing();
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_rightful_nak_is_a_note_at_a_probe),
        cmocka_unit_test(a_rightful_replay_is_a_note_at_a_probe),
        cmocka_unit_test(a_missing_answer_is_a_note_at_a_probe),
        cmocka_unit_test(some_faults_are_proven_at_a_probe_too),
        cmocka_unit_test(an_ack_before_its_tlp_is_proven_at_ports),
        cmocka_unit_test(an_early_replay_is_told_at_ports),
        cmocka_unit_test(an_early_replay_is_not_judged_without_the_flight_time),
        cmocka_unit_test(a_damaged_dllp_may_have_been_the_answer),
        cmocka_unit_test(a_trace_from_the_middle_is_not_accused),
        cmocka_unit_test(a_trace_from_within_a_replay_is_not_accused),
        cmocka_unit_test(a_trace_from_behind_a_loss_is_not_accused),
        cmocka_unit_test(damage_before_the_numbers_are_known_is_a_cause),
        cmocka_unit_test(one_direction_alone_is_judged_as_far_as_it_goes),
        cmocka_unit_test(a_missing_direction_owes_nothing),
        cmocka_unit_test(a_gap_is_not_accused),
        cmocka_unit_test(a_probe_delay_is_not_accused),
        cmocka_unit_test(an_ack_told_before_its_tlp_is_not_accused),
        cmocka_unit_test(without_the_parameters_timing_is_not_judged),
        cmocka_unit_test(ground_truth_is_not_looked_at),
        cmocka_unit_test(coarse_times_are_not_accused),
        cmocka_unit_test(training_sequences_stop_the_clock),
        cmocka_unit_test(ack_latency_is_measured),
        cmocka_unit_test(acks_without_their_direction_are_not_accused),
        cmocka_unit_test(acks_of_what_was_sent_before_are_not_accused),
        cmocka_unit_test(the_first_ack_is_timed),
        cmocka_unit_test(packets_are_counted_once),
        cmocka_unit_test(a_test_bench_can_stop_at_the_first_finding),
        cmocka_unit_test(rules_can_be_left_out),
        cmocka_unit_test(what_is_open_at_the_end_is_told),
        cmocka_unit_test(a_state_says_what_is_not_known),
        cmocka_unit_test(the_table_of_rules_is_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
