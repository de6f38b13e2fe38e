/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A wire record as one short line: when, which way, what.
 * Not here: ladders (src/render), whole packets (acknak decode).
 */
#include "cli/common/packet_line.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/common/figures.h"
#include "trace/names.h"
#include "trace/packet.h"
#include "trace/units.h"

const char *cli_packet_time(char text[48], uint64_t time_fs)
{
    char whole[CLI_FIGURE_BYTES];
    char exact[AK_DECIMAL_BYTES + 1];

    exact[ak_time_write_ns(exact, time_fs)] = '\0';
    const char *fraction = strchr(exact, '.');
    cli_figure_count(whole, time_fs / AK_FS_PER_NS);
    snprintf(text, 48, "%s%s ns", whole, fraction ? fraction : "");
    return text;
}

static void packet_words(char *what, size_t room, const struct ak_record *record)
{
    struct ak_packet_summary packet;
    char seq[16] = "";

    ak_packet_summarise(record, &packet);
    if (packet.has_seq) {
        snprintf(seq, sizeof(seq), " %u", (unsigned)packet.seq);
    }
    const char *comma = packet.health == AK_PACKET_GOOD ? "" : ", ";
    const char *health =
        packet.health == AK_PACKET_GOOD ? "" : ak_packet_health_name(packet.health, packet.sort);
    if (packet.sort == AK_SORT_TLP) {
        snprintf(what, room, "TLP%s%s%s%s%s", seq, strcmp(packet.what, "TLP") != 0 ? " " : "",
                 strcmp(packet.what, "TLP") != 0 ? packet.what : "", comma, health);
    } else {
        snprintf(what, room, "%s%s%s%s", packet.what, seq, comma, health);
    }
}

const char *cli_packet_words(char *what, size_t room, const struct ak_record *record)
{
    switch (record->kind) {
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        packet_words(what, room, record);
        break;
    case AK_RECORD_OS:
        snprintf(what, room, "%s ordered set", ak_name_of(&ak_names_os, (int)record->os));
        break;
    case AK_RECORD_ERROR:
        snprintf(what, room, "Receiver Error");
        break;
    case AK_RECORD_GAP:
        snprintf(what, room, "the recording has a hole");
        break;
    case AK_RECORD_RECOVERY_START:
        snprintf(what, room, "Recovery begins");
        break;
    case AK_RECORD_RECOVERY_END:
        snprintf(what, room, "Recovery ends");
        break;
    case AK_RECORD_LINK_DOWN:
        snprintf(what, room, "link down");
        break;
    case AK_RECORD_LINK_UP:
        snprintf(what, room, "link up");
        break;
    case AK_RECORD_LINK:
        snprintf(what, room, "parameters of the link");
        break;
    case AK_RECORD_FAULT:
    case AK_RECORD_PORT:
    case AK_RECORD_STATE:
    case AK_RECORD_FINDING:
    case AK_RECORD_KIND_COUNT:
        snprintf(what, room, "%s", ak_name_of(&ak_names_kind, (int)record->kind));
        break;
    }
    return what;
}

void cli_packet_line(char line[CLI_PACKET_LINE_BYTES], const struct ak_record *record)
{
    static const char *const seen[AK_SEEN_COUNT] = {"sent      ", "", "received  "};
    char number[24];
    char time[48];
    char what[100];
    bool packet = ak_record_is_packet(record->kind) && record->seen < AK_SEEN_COUNT;

    snprintf(number, sizeof(number), "#%" PRIu64, record->number);
    snprintf(line, CLI_PACKET_LINE_BYTES, "%-8s %18s  %-10s  %s%s", number,
             cli_packet_time(time, record->time_fs),
             record->direction == AK_DIRECTION_BOTH
                 ? "both ways"
                 : ak_name_of(&ak_names_direction, (int)record->direction),
             packet ? seen[record->seen] : "", cli_packet_words(what, sizeof(what), record));
}
