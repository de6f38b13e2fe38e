/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The ladder, compared with pictures that were drawn by hand.
 * Not here: a whole run of the simulator (tests/golden).
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>

#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "render/ladder.h"
#include "text_io.h"

#define BOTH (1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER)

static struct ak_output output;
static struct ak_ladder ladder;
static struct text_sink sink;
static uint64_t number;

static void open_ladder(struct ak_ladder_options options)
{
    sink = (struct text_sink){NULL, 0, 0};
    number = 0;
    ak_output_init(&output, text_sink_write, &sink);
    ak_ladder_init(&ladder, &options, &output);
}

static void expect_picture(const char *picture)
{
    assert_int_equal(ak_ladder_end(&ladder), 0);
    assert_int_equal(ak_output_flush(&output), 0);
    assert_string_equal(sink.text, picture);
    free(sink.text);
}

static uint64_t take(struct ak_record record, uint64_t time_ns, uint64_t end_ns)
{
    record.number = ++number;
    record.time_fs = time_ns * 1000000;
    record.end_fs = end_ns * 1000000;
    assert_int_equal(ak_ladder_take(&ladder, &record), 0);
    return number;
}

static void link_of_views(unsigned views)
{
    struct ak_record record = {.kind = AK_RECORD_LINK, .direction = AK_DIRECTION_BOTH};
    record.link.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_VIEWS;
    record.link.rate = AK_RATE_8;
    record.link.width = 4;
    record.link.views[0] = record.link.views[1] = (uint8_t)views;
    (void)take(record, 0, 0);
}

/* A write of 64 bytes; `damaged`: with a bit flipped. */
static struct ak_record write_of(uint16_t seq, bool damaged)
{
    static uint8_t frame[82];
    struct ak_record record = {.kind = AK_RECORD_TLP, .bytes = frame};
    memset(frame, 0, sizeof frame);
    frame[0] = (uint8_t)(seq >> 8);
    frame[1] = (uint8_t)seq;
    frame[2] = 0x40;
    frame[5] = 16;
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, seq, frame + 2, sizeof frame - 6);
    for (unsigned i = 0; i < 4; i++)
        frame[sizeof frame - 4 + i] = (uint8_t)(lcrc >> (8 * i));
    if (damaged)
        frame[40] ^= 1;
    record.length_bytes = sizeof frame;
    return record;
}

static struct ak_record answer_of(bool nak, uint16_t seq)
{
    static uint8_t bytes[AK_DLLP_BYTES];
    struct ak_record record = {.kind = AK_RECORD_DLLP, .bytes = bytes};
    ak_dllp_encode_ack(bytes, nak, seq);
    record.length_bytes = sizeof bytes;
    record.direction = AK_UPSTREAM;
    return record;
}

/* A packet of 20 ns (TLP) or 2 ns (DLLP) as it leaves, and as it arrives 5 ns later. */
static uint64_t leaves(struct ak_record record, uint64_t time_ns)
{
    uint64_t length_ns = record.kind == AK_RECORD_TLP ? 20 : 2;
    record.seen = AK_SEEN_SENDER;
    return take(record, time_ns, time_ns + length_ns);
}

static uint64_t arrives(struct ak_record record, uint64_t about, uint64_t end_ns)
{
    uint64_t length_ns = record.kind == AK_RECORD_TLP ? 20 : 2;
    record.seen = AK_SEEN_RECEIVER;
    record.about = about;
    return take(record, end_ns - length_ns, end_ns);
}

static void fault(const char *name, uint64_t about, uint64_t time_ns)
{
    struct ak_record record = {.kind = AK_RECORD_FAULT, .about = about};
    record.fault.name = name;
    (void)take(record, time_ns, time_ns);
}

static void act(enum ak_port_name port, enum ak_act what, uint16_t seq, uint32_t count,
                uint64_t time_ns)
{
    struct ak_record record = {.kind = AK_RECORD_PORT};
    record.port_act.port = port;
    record.port_act.act = what;
    record.port_act.seq = seq;
    record.port_act.count = count;
    record.port_act.aer = what == AK_ACT_LOG ? 2 : 0;
    (void)take(record, time_ns, time_ns);
}

