/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Traces taken where TLPs and Acks arrive, or of one direction alone: what is missing there is a
 * note at most.
 * Not here: probes, and what a view proves (test_views.c).
 */
#include "check_test.h"

#include <stdlib.h>

#include "acknak/crc.h"

static struct tb tb;

/* TX-08, TX-10. What a sender owes is not proven where only the other end was watched. */
static void what_a_sender_owes_is_a_note(void **state)
{
    (void)state;
    tb_open(&tb, TB_RECEIVER, 0);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_nak(&tb, UP, now, 4095, TB_GOOD);
    tb_wait(&tb, now + 3 * REACTION_NS);
    tb_close(&tb);
    assert_int_equal(tb_find(&tb, "TX-08")->severity, AK_NOTE);

    tb_open(&tb, TB_RECEIVER, 0);
    now = tb_tlp(&tb, DOWN, 0, 0, TB_DAMAGED);
    now = tb_tlp(&tb, DOWN, now, 0, TB_GOOD);
    tb_wait(&tb, now + 2 * REPLAY_MAX_NS);
    tb_close(&tb);
    assert_int_equal(tb_find(&tb, "TX-10")->severity, AK_NOTE);
}

/* RX-08. Nor what a receiver owes: its Acks are seen where they arrive. */
static void what_a_receiver_owes_is_a_note(void **state)
{
    (void)state;
    tb_open(&tb, TB_RECEIVER, 0);
    uint64_t now = tb_tlp(&tb, DOWN, 0, 0, TB_GOOD);
    tb_wait(&tb, now + 3 * ACK_MAX_NS);
    tb_expect_notes(&tb, "RX-08");
}

/* RX-07. One direction alone: whether the duplicate was answered is not judged. */
static void a_duplicate_without_the_other_direction(void **state)
{
    struct ak_record_link link = {.known = AK_KNOWN_INITIAL_SEQ};
    struct ak_check_tally tally;
    (void)state;
    tb_open_middle(&tb, TB_RECEIVER);
    tb_link(&tb, &link);
    uint64_t now = tb_tlps(&tb, DOWN, 0, 0, 2);
    now = tb_tlp(&tb, DOWN, now + REPLAY_MAX_NS, 0, TB_GOOD);
    now = tb_tlp(&tb, DOWN, now, 1, TB_GOOD);
    (void)tb_tlp(&tb, DOWN, now + 20000, 2, TB_GOOD);
    ak_check_tally_rule(tb.check, (unsigned)ak_check_rule_find("RX-07"), &tally);
    assert_int_equal(tally.checked, 0);
    assert_int_equal(tally.not_judged, 1);
    tb_close(&tb);
}

/* TLP-02. A header that has no length; its LCRC is good. */
static void a_tlp_with_a_reserved_fmt(void **state)
{
    uint8_t frame[18] = {0x00, 0x00, 0xA0};
    struct ak_record record = {.kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_SENDER,
                               .direction = DOWN,
                               .bytes = frame,
                               .length_bytes = sizeof(frame)};
    (void)state;
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, 0, &frame[2], 12);
    for (unsigned i = 0; i < 4; i++) {
        frame[14 + i] = (uint8_t)(lcrc >> 8 * i);
    }
    tb_open(&tb, TB_SENDER, 0);
    tb_record(&tb, record);
    tb_expect(&tb, "TLP-02");
    assert_string_equal(tb.finding[0].text, "TLP 0: reserved Fmt");
}

/* The two findings of one record: reserved bits set (CHK-03), and a number skipped (TX-01). */
static int answer(void *context, const struct ak_record *record)
{
    int *next = context;
    (void)record;
    return ++*next;
}

static void the_first_of_two_findings_answers(void **state)
{
    uint8_t frame[18] = {0xF0, 0x05, 0x00, 0x00, 0x00, 0x01};
    int next = 0;
    struct ak_check_options options = {.link = {.known = AK_KNOWN_INITIAL_SEQ | AK_KNOWN_VIEWS,
                                                .views = {1 << AK_SEEN_SENDER, 0}}};
    struct ak_record record = {.number = 1,
                               .kind = AK_RECORD_TLP,
                               .seen = AK_SEEN_SENDER,
                               .direction = DOWN,
                               .bytes = frame,
                               .length_bytes = sizeof(frame)};
    (void)state;
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, 0xF005, &frame[2], 12);
    for (unsigned i = 0; i < 4; i++) {
        frame[14 + i] = (uint8_t)(lcrc >> 8 * i);
    }
    void *memory = malloc(ak_check_bytes());
    struct ak_check *check =
        ak_check_init(memory, &options, (struct ak_record_sink){answer, &next});
    assert_int_equal(ak_check_take(check, &record), 1);
    assert_int_equal(next, 2);
    free(memory);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_sender_owes_is_a_note),
        cmocka_unit_test(what_a_receiver_owes_is_a_note),
        cmocka_unit_test(a_duplicate_without_the_other_direction),
        cmocka_unit_test(a_tlp_with_a_reserved_fmt),
        cmocka_unit_test(the_first_of_two_findings_answers),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
