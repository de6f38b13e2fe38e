/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Everything that decides how a run of the link simulator goes, in one plain struct.
 * Not here: the option table and the YAML file that fill it; the run itself (run.h).
 *
 * Times are femtoseconds in 64 bits; "sym" is symbol times. A direction is named after where a TLP
 * travels: downstream from port a (upstream component, Device A) to port b, upstream back.
 */
#ifndef ACKNAK_SIM_SCENARIO_H
#define ACKNAK_SIM_SCENARIO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "acknak/config.h"
#include "acknak/limits.h"
#include "acknak/rate.h"

#define SIM_FS_PER_PS 1000ull
#define SIM_FS_PER_NS 1000000ull
#define SIM_FS_PER_US 1000000000ull
#define SIM_FS_PER_MS 1000000000000ull
#define SIM_FS_PER_S  1000000000000000ull

#define SIM_TIME_MAX_FS     (10000ull * SIM_FS_PER_S) /* longest time anywhere in a scenario */
#define SIM_DELAY_MAX_FS    SIM_FS_PER_MS             /* longest delay on the way of a packet */
#define SIM_INTERVAL_MAX_FS SIM_FS_PER_S              /* longest interval, latency or Recovery */
#define SIM_STOP_TIME_FS    SIM_FS_PER_MS /* end of a run whose traffic and stop have no end */
#define SIM_MIX_MAX         8u            /* sizes in one mix */
#define SIM_FAULTS_MAX      64u
#define SIM_EVENTS_MAX      64u
#define SIM_WORKLOADS_MAX   32u
#define SIM_COUNT_FOREVER   UINT64_MAX

enum sim_direction { SIM_DOWNSTREAM, SIM_UPSTREAM, SIM_DIRECTION_COUNT };

enum sim_side { SIM_PORT_A, SIM_PORT_B, SIM_PORT_COUNT };

/* ---- Link ---- */

struct sim_link {
    enum ak_rate rate;
    enum ak_rate max_rate;     /* highest rate both ports support; below rate: taken as rate */
    uint32_t width;            /* lanes: 1, 2, 4, 8, 12, 16, 32 */
    uint32_t mps_bytes;        /* Max_Payload_Size: 128 to 4096, a power of two */
    bool extended_synch;       /* Extended Synch bit of both ports */
    uint64_t propagation_fs;   /* from pin to pin, one way: 0 to SIM_DELAY_MAX_FS */
    uint64_t recovery_fs;      /* how long Recovery takes: 1 ns to SIM_INTERVAL_MAX_FS */
    bool skp;                  /* send SKP ordered sets */
    uint32_t skp_interval_sym; /* 8b/10b: symbol times from one to the next, 1180 to 1538;
                                  128b/130b: blocks of 16 symbols, 370 to 375; 0: 1538 or 375 */
    bool l0s;                  /* each direction goes to L0s by itself when idle */
    uint64_t l0s_entry_fs;     /* idle time before L0s: 1 ns to 7 us */
};

/* ---- Ports ---- */

enum sim_ack_policy {
    SIM_ACK_TIMER,   /* when ACKNAK_LATENCY_TIMER reaches its limit */
    SIM_ACK_EACH,    /* for each TLP */
    SIM_ACK_EVERY_N, /* for every ack_every_tlps, or by the timer */
};

struct sim_port {
    uint64_t rx_delay_fs; /* pin to Data Link Layer: 0 to SIM_DELAY_MAX_FS */
    uint64_t tx_delay_fs; /* Data Link Layer to pin: 0 to SIM_DELAY_MAX_FS */
    uint32_t n_fts;       /* FTS this receiver asks for at L0s exit: 1 to 255 */

    enum ak_replay_policy replay_policy;
    enum ak_replay_timer replay_timer;
    uint32_t replay_timer_sym;      /* EXPLICIT: 1 to 100,000,000; SIMPLIFIED: 0 or in its range */
    uint32_t internal_delay_sym;    /* of both limits: 0 that of the rate, else to 1,000,000 */
    uint32_t tx_l0s_adjustment_sym; /* Base 1.x terms (D18): 0 to 1,000,000 */
    uint32_t rx_l0s_adjustment_sym;
    enum sim_ack_policy ack_policy;
    uint32_t ack_every_tlps; /* SIM_ACK_EVERY_N: 2 to 65,535 */
    bool ack_limit_explicit; /* ack_limit_sym instead of the formula */
    uint32_t ack_limit_sym;  /* 0 to 100,000,000, measured at the port (D29) */