struct counters {
    uint16_t ackd_seq;
    uint16_t next_rcv_seq;
    uint8_t replay_num;
    bool nak_scheduled;
    uint64_t timer_ns; /* 0: held */
};

static void state_of(enum ak_port_name port, struct counters counters, uint64_t time_ns)
{
    struct ak_record record = {.kind = AK_RECORD_STATE};
    record.state.port = port;
    record.state.ackd_seq = counters.ackd_seq;
    record.state.next_rcv_seq = counters.next_rcv_seq;
    record.state.replay_num = counters.replay_num;
    record.state.nak_scheduled = counters.nak_scheduled;
    record.state.replay_timer.state =
        counters.timer_ns != 0 ? AK_RECORD_TIMER_RUNNING : AK_RECORD_TIMER_HELD;
    record.state.replay_timer.value_fs = counters.timer_ns * 1000000;
    (void)take(record, time_ns, time_ns);
}

/* TLP 4095 is damaged, TLP 0 behind it is dropped, a Nak brings both again. */
static void play_a_nak(void)
{
    link_of_views(BOTH);
    state_of(AK_PORT_A, (struct counters){.ackd_seq = 4093}, 0);
    state_of(AK_PORT_B, (struct counters){.next_rcv_seq = 4094}, 0);
    uint64_t first = leaves(write_of(4094, false), 20);
    state_of(AK_PORT_A, (struct counters){.ackd_seq = 4093, .timer_ns = 1}, 40);
    uint64_t second = leaves(write_of(4095, false), 40);
    fault("tx_lcrc", second, 40);
    (void)arrives(write_of(4094, false), first, 45);
    act(AK_PORT_B, AK_ACT_DELIVER, 4094, 0, 45);
    state_of(AK_PORT_B, (struct counters){.next_rcv_seq = 4095}, 45);
    uint64_t third = leaves(write_of(0, false), 60);
    (void)arrives(write_of(4095, true), second, 65);
    act(AK_PORT_B, AK_ACT_DROP_BAD_LCRC, 4095, 0, 65);
    act(AK_PORT_B, AK_ACT_LOG, 0, 0, 65);
    state_of(AK_PORT_B, (struct counters){.next_rcv_seq = 4095, .nak_scheduled = true}, 65);
    uint64_t nak = leaves(answer_of(true, 4094), 66);
    (void)arrives(answer_of(true, 4094), nak, 73);
    act(AK_PORT_A, AK_ACT_TAKE_NAK, 4094, 1, 73);
    act(AK_PORT_A, AK_ACT_REPLAY_START, 4095, 2, 73);
    state_of(AK_PORT_A, (struct counters){.ackd_seq = 4094, .replay_num = 1}, 73);
    (void)arrives(write_of(0, false), third, 85);
    act(AK_PORT_B, AK_ACT_DROP_OUT_OF_SEQ, 0, 0, 85);
    first = leaves(write_of(4095, false), 90);
    (void)arrives(write_of(4095, false), first, 115);
    act(AK_PORT_B, AK_ACT_DELIVER, 4095, 0, 115);
    state_of(AK_PORT_B, (struct counters){.next_rcv_seq = 0}, 115);
}

static void a_nak_and_its_replay(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true, .counters = true});
    play_a_nak();
    expect_picture(
        " time µs                 port a      8 GT/s x4       port b\n"
        "   0.020                      │─ TLP 4094 MWr 64 B ─►│ delivered\n"
        "                              │                      │ next_rcv_seq 4095\n"
        "   0.040  replay_timer starts │                      │\n"
        "   0.040                      │─ TLP 4095 ╳ tx_lcrc ►│ bad LCRC: dropped\n"
        "                              │                      │ logs Bad TLP\n"
        "                              │                      │ nak_scheduled 1\n"
        "   0.060                      │─ TLP 0 MWr 64 B ─┄┄  │\n"
        "   0.066             purges 1 │◄────────── Nak 4094 ─│\n"
        "            replays 4095 to 0 │                      │\n"
        "                ackd_seq 4094 │                      │\n"
        "                 replay_num 1 │                      │\n"
        "            replay_timer held │                      │\n"
        "   0.085                      │  ┄┄ TLP 0 MWr 64 B ─►│ out of order: dropped\n"
        "   0.090                      │━ TLP 4095 again ━━━━►│ delivered, next_rcv_seq 0\n"
        "                              │                      │ nak_scheduled 0\n");
}

