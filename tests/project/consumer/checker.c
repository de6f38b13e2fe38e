/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A test bench that feeds what its device sent to the installed checker: TLP 2 follows TLP 0.
 * Not here: the rules (acknak/check.h).
 */
#include <acknak/acknak.h>
#include <acknak/check.h>
#include <stdlib.h>
#include <string.h>

static int stop_at_broken_number(void *context, const struct ak_record *record)
{
    const bool found =
        record->kind == AK_RECORD_FINDING && strcmp(record->finding.rule, "TX-01") == 0;
    *(bool *)context = *(bool *)context || found;
    return found;
}

static int take_tlp(struct ak_check *check, uint16_t seq)
{
    uint8_t frame[18] = {(uint8_t)(seq >> 8), (uint8_t)seq, 0x04, 0, 0, 1, 0, 0, 0, 0x0f, 1};
    const uint32_t lcrc = ak_lcrc(AK_CRC_PORTABLE, seq, frame + 2, 12);
    for (int i = 0; i < 4; i++) {
        frame[14 + i] = (uint8_t)(lcrc >> 8 * i);
    }
    const struct ak_record record = {
        .number = seq + 1u,
        .time_fs = seq * 1000000000u,
        .end_fs = seq * 1000000000u + 80000000u,
        .kind = AK_RECORD_TLP,
        .seen = AK_SEEN_SENDER,
        .bytes = frame,
        .length_bytes = sizeof frame,
    };
    return ak_check_take(check, &record);
}

int main(void)
{
    bool found = false;
    struct ak_record_sink sink = {.take = stop_at_broken_number, .context = &found};
    void *memory = malloc(ak_check_bytes());
    struct ak_check *check = ak_check_init(memory, NULL, sink);
    const int clean = take_tlp(check, 0);
    const int broken = take_tlp(check, 2);
    free(memory);
    return clean == 0 && broken != 0 && found ? 0 : 1;
}
