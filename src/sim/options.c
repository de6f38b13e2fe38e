/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one table of everything that can be set in a run.
 * Not here: keys of faults and events (option_lists.c), how values are read (option_kinds.c).
 */
#include "sim/option_rows.h"

#define IN_SETTINGS(member) STORED(struct sim_settings, member)

#define IN_SCENARIO(member) IN_SETTINGS(scenario.member)

#define IN_PORTS(member)                                                                           \
    .scope = SIM_SCOPE_PORT, IN_SCENARIO(ports[0].member), .stride = sizeof(struct sim_port)

#define PORTS_WHOLE                                                                                \
    .scope = SIM_SCOPE_PORT, IN_SCENARIO(ports[0]), .stride = sizeof(struct sim_port)

#define IN_ERRORS(member)                                                                          \
    .scope = SIM_SCOPE_DIRECTION, IN_SCENARIO(errors[0].member), .stride = sizeof(struct sim_errors)

#define IN_TRAFFIC(member)                                                                         \
    .scope = SIM_SCOPE_DIRECTION, IN_SCENARIO(traffic[0].member),                                  \
    .stride = sizeof(struct sim_traffic)

static const char *directions_word(unsigned number)
{
    static const char *const words[] = {"none", "downstream", "upstream", "both"};
    return number < SIM_DIRECTIONS_COUNT ? words[number] : NULL;
}

static const char *writes_word(unsigned number)
{
    return number == SIM_DIRECTIONS_DEFAULT ? "default" : directions_word(number);
}

static const char *ladder_word(unsigned number)
{
    static const char *const words[] = {"none", "all", "excerpts"};
    return number < SIM_LADDER_COUNT ? words[number] : NULL;
}

static const char *dllp_class_word(unsigned number)
{
    /* In the order of enum ak_dllp_class; Acks and Naks are never background. */
    static const char *const words[] = {"", "flow_control", "other"};
    return number < sizeof(words) / sizeof(words[0]) ? words[number] : NULL;
}

static const char *condition_word(unsigned number)
{
    return sim_condition_name((enum sim_condition)number);
}

static const char *replay_policy_word(unsigned number)
{
    return sim_replay_policy_name((enum ak_replay_policy)number);
}

static const char *timing_word(unsigned number)
{
    return sim_workload_timing_name((enum sim_workload_timing)number);
}