static void the_same_in_ascii_without_counters(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.width = 72});
    play_a_nak();
    expect_picture(" time us                 port a      8 GT/s x4       port b\n"
                   "   0.020                      |- TLP 4094 MWr 64 B ->| delivered\n"
                   "   0.040                      |- TLP 4095 X tx_lcrc >| bad LCRC: dropped\n"
                   "                              |                      | logs Bad TLP\n"
                   "   0.060                      |- TLP 0 MWr 64 B -..  |\n"
                   "   0.066             purges 1 |<---------- Nak 4094 -|\n"
                   "            replays 4095 to 0 |                      |\n"
                   "   0.085                      |  .. TLP 0 MWr 64 B ->| out of order:\n"
                   "                              |                      | dropped\n"
                   "   0.090                      |= TLP 4095 again ====>| delivered\n");
}

/* 56 columns, the least with notes beside the rows: time 8, left 14, arrow 16, right 13, and 5
 * between them. */
static void a_narrow_ladder_fits(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.width = 56});
    play_a_nak();
    expect_picture(" time us           port a   8 GT/s x4    port b\n"
                   "   0.020                |- TLP 4094 ---->| delivered\n"
                   "   0.040                |- TLP 4095 X...>| bad LCRC:\n"
                   "                        |                | dropped\n"
                   "                        |                | logs Bad TLP\n"
                   "                        |                | fault:\n"
                   "                        |                | tx_lcrc\n"
                   "   0.060                |- TLP 0 ----..  |\n"
                   "   0.066       purges 1 |<---- Nak 4094 -|\n"
                   "           replays 4095 |                |\n"
                   "                   to 0 |                |\n"
                   "   0.085                |  ..--- TLP 0 ->| out of order:\n"
                   "                        |                | dropped\n"
                   "   0.090                |= TLP 4095 ====>| delivered\n");
}

/* 40 columns, the least: time 10, blank, arrow 27 between two rails; the notes stand below. */
static void a_slim_ladder_has_its_notes_below(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.width = 1});
    play_a_nak();
    struct ak_record record = {.kind = AK_RECORD_RECOVERY_START, .direction = AK_DIRECTION_BOTH};
    (void)take(record, 120, 120);
    record.kind = AK_RECORD_RECOVERY_END;
    (void)take(record, 150, 150);
    record.kind = AK_RECORD_GAP;
    (void)take(record, 1000, 124456);
    expect_picture("   time us a         8 GT/s x4         b\n"
                   "     0.020 |- TLP 4094 MWr 64 B ------>|\n"
                   "           b: delivered\n"
                   "     0.040 |- TLP 4095 X tx_lcrc .....>|\n"
                   "           b: bad LCRC: dropped\n"
                   "           b: logs Bad TLP\n"
                   "     0.060 |- TLP 0 MWr 64 B ------..  |\n"
                   "     0.066 |<--------------- Nak 4094 -|\n"
                   "           a: purges 1\n"
                   "           a: replays 4095 to 0\n"
                   "     0.085 |  ..----- TLP 0 MWr 64 B ->|\n"
                   "           b: out of order: dropped\n"
                   "     0.090 |= TLP 4095 again MWr 64 B >|\n"
                   "           b: delivered\n"
                   "     0.120 Recovery: the link retrains\n"
                   "     0.150 ~~~~~~~~ back in L0 ~~~~~~~~~\n"
                   "     1.000 nothing recorded for 123.456\n"
                   "           us\n");
}

