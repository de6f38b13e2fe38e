/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What looks like a fault and is none, and the fault that is close to it: each guard of the checker
 * against a false accusation has a trace here that needs it.
 * Not here: the plain cases of each rule (test_sender.c, test_replay.c, test_receiver.c).
 */
#include <string.h>

#include "check_test.h"

#define FS_PER_NS     1000000ull
#define NAK_LIMIT_NS  (REACTION_NS + BUSY_NS)
#define ACK_LIMIT_NS  (ACK_MAX_NS + BUSY_NS)
#define QUICK_NS      100u /* reaction time of quick ports */
#define LONG_AFTER_NS (4 * NAK_LIMIT_NS)

static struct tb tb;

static void expect_clean(void)
{
    tb_expect(&tb, "");
}

static void quick_ports(void)
{
    struct ak_record_link link = {.known = AK_KNOWN_REACTION, .reaction_fs = QUICK_NS * FS_PER_NS};
    tb_link(&tb, &link);
}

/* `count` TLPs from `seq` on, each four acknowledged; returns the end of the last Ack. */
static uint64_t acknowledged_tlps(uint64_t now, uint16_t seq, unsigned count)
{
    for (; count > 0; count -= 4, seq = (uint16_t)((seq + 4) & 0xFFF)) {
        now = tb_tlps(&tb, DOWN, now, seq, 4);
        now = tb_ack(&tb, UP, now, (uint16_t)((seq + 3) & 0xFFF), TB_GOOD);
    }
    return now;
}

/* A packet with a Receiver Error is none, whatever its bytes say: nothing was purged. TX-06 */
static void an_ack_with_a_receiver_error_acknowledges_nothing(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 4);
    (void)tb_ack(&tb, UP, now, 2, TB_RX_ERROR);
    (void)tb_ack(&tb, UP, now + 100, 3, TB_LOST);
    now = tb_tlps(&tb, DOWN, 2 * TLP_NS + REPLAY_MAX_NS, 0, 4);
    (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
    expect_clean();
}

/* At a probe the error may have been the Ack. RX-08 */
static void a_receiver_error_may_have_been_the_answer(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_event(&tb, AK_RECORD_ERROR, UP, now + 100);
    tb_wait(&tb, now + LONG_AFTER_NS);
    tb_expect_notes(&tb, "");
}

/* Or a TLP, which then has its Nak. CHK-01 */
static void a_receiver_error_may_have_been_a_tlp(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_event(&tb, AK_RECORD_ERROR, DOWN, now + 10);
    (void)tb_nak(&tb, UP, now + 20, 0, TB_GOOD);
    expect_clean();
}

/* What was put aside in the hope of more is judged at the end at the latest. TX-05 */
static void the_end_of_a_trace_settles_what_waits(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_FLIGHT, .flight_fs = 500 * FS_PER_NS};
    tb_open(&tb, TB_PROBE, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect(&tb, "TX-05");
}

/* Of one rule a note, of the other a fault. */
static void findings_are_tallied_by_their_weight(void **state)
{
    (void)state;
    struct ak_check_tally lcrc;
    struct ak_check_tally nak_once;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    (void)tb_nak(&tb, UP, now + 100, 4095, TB_GOOD);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("LCRC-01"), &lcrc);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("RX-06"), &nak_once);
    assert_int_equal(lcrc.notes, 1);
    assert_int_equal(lcrc.broken, 0);
    assert_int_equal(nak_once.notes, 0);
    assert_int_equal(nak_once.broken, 1);
    tb_expect(&tb, "RX-06");
}

/* The shortest has 2 + 12 + 4 bytes. TLP-02 */
static void a_tlp_of_17_bytes_is_found(void **state)
{
    (void)state;
    static const uint8_t bytes[17] = {0};
    struct ak_record record = {.kind = AK_RECORD_TLP, .direction = DOWN, .bytes = bytes};
    record.seen = AK_SEEN_SENDER;
    record.length_bytes = sizeof bytes;
    record.end_fs = 76 * FS_PER_NS;
    tb_open(&tb, TB_EXACT, 0);
    tb_record(&tb, record);
    tb_expect(&tb, "TLP-02");
}

