/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sender's side of test_doubt.c: replays with more than one cause, or none that the trace
 * shows. Not here: which replays are right and wrong (test_replay.c).
 */
#include "check_test.h"

#include <stdlib.h>
#include <string.h>

static struct tb tb;

/* TX-06. Ack 1 was used before the Nak: what it acknowledged is not sent again for the Nak, whether
 * the Ack came just before or longer ago than a port takes. */
static void a_replay_of_what_was_acknowledged_before_the_nak(void **state)
{
    struct ak_record_link quick = {.known = AK_KNOWN_REACTION, .reaction_fs = 100000000};
    (void)state;
    for (int i = 0; i < 3; i++) {
        tb_open(&tb, TB_EXACT, 0);
        tb_link(&tb, &quick);
        uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
        now = tb_tlp(&tb, DOWN, now, 2, TB_DAMAGED);
        now = tb_ack(&tb, UP, now, 1, TB_GOOD);
        now = tb_nak(&tb, UP, now + (i == 2 ? 700 : 50), 1, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now + (i == 2 ? 400 : 50), i == 0 ? 2 : 1, i == 0 ? 1 : 2);
        (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
        tb_expect(&tb, i == 0 ? "" : "TX-06");
    }
}

/* Nak and REPLAY_TIMER at once: the timer may have begun the replay before the Ack was used. */
static void a_replay_by_either_cause(void **state)
{
    (void)state;
    tb_open(&tb, TB_EXACT, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_DAMAGED);
    now = tb_ack(&tb, UP, now, 0, TB_GOOD);
    (void)tb_nak(&tb, UP, now + 2800, 0, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now + 2900, 0, 2);
    (void)tb_ack(&tb, UP, now, 1, TB_GOOD);
    tb_expect(&tb, "");
}

/* After three replays the Link retrains: the fourth may have begun before, whatever began it. */
static void a_replay_after_a_retrain_needs_no_cause(void **state)
{
    (void)state;
    for (int before = 2; before <= 3; before++) {
        tb_open(&tb, TB_EXACT, 0);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        for (int i = 0; i < before; i++) {
            now = tb_tlp(&tb, DOWN, now + REPLAY_MIN_NS, 0, TB_LOST);
        }
        tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 100);
        tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 9000);
        now = tb_tlp(&tb, DOWN, now + 9100, 0, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 0, TB_GOOD);
        tb_expect(&tb, before == 3 ? "" : "TIME-01");
    }
}

/* TX-03, and then a replay for a Nak: that it has a cause is seen all the same. */
static void a_replay_for_a_nak_after_too_many_tlps(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    (void)state;
    tb_open_middle(&tb, TB_PROBE);
    tb_link(&tb, &link);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2047);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 2047, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    tb_close(&tb);
    (void)tb_find(&tb, "TX-03");
    for (unsigned i = 0; i < tb.found; i++) {
        assert_string_not_equal(tb.finding[i].rule, "TIME-01");
    }
}

/* TX-01. TLP 3 was sent as 4, and of TLP 4 no more than its number before Recovery cut it. */
static void a_wrong_number_and_then_a_cut(void **state)
{
    static const uint8_t cut[3] = {0x00, 0x04, 0x40};
    struct ak_record record = {.kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_SENDER,
                               .direction = DOWN,
                               .end = AK_END_CUT,
                               .bytes = cut,
                               .length_bytes = sizeof(cut)};
    (void)state;
    tb_open(&tb, TB_SENDER, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 3);
    now = tb_tlp(&tb, DOWN, now, 4, TB_GOOD);
    record.time_fs = now * 1000000;
    record.end_fs = record.time_fs + 20000000;
    tb_record(&tb, record);
    tb_event(&tb, AK_RECORD_RECOVERY_START, AK_DIRECTION_BOTH, now + 20);
    tb_event(&tb, AK_RECORD_RECOVERY_END, AK_DIRECTION_BOTH, now + 9000);
    (void)tb_tlp(&tb, DOWN, now + 9100, 5, TB_GOOD);
    tb_expect(&tb, "TX-01");
}

static unsigned found(const char *rule)
{
    unsigned count = 0;
    for (unsigned i = 0; i < tb.found; i++) {
        count += strcmp(tb.finding[i].rule, rule) == 0;
    }
    return count;
}

/* CHK-05 is about a timer that expires by the table. One that an Ack came too late to stop, and a
 * replay for which none can have expired (TIME-01), say nothing of its limit. */
static void causes_that_are_no_expiry(void **state)
{
    (void)state;
    for (int early = 0; early < 2; early++) {
        tb_open_link(&tb, TB_EXACT, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
        uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_LOST);
        (void)tb_tlp(&tb, DOWN, now + (early == 1 ? 100 : REPLAY_MIN_NS), 0, TB_LOST);
        tb_close(&tb);
        assert_int_equal(found("TIME-01"), early == 1 ? 1 : 0);
        assert_int_equal(found("CHK-05"), early == 1 ? 0 : 1);
    }
    tb_open_link(&tb, TB_PROBE, 0, AK_RATE_2_5, 1, AK_BASE_4_AND_UP);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_ack(&tb, UP, now + REPLAY_MIN_NS, 0, TB_GOOD);
    (void)tb_tlps(&tb, DOWN, now + 20, 0, 2);
    tb_close(&tb);
    assert_int_equal(found("TIME-01"), 0);
    assert_int_equal(found("CHK-05"), 0);
}

static int note_replaying(void *context, const struct ak_record *record)
{
    char *seen = context;
    if (record->kind == AK_RECORD_STATE && record->state.port == AK_PORT_A) {
        strcat(seen, record->state.replaying ? "r" : ".");
    }
    return 0;
}

/* The state is told when a replay ends, though nothing else changes then. */
static void the_end_of_a_replay_is_a_state(void **state)
{
    char seen[32] = "";
    struct ak_check_options options = {.states = true};
    (void)state;
    options.link.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS | AK_KNOWN_INITIAL_SEQ;
    options.link.width = 1;
    options.link.mps_bytes = 128;
    tb_open(&tb, TB_SENDER, 0);
    free(tb.check);
    tb.check = ak_check_init(malloc(ak_check_bytes()), &options,
                             (struct ak_record_sink){note_replaying, seen});
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    (void)tb_tlps(&tb, DOWN, now + REPLAY_MIN_NS, 0, 2);
    assert_string_equal(seen, "..r."); /* TLP 0, TLP 1, and both again */
    tb_close(&tb);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_of_what_was_acknowledged_before_the_nak),
        cmocka_unit_test(a_replay_by_either_cause),
        cmocka_unit_test(a_replay_after_a_retrain_needs_no_cause),
        cmocka_unit_test(a_replay_for_a_nak_after_too_many_tlps),
        cmocka_unit_test(a_wrong_number_and_then_a_cut),
        cmocka_unit_test(causes_that_are_no_expiry),
        cmocka_unit_test(the_end_of_a_replay_is_a_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