static void a_wide_ladder_names_more(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true, .width = 110, .counters = true});
    link_of_views(BOTH);
    uint64_t first = leaves(write_of(7, false), 20);
    fault("ack_nak_dllp_seq", first, 20);
    (void)arrives(write_of(7, true), first, 45);
    expect_picture(
        " time µs                        port a              8 GT/s x4              port b\n"
        "   0.020                             │─ TLP 7 MWr 64 B ╳ ack_nak_dllp_seq ►│\n");
}

/* A fault with a name that does not fit the arrow stands beside it. */
static void a_long_name_stands_beside_the_arrow(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true});
    link_of_views(BOTH);
    uint64_t ack = leaves(answer_of(false, 4095), 20);
    fault("ack_nak_dllp_seq", ack, 20);
    struct ak_record damaged = answer_of(false, 4094);
    uint8_t bytes[AK_DLLP_BYTES];
    memcpy(bytes, damaged.bytes, sizeof bytes);
    bytes[1] = 1;
    damaged.bytes = bytes;
    (void)arrives(damaged, ack, 27);
    expect_picture(" time µs                 port a      8 GT/s x4       port b\n"
                   "   0.020               fault: │◄┄┄┄┄┄┄┄┄┄╳ Ack 4095 ─│\n"
                   "             ack_nak_dllp_seq │                      │\n");
}

static void a_lost_tlp_and_a_timeout(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true, .counters = true});
    link_of_views(BOTH);
    state_of(AK_PORT_A, (struct counters){.ackd_seq = 6, .timer_ns = 1}, 0);
    uint64_t lost = leaves(write_of(7, false), 20);
    fault("lose", lost, 20);
    act(AK_PORT_A, AK_ACT_TIMEOUT, 0, 0, 2000);
    act(AK_PORT_A, AK_ACT_REPLAY_START, 7, 1, 2000);
    state_of(AK_PORT_A, (struct counters){.ackd_seq = 6, .replay_num = 1}, 2000);
    /* Lost without a word: shown when the one behind it arrives. */
    (void)leaves(write_of(7, false), 2010);
    uint64_t third = leaves(write_of(7, false), 2040);
    (void)arrives(write_of(7, false), third, 2065);
    act(AK_PORT_B, AK_ACT_DELIVER, 7, 0, 2065);
    expect_picture(" time µs                 port a      8 GT/s x4       port b\n"
                   "   0.020                      │─ TLP 7 ────╳ lose    │\n"
                   "   2.000 replay_timer expires │                      │\n"
                   "                    replays 7 │                      │\n"
                   "                 replay_num 1 │                      │\n"
                   "            replay_timer held │                      │\n"
                   "   2.010                      │━ TLP 7 again ━━━━╳   │\n"
                   "   2.040                      │━ TLP 7 again ━━━━━━━►│ delivered\n");
}

static void what_concerns_the_link_crosses_both(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true});
    link_of_views(1u << AK_SEEN_PROBE);
    struct ak_record record = {.kind = AK_RECORD_RECOVERY_START, .direction = AK_DIRECTION_BOTH};
    (void)take(record, 100, 100);
    record.kind = AK_RECORD_RECOVERY_END;
    (void)take(record, 2000, 2000);
    record.kind = AK_RECORD_GAP;
    (void)take(record, 3000, 4500);
    fault("stuck", 0, 5000);
    expect_picture(
        " time µs                 port a      8 GT/s x4       port b\n"
        "   0.100 ══════════════════ Recovery: the link retrains ════════════════════════\n"
        "   2.000 ══════════════════════════ back in L0 ═════════════════════════════════\n"
        "   3.000 ═════════════════ nothing recorded for 1.500 us ═══════════════════════\n"
        "   5.000 ═════════════════════════ fault: stuck ════════════════════════════════\n");
}