/* The number alone was wrong: the next TLP goes on, so none is missing, and the replay that follows
 * sends what is due. TX-01 */
static void a_wrong_number_is_one_fault(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now, 5, TB_GOOD); /* meant to be 2 */
    now = tb_tlps(&tb, DOWN, now, 3, 2);
    now = tb_nak(&tb, UP, now, 1, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 2, 4);
    (void)tb_ack(&tb, UP, now, 5, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

/* The nullified TLP carried the number that is missing 4096 TLPs later. TX-01, not TX-14 */
static void a_nullified_tlp_explains_no_later_gap(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_NULLIFIED);
    now = acknowledged_tlps(now, 0, 4096);
    (void)tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

/* Its bytes are compared with nothing: what had the number before was another TLP. CHK-02 */
static void a_tlp_that_a_probe_missed_is_new(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = acknowledged_tlps(0, 0, 4096);
    now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD); /* TLP 0 was lost ahead of the probe */
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 0, TB_OTHER_BYTES);
    now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect_notes(&tb, "");
}

/* A hit on the number makes it an old one: that is no replay without a cause. TX-06, TIME-01 */
static void a_damaged_number_is_not_believed(void **state)
{
    (void)state;
    static const uint8_t bytes[82] = {0x0F, 0xA0};
    struct ak_record record = {.kind = AK_RECORD_TLP, .direction = DOWN, .bytes = bytes};
    tb_open(&tb, TB_PROBE, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    record.seen = AK_SEEN_PROBE;
    record.length_bytes = sizeof bytes;
    record.time_fs = now * FS_PER_NS;
    record.end_fs = (now + TLP_NS) * FS_PER_NS;
    tb_record(&tb, record);
    now = tb_nak(&tb, UP, now + TLP_NS, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 1);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect_notes(&tb, "LCRC-01");
}

/* With ports so quick that no timer can have run on: each replay follows progress. TX-11 */
static void quick_replays_with_progress_between_are_not_accused(void **state)
{
    (void)state;
    uint64_t now = 0;
    tb_open(&tb, TB_EXACT, 0);
    quick_ports();
    for (uint16_t seq = 0; seq < 8; seq++) {
        now = tb_tlp(&tb, DOWN, now, seq, TB_LOST);
        now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, seq, TB_GOOD);
        now = tb_ack(&tb, UP, now, seq, TB_GOOD);
    }
    expect_clean();
}

/* A TLP and three replays of it, the last of which arrives with `fate`; returns its end. */
static uint64_t three_replays(unsigned fate)
{
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    for (int i = 0; i < 3; i++) {
        now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, i < 2 ? TB_LOST : fate);
    }
    return now;
}

/* The Nak initiates the fourth replay, which waits for a retrain however long. TX-08, TX-11 */
static void a_nak_at_rollover_needs_no_replay_before_the_retrain(void **state)
{
    (void)state;
    uint64_t now = three_replays(TB_DAMAGED);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    tb_wait(&tb, now + LONG_AFTER_NS);
    expect_clean();
}

/* The peer left L0 a little before REPLAY_TIMER expired: the replay was initiated all the same.
 * TIME-01 */
static void a_rollover_while_the_peer_retrains_is_a_cause(void **state)
{
    (void)state;
    uint64_t now = three_replays(TB_LOST) + REPLAY_MIN_NS;
    tb_event(&tb, AK_RECORD_RECOVERY_START, UP, now - 20);
    tb_event(&tb, AK_RECORD_RECOVERY_START, DOWN, now + 4);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 9000);
    now = tb_tlp(&tb, DOWN, now + 9000, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();
}

