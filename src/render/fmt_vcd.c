/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format vcd: value change dump for GTKWave and other waveform viewers.
 * Not here: putting changes in order (vcd_queue.c).
 *
 * Names of packets are signals of kind string, which GTKWave shows as text; blanks are written
 * as _ there. The same packets are vectors too: tx_seq, rx_seq, and a flag while one is on the
 * wire.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "acknak/rate.h"
#include "render/format.h"
#include "render/vcd_queue.h"
#include "render/vcd_signals.h"
#include "trace/names.h"
#include "trace/packet.h"
#include "trace/units.h"

/* How long a largest packet may take: on a Link that is not known the slowest there is. */
#define LONGEST_SYM     8192u
#define HORIZON_MOST_FS 40000000000u
#define HORIZON_MORE_FS 100000000u

struct vcd {
    struct ak_output *output;
    struct ak_vcd_queue queue;
    bool no_memory;
    bool begun; /* a time has been written */
    uint64_t time_fs;
    uint64_t horizon_fs; /* nothing earlier than this before the newest record can come */
    bool has_told[SIGNAL_COUNT];
    uint64_t told[SIGNAL_COUNT]; /* of a state: what was told last */
    bool told_unknown[SIGNAL_COUNT];
    bool has_value[SIGNAL_COUNT];
    uint64_t value[SIGNAL_COUNT];
    bool unknown[SIGNAL_COUNT];
    char text[SIGNAL_COUNT][AK_VCD_TEXT_BYTES];
};

static void put_time(struct vcd *vcd, uint64_t time_fs)
{
    if (vcd->begun && time_fs <= vcd->time_fs)
        return;
    ak_output_char(vcd->output, '#');
    ak_output_number(vcd->output, time_fs);
    ak_output_char(vcd->output, '\n');
    vcd->begun = true;
    vcd->time_fs = time_fs;
}

static void write_change(struct vcd *vcd, const struct ak_vcd_change *change)
{
    unsigned signal = change->signal;
    bool is_text = ak_vcd_bits(signal) == 0;
    if (vcd->has_value[signal] &&
        (is_text ? strcmp(vcd->text[signal], change->text) == 0
                 : vcd->value[signal] == change->value && vcd->unknown[signal] == change->unknown))
        return;
    put_time(vcd, change->time_fs);
    vcd->has_value[signal] = true;
    vcd->value[signal] = change->value;
    vcd->unknown[signal] = change->unknown;
    memcpy(vcd->text[signal], change->text, sizeof change->text);
    if (is_text)
        ak_vcd_put_text(vcd->output, signal, change->text);
    else
        ak_vcd_put_value(vcd->output, signal, change->value, change->unknown);
}

static void write_until(struct vcd *vcd, uint64_t time_fs)
{
    struct ak_vcd_change change;
    while (ak_vcd_queue_take(&vcd->queue, time_fs, &change))
        write_change(vcd, &change);
}

static void add(struct vcd *vcd, uint64_t time_fs, unsigned signal, uint64_t value,
                const char *text)
{
    struct ak_vcd_change change = {.time_fs = time_fs, .signal = signal, .value = value};
    if (text != NULL)
        (void)snprintf(change.text, sizeof change.text, "%s", text);
    if (!ak_vcd_queue_add(&vcd->queue, &change))
        vcd->no_memory = true;
}

static void add_unknown(struct vcd *vcd, uint64_t time_fs, unsigned signal)
{
    struct ak_vcd_change change = {.time_fs = time_fs, .signal = signal, .unknown = true};
    if (!ak_vcd_queue_add(&vcd->queue, &change))
        vcd->no_memory = true;
}

static void take_state(struct vcd *vcd, uint64_t time_fs, const struct ak_record_state *state)
{
    const struct ak_record_timer *replay = &state->replay_timer;
    const struct ak_record_timer *latency = &state->acknak_latency_timer;
    const uint64_t values[] = {
        [NEXT_TRANSMIT_SEQ] = state->next_transmit_seq,
        [ACKD_SEQ] = state->ackd_seq,
        [NEXT_RCV_SEQ] = state->next_rcv_seq,
        [REPLAY_NUM] = state->replay_num,
        [NAK_SCHEDULED] = state->nak_scheduled,
        [REPLAYING] = state->replaying,
        [REPLAY_BUFFER_TLPS] = state->replay_buffer_tlps,
        [REPLAY_BUFFER_BYTES] = state->replay_buffer_bytes,
        [REPLAY_TIMER_RUNNING] = replay->state == AK_RECORD_TIMER_RUNNING,
        [REPLAY_TIMER_NS] = replay->value_fs / AK_FS_PER_NS,
        [LATENCY_TIMER_RUNNING] = latency->state == AK_RECORD_TIMER_RUNNING,
        [LATENCY_TIMER_NS] = latency->value_fs / AK_FS_PER_NS,
    };
    unsigned base = state->port == AK_PORT_B ? PORT_SIGNALS : 0;
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++) {
        unsigned signal = base + i;
        bool unknown = (state->unknown & ak_vcd_state_bits(i)) != 0;
        if (vcd->has_told[signal] && vcd->told[signal] == values[i] &&
            vcd->told_unknown[signal] == unknown)
            continue;
        vcd->has_told[signal] = true;
        vcd->told[signal] = values[i];
        vcd->told_unknown[signal] = unknown;
        if (unknown)
            add_unknown(vcd, time_fs, signal);
        else
            add(vcd, time_fs, signal, values[i], NULL);
    }
}