/* A recording by a probe: one row for each packet, and what is wrong with it. */
static void a_recording_by_a_probe(void **state)
{
    (void)state;
    static const uint8_t pm_request_ack[6] = {0x24, 0, 0, 0, 0xb2, 0x10};
    open_ladder((struct ak_ladder_options){.utf8 = true, .ordered_sets = true});
    link_of_views(1u << AK_SEEN_PROBE);
    struct ak_record record = write_of(1130, false);
    record.seen = AK_SEEN_PROBE;
    (void)take(record, 1234567, 1234587);
    record = write_of(1131, true);
    record.seen = AK_SEEN_PROBE;
    (void)take(record, 1234600, 1234620);
    record = answer_of(false, 1130);
    record.seen = AK_SEEN_PROBE;
    (void)take(record, 1234700, 1234702);
    record.bytes = pm_request_ack;
    (void)take(record, 1234800, 1234802);
    memset(&record, 0, sizeof record);
    record.kind = AK_RECORD_OS;
    record.os = AK_OS_SKP;
    record.seen = AK_SEEN_PROBE;
    (void)take(record, 99999900, 99999904);
    record.kind = AK_RECORD_ERROR;
    (void)take(record, 99999999, 99999999);
    expect_picture(" time µs                 port a      8 GT/s x4       port b\n"
                   "1234.567                      │─ TLP 1130 MWr 64 B ─►│\n"
                   "1234.600                      │─ TLP 1131 MWr 64 B ╳►│ bad LCRC\n"
                   "1234.700                      │◄────────── Ack 1130 ─│\n"
                   "1234.800              bad CRC │◄┄┄┄╳ PM_Request_Ack ─│\n"
                   "99999.900                     │─ SKP ───────────────►│\n"
                   "99999.999                     │                      │ Receiver Error\n");
}

static void colours_do_not_move_anything(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.colour = true});
    link_of_views(BOTH);
    uint64_t nak = leaves(answer_of(true, 5), 20);
    (void)arrives(answer_of(true, 5), nak, 27);
    expect_picture("\x1b[1m time us                 port a      8 GT/s x4       port b\x1b[0m\n"
                   "\x1b[2m   0.020\x1b[0m                      \x1b[2m|\x1b[0m"
                   "\x1b[35m<------------- Nak 5 -\x1b[0m\x1b[2m|\x1b[0m\n");
}

static void a_failing_output_is_noticed(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true});
    sink.most = 10;
    link_of_views(1u << AK_SEEN_PROBE);
    struct ak_record record = {.kind = AK_RECORD_GAP, .direction = AK_DIRECTION_BOTH};
    int result = 0;
    for (int i = 0; i < 1000 && result == 0; i++)
        result = ak_ladder_take(&ladder, &record);
    assert_int_equal(result, -1);
    assert_int_equal(ak_ladder_end(&ladder), -1);
    free(sink.text);
}

/* More packets on their way than are remembered: the oldest get their rows, nothing breaks. */
static void a_crowded_link(void **state)
{
    (void)state;
    open_ladder((struct ak_ladder_options){.utf8 = true});
    link_of_views(BOTH);
    uint64_t first = leaves(write_of(0, false), 0);
    for (uint16_t seq = 1; seq < 2 * AK_LADDER_OPEN_MAX; seq++)
        (void)leaves(write_of(seq, false), seq * 20u);
    (void)arrives(write_of(0, false), first, 5000);
    assert_int_equal(ak_ladder_end(&ladder), 0);
    assert_int_equal(ak_output_flush(&output), 0);
    unsigned rows = 0;
    for (const char *at = sink.text; (at = strchr(at, '\n')) != NULL; at++)
        rows++;
    assert_int_equal(rows, 1 + 2 * AK_LADDER_OPEN_MAX + 1);
    free(sink.text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_nak_and_its_replay),
        cmocka_unit_test(the_same_in_ascii_without_counters),
        cmocka_unit_test(a_narrow_ladder_fits),
        cmocka_unit_test(a_slim_ladder_has_its_notes_below),
        cmocka_unit_test(a_wide_ladder_names_more),
        cmocka_unit_test(a_long_name_stands_beside_the_arrow),
        cmocka_unit_test(a_lost_tlp_and_a_timeout),
        cmocka_unit_test(what_concerns_the_link_crosses_both),
        cmocka_unit_test(a_recording_by_a_probe),
        cmocka_unit_test(colours_do_not_move_anything),
        cmocka_unit_test(a_failing_output_is_noticed),
        cmocka_unit_test(a_crowded_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