/* TLP 1 has been on its way for long when Ack 0 starts the timer over. TX-10 */
static void a_timer_started_over_by_an_ack_has_its_whole_time(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_tlp(&tb, DOWN, now, 1, TB_LOST);
    now = tb_ack(&tb, UP, TLP_NS + ACK_LIMIT_NS - 100, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MAX_NS + BUSY_NS - 10, 1, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* The Nak and the timer came together and made one replay; the next has no cause. TIME-01 */
static void a_nak_used_up_is_no_cause(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    quick_ports();
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    (void)tb_tlp(&tb, DOWN, 2300, 1, TB_GOOD);
    (void)tb_nak(&tb, UP, 3140, 4095, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, TB_LOST);
    uint64_t now = tb_tlp(&tb, DOWN, 2 * TLP_NS + REPLAY_MIN_NS, 1, TB_LOST);
    (void)tb_tlp(&tb, DOWN, now + BUSY_NS + QUICK_NS + 100, 0, TB_LOST);
    tb_expect(&tb, "TIME-01");
}

/* The part that the recording lost may have been damaged: then the Ack is right. RX-09 */
static void a_truncated_tlp_may_have_been_bad(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    quick_ports();
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    now = tb_tlp(&tb, DOWN, now, 1, TB_TRUNCATED);
    (void)tb_ack(&tb, UP, now + BUSY_NS + QUICK_NS + 100, 0, TB_GOOD);
    expect_clean();
}

/* It was told when it began, and Recovery cut it: the Nak for it carries the number before. RX-09
 */
static void a_tlp_cut_by_recovery_has_not_arrived(void **state)
{
    (void)state;
    tb_open(&tb, TB_PROBE, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_tlp(&tb, DOWN, 400, 1, TB_GOOD);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 500);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, 5000);
    uint64_t now = tb_nak(&tb, UP, 5100, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 1);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect_notes(&tb, "");
}

/* While NAK_SCHEDULED is set no Ack is due: the Nak has its own time, and acknowledges too. RX-08
 */
static void a_nak_that_is_due_stands_for_the_ack(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlps(&tb, DOWN, 0, 0, 1);
    uint64_t now = tb_tlp(&tb, DOWN, 2500, 1, TB_DAMAGED);
    now = tb_nak(&tb, UP, now + NAK_LIMIT_NS - 10, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 1);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    expect_clean();
}

/* Seen where TLPs leave, not where they arrive: it may have been lost. RX-08 */
static void a_missing_ack_is_a_note_at_the_senders(void **state)
{
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    tb_wait(&tb, now + LONG_AFTER_NS);
    tb_expect_notes(&tb, "RX-08");
}

/* One Ack answers all that came before it, duplicates too, and none is owed later. RX-07 */
static void one_ack_settles_all_duplicates(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_LOST);
    now = tb_tlps(&tb, DOWN, TLP_NS + REPLAY_MIN_NS, 0, 2);
    now = tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_wait(&tb, now + LONG_AFTER_NS);
    expect_clean();
}

/* Rate, width and Max_Payload_Size: without one of them there is no limit to be late by. */
static void without_one_parameter_timing_is_not_judged(void **state)
{
    (void)state;
    static const uint32_t parameters[] = {AK_KNOWN_RATE, AK_KNOWN_WIDTH, AK_KNOWN_MPS};
    for (size_t i = 0; i < 3; i++) {
        struct ak_record_link link = {.rate = AK_RATE_2_5, .width = 1, .mps_bytes = 128};
        struct ak_check_tally tally;
        link.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS | AK_KNOWN_INITIAL_SEQ;
        link.known &= ~parameters[i];
        tb_open_bare(&tb, TB_PROBE);
        tb_link(&tb, &link);
        uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
        now = tb_tlps(&tb, DOWN, now + 10, 0, 1);
        tb_wait(&tb, now + 900000);
        ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("TIME-01"), &tally);
        assert_int_equal(tally.not_judged, 1);
        assert_string_equal(tally.why, "rate, width or MPS not known");
        tb_expect_notes(&tb, "");
    }
}