static const struct sim_option rows[] = {
    {.name = "seed",
     .section = "",
     .key = "seed",
     .kind = SIM_KIND_COUNT,
     IN_SCENARIO(seed),
     .max = INT64_MAX,
     .brief = "Where the random choices begin; default 1.",
     .help = "Where the random choices begin: the same seed gives the same run on every machine."},

    /* The link. */
    {.name = "rate",
     .section = "link",
     .key = "rate",
     .kind = SIM_KIND_RATE,
     IN_SCENARIO(link.rate),
     .unit = "GT/s",
     .brief = "Rate of a lane: 2.5, 5, 8, 16 or 32; default 8.",
     .help = "Data rate of a lane."},
    {.name = "max-rate",
     .section = "link",
     .key = "max_rate",
     .kind = SIM_KIND_RATE,
     IN_SCENARIO(link.max_rate),
     .unit = "GT/s",
     .help = "Highest rate that both ports support; from 16 on, REPLAY_TIMER is the simplified one "
             "at every rate. A value below the rate counts as the rate."},
    {.name = "width",
     .section = "link",
     .key = "width",
     .kind = SIM_KIND_WIDTH,
     IN_SCENARIO(link.width),
     .unit = "lanes",
     .brief = "Lanes: 1, 2, 4, 8, 12, 16 or 32; default 4.",
     .help = "Lanes of the link."},
    {.name = "mps",
     .section = "link",
     .key = "mps",
     .kind = SIM_KIND_MPS,
     IN_SCENARIO(link.mps_bytes),
     .unit = "bytes",
     .brief = "Max_Payload_Size: 128 to 4096; default 256.",
     .help = "Max_Payload_Size."},
    {.name = "extended-sync",
     .section = "link",
     .key = "extended_sync",
     .kind = SIM_KIND_BOOL,
     IN_SCENARIO(link.extended_synch),
     .help = "The Extended Synch bit: longer exits from L0s, longer simplified REPLAY_TIMER."},
    {.name = "propagation",
     .section = "link",
     .key = "propagation",
     .kind = SIM_KIND_TIME,
     IN_SCENARIO(link.propagation_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Delay from pin to pin, one way."},
    {.name = "recovery",
     .section = "link",
     .key = "recovery",
     .kind = SIM_KIND_TIME,
     IN_SCENARIO(link.recovery_fs),
     .min = SIM_FS_PER_NS,
     .max = SIM_DELAY_MAX_FS,
     .help = "How long the link is in Recovery each time."},
    {.name = "skp",
     .section = "link",
     .key = "skp",
     .kind = SIM_KIND_BOOL,
     IN_SCENARIO(link.skp),
     .help = "Whether SKP ordered sets are sent."},
    {.name = "skp-interval",
     .section = "link",
     .key = "skp_interval",
     .kind = SIM_KIND_COUNT,
     IN_SCENARIO(link.skp_interval_sym),
     .max = 1538,
     .help =
         "From one SKP ordered set to the next: 1180 to 1538 symbol times at 8b/10b, 370 to 375 "
         "blocks at 128b/130b; 0 is the longest."},
    {.name = "l0s",
     .section = "link",
     .key = "l0s",
     .kind = SIM_KIND_BOOL,
     IN_SCENARIO(link.l0s),
     .help = "Whether an idle direction goes to L0s by itself."},
    {.name = "l0s-entry",
     .section = "link",
     .key = "l0s_entry",
     .kind = SIM_KIND_TIME,
     IN_SCENARIO(link.l0s_entry_fs),
     .min = SIM_FS_PER_NS,
     .max = 7 * SIM_FS_PER_US,
     .help = "How long a direction is idle before it goes to L0s."},

    /* The ports. */
    {.name = "ack-policy",
     .key = "ack_policy",
     .kind = SIM_KIND_ACK_POLICY,
     PORTS_WHOLE,
     .brief = "Ack by timer (default), each TLP, or every N TLPs.",
     .help = "When an Ack is sent: by ACKNAK_LATENCY_TIMER, for each TLP, or for every N TLPs."},
    {.name = "ack-limit",
     .key = "ack_limit",
     .kind = SIM_KIND_ACK_LIMIT,
     PORTS_WHOLE,
     .max = 100000000,
     .help = "Limit of ACKNAK_LATENCY_TIMER: that of the tables, or symbol times."},
    {.name = "replay-policy",
     .key = "replay_policy",
     .kind = SIM_KIND_WORD,
     IN_PORTS(replay_policy),
     .word = replay_policy_word,
     .brief = "An Ack during a replay acts at once (concurrent, default) or after it (deferred).",
     .help = "Whether an Ack or Nak received during a replay takes effect at once or after it."},
    {.name = "replay-timer",
     .key = "replay_timer",
     .kind = SIM_KIND_REPLAY_TIMER,
     PORTS_WHOLE,
     .max = 100000000,
     .brief =
         "REPLAY_TIMER limit: table, simplified or symbol times; by default as the max-rate asks.",
     .help = "Limit of REPLAY_TIMER: that of the tables, the simplified one of Base 4.0, or symbol "
             "times; default is simplified from a max-rate of 16 GT/s on, else table."},
    {.name = "replay-buffer",
     .key = "replay_buffer",
     .kind = SIM_KIND_SIZE,
     IN_PORTS(replay_buffer_bytes),
     .min = AK_FRAME_MAX_BYTES,
     .max = 1u << 30,
     .brief = "Bytes of frames kept for replay; default 64KiB.",
     .help = "Replay buffer of a port, in bytes of frames (TLP, sequence number and LCRC)."},
    {.name = "replay-buffer-tlps",
     .key = "replay_buffer_tlps",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(replay_buffer_tlps),
     .min = 1,
     .max = AK_SLOTS_MAX,
     .unit = "TLPs, a power of two",
     .help = "Replay buffer of a port, in TLPs."},
    {.name = "retrain-limit",
     .key = "retrain_limit",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(retrain_limit),
     .max = 255,
     .help = "Retrains without progress after which a port gives up; 0: never."},
    {.name = "rx-delay",
     .key = "rx_delay",
     .kind = SIM_KIND_TIME,
     IN_PORTS(rx_delay_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Delay from the pin to the Data Link Layer."},
    {.name = "tx-delay",
     .key = "tx_delay",
     .kind = SIM_KIND_TIME,
     IN_PORTS(tx_delay_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Delay from the Data Link Layer to the pin."},
    {.name = "n-fts",
     .key = "n_fts",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(n_fts),
     .min = 1,
     .max = 255,
     .help = "Fast training sequences that a receiver asks for at the exit from L0s."},
    {.name = "internal-delay",
     .key = "internal_delay",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(internal_delay_sym),
     .max = 1000000,
     .unit = "symbol times",
     .help = "Internal delay in both timer limits; 0: that of the rate (19, 70 or 115)."},
    {.name = "tx-l0s-adjustment",
     .key = "tx_l0s_adjustment",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(tx_l0s_adjustment_sym),
     .max = 1000000,
     .unit = "symbol times",
     .help = "L0s term of the Ack limit (Base 1.x)."},
    {.name = "rx-l0s-adjustment",
     .key = "rx_l0s_adjustment",
     .kind = SIM_KIND_COUNT,
     IN_PORTS(rx_l0s_adjustment_sym),
     .max = 1000000,
     .unit = "symbol times",
     .help = "L0s term of the REPLAY_TIMER limit (Base 1.x)."},
    {.name = "report-window-stall",
     .key = "report_window_stall",
     .kind = SIM_KIND_BOOL,
     IN_PORTS(report_window_stall),
     .help = "Whether 2047 unacknowledged TLPs are also a DL Protocol Error, as the book reads."},

    /* Errors. */
    {.name = "ber",
     .key = "ber",
     .kind = SIM_KIND_PROBABILITY,
     IN_ERRORS(ber),
     .brief = "Bit error rate, such as 1e-9; default: no errors.",
     .help = "Bit error rate: the probability that a line bit is hit."},
    {.name = "burst",
     .key = "burst",
     .kind = SIM_KIND_COUNT,
     IN_ERRORS(burst_bits),
     .min = 1,
     .max = 64,
     .unit = "line bits",
     .help = "Length of a burst from the first to the last hit; 1: hits are independent."},
    {.name = "idle-hits",
     .key = "idle_hits",
     .kind = SIM_KIND_BOOL,
     IN_ERRORS(idle_hits),
     .help = "Whether idle symbols can be hit too, not packets only."},
    {.name = "damage-mask",
     .key = "damage_mask",
     .kind = SIM_KIND_MASK,
     IN_ERRORS(damage_mask),
     .max = UINT64_MAX,
     .help = "Bit n - 1: the n-th packet of the direction is damaged (of its first 64)."},
    {.name = "lose-mask",
     .key = "lose_mask",
     .kind = SIM_KIND_MASK,
     IN_ERRORS(lose_mask),
     .max = UINT64_MAX,
     .help = "Bit n - 1: the n-th packet of the direction is lost (of its first 64)."},

    /* Traffic. */
    {.name = "direction",
     .section = "traffic",
     .key = "writes",
     .kind = SIM_KIND_WORD,
     IN_SETTINGS(writes),
     .word = writes_word,
     .brief = "Way of the writes: downstream (default without a workload), upstream, both, none.",
     .help = "Which way memory writes are sent; default is downstream, or none where a workload is "
             "given."},
    {.name = "payload",
     .key = "payload",
     .kind = SIM_KIND_MIX,
     .scope = SIM_SCOPE_DIRECTION,
     IN_SCENARIO(traffic[0].writes),
     .stride = sizeof(struct sim_traffic),
     .min = 4,
     .max = AK_TLP_DATA_MAX_BYTES,
     .brief = "Bytes of a write, or a mix, 64:3,256:1; default 64.",
     .help = "Payload of a write, or a mix of payloads."},
    {.name = "write-interval",
     .key = "write_interval",
     .kind = SIM_KIND_TIME,
     IN_TRAFFIC(writes.interval_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Time from one write to the next; 0: as fast as the link allows."},
    {.name = "write-header",
     .key = "write_header",
     .kind = SIM_KIND_EITHER,
     IN_TRAFFIC(writes.header_bytes),
     .min = 12,
     .max = 16,
     .unit = "bytes",
     .help = "Header of a write."},
    {.name = "write-ecrc",
     .key = "write_ecrc",
     .kind = SIM_KIND_BOOL,
     IN_TRAFFIC(writes.ecrc),
     .help = "Whether writes carry an ECRC."},
    {.name = "write-tlps",
     .key = "write_tlps",
     .kind = SIM_KIND_COUNT,
     IN_TRAFFIC(writes.tlps),
     .max = INT64_MAX,
     .help = "How many writes are sent; 0: no end of their own."},
    {.name = "reads",
     .section = "traffic",
     .key = "reads",
     .kind = SIM_KIND_WORD,
     IN_SETTINGS(reads),
     .word = directions_word,
     .help = "Which way memory read requests are sent; the completions travel the other way."},
    {.name = "read-size",
     .key = "read_size",
     .kind = SIM_KIND_SIZE,
     IN_TRAFFIC(reads.size_bytes),
     .min = 4,
     .max = AK_TLP_DATA_MAX_BYTES,
     .help = "Bytes that a read asks for, a multiple of 4."},
    {.name = "read-tags",
     .key = "read_tags",
     .kind = SIM_KIND_COUNT,
     IN_TRAFFIC(reads.tags),
     .min = 1,
     .max = 1024,
     .help = "Reads outstanding at most."},
    {.name = "read-latency",
     .key = "read_latency",
     .kind = SIM_KIND_TIME,
     IN_TRAFFIC(reads.latency_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Time from the delivery of a read to its first completion."},
    {.name = "read-rcb",
     .key = "read_rcb",
     .kind = SIM_KIND_EITHER,
     IN_TRAFFIC(reads.rcb_bytes),
     .min = 64,
     .max = 128,
     .unit = "bytes",
     .help = "Read Completion Boundary."},
    {.name = "read-interval",
     .key = "read_interval",
     .kind = SIM_KIND_TIME,
     IN_TRAFFIC(reads.interval_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "Time from one read to the next; 0: as the tags allow."},
    {.name = "read-header",
     .key = "read_header",
     .kind = SIM_KIND_EITHER,
     IN_TRAFFIC(reads.header_bytes),
     .min = 12,
     .max = 16,
     .unit = "bytes",
     .help = "Header of a read."},
    {.name = "read-tlps",
     .key = "read_tlps",
     .kind = SIM_KIND_COUNT,
     IN_TRAFFIC(reads.tlps),
     .max = INT64_MAX,
     .help = "How many reads are sent; 0: no end of their own."},
    {.name = "dllp-every",
     .key = "dllp_every",
     .kind = SIM_KIND_COUNT,
     IN_TRAFFIC(dllps.every_tlps),
     .max = UINT32_MAX,
     .unit = "TLPs",
     .help = "One background DLLP for every so many TLPs of the direction; 0: none."},
    {.name = "dllp-interval",
     .key = "dllp_interval",
     .kind = SIM_KIND_TIME,
     IN_TRAFFIC(dllps.interval_fs),
     .max = SIM_DELAY_MAX_FS,
     .help = "One background DLLP each time this has passed; 0: none."},
    {.name = "dllp-class",
     .key = "dllp_class",
     .kind = SIM_KIND_WORD,
     IN_TRAFFIC(dllps.dllp_class),
     .word = dllp_class_word,
     .help = "What background DLLPs are: UpdateFC, or vendor specific ones, which go last."},
    {.name = "initial-seq",
     .key = "initial_seq",
     .kind = SIM_KIND_COUNT,
     .scope = SIM_SCOPE_DIRECTION,
     IN_SCENARIO(initial_seq[0]),
     .stride = sizeof(uint16_t),
     .max = 4095,
     .help = "First sequence number of the direction."},
    {.name = "workload",
     .section = "workload",
     .key = "files",
     .kind = SIM_KIND_WORKLOAD,
     IN_SETTINGS(scenario),
     .brief = "A .tlp file of recorded TLPs; repeatable.",
     .help = "Recorded TLPs to carry, a .tlp file, gzip or not; several follow one another."},
    {.name = "workload-timing",
     .section = "workload",
     .key = "timing",
     .kind = SIM_KIND_WORD,
     IN_SCENARIO(workload.timing),
     .word = timing_word,
     .help = "Whether recorded TLPs are sent at their times or as fast as the link allows."},
    {.name = "recorded",
     .section = "traffic",
     .key = "recorded",
     .kind = SIM_KIND_WORD,
     IN_SETTINGS(recorded),
     .word = directions_word,
     .help = "Which directions of the recorded TLPs are carried."},

    /* The end. */
    {.name = "time",
     .section = "stop",
     .key = "time",
     .kind = SIM_KIND_TIME,
     IN_SCENARIO(stop.time_fs),
     .max = SIM_TIME_MAX_FS,
     .brief = "Simulated time to run; 1ms if nothing else ends it.",
     .help = "Simulated time to run; 0: no limit, but 1ms for traffic without an end."},
    {.name = "tlps",
     .section = "stop",
     .key = "tlps",
     .kind = SIM_KIND_COUNT,
     IN_SCENARIO(stop.tlps),
     .max = INT64_MAX,
     .brief = "TLPs to carry each way; default: no limit.",
     .help = "TLPs to carry in each direction, without completions; 0: no limit."},
    {.name = "until",
     .section = "stop",
     .key = "condition",
     .kind = SIM_KIND_WORD,
     IN_SCENARIO(stop.condition),
     .word = condition_word,
     .help = "What ends the run when it first happens at either port."},

    /* What is shown. */
    {.name = "ladder",
     .section = "output",
     .key = "ladder",
     .kind = SIM_KIND_WORD,
     IN_SETTINGS(ladder),
     .word = ladder_word,
     .brief = "Show the packets: all of them (no value) or excerpts.",
     .help = "Show the exchange packet by packet: all of it, or excerpts where something went "
             "wrong; without a value, all."},
    {.name = "ladder-rows",
     .section = "output",
     .key = "ladder_rows",
     .kind = SIM_KIND_COUNT,
     IN_SETTINGS(ladder_rows),
     .max = UINT32_MAX,
     .help = "Rows of the ladder to show at most; 0: no limit."},
};

_Static_assert(ROW_COUNT(rows) <= SIM_OPTION_ROWS_MAX, "struct sim_lines has room for each");

const struct sim_option_table sim_options = {rows, ROW_COUNT(rows)};

unsigned sim_option_targets(const struct sim_option *option)
{
    return option->scope == SIM_SCOPE_ONE ? 1 : SIM_TARGET_COUNT;
}

const char *sim_option_suffix(enum sim_option_scope scope, enum sim_option_target target)
{
    static const char *const suffixes[][SIM_TARGET_COUNT] = {
        [SIM_SCOPE_ONE] = {"", "", ""},
        [SIM_SCOPE_PORT] = {"", "-a", "-b"},
        [SIM_SCOPE_DIRECTION] = {"", "-downstream", "-upstream"},
    };
    return suffixes[scope][target];
}

const char *sim_option_section(const struct sim_option *option, enum sim_option_target target)
{
    static const char *const sections[][SIM_TARGET_COUNT] = {
        [SIM_SCOPE_ONE] = {"", "", ""},
        [SIM_SCOPE_PORT] = {"ports", "port_a", "port_b"},
        [SIM_SCOPE_DIRECTION] = {"directions", "downstream", "upstream"},
    };
    return option->scope == SIM_SCOPE_ONE ? option->section : sections[option->scope][target];
}