static void name_packet(const struct ak_packet_summary *packet, char *out, size_t room)
{
    const char *damage =
        packet->health == AK_PACKET_GOOD ? "" : ak_packet_health_name(packet->health, packet->sort);
    const char *between = *damage != '\0' ? " " : "";
    if (packet->has_seq)
        (void)snprintf(out, room, "%.14s %u%s%s", packet->what, (unsigned)packet->seq, between,
                       damage);
    else
        (void)snprintf(out, room, "%.20s%s%s", packet->what, between, damage);
}

/* A packet at one port: signals from `busy` on are busy, number and name. */
static void put_packet(struct vcd *vcd, const struct ak_record *record, unsigned busy,
                       const struct ak_packet_summary *packet, const char *name)
{
    add(vcd, record->time_fs, busy, 1, NULL);
    if (packet->has_seq)
        add(vcd, record->time_fs, busy + 1, packet->seq, NULL);
    add(vcd, record->time_fs, busy + 2, 0, name);
    add(vcd, record->end_fs, busy, 0, NULL);
    add(vcd, record->end_fs, busy + 2, 0, "-");
}

static void take_packet(struct vcd *vcd, const struct ak_record *record)
{
    struct ak_packet_summary packet;
    char name[AK_VCD_TEXT_BYTES];
    bool from_b = record->direction == AK_UPSTREAM;
    ak_packet_summarise(record, &packet);
    name_packet(&packet, name, sizeof name);
    if (record->seen != AK_SEEN_RECEIVER)
        put_packet(vcd, record, (from_b ? PORT_SIGNALS : 0) + TX_BUSY, &packet, name);
    if (record->seen != AK_SEEN_SENDER)
        put_packet(vcd, record, (from_b ? 0 : PORT_SIGNALS) + RX_BUSY, &packet, name);
}

static void take_act(struct vcd *vcd, uint64_t time_fs, const struct ak_record_port *act)
{
    unsigned signal = (act->port == AK_PORT_B ? PORT_SIGNALS : 0) + ACT;
    char text[AK_VCD_TEXT_BYTES];
    (void)snprintf(text, sizeof text, "%s %u", ak_name_of(&ak_names_act, (int)act->act),
                   (unsigned)act->seq);
    add(vcd, time_fs, signal, 0, text);
}

static void take_link(struct vcd *vcd, const struct ak_record *record)
{
    bool recovery =
        record->kind == AK_RECORD_RECOVERY_START || record->kind == AK_RECORD_RECOVERY_END;
    bool on = record->kind == AK_RECORD_RECOVERY_START || record->kind == AK_RECORD_LINK_UP;
    add(vcd, record->time_fs, recovery ? LINK_RECOVERY : LINK_UP, on, NULL);
}

static void take_parameters(struct vcd *vcd, const struct ak_record_link *link)
{
    if ((link->known & AK_KNOWN_RATE) == 0 || (link->known & AK_KNOWN_WIDTH) == 0 ||
        link->width == 0)
        return;
    vcd->horizon_fs = LONGEST_SYM * ak_rate_symbol_fs(link->rate) / link->width + HORIZON_MORE_FS;
}

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    struct vcd *vcd = calloc(1, sizeof *vcd);
    (void)options;
    if (vcd == NULL)
        return NULL;
    vcd->output = output;
    vcd->horizon_fs = HORIZON_MOST_FS;
    ak_output_text(output, "$version acknak $end\n$timescale 1 fs $end\n$scope module link $end\n");
    ak_vcd_put_scope(output, "a", 0, PORT_SIGNALS);
    ak_vcd_put_scope(output, "b", PORT_SIGNALS, LINK_UP);
    ak_vcd_put_scope(output, "state", LINK_UP, SIGNAL_COUNT);
    ak_output_text(output, "$upscope $end\n$enddefinitions $end\n");
    return vcd;
}

static int take(void *context, const struct ak_record *record)
{
    struct vcd *vcd = context;
    switch (record->kind) {
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        if (record->direction <= AK_UPSTREAM)
            take_packet(vcd, record);
        break;
    case AK_RECORD_STATE:
        take_state(vcd, record->time_fs, &record->state);
        break;
    case AK_RECORD_PORT:
        take_act(vcd, record->time_fs, &record->port_act);
        break;
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_LINK_UP:
        take_link(vcd, record);
        break;
    case AK_RECORD_FAULT:
        add(vcd, record->time_fs, LINK_FAULT, 0, record->fault.name);
        break;
    case AK_RECORD_FINDING:
        add(vcd, record->time_fs, LINK_FINDING, 0, record->finding.rule);
        break;
    case AK_RECORD_LINK:
        take_parameters(vcd, &record->link);
        break;
    case AK_RECORD_OS:
    case AK_RECORD_ERROR:
    case AK_RECORD_GAP:
    case AK_RECORD_KIND_COUNT:
        break;
    }
    if (record->time_fs > vcd->horizon_fs)
        write_until(vcd, record->time_fs - vcd->horizon_fs);
    return vcd->output->failed || vcd->no_memory ? -1 : 0;
}

static int end(void *context)
{
    struct vcd *vcd = context;
    write_until(vcd, UINT64_MAX);
    int result = vcd->output->failed || vcd->no_memory ? -1 : 0;
    ak_vcd_queue_free(&vcd->queue);
    free(vcd);
    return result;
}

const struct ak_render_format ak_render_vcd = {
    .name = "vcd",
    .extension = "vcd",
    .help = "counters, flags, timers and packet names as waveforms, for GTKWave",
    .begin = begin,
    .take = take,
    .end = end,
};
