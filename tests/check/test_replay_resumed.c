/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A new TLP in the middle of a replay, and what comes after: one breach is one finding.
 * Not here: replays that nothing interrupts (test_replay.c).
 */
#include <string.h>

#include "acknak/seq.h"
#include "check_test.h"

#define VIEWS 4u

static struct tb tb;

/* The findings about the transmit side, notes as well, must be `rules`. */
static void expect_of_sender(const char *rules)
{
    char found[TB_FINDINGS_MAX * 12] = "";
    tb_close(&tb);
    for (unsigned i = 0; i < tb.found; i++) {
        if (tb.finding[i].rule[0] != 'T' || strncmp(tb.finding[i].rule, "TLP", 3) == 0) {
            continue;
        }
        strcat(found, found[0] != '\0' ? " " : "");
        strcat(found, tb.finding[i].rule);
    }
    assert_string_equal(found, rules);
}

static uint16_t after(uint16_t first, unsigned count)
{
    return (uint16_t)((first + count) & 0xFFF);
}

/* Four TLPs from `first` on, of which the first is damaged on the way, and its Nak. What is damaged
 * is good where it was sent. Returns the Nak's end. */
static uint64_t four_and_a_nak(enum tb_view view, uint16_t first)
{
    tb_open(&tb, view, first);
    uint64_t now = tb_tlp(&tb, DOWN, 0, first, view == TB_SENDER ? TB_GOOD : TB_DAMAGED);
    now = tb_tlps(&tb, DOWN, now, after(first, 1), 3);
    return tb_nak(&tb, UP, now, after(first, 4095), TB_GOOD);
}

/* The replay's first TLP, and a new one that it should have waited with. */
static uint64_t interrupted(enum tb_view view, uint16_t first)
{
    uint64_t now = four_and_a_nak(view, first);
    now = tb_tlp(&tb, DOWN, now, first, TB_GOOD);
    return tb_tlp(&tb, DOWN, now, after(first, 4), TB_GOOD);
}

/* TX-09. Across the wrap, too. */
static void a_replay_that_goes_on_is_the_same_one(void **state)
{
    static const uint16_t firsts[] = {0, 4092, 4093, 4094, 4095};
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        for (unsigned i = 0; i < sizeof firsts / sizeof firsts[0]; i++) {
            uint16_t first = firsts[i];
            uint64_t now = interrupted((enum tb_view)view, first);
            now = tb_tlps(&tb, DOWN, now, after(first, 1), 3);
            now = tb_tlps(&tb, DOWN, now, after(first, 5), 2);
            (void)tb_ack(&tb, UP, now, after(first, 3), TB_GOOD);
            expect_of_sender("TX-09");
            bool exact = view == TB_EXACT || view == TB_SENDER;
            assert_int_equal(tb_find(&tb, "TX-09")->severity, exact ? AK_ERROR : AK_NOTE);
        }
    }
}

/* Its buffer's end has moved on meanwhile, and it goes on until there. */
static void a_replay_may_go_on_with_the_new_tlp(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 4093);
        now = tb_tlps(&tb, DOWN, now, 4094, 4);
        now = tb_tlps(&tb, DOWN, now, 2, 2);
        (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
        expect_of_sender("TX-09");
    }
}

/* Each TLP that cuts in is a breach of its own, several in a row are one. */
static void a_second_interruption_is_found(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 0);
        now = tb_tlp(&tb, DOWN, now, 5, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now, 6, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 2, 2);
        now = tb_tlp(&tb, DOWN, now, 7, TB_GOOD);
        (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
        assert_string_equal(tb.finding[tb.found - 1].text,
                            "new TLP 6 is sent while the replay still owes TLPs 2 to 3");
        expect_of_sender("TX-09 TX-09");
    }
}

static void the_last_tlp_owed_is_named_alone(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(TB_EXACT, 0);
    now = tb_tlps(&tb, DOWN, now, 0, 3);
    (void)tb_tlp(&tb, DOWN, now, 4, TB_GOOD);
    assert_string_equal(tb_find(&tb, "TX-09")->text,
                        "new TLP 4 is sent while the replay still owes TLP 3");
    expect_of_sender("TX-09");
}

