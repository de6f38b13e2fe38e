/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two ports of the library back to back: ten TLPs cross a wire that damages the third packet.
 * Not here: a model of the wire. Packets take no time but their own; a tick is a symbol time.
 */
#include <stdio.h>
#include <string.h>

#include <acknak/acknak.h>

enum { TLPS = 10, CAPACITY_BYTES = 8192, SLOTS = 16 };

static uint8_t memory[2][AK_REPLAY_MEMORY_BYTES(CAPACITY_BYTES)];
static struct ak_slot slots[2][SLOTS];
static struct ak_port ports[2];
static unsigned packets_sent, tlps_delivered;

static void open_port(int i)
{
    const struct ak_limits_input link = {.rate = AK_RATE_8, .width = 4, .mps_bytes = 256};
    struct ak_config config;

    ak_config_default(&config);
    config.replay_memory = memory[i];
    config.replay_capacity_bytes = CAPACITY_BYTES;
    config.slots = slots[i];
    config.slot_count = SLOTS;
    ak_config_set_limits(&config, &link, 1, 0);
    ak_port_init(&ports[i], &config);
    ak_port_link(&ports[i], AK_LINK_UP, false, 0, NULL);
}

/* Sends what port `from` has to send next to the other one; returns false if it has nothing. */
static bool carry(int from, uint64_t *now)
{
    uint8_t wire[AK_FRAME_MAX_BYTES];
    struct ak_packet packet;
    struct ak_view view;

    if (!ak_tx_begin(&ports[from], &packet))
        return false;
    memcpy(wire, packet.bytes, packet.length_bytes);
    if (++packets_sent == 3)
        wire[7] ^= 0x10;
    *now += packet.length_bytes / 4 + 1;
    ak_tx_end(&ports[from], *now);
    enum ak_rx_kind kind = packet.kind == AK_PACKET_TLP ? AK_RX_TLP : AK_RX_DLLP;
    enum ak_verdict verdict = ak_rx(&ports[!from], kind, wire, packet.length_bytes, *now, &view);
    if (verdict == AK_VERDICT_DELIVERED)
        printf("%4u: TLP %u delivered\n", (unsigned)*now, view.seq), tlps_delivered++;
    else if (verdict == AK_VERDICT_BAD_LCRC)
        printf("%4u: TLP %u damaged\n", (unsigned)*now, packet.seq);
    else if (verdict == AK_VERDICT_ACK || verdict == AK_VERDICT_NAK)
        printf("%4u: %s %u\n", (unsigned)*now, verdict == AK_VERDICT_ACK ? "Ack" : "Nak",
               packet.seq);
    return true;
}

int main(void)
{
    uint8_t tlp[12 + 64] = {0x40, 0, 0, 16, 0, 0, 0, 0xff}; /* a memory write of 64 bytes */
    uint64_t now = 0;

    open_port(0);
    open_port(1);
    for (int i = 0; i < TLPS; i++)
        ak_tx_submit(&ports[0], tlp, sizeof tlp, AK_TLP_STORE_AND_FORWARD);
    while (tlps_delivered < TLPS || ak_tx_outstanding(&ports[0])) {
        bool busy = carry(1, &now);
        busy |= carry(0, &now);
        if (!busy) { /* nothing to send: the next thing that happens is a timer */
            uint64_t next[2] = {ak_next_deadline(&ports[0]), ak_next_deadline(&ports[1])};
            now = next[0] < next[1] ? next[0] : next[1];
        }
        ak_tick(&ports[0], now);
        ak_tick(&ports[1], now);
    }
    return 0;
}