/* 100,000 symbol times of 4 ns. TX-10, LIM-05 */
static void with_extended_synch_a_timer_may_run_longer(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_EXTENDED_SYNCH, .extended_synch = true};
    for (uint64_t late_ns = 0; late_ns < 2; late_ns++) {
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &link);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        now = tb_tlp(&tb, DOWN, now + 400000 + late_ns * (BUSY_NS + 1), 0, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
        tb_expect(&tb, late_ns ? "TX-10" : "");
    }
}

/* A port that wakes from L0s first has that much more. RX-08 */
static void an_ack_may_wait_for_the_exit_from_l0s(void **state)
{
    (void)state;
    struct ak_record_link link = {.known = AK_KNOWN_L0S_EXIT, .l0s_exit_fs = 2000 * FS_PER_NS};
    tb_open(&tb, TB_EXACT, 0);
    tb_link(&tb, &link);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 1);
    (void)tb_ack(&tb, UP, now + ACK_LIMIT_NS + 2000 - 10, 0, TB_GOOD);
    expect_clean();
}

/* In Recovery no time goes by for REPLAY_TIMER, so the TLP is sent too early in two ways. */
static void a_replay_within_recovery_is_early_too(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    (void)tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, 1000);
    (void)tb_tlp(&tb, DOWN, TLP_NS + REPLAY_MIN_NS + 10, 0, TB_LOST);
    tb_expect(&tb, "PORT-02 TIME-01");
}

/* More recoveries than are remembered: how much time went by in L0 is not known. TX-10 */
static void after_many_recoveries_lateness_is_not_judged(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
    for (int i = 0; i < 20; i++) {
        tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 200);
        tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 40200);
        now += 40200;
    }
    now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
    expect_clean();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ack_with_a_receiver_error_acknowledges_nothing),
        cmocka_unit_test(a_receiver_error_may_have_been_the_answer),
        cmocka_unit_test(a_receiver_error_may_have_been_a_tlp),
        cmocka_unit_test(the_end_of_a_trace_settles_what_waits),
        cmocka_unit_test(findings_are_tallied_by_their_weight),
        cmocka_unit_test(a_tlp_of_17_bytes_is_found),
        cmocka_unit_test(a_wrong_number_is_one_fault),
        cmocka_unit_test(a_nullified_tlp_explains_no_later_gap),
        cmocka_unit_test(a_tlp_that_a_probe_missed_is_new),
        cmocka_unit_test(a_damaged_number_is_not_believed),
        cmocka_unit_test(quick_replays_with_progress_between_are_not_accused),
        cmocka_unit_test(a_nak_at_rollover_needs_no_replay_before_the_retrain),
        cmocka_unit_test(a_rollover_while_the_peer_retrains_is_a_cause),
        cmocka_unit_test(a_timer_started_over_by_an_ack_has_its_whole_time),
        cmocka_unit_test(a_nak_used_up_is_no_cause),
        cmocka_unit_test(a_truncated_tlp_may_have_been_bad),
        cmocka_unit_test(a_tlp_cut_by_recovery_has_not_arrived),
        cmocka_unit_test(a_nak_that_is_due_stands_for_the_ack),
        cmocka_unit_test(a_missing_ack_is_a_note_at_the_senders),
        cmocka_unit_test(one_ack_settles_all_duplicates),
        cmocka_unit_test(without_one_parameter_timing_is_not_judged),
        cmocka_unit_test(with_extended_synch_a_timer_may_run_longer),
        cmocka_unit_test(an_ack_may_wait_for_the_exit_from_l0s),
        cmocka_unit_test(a_replay_within_recovery_is_early_too),
        cmocka_unit_test(after_many_recoveries_lateness_is_not_judged),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
