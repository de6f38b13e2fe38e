/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Builds traces with right CRCs, packet by packet, and shows them to the checker.
 * Not here: what is expected of it (tests/check).
 */
#include "trace_builder.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/crc.h"

#define FS_PER_NS 1000000u

static int take_finding(void *context, const struct ak_record *record)
{
    struct tb *tb = context;
    assert_int_equal(record->kind, AK_RECORD_FINDING);
    if (tb->found == TB_FINDINGS_MAX)
        print_message("%s: %s\n", tb->finding[0].rule, tb->finding[0].text);
    assert_true(tb->found < TB_FINDINGS_MAX);
    struct tb_finding *finding = &tb->finding[tb->found++];
    (void)snprintf(finding->rule, sizeof finding->rule, "%s", record->finding.rule);
    (void)snprintf(finding->text, sizeof finding->text, "%s", record->finding.text);
    finding->severity = record->finding.severity;
    finding->about = record->about;
    finding->time_fs = record->time_fs;
    finding->direction = record->direction;
    return 0;
}

void tb_open_bare(struct tb *tb, enum tb_view view)
{
    struct ak_record_sink sink = {take_finding, tb};
    void *memory = malloc(ak_check_bytes());
    assert_non_null(memory);
    memset(tb, 0, sizeof *tb);
    tb->view = view;
    tb->symbol_fs = 4000000;
    tb->width = 1;
    tb->payload_bytes = 64;
    tb->check = ak_check_init(memory, NULL, sink);
}

static void feed(struct tb *tb, struct ak_record *record)
{
    record->number = ++tb->number;
    assert_int_equal(ak_check_take(tb->check, record), 0);
}

/* Tells what has arrived by `time_fs`. */
static void arrive(struct tb *tb, uint64_t time_fs)
{
    while (tb->waiting > 0 && tb->arrival[0].record.end_fs <= time_fs) {
        struct ak_record record = tb->arrival[0].record;
        if (record.length_bytes > 0)
            record.bytes = tb->arrival[0].bytes;
        feed(tb, &record);
        tb->waiting--;
        memmove(&tb->arrival[0], &tb->arrival[1], tb->waiting * sizeof tb->arrival[0]);
    }
}

void tb_record(struct tb *tb, struct ak_record record)
{
    arrive(tb, record.time_fs);
    feed(tb, &record);
}

void tb_link(struct tb *tb, const struct ak_record_link *link)
{
    struct ak_record record = {.kind = AK_RECORD_LINK, .direction = AK_DIRECTION_BOTH};
    record.link = *link;
    feed(tb, &record);
}

static uint8_t views_of(enum tb_view view)
{
    static const uint8_t views[] = {
        [TB_EXACT] = 1u << AK_SEEN_SENDER | 1u << AK_SEEN_RECEIVER,
        [TB_SENDER] = 1u << AK_SEEN_SENDER,
        [TB_PROBE] = 1u << AK_SEEN_PROBE,
        [TB_RECEIVER] = 1u << AK_SEEN_RECEIVER,
    };
    return views[view];
}

void tb_open_link(struct tb *tb, enum tb_view view, uint16_t first_seq, enum ak_rate rate,
                  uint32_t width, enum ak_base_revision revision)
{
    struct ak_record_link link = {.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS |
                                           AK_KNOWN_REVISION | AK_KNOWN_VIEWS | AK_KNOWN_FLIGHT |
                                           AK_KNOWN_INITIAL_SEQ};
    tb_open_bare(tb, view);
    tb->symbol_fs = ak_rate_symbol_fs(rate);
    tb->width = width;
    link.rate = rate;
    link.width = width;
    link.mps_bytes = 128;
    link.revision = revision;
    link.views[0] = link.views[1] = views_of(view);
    link.initial_seq[0] = link.initial_seq[1] = first_seq;
    tb_link(tb, &link);
}

void tb_open(struct tb *tb, enum tb_view view, uint16_t first_seq)
{
    tb_open_link(tb, view, first_seq, AK_RATE_2_5, 1, AK_BASE_ANY);
}

void tb_open_middle(struct tb *tb, enum tb_view view)
{
    struct ak_record_link link = {.known = AK_KNOWN_RATE | AK_KNOWN_WIDTH | AK_KNOWN_MPS};
    tb_open_bare(tb, view);
    link.rate = AK_RATE_2_5;
    link.width = 1;
    link.mps_bytes = 128;
    tb_link(tb, &link);
    if (view != TB_EXACT)
        return;
    memset(&link, 0, sizeof link);
    link.known = AK_KNOWN_VIEWS;
    link.views[0] = link.views[1] = views_of(view);
    tb_link(tb, &link);
}

