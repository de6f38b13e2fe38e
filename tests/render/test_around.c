/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which records an excerpt shows: render/around.h.
 * Not here: drawing them.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "acknak/dllp.h"
#include "render/around.h"

static struct {
    uint64_t numbers[1000];
    uint8_t bytes[1000]; /* low byte of the number of each Ack */
    unsigned count;
    uint64_t left_out;
    uint64_t records_left_out;
    unsigned gaps;
    uint8_t last_byte;
} shown;

static int take(void *context, const struct ak_record *record)
{
    (void)context;
    shown.bytes[shown.count] = record->length_bytes ? record->bytes[3] : 0;
    shown.numbers[shown.count++] = record->number;
    shown.last_byte = record->length_bytes ? record->bytes[3] : 0;
    return 0;
}

static void gap(void *context, uint64_t records, uint64_t packets)
{
    (void)context;
    shown.gaps++;
    shown.left_out += packets;
    shown.records_left_out += records;
}

#define BEFORE 16u
#define AFTER  23u

static void begin(struct ak_around_state *around, bool whole_packets)
{
    memset(&shown, 0, sizeof(shown));
    *around = (struct ak_around_state){.what = AK_AROUND_ERRORS,
                                       .before = BEFORE,
                                       .after = AFTER,
                                       .shown = {.take = take},
                                       .gap = gap,
                                       .whole_packets = whole_packets};
    assert_true(ak_around_begin(around));
}

/* Packets are good Acks of `number`. */
static void offer_seen(struct ak_around_state *around, uint64_t number, enum ak_record_kind kind,
                       enum ak_seen seen)
{
    uint8_t ack[AK_DLLP_BYTES];
    ak_dllp_encode_ack(ack, false, (uint16_t)number);
    const struct ak_record record = {.number = number,
                                     .kind = kind,
                                     .seen = seen,
                                     .bytes = ack,
                                     .length_bytes = kind == AK_RECORD_DLLP ? sizeof ack : 0};
    assert_int_equal(ak_around_take(around, &record), 0);
}

static void offer(struct ak_around_state *around, uint64_t number, enum ak_record_kind kind)
{
    offer_seen(around, number, kind, AK_SEEN_SENDER);
}

static void shows_what_is_around_trouble(void **state)
{
    struct ak_around_state excerpts;

    (void)state;
    begin(&excerpts, true);
    for (uint64_t number = 1; number <= 200; number++)
        offer(&excerpts, number, AK_RECORD_DLLP);
    /* A run that begins well is not worth a row. */
    assert_int_equal(shown.count, 0);
    assert_int_equal(shown.gaps, 0);

    offer(&excerpts, 201, AK_RECORD_FAULT);
    assert_int_equal(shown.gaps, 1);
    assert_int_equal(shown.left_out, 200 - BEFORE);
    assert_int_equal(shown.count, BEFORE + 1);
    assert_int_equal(shown.numbers[0], 201 - BEFORE);

    for (uint64_t number = 202; number <= 300; number++)
        offer(&excerpts, number, AK_RECORD_DLLP);
    assert_int_equal(shown.numbers[shown.count - 1], 201 + AFTER);
    assert_int_equal(shown.last_byte, (201 + AFTER) & 0xFF);
    unsigned count = shown.count;
    ak_around_end(&excerpts);
    assert_int_equal(shown.count, count);
    /* Nothing is forgotten: shown or left out. */
    assert_int_equal(shown.count - 1 + shown.left_out, 299);
}

/* What is kept is a copy: the lent bytes are gone when it is shown. */
static void keeps_copies(void **state)
{
    struct ak_around_state excerpts;

    (void)state;
    begin(&excerpts, true);
    for (uint64_t number = 1; number < BEFORE; number++)
        offer(&excerpts, number, AK_RECORD_DLLP);
    assert_int_equal(shown.count, 0);
    offer(&excerpts, BEFORE, AK_RECORD_FAULT);
    assert_int_equal(shown.gaps, 0);
    assert_int_equal(shown.count, BEFORE);
    assert_int_equal(shown.bytes[0], 1);
    assert_int_equal(shown.bytes[BEFORE - 2], BEFORE - 1);
    ak_around_end(&excerpts);
}

/* The link comes up in every run; later that is the end of trouble. */
static void the_first_link_up_is_no_trouble(void **state)
{
    struct ak_around_state excerpts;

    (void)state;
    begin(&excerpts, true);
    offer(&excerpts, 1, AK_RECORD_LINK_UP);
    offer(&excerpts, 2, AK_RECORD_DLLP);
    assert_int_equal(shown.count, 0);
    offer(&excerpts, 3, AK_RECORD_LINK_UP);
    assert_int_equal(shown.count, 3);
    ak_around_end(&excerpts);
}

/* The arrival of a packet that was left out is left out, too, but for who wants it. */
static void a_packet_is_shown_whole(void **state)
{
    (void)state;
    for (int whole = 0; whole < 2; whole++) {
        struct ak_around_state around;
        begin(&around, whole != 0);
        for (uint64_t number = 1; number <= 2 * BEFORE + 1; number += 2) {
            offer_seen(&around, number, AK_RECORD_DLLP, AK_SEEN_SENDER);
            offer_seen(&around, number + 1, AK_RECORD_DLLP, AK_SEEN_RECEIVER);
        }
        offer_seen(&around, 2 * BEFORE + 3, AK_RECORD_DLLP, AK_SEEN_SENDER);
        offer(&around, 2 * BEFORE + 4, AK_RECORD_FAULT);
        /* The ring holds an arrival first: that of packet 19. */
        assert_int_equal(shown.numbers[0], whole != 0 ? 21 : 20);
        assert_int_equal(shown.left_out, 10);
        assert_int_equal(shown.records_left_out, whole != 0 ? 20 : 19);
        ak_around_end(&around);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shows_what_is_around_trouble),
        cmocka_unit_test(keeps_copies),
        cmocka_unit_test(the_first_link_up_is_no_trouble),
        cmocka_unit_test(a_packet_is_shown_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