    uint32_t replay_buffer_bytes; /* the largest frame (sim_largest_frame_bytes) to 1 GiB */
    uint32_t replay_buffer_tlps;  /* 1 to 2048, a power of two */
    uint32_t retrain_limit;       /* 0 (never gives up) to 255 */
    bool report_window_stall;     /* D1 */
};

/* ---- Errors ---- */

/* A probability in units of 2^-64, so that no rounding differs between machines. */
struct sim_probability {
    uint64_t per_2_64;
};

struct sim_errors {
    struct sim_probability ber; /* that a burst begins at a line bit: 0 to 0.01 */
    uint32_t burst_bits;        /* 1: independent hits; 2 to 64: line bits from the first to the
                                   last hit of a burst, those between hit with probability 1/2 */
    bool idle_hits;             /* idle symbols can be hit too, not packets only */
    uint64_t damage_mask;       /* bit n - 1: the n-th packet of this direction is damaged */
    uint64_t lose_mask;         /* bit n - 1: the n-th packet is lost */
};

/* ---- Scripted faults (D25) ---- */

enum sim_fault_kind {
    SIM_FAULT_TX_LCRC,          /* TLP: sent with a wrong LCRC */
    SIM_FAULT_TLP_ERR_SEQ,      /* TLP: number moved by seq_difference, LCRC good for it */
    SIM_FAULT_DUPLICATE_TLP,    /* TLP: sent once more, right behind itself */
    SIM_FAULT_NULLIFIED_TLP,    /* new TLP: nullified while being sent (D13), then sent again new */
    SIM_FAULT_ACK_NAK_DLLP_SEQ, /* Ack, Nak: number moved by seq_difference, CRC good for it */
    SIM_FAULT_ACK_NAK_DLLP,     /* Ack, Nak: blocked, its place on the wire stays idle */
    SIM_FAULT_NAK_DLLP,         /* Ack: sent as a Nak */
    SIM_FAULT_B16_CRC_DLLP,     /* DLLP: sent with a wrong CRC */
    SIM_FAULT_END_EDB,          /* TLP: ended with EDB, LCRC left good. DLLP (8b/10b): likewise */
    SIM_FAULT_STP_SDP,          /* begins with SDP in place of STP, or STP in place of SDP */
    SIM_FAULT_FCRC_TLP,         /* TLP, 128b/130b: wrong Frame CRC in the STP token */
    SIM_FAULT_INV_SYNC_HDR_SYM, /* 128b/130b: invalid sync header while the packet is sent */
    SIM_FAULT_RX_ERROR,         /* 8b/10b: code or disparity error in the packet */
    SIM_FAULT_LOSE,             /* vanishes without a trace */
    SIM_FAULT_DAMAGE,           /* a bit of the packet arrives wrong, seen by the CRC alone */
    SIM_FAULT_STUCK,            /* everything that begins in the time given vanishes */
    SIM_FAULT_KIND_COUNT
};

/* The packets among which a fault counts. */
enum sim_packet_class {
    SIM_PACKET_ANY,
    SIM_PACKET_TLP,          /* every sending of a TLP */
    SIM_PACKET_TLP_NEW,      /* first sendings */
    SIM_PACKET_TLP_REPLAYED, /* sendings of a replay */
    SIM_PACKET_DLLP,
    SIM_PACKET_ACK,
    SIM_PACKET_NAK,
    SIM_PACKET_ACK_NAK,
    SIM_PACKET_FLOW_CONTROL,
    SIM_PACKET_OTHER_DLLP,
    SIM_PACKET_CLASS_COUNT
};

/*
 * Hits the nth to (nth + count - 1)th packet, counted among the packets of `packet` (and of `seq`)
 * that begin in `direction` from `from_fs` on and before `until_fs`. A packet that the kind does
 * not apply to (see there) is not counted. nullified_tlp counts new TLPs as they are submitted.
 */
struct sim_fault {
    enum sim_fault_kind kind;
    enum sim_direction direction; /* the way the packet travels: an Ack of b goes upstream */
    enum sim_packet_class packet; /* SIM_PACKET_ANY: all that the kind applies to */
    int32_t seq;                  /* only packets with this number, 0 to 4095; -1: any */
    uint64_t nth;                 /* 1: the first; 1 to 2^63. Not looked at by STUCK */
    uint64_t count;               /* 1 to 2^63, or SIM_COUNT_FOREVER. Not looked at by STUCK */
    uint64_t from_fs;             /* 0 to SIM_TIME_MAX_FS */
    uint64_t until_fs;            /* 0: no end, else later than from_fs; STUCK needs one */
    int32_t seq_difference;       /* the two *_SEQ kinds: -4095 to 4095, not 0 */
    int32_t bit;                  /* DAMAGE: bit of the frame or DLLP that flips, 0 to 33,103, taken
                                     modulo its length; -1: a random one */
};

