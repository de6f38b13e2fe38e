/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: the checker takes any records, in any order, at any times. Its findings name a rule
 * and a record that exist, and its counts are those of what it handed on.
 * Not here: records as text (fuzz_trace.c).
 *
 * Input: two bytes of options, then records. Each begins with six bytes: kind and flags, where it
 * was seen and how it ended, a step of time with its scale, a duration; then come the fields of its
 * kind. A packet is given whole, or by a number relative to what its direction expects, with its
 * CRC made right, so that the fuzzer gets to what follows a good packet.
 */
#include <string.h>

#include "acknak/check.h"
#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/seq.h"
#include "fuzz_input.h"

#define RECORDS_MAX 400u
#define PACKET_MAX  AK_FRAME_MAX_BYTES

struct account {
    const struct ak_check *check;
    uint64_t findings[AK_SEVERITY_COUNT];
    uint64_t number;  /* of the newest record */
    uint16_t next[2]; /* by direction: number of the next TLP */
    uint64_t time_fs;
    bool states;
};

static int take(void *context, const struct ak_record *record)
{
    struct account *account = context;
    if (record->kind == AK_RECORD_STATE) {
        const struct ak_record_state *state = &record->state;
        fuzz_require(account->states, "states only where they are asked for");
        fuzz_require(state->port <= AK_PORT_B && state->next_transmit_seq < AK_SEQ_COUNT &&
                         state->ackd_seq < AK_SEQ_COUNT && state->next_rcv_seq < AK_SEQ_COUNT,
                     "a state in its ranges");
        return 0;
    }
    fuzz_require(record->kind == AK_RECORD_FINDING, "a finding");
    const struct ak_record_finding *finding = &record->finding;
    fuzz_require(ak_check_rule_find(finding->rule) >= 0, "a finding names a rule");
    fuzz_require(finding->severity < AK_SEVERITY_COUNT, "a finding has a severity");
    fuzz_require(finding->text[0] != '\0' && strchr(finding->text, '\n') == NULL, "one line");
    fuzz_require(record->about <= account->number, "a finding is about a record that came");
    account->findings[finding->severity]++;
    return 0;
}

static void make_link(struct fuzz_input *input, struct ak_record_link *link)
{
    memset(link, 0, sizeof(*link));
    link->known = fuzz_u16(input);
    uint8_t rates = fuzz_u8(input);
    link->rate = (enum ak_rate)(rates % AK_RATE_COUNT);
    link->max_rate = (enum ak_rate)(rates / 16u % AK_RATE_COUNT);
    link->width = fuzz_u8(input);
    link->mps_bytes = 1u << fuzz_u8(input) % 16;
    link->revision = (enum ak_base_revision)(fuzz_u8(input) % 3);
    link->extended_synch = fuzz_u8(input) % 2 != 0;
    link->l0s_exit_fs = (uint64_t)fuzz_u32(input) << fuzz_u8(input) % 48;
    link->flight_fs = (uint64_t)fuzz_u32(input) << fuzz_u8(input) % 48;
    link->reaction_fs = (uint64_t)fuzz_u32(input) << fuzz_u8(input) % 48;
    link->resolution_fs = (uint64_t)fuzz_u32(input) << fuzz_u8(input) % 48;
    link->views[0] = fuzz_u8(input);
    link->views[1] = fuzz_u8(input);
    link->initial_seq[0] = fuzz_u16(input) % AK_SEQ_COUNT;
    link->initial_seq[1] = fuzz_u16(input) % AK_SEQ_COUNT;
}

static void make_given(struct fuzz_input *input, struct ak_record *record, uint8_t *bytes)
{
    size_t count = fuzz_u16(input) % PACKET_MAX;
    const uint8_t *given = fuzz_bytes(input, &count);
    memcpy(bytes, given, count);
    record->length_bytes = (uint32_t)count;
}

/* The number of a TLP, or of an Ack of the other direction's: near what comes next. */
static uint16_t make_seq(struct fuzz_input *input, struct account *account, bool upstream, bool new)
{
    uint8_t step = fuzz_u8(input);
    uint16_t seq = (uint16_t)(account->next[upstream] + step + (step < 0x80u ? 0u : 0xF00u));
    seq &= AK_SEQ_COUNT - 1u;
    if (new &&step == 0) {
        account->next[upstream] = (uint16_t)((seq + 1u) & (AK_SEQ_COUNT - 1u));
    }
    return seq;
}

