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
#include "trace/names.h"
#include "trace/packet.h"
#include "trace/units.h"

/* How long a largest packet may take: on a Link that is not known the slowest there is. */
#define LONGEST_SYM     8192u
#define HORIZON_MOST_FS 40000000000u
#define HORIZON_MORE_FS 100000000u

enum signal {
    NEXT_TRANSMIT_SEQ,
    ACKD_SEQ,
    NEXT_RCV_SEQ,
    REPLAY_NUM,
    NAK_SCHEDULED,
    REPLAYING,
    REPLAY_BUFFER_TLPS,
    REPLAY_BUFFER_BYTES,
    REPLAY_TIMER_RUNNING,
    REPLAY_TIMER_NS,
    LATENCY_TIMER_RUNNING,
    LATENCY_TIMER_NS,
    TX_BUSY,
    TX_SEQ,
    TX_PACKET,
    RX_BUSY,
    RX_SEQ,
    RX_PACKET,
    ACT,
    PORT_SIGNALS
};

/* Behind those of both ports. */
enum link_signal {
    LINK_UP = 2 * PORT_SIGNALS,
    LINK_RECOVERY,
    LINK_FAULT,
    LINK_FINDING,
    SIGNAL_COUNT
};

struct row {
    const char *name;
    unsigned bits; /* 0: text */
};

static const struct row port_rows[PORT_SIGNALS] = {
    [NEXT_TRANSMIT_SEQ] = {"next_transmit_seq", 12},
    [ACKD_SEQ] = {"ackd_seq", 12},
    [NEXT_RCV_SEQ] = {"next_rcv_seq", 12},
    [REPLAY_NUM] = {"replay_num", 2},
    [NAK_SCHEDULED] = {"nak_scheduled", 1},
    [REPLAYING] = {"replaying", 1},
    [REPLAY_BUFFER_TLPS] = {"replay_buffer_tlps", 16},
    [REPLAY_BUFFER_BYTES] = {"replay_buffer_bytes", 32},
    [REPLAY_TIMER_RUNNING] = {"replay_timer_running", 1},
    [REPLAY_TIMER_NS] = {"replay_timer_ns", 48},
    [LATENCY_TIMER_RUNNING] = {"acknak_latency_timer_running", 1},
    [LATENCY_TIMER_NS] = {"acknak_latency_timer_ns", 48},
    [TX_BUSY] = {"tx_busy", 1},
    [TX_SEQ] = {"tx_seq", 12},
    [TX_PACKET] = {"tx_packet", 0},
    [RX_BUSY] = {"rx_busy", 1},
    [RX_SEQ] = {"rx_seq", 12},
    [RX_PACKET] = {"rx_packet", 0},
    [ACT] = {"act", 0},
};

static const struct row link_rows[SIGNAL_COUNT - LINK_UP] = {
    {"up", 1}, {"recovery", 1}, {"fault", 0}, {"finding", 0}};

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

static const struct row *row_of(unsigned signal)
{
    return signal < LINK_UP ? &port_rows[signal % PORT_SIGNALS] : &link_rows[signal - LINK_UP];
}

/* There are fewer signals than printable characters. */
static void put_id(struct ak_output *out, unsigned signal)
{
    ak_output_char(out, (char)('!' + signal));
}

static void put_scope(struct ak_output *out, const char *name, unsigned first, unsigned end)
{
    ak_output_text(out, "$scope module ");
    ak_output_text(out, name);
    ak_output_text(out, " $end\n");
    for (unsigned signal = first; signal < end; signal++) {
        const struct row *row = row_of(signal);
        ak_output_text(out, row->bits > 0 ? "$var wire " : "$var string ");
        ak_output_number(out, row->bits > 0 ? row->bits : 1);
        ak_output_char(out, ' ');
        put_id(out, signal);
        ak_output_char(out, ' ');
        ak_output_text(out, row->name);
        ak_output_text(out, " $end\n");
    }
    ak_output_text(out, "$upscope $end\n");
}

static void put_value(struct ak_output *out, unsigned signal, uint64_t value, bool unknown)
{
    unsigned bits = row_of(signal)->bits;
    if (unknown) {
        ak_output_text(out, bits == 1 ? "x" : "bx ");
    } else if (bits == 1) {
        ak_output_char(out, value != 0 ? '1' : '0');
    } else {
        unsigned used = 1;
        while (used < bits && value >> used != 0)
            used++;
        ak_output_char(out, 'b');
        while (used-- > 0)
            ak_output_char(out, (value >> used & 1) != 0 ? '1' : '0');
        ak_output_char(out, ' ');
    }
    put_id(out, signal);
    ak_output_char(out, '\n');
}

static void put_text(struct ak_output *out, unsigned signal, const char *text)
{
    ak_output_char(out, 's');
    for (; *text != '\0'; text++)
        ak_output_char(out, *text > ' ' && *text < 0x7F ? *text : '_');
    ak_output_char(out, ' ');
    put_id(out, signal);
    ak_output_char(out, '\n');
}

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
    bool is_text = row_of(signal)->bits == 0;
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
        put_text(vcd->output, signal, change->text);
    else
        put_value(vcd->output, signal, change->value, change->unknown);
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

/* Which bit of `unknown` each signal of a state has. */
static const unsigned state_bits[] = {
    [NEXT_TRANSMIT_SEQ] = AK_STATE_NEXT_TRANSMIT_SEQ,
    [ACKD_SEQ] = AK_STATE_ACKD_SEQ,
    [NEXT_RCV_SEQ] = AK_STATE_NEXT_RCV_SEQ,
    [REPLAY_NUM] = AK_STATE_REPLAY_NUM,
    [NAK_SCHEDULED] = AK_STATE_NAK_SCHEDULED,
    [REPLAYING] = AK_STATE_REPLAYING,
    [REPLAY_BUFFER_TLPS] = AK_STATE_REPLAY_BUFFER_TLPS,
    [REPLAY_BUFFER_BYTES] = AK_STATE_REPLAY_BUFFER_BYTES,
    [REPLAY_TIMER_RUNNING] = AK_STATE_REPLAY_TIMER,
    [REPLAY_TIMER_NS] = AK_STATE_REPLAY_TIMER,
    [LATENCY_TIMER_RUNNING] = AK_STATE_ACKNAK_LATENCY_TIMER,
    [LATENCY_TIMER_NS] = AK_STATE_ACKNAK_LATENCY_TIMER,
};

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
        bool unknown = (state->unknown & state_bits[i]) != 0;
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
    put_scope(output, "a", 0, PORT_SIGNALS);
    put_scope(output, "b", PORT_SIGNALS, LINK_UP);
    put_scope(output, "state", LINK_UP, SIGNAL_COUNT);
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