/* ---- What happens to the link ---- */

enum sim_link_event_kind {
    SIM_EVENT_LINK_DOWN,    /* LinkUp = 0 on both sides */
    SIM_EVENT_LINK_UP,      /* LinkUp = 1 again */
    SIM_EVENT_LINK_DISABLE, /* Link Disable set in port a: LinkUp = 0 follows on both sides */
    SIM_EVENT_LINK_ENABLE,  /* Link Disable cleared: the link is up */
    SIM_EVENT_RECOVERY,     /* both sides go through Recovery for recovery_fs */
    SIM_EVENT_KIND_COUNT
};

struct sim_link_event {
    enum sim_link_event_kind kind;
    uint64_t time_fs; /* in ascending order */
};

/* ---- Traffic ---- */

struct sim_size_weight {
    uint32_t payload_bytes; /* 4 to mps_bytes, a multiple of 4 */
    uint32_t weight;        /* 1 to 1,000,000 */
};

/* Memory writes in one direction. */
struct sim_writes {
    bool on;
    uint32_t mix_count; /* 1 to SIM_MIX_MAX; 1: all of one size */
    struct sim_size_weight mix[SIM_MIX_MAX];
    uint64_t interval_fs;  /* 0: saturating; else from one to the next, to SIM_INTERVAL_MAX_FS */
    uint32_t header_bytes; /* 12 or 16 */
    bool ecrc;             /* with ECRC */
    uint64_t tlps;         /* how many; 0: no end of their own */
};

/* Memory reads requested in one direction; the completions travel in the other. */
struct sim_reads {
    bool on;
    uint32_t size_bytes; /* of a request: 4 to 4096, a multiple of 4 */
    uint32_t tags;       /* requests outstanding at most: 1 to 1024 */
    uint64_t
        latency_fs; /* from delivery of a request to its first completion; to SIM_INTERVAL_MAX_FS */
    uint32_t rcb_bytes;    /* Read Completion Boundary: 64 or 128 */
    uint64_t interval_fs;  /* 0: as the tags allow; else from one request to the next */
    uint32_t header_bytes; /* of requests: 12 or 16 */
    uint64_t tlps;         /* how many requests; 0: no end of their own */
};

/* Background DLLPs in one direction. */
struct sim_dllps {
    uint32_t every_tlps;           /* one for every n TLPs that begin; 0: none */
    uint64_t interval_fs;          /* one each time this has passed; 0: none */
    enum ak_dllp_class dllp_class; /* flow control: UpdateFC-P; other: vendor specific */
};

struct sim_traffic {
    struct sim_writes writes;
    struct sim_reads reads;
    struct sim_dllps dllps;
    bool recorded; /* carry the workload's TLPs of this direction (default true) */
};

enum sim_workload_timing {
    SIM_WORKLOAD_RECORDED, /* each TLP at its recorded time, or later if the link is behind */
    SIM_WORKLOAD_FAST,     /* as fast as the link allows, both directions by themselves */
};

/* Recorded TLPs: .tlp files, gzip or not, one after the other. */
struct sim_workload {
    uint32_t file_count;                  /* 0: none */
    const char *files[SIM_WORKLOADS_MAX]; /* paths, the caller's, valid during the run */
    enum sim_workload_timing timing;
};

/* ---- End of the run ---- */

enum sim_condition {
    SIM_CONDITION_NONE,
    SIM_CONDITION_FIRST_DELIVERY,
    SIM_CONDITION_FIRST_ACK, /* received */
    SIM_CONDITION_FIRST_NAK, /* received */
    SIM_CONDITION_FIRST_REPLAY,
    SIM_CONDITION_FIRST_TIMEOUT,
    SIM_CONDITION_FIRST_ROLLOVER,
    SIM_CONDITION_FIRST_RETRAIN, /* asked for by a port */
    SIM_CONDITION_FIRST_RECOVERY,
    SIM_CONDITION_FIRST_DUPLICATE,
    SIM_CONDITION_FIRST_BAD_TLP,
    SIM_CONDITION_FIRST_BAD_DLLP,
    SIM_CONDITION_FIRST_RECEIVER_ERROR,
    SIM_CONDITION_FIRST_PROTOCOL_ERROR,
    SIM_CONDITION_FIRST_STALL, /* a TLP was refused for want of room */
    SIM_CONDITION_FIRST_LINK_DOWN,
    SIM_CONDITION_COUNT
};