static enum ak_seen seen_of(enum tb_view view)
{
    return view == TB_PROBE      ? AK_SEEN_PROBE
           : view == TB_RECEIVER ? AK_SEEN_RECEIVER
                                 : AK_SEEN_SENDER;
}

/* How a packet looks where it is damaged or cut short. */
static void damage(struct ak_record *record, uint8_t *bytes, unsigned fate)
{
    if ((fate & TB_DAMAGED) != 0)
        bytes[record->length_bytes / 2] ^= 0x10;
    record->error = (fate & TB_RX_ERROR) != 0;
}

static void queue_arrival(struct tb *tb, const struct ak_record *sent, const uint8_t *bytes,
                          unsigned fate)
{
    assert_true(tb->waiting < TB_WAITING_MAX);
    unsigned at = tb->waiting;
    while (at > 0 && tb->arrival[at - 1].record.end_fs > sent->end_fs)
        at--;
    memmove(&tb->arrival[at + 1], &tb->arrival[at], (tb->waiting - at) * sizeof tb->arrival[0]);
    struct ak_record *record = &tb->arrival[at].record;
    memcpy(tb->arrival[at].bytes, bytes, sent->length_bytes);
    *record = *sent;
    record->about = sent->number;
    record->seen = AK_SEEN_RECEIVER;
    damage(record, tb->arrival[at].bytes, fate);
    tb->waiting++;
}

static uint64_t send(struct tb *tb, enum ak_record_kind kind, enum ak_direction direction,
                     uint64_t time_ns, uint8_t *bytes, uint32_t count, unsigned fate)
{
    struct ak_record record = {.kind = kind, .direction = direction, .bytes = bytes};
    uint64_t symbols = (count + 2u + tb->width - 1u) / tb->width;
    record.time_fs = time_ns * FS_PER_NS;
    record.end_fs = record.time_fs + symbols * tb->symbol_fs;
    record.seen = seen_of(tb->view);
    record.length_bytes = count;
    record.end = (fate & (TB_NULLIFIED | TB_EDB)) != 0 ? AK_END_EDB
                 : (fate & TB_CUT) != 0                ? AK_END_CUT
                                                       : AK_END_GOOD;
    record.truncated = (fate & TB_TRUNCATED) != 0;
    if (record.truncated)
        record.length_bytes = count - 8;
    if ((fate & TB_BROKEN) != 0)
        bytes[count / 2] ^= 0x10;
    if (tb->view != TB_EXACT) {
        damage(&record, bytes, fate);
        if ((fate & TB_LOST) == 0)
            tb_record(tb, record);
        return record.end_fs / FS_PER_NS;
    }
    tb_record(tb, record);
    record.number = tb->number;
    if ((fate & TB_LOST) == 0)
        queue_arrival(tb, &record, bytes, fate);
    return record.end_fs / FS_PER_NS;
}

uint64_t tb_tlp(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate)
{
    uint8_t frame[AK_FRAME_MAX_BYTES] = {0};
    uint32_t tlp_bytes = 12 + tb->payload_bytes;
    frame[0] = (uint8_t)(seq >> 8);
    frame[1] = (uint8_t)seq;
    frame[2] = tb->payload_bytes > 0 ? 0x40 : 0x00; /* MWr or MRd, 3 DW */
    frame[4] = (uint8_t)(tb->payload_bytes / 4 >> 8);
    frame[5] = tb->payload_bytes > 0 ? (uint8_t)(tb->payload_bytes / 4) : 1;
    frame[9] = 0xff;
    frame[13] = (uint8_t)(seq << 2);
    frame[12] = (fate & TB_OTHER_BYTES) != 0 ? 0x55 : 0xaa;
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, seq, frame + 2, tlp_bytes);
    if ((fate & TB_NULLIFIED) != 0)
        lcrc = ~lcrc;
    for (unsigned i = 0; i < 4; i++)
        frame[2 + tlp_bytes + i] = (uint8_t)(lcrc >> (8 * i));
    return send(tb, AK_RECORD_TLP, direction, time_ns, frame, tlp_bytes + 6, fate);
}