static void make_tlp(struct fuzz_input *input, struct account *account, struct ak_record *record,
                     uint8_t *bytes)
{
    uint32_t tlp_bytes = AK_TLP_MIN_BYTES + 4u * (fuzz_u8(input) % 8u);
    uint16_t seq = make_seq(input, account, record->direction == AK_UPSTREAM, true);
    bytes[0] = (uint8_t)(seq >> 8);
    bytes[1] = (uint8_t)seq;
    memset(bytes + 2, seq & 1, tlp_bytes);
    uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, seq, bytes + 2, tlp_bytes);
    if (record->end == AK_END_EDB) {
        lcrc = ~lcrc;
    }
    for (uint32_t i = 0; i < AK_LCRC_BYTES; i++) {
        bytes[2 + tlp_bytes + i] = (uint8_t)(lcrc >> 8 * i);
    }
    record->length_bytes = tlp_bytes + AK_FRAME_OVERHEAD_BYTES;
}

static void make_packet(struct fuzz_input *input, struct account *account, struct ak_record *record,
                        uint8_t *bytes)
{
    uint8_t form = fuzz_u8(input);
    if (form % 4 == 0) {
        make_given(input, record, bytes);
    } else if (record->kind == AK_RECORD_TLP) {
        make_tlp(input, account, record, bytes);
    } else {
        /* An Ack with step 0xFF names the newest TLP of the other direction. */
        ak_dllp_encode_ack(bytes, form % 4 == 2,
                           make_seq(input, account, record->direction != AK_UPSTREAM, false));
        record->length_bytes = AK_DLLP_BYTES;
    }
    if (form >= 0x80u && record->length_bytes > 0) {
        bytes[form % record->length_bytes] ^= 1u;
    }
    record->bytes = bytes;
}

static void make_record(struct fuzz_input *input, struct account *account, struct ak_record *record,
                        uint8_t *bytes)
{
    uint8_t first = fuzz_u8(input);
    uint8_t place = fuzz_u8(input);
    uint64_t step_fs = fuzz_u16(input);
    uint8_t scale = fuzz_u8(input);
    memset(record, 0, sizeof(*record));
    record->kind = (enum ak_record_kind)((first & 15u) % AK_RECORD_KIND_COUNT);
    record->direction = (first & 16u) != 0 ? AK_UPSTREAM : AK_DOWNSTREAM;
    record->error = (first & 32u) != 0;
    record->truncated = (first & 64u) != 0;
    record->has_stp = (first & 128u) != 0;
    record->seen = (enum ak_seen)((place & 3u) % AK_SEEN_COUNT);
    record->end = (enum ak_packet_end)((place >> 2 & 3u) % 3u);
    record->os = (enum ak_os)((place >> 4 & 7u) % AK_OS_COUNT);
    if ((place & 128u) != 0 && !ak_record_is_packet(record->kind)) {
        record->direction = AK_DIRECTION_BOTH;
    }
    step_fs <<= scale % 48u;
    /* Mostly on, now and then back. */
    account->time_fs += scale >= 0xF0u ? 0u - step_fs : step_fs;
    record->time_fs = account->time_fs;
    record->end_fs = record->time_fs + (uint64_t)fuzz_u8(input) * 4000000u;
    if (record->end_fs < record->time_fs) {
        record->end_fs = record->time_fs;
    }
    record->number = ++account->number;
    if (record->kind == AK_RECORD_LINK) {
        make_link(input, &record->link);
    } else if (ak_record_is_packet(record->kind)) {
        record->about = record->seen == AK_SEEN_RECEIVER ? account->number - 1u : 0;
        make_packet(input, account, record, bytes);
    }
    for (uint32_t i = 0; record->has_stp && i < 4; i++) {
        record->stp[i] = fuzz_u8(input);
    }
}

static void require_tallies(const struct ak_check *check)
{
    for (unsigned i = 0; i < ak_check_rule_count(); i++) {
        struct ak_check_tally tally;
        ak_check_tally_rule(check, i, &tally);
        fuzz_require((tally.why != NULL) == (tally.not_judged > 0), "not judged has a reason");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    struct ak_check_options options;
    struct account account;
    uint8_t bytes[PACKET_MAX];
    memset(&options, 0, sizeof(options));
    memset(&account, 0, sizeof(account));
    options.states = fuzz_u8(&input) % 2 != 0;
    options.skip_rules = 1ull << fuzz_u8(&input) % 64u;
    account.states = options.states;
    void *memory = malloc(ak_check_bytes());
    fuzz_require(memory != NULL, "memory");
    struct ak_check *check =
        ak_check_init(memory, &options, (struct ak_record_sink){take, &account});
    for (uint32_t i = 0; i < RECORDS_MAX && !fuzz_is_empty(&input); i++) {
        struct ak_record record;
        make_record(&input, &account, &record, bytes);
        fuzz_require(ak_check_take(check, &record) == 0, "the sink never refuses");
    }
    fuzz_require(ak_check_end(check) == 0, "the sink never refuses");
    const struct ak_check_counts *counts = ak_check_counts_of(check);
    fuzz_require(memcmp(counts->findings, account.findings, sizeof(account.findings)) == 0,
                 "findings are counted as they were handed on");
    require_tallies(check);
    free(memory);
    return 0;
}