/* Whatever comes first ends the run; a dead link and delivered traffic always do. With no end in
 * here and none in the traffic SIM_STOP_TIME_FS applies. */
struct sim_stop {
    uint64_t time_fs; /* 0: none; to SIM_TIME_MAX_FS */
    uint64_t tlps;    /* TLPs submitted per direction by writes, reads and workload together;
                         completions come on top. Then what is under way is delivered. 0: none */
    enum sim_condition condition; /* at either port */
};

struct sim_scenario {
    uint64_t seed;
    struct sim_link link;
    struct sim_port ports[SIM_PORT_COUNT];
    uint16_t initial_seq[SIM_DIRECTION_COUNT]; /* first sequence number (D33): 0 to 4095 */
    struct sim_errors errors[SIM_DIRECTION_COUNT];
    struct sim_traffic traffic[SIM_DIRECTION_COUNT];
    struct sim_workload workload;
    uint32_t fault_count; /* 0 to SIM_FAULTS_MAX */
    struct sim_fault faults[SIM_FAULTS_MAX];
    uint32_t event_count; /* 0 to SIM_EVENTS_MAX */
    struct sim_link_event events[SIM_EVENTS_MAX];
    struct sim_stop stop;
    enum ak_crc_kernel crc_kernel; /* makes no difference to the result */
};

/*
 * Fills `scenario` with the defaults: 8 GT/s x4, MPS 256, no errors, saturating writes of 64 bytes
 * downstream, nothing upstream, no end. A fault added to it starts from sim_fault_default().
 */
void sim_scenario_default(struct sim_scenario *scenario);
void sim_fault_default(struct sim_fault *fault);

/* Bytes of the largest frame that the scenario may send: MPS, header, ECRC, number and LCRC; of any
 * TLP if it carries recorded ones. */
uint32_t sim_largest_frame_bytes(const struct sim_scenario *scenario);

/* Which setting a message is about. */
enum sim_place { SIM_PLACE_RUN, SIM_PLACE_FAULT, SIM_PLACE_EVENT };

struct sim_setting {
    const char *key; /* as in a scenario file: "payload"; a null pointer: none */
    enum sim_place place;
    uint32_t index; /* of the port, direction, fault or event, from 0 */
};

/*
 * Checks values that no range of a single field can: names that belong to the other encoding, a
 * payload above the MPS, events out of order. Ranges are checked as well. Returns true, or writes
 * one clear line (what was found, what is expected) to `message` of `size` bytes and, unless it is
 * a null pointer, the setting to `about`.
 */
bool sim_scenario_check(const struct sim_scenario *scenario, struct sim_setting *about,
                        char *message, size_t size);

/*
 * Reads a probability in decimal, "1e-9", "0.00001", "2.5E-7", exactly: rounded to the nearest
 * 2^-64 by integer arithmetic. Returns false if `text` is no such number, is above 1/2, or is not
 * 0 and rounds to 0.
 */
bool sim_probability_parse(const char *text, struct sim_probability *out);

/* The names used in files and options; NULL past the last. D25 names for faults. */
const char *sim_direction_name(enum sim_direction direction); /* downstream, upstream */
const char *sim_fault_kind_name(enum sim_fault_kind kind);    /* tx_lcrc ... */
bool sim_fault_moves_seq(enum sim_fault_kind kind); /* whether seq_difference means anything */
const char *sim_packet_class_name(enum sim_packet_class packet);       /* any, tlp, tlp_new ... */
const char *sim_link_event_name(enum sim_link_event_kind kind);        /* link_down ... */
const char *sim_condition_name(enum sim_condition condition);          /* none, first_replay ... */
const char *sim_ack_policy_name(enum sim_ack_policy policy);           /* timer, each, every_n */
const char *sim_replay_policy_name(enum ak_replay_policy policy);      /* concurrent, deferred */
const char *sim_workload_timing_name(enum sim_workload_timing timing); /* recorded, fast */

/* What the timer limits of a port follow from. */
struct ak_limits_input sim_limits_input(const struct sim_link *link, const struct sim_port *port);

#endif