/* An Ack or a Nak comes between. The Ack may be put aside until the replay has ended (D15). */
static void an_ack_or_a_nak_may_come_between(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        for (unsigned skips = 0; skips < 2; skips++) {
            uint64_t now = interrupted((enum tb_view)view, 0);
            (void)tb_ack(&tb, UP, now - 100, 1, TB_GOOD);
            now = tb_tlps(&tb, DOWN, now, skips != 0 ? 2 : 1, skips != 0 ? 2 : 3);
            (void)tb_ack(&tb, UP, now, 3, TB_GOOD);
            expect_of_sender("TX-09");
        }

        /* That the replay goes on answers the Nak, too. */
        uint64_t now = interrupted((enum tb_view)view, 0);
        (void)tb_nak(&tb, UP, now - 100, 0, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 1, 3);
        tb_wait(&tb, now + REACTION_NS + BUSY_NS + 400);
        expect_of_sender("TX-09");
    }
}

/* TIME-01. It starts over instead: that needs a cause like any other replay. */
static void a_replay_that_starts_over_is_a_new_one(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 4094);
        now = tb_tlps(&tb, DOWN, now, 4094, 5);
        (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
        expect_of_sender("TX-09 TIME-01");

        now = interrupted((enum tb_view)view, 4094);
        (void)tb_nak(&tb, UP, now - 100, 4093, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 4094, 5);
        (void)tb_ack(&tb, UP, now, 2, TB_GOOD);
        expect_of_sender("TX-09");
    }
}

/* TX-09. Then it owes the TLP that cut in before, too. */
static void a_replay_that_starts_over_owes_all(void **state)
{
    (void)state;
    uint64_t now = interrupted(TB_EXACT, 0);
    (void)tb_nak(&tb, UP, now - 100, 4095, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 0, 2);
    (void)tb_tlp(&tb, DOWN, now, 5, TB_GOOD);
    expect_of_sender("TX-09 TX-09");
    assert_string_equal(tb.finding[tb.found - 1].text,
                        "new TLP 5 is sent while the replay still owes TLPs 2 to 4");
}

/* D15, D26. The timer expires before it goes on, in a port that has put Ack 0 aside: it starts over
 * from TLP 0. */
static void a_replay_that_starts_over_may_not_know_its_acks(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 0);
        (void)tb_ack(&tb, UP, now - 100, 0, TB_GOOD);
        now = tb_tlps(&tb, DOWN, now, 5, 16);
        (void)tb_tlps(&tb, DOWN, now, 0, 21);
        expect_of_sender("TX-09");
    }
}

/* TX-09. Another TLP is left out when the replay goes on. */
static void a_replay_that_goes_on_behind_a_tlp_is_found(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 0);
        (void)tb_tlps(&tb, DOWN, now, 2, 2);
        expect_of_sender("TX-09 TX-09");
        assert_string_equal(tb.finding[tb.found - 1].text,
                            "the replay sends TLP 2 where TLP 1 is due");
    }
}

/* TX-10, TIME-01. It never goes on: the next replay is judged as if there had been none. */
static void an_abandoned_replay_ends_there(void **state)
{
    const uint64_t replay = 5 * TLP_NS + 40; /* behind the Nak's 8 symbols, with some to spare */
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 0);
        now = tb_tlps(&tb, DOWN, replay + TLP_NS + REPLAY_MIN_NS, 0, 5);
        (void)tb_ack(&tb, UP, now, 4, TB_GOOD);
        expect_of_sender("TX-09");

        now = interrupted((enum tb_view)view, 0);
        tb_wait(&tb, now + REPLAY_MAX_NS + BUSY_NS + 40);
        expect_of_sender("TX-09 TX-10");

        now = interrupted((enum tb_view)view, 0);
        now = tb_ack(&tb, UP, now, 3, TB_GOOD);
        now = tb_tlp(&tb, DOWN, now + 400, 5, TB_GOOD);
        (void)tb_tlps(&tb, DOWN, now, 4, 2);
        expect_of_sender("TX-09 TIME-01");
    }
}