uint64_t tb_dllp(struct tb *tb, enum ak_direction direction, uint64_t time_ns,
                 const uint8_t bytes[4], unsigned fate)
{
    uint8_t dllp[AK_DLLP_BYTES];
    uint16_t crc = ak_dllp_crc(bytes);
    memcpy(dllp, bytes, 4);
    dllp[4] = (uint8_t)crc;
    dllp[5] = (uint8_t)(crc >> 8);
    return send(tb, AK_RECORD_DLLP, direction, time_ns, dllp, AK_DLLP_BYTES, fate);
}

uint64_t tb_ack(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate)
{
    const uint8_t bytes[4] = {0x00, 0, (uint8_t)(seq >> 8), (uint8_t)seq};
    return tb_dllp(tb, direction, time_ns, bytes, fate);
}

uint64_t tb_nak(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                unsigned fate)
{
    const uint8_t bytes[4] = {0x10, 0, (uint8_t)(seq >> 8), (uint8_t)seq};
    return tb_dllp(tb, direction, time_ns, bytes, fate);
}

uint64_t tb_tlps(struct tb *tb, enum ak_direction direction, uint64_t time_ns, uint16_t seq,
                 unsigned count)
{
    for (; count > 0; count--, seq = (uint16_t)((seq + 1) & 0xFFF))
        time_ns = tb_tlp(tb, direction, time_ns, seq, TB_GOOD);
    return time_ns;
}

void tb_event(struct tb *tb, enum ak_record_kind kind, enum ak_direction direction,
              uint64_t time_ns)
{
    struct ak_record record = {.kind = kind, .direction = direction};
    record.time_fs = record.end_fs = time_ns * FS_PER_NS;
    record.seen = seen_of(tb->view);
    tb_record(tb, record);
}

void tb_wait(struct tb *tb, uint64_t time_ns)
{
    static const uint8_t update_fc[4] = {0x80, 0x01, 0x00, 0x10};
    (void)tb_dllp(tb, AK_UPSTREAM, time_ns, update_fc, TB_GOOD);
}

void tb_close(struct tb *tb)
{
    if (tb->check == NULL)
        return;
    arrive(tb, UINT64_MAX);
    assert_int_equal(ak_check_end(tb->check), 0);
    free(tb->check);
    tb->check = NULL;
}

/* Compares the rules of the findings that are notes, or of those that are not. */
static void expect(struct tb *tb, const char *rules, bool notes)
{
    char found[TB_FINDINGS_MAX * 12] = "";
    for (unsigned i = 0; i < tb->found; i++) {
        if ((tb->finding[i].severity == AK_NOTE) != notes)
            continue;
        if (found[0] != '\0')
            strcat(found, " ");
        strcat(found, tb->finding[i].rule);
    }
    if (strcmp(found, rules) != 0)
        for (unsigned i = 0; i < tb->found; i++)
            print_message("%s about %u at %llu fs: %s\n", tb->finding[i].rule,
                          (unsigned)tb->finding[i].about,
                          (unsigned long long)tb->finding[i].time_fs, tb->finding[i].text);
    assert_string_equal(found, rules);
}

void tb_expect(struct tb *tb, const char *rules)
{
    tb_close(tb);
    expect(tb, rules, false);
}

void tb_expect_notes(struct tb *tb, const char *rules)
{
    tb_close(tb);
    expect(tb, "", false);
    expect(tb, rules, true);
}

const struct tb_finding *tb_find(const struct tb *tb, const char *rule)
{
    for (unsigned i = 0; i < tb->found; i++)
        if (strcmp(tb->finding[i].rule, rule) == 0)
            return &tb->finding[i];
    fail_msg("no finding of %s", rule);
    return NULL;
}

void tb_expect_nothing(struct tb *tb)
{
    tb_close(tb);
    for (unsigned i = 0; i < tb->found; i++) {
        print_message("%s: %s\n", tb->finding[i].rule, tb->finding[i].text);
    }
    assert_int_equal(tb->found, 0);
}

uint64_t tb_not_judged(const struct tb *tb, const char *rule, const char *why)
{
    struct ak_check_tally tally;

    ak_check_tally_rule(tb->check, (unsigned)ak_check_rule_find(rule), &tally);
    if (tally.not_judged > 0) {
        assert_string_equal(tally.why, why);
    }
    return tally.not_judged;
}