/* TIME-01. It has gone on and ended, and new TLPs have come: what is sent again then is a replay.
 */
static void a_replay_that_has_ended_does_not_go_on(void **state)
{
    (void)state;
    for (unsigned view = 0; view < VIEWS; view++) {
        uint64_t now = interrupted((enum tb_view)view, 0);
        now = tb_tlps(&tb, DOWN, now, 1, 3);
        now = tb_tlp(&tb, DOWN, now, 5, TB_GOOD);
        (void)tb_tlps(&tb, DOWN, now, 4, 2);
        expect_of_sender("TX-09 TIME-01");
    }
}

/* The remainder is forgotten before its numbers come round again. */
static void an_abandoned_replay_is_forgotten(void **state)
{
    struct ak_record_link quick = {.known = AK_KNOWN_REACTION, .reaction_fs = 100000000};
    (void)state;
    uint64_t now = interrupted(TB_EXACT, 0);
    tb_link(&tb, &quick);
    now = tb_ack(&tb, UP, now, 4, TB_GOOD);
    for (unsigned seq = 5; seq < AK_SEQ_COUNT + 3; seq++) {
        now = tb_tlp(&tb, DOWN, now, after(0, seq), TB_GOOD);
        now = tb_ack(&tb, UP, now, after(0, seq > AK_SEQ_COUNT ? AK_SEQ_COUNT : seq), TB_GOOD);
    }
    (void)tb_tlps(&tb, DOWN, now, 1, 2);
    expect_of_sender("TX-09 TIME-01");
}

/* At the receiver the new TLP is lost: what is owed ends before it all the same. */
static void a_lost_new_tlp_is_not_owed(void **state)
{
    (void)state;
    uint64_t now = four_and_a_nak(TB_RECEIVER, 0);
    now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 4, TB_LOST);
    now = tb_tlp(&tb, DOWN, now, 5, TB_GOOD);
    now = tb_tlps(&tb, DOWN, now, 1, 3);
    (void)tb_tlp(&tb, DOWN, now, 6, TB_GOOD);
    assert_string_equal(tb_find(&tb, "TX-09")->text,
                        "new TLP 5 is sent while the replay still owes TLPs 1 to 3");
    expect_of_sender("TX-09");
}

/* In a trace that starts in the middle nobody knows what is acknowledged: TLPs 6 and 7 may be. */
static void what_may_be_acknowledged_is_not_owed(void **state)
{
    (void)state;
    tb_open_middle(&tb, TB_EXACT);
    uint64_t now = tb_tlps(&tb, DOWN, 1000, 5, 3);
    now = tb_tlp(&tb, DOWN, now + 5000, 5, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now, 8, TB_GOOD);
    expect_of_sender("");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_that_goes_on_is_the_same_one),
        cmocka_unit_test(a_replay_may_go_on_with_the_new_tlp),
        cmocka_unit_test(a_second_interruption_is_found),
        cmocka_unit_test(the_last_tlp_owed_is_named_alone),
        cmocka_unit_test(an_ack_or_a_nak_may_come_between),
        cmocka_unit_test(a_replay_that_starts_over_is_a_new_one),
        cmocka_unit_test(a_replay_that_starts_over_owes_all),
        cmocka_unit_test(a_replay_that_starts_over_may_not_know_its_acks),
        cmocka_unit_test(a_replay_that_goes_on_behind_a_tlp_is_found),
        cmocka_unit_test(an_abandoned_replay_ends_there),
        cmocka_unit_test(a_replay_that_has_ended_does_not_go_on),
        cmocka_unit_test(an_abandoned_replay_is_forgotten),
        cmocka_unit_test(a_lost_new_tlp_is_not_owed),
        cmocka_unit_test(what_may_be_acknowledged_is_not_owed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
