/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the input says, and nothing that is concluded from it: per device which bits, how often and
 * of what kind the figure is, and what else was seen. Constant memory however long the input is.
 * Not here: which devices share a link (pair.h), conclusions (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_FACTS_H
#define ACKNAK_DIAGNOSE_FACTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "diagnose/facts/bits.h"
#include "diagnose/facts/series.h"
#include "diagnose/text/address.h"
#include "diagnose/text/stamp.h"

#define AK_MAX_DEVICES 4096u
#define AK_REPEAT_KEYS (1u << 16)

/* Where a figure comes from. One event can be in several: they are never added up. */
enum ak_channel {
    AK_CHANNEL_COUNTER,     /* a counter of kernel or device */
    AK_CHANNEL_LOG,         /* kernel log with the time since boot */
    AK_CHANNEL_LOG_WALL,    /* kernel log with calendar time */
    AK_CHANNEL_LOG_UNDATED, /* kernel log without usable time */
    AK_CHANNEL_RAS_LIST,
    AK_CHANNEL_RAS_CONSOLE,
    AK_CHANNEL_TRACE,
    AK_CHANNEL_SEL,
    AK_CHANNEL_STICKY, /* status registers: set at least once since they were cleared */
    AK_CHANNEL_COUNT
};

enum ak_kind { AK_KIND_COUNTER, AK_KIND_LOG, AK_KIND_STICKY, AK_KIND_COUNT };

enum ak_port {
    AK_PORT_UNKNOWN,
    AK_PORT_ROOT,
    AK_PORT_DOWNSTREAM,
    AK_PORT_UPSTREAM,
    AK_PORT_ENDPOINT,
    AK_PORT_BRIDGE /* some port: root, upstream or downstream */
};

enum ak_tristate { AK_UNSAID, AK_NO, AK_YES };

struct ak_link_state {
    uint32_t cap_mts; /* rates in MT/s: 2500, 5000, ...; 0 if not said */
    uint32_t now_mts;
    uint32_t cap_width;
    uint32_t now_width;
    uint32_t now_width_told; /* the same as it was said, also where no link can have it */
    uint32_t mps_bytes;
    enum ak_tristate aspm_l0s;
    enum ak_tristate aspm_l1;
    enum ak_tristate extended_synch;
    uint32_t l0s_exit_ns; /* LnkCap: less than this; 0 if not said */
    bool idle;            /* an idle power state was reported with it */
    bool seen_faster;     /* it ran faster at another time */
};

struct ak_device {
    uint32_t number; /* its place in ak_facts.devices */
    bool has_addr;
    struct ak_addr addr;
    char label[64];
    char model[80];  /* as lspci describes it; empty if it was not said */
    char driver[24]; /* other than the port driver; empty if it was not said */
    bool pooled;     /* no device: a sum over a whole machine */
    bool pathless;   /* counters without the path that says whose they are */
    uint64_t count[AK_CHANNEL_COUNT][AK_BIT_COUNT];
    uint64_t first[AK_BIT_COUNT]; /* first reading of each counter */
    uint32_t readings[AK_BIT_COUNT];
    bool counters_read; /* a correctable counter file or register set was read, even all zero */
    bool register_read; /* CESta was read */
    uint64_t total_correctable; /* TOTAL_ERR_COR: messages */
    bool total_read;
    uint64_t uncounted;       /* records without a bit of the Data Link Layer or Link */
    bool other_uncorrectable; /* uncorrectable errors of other layers were reported */
    uint64_t no_status;       /* records that carry no status bits at all */
    uint64_t cut_records;
    uint64_t masked_records; /* records with set bits that are masked */
    uint64_t label_differs;  /* the printed agent is not that of the unmasked bits */
    uint32_t masked_bits;    /* link bits of the correctable mask */
    bool mask_seen;
    bool named_source;       /* an error header named it */
    struct ak_addr named_by; /* the port at which that message arrived */
    bool named_by_many;
    bool logged;       /* has a record of its own */
    bool reporter;     /* error messages arrive at it: a root port */
    bool driver_port;  /* bound to the port driver */
    bool driver_other; /* bound to some other driver */
    enum ak_port port;
    bool has_secondary;
    uint8_t secondary, subordinate;
    bool has_parent;
    struct ak_addr parent;
    uint32_t vendor_device; /* vendor << 16 | device, 0 if not said */
    enum ak_tristate has_aer;
    bool access_denied;
    bool advisory;                 /* Advisory Non-Fatal is set: it explains CorrErr+ */
    bool corr_detected;            /* DevSta CorrErr+ */
    bool replay_sum;               /* Replays is the sum of Naks sent and received */
    bool reporting_off;            /* DevCtl: correctable errors are not reported */
    uint32_t instances;            /* rows that repeated one physical counter */
    uint64_t tx_errors, rx_errors; /* mlxlink */
    bool mlx_read;
    int weak_lane; /* lane whose eye is far smaller than the others, or -1 */
    uint32_t weak_eye, usual_eye;
    uint64_t near_resume; /* transmit-side records right after a resume */
    uint64_t far_resume;
    enum ak_clock clock; /* of the two stamps */
    int64_t first_us, last_us;
    uint64_t stamped;                        /* records with that clock */
    int64_t sample_first_us, sample_last_us; /* times of counter readings */
    bool sampled;
    uint64_t absent_events; /* hot plug: the card is not there */
    uint64_t dpc_events, link_down_events, lost_device, reset_events, recovery_failed;
    struct ak_link_state link;
    struct ak_series series;
};

struct ak_notes {
    uint64_t headers_only; /* error messages whose record was not printed */
    uint64_t repeated;     /* records quoted twice */
    uint64_t suppressed;   /* callbacks suppressed by a rate limit */
    uint64_t lost_messages;
    uint64_t source_differs; /* header source that logged nothing itself */
    uint64_t unknown_severity;
    uint64_t cut_records;     /* at a device not known */
    uint64_t lowest_bit_only; /* old block form: one bit per record */
    uint64_t devices_dropped;
    uint64_t inject_lines;
    uint64_t whea_records;
    uint64_t resumes;
    unsigned pathless_blocks; /* counters without the path that says whose they are */
    uint64_t counter_copies;  /* rows of one physical counter */
    bool no_aer_kernel;       /* AER is switched off or not granted */
    bool summary_without_device;
    bool says_idle;          /* the text tells of an idle power state */
    bool speaks_of_counters; /* aer_dev_* or TOTAL_ERR_* was named */
    uint64_t uptime_s;       /* as uptime printed it, 0 if not said */
    bool rate_told;          /* a rate could be read from prose */
    uint64_t rate_per_second;
    uint64_t used_lines; /* lines that some format took; the others were skipped */
    uint64_t cut_lines;  /* longer than a line may be */
    uint32_t formats;    /* bit per row of the format table */
};

struct ak_repeat_key {
    uint64_t key;
    uint32_t epoch;
};

struct ak_facts {
    struct ak_device *devices[AK_MAX_DEVICES];
    size_t device_count;
    struct ak_device overflow;          /* takes what does not fit */
    uint32_t index[AK_MAX_DEVICES * 4]; /* hash of address -> device number + 1 */
    struct ak_repeat_key repeat_keys[AK_REPEAT_KEYS];
    int64_t newest_wall_us;
    uint32_t epoch; /* times the calendar went back: a quotation, or another file */
    int64_t resume_us;
    enum ak_clock resume_clock;
    uint64_t resume_line;        /* for logs without time */
    uint64_t line;               /* lines read so far */
    enum ak_channel log_channel; /* of the current file */
    bool log_channel_set;
    struct ak_notes notes;
};

/* All zero is not a valid start: call this. */
void ak_facts_begin(struct ak_facts *facts);
void ak_facts_end(struct ak_facts *facts);

/* A new file begins: what was open in the last one is closed. */
void ak_facts_next_file(struct ak_facts *facts);

/* Finds or adds. Never NULL: beyond AK_MAX_DEVICES an overflow device is returned and counted. */
struct ak_device *ak_facts_device(struct ak_facts *facts, const struct ak_addr *addr);
struct ak_device *ak_facts_labelled(struct ak_facts *facts, const char *label);
/* Finds; NULL if nothing was said about it. */
struct ak_device *ak_facts_find(const struct ak_facts *facts, const struct ak_addr *addr);

/* One event of `bit` in `channel`. */
void ak_facts_add(struct ak_device *device, enum ak_channel channel, enum ak_bit bit, uint64_t n);

/* A reading of a counter; the newest one counts, the first is kept to see the change. */
void ak_facts_set(struct ak_device *device, enum ak_bit bit, uint64_t value);

/* A status register of configuration space. */
void ak_facts_set_sticky(struct ak_device *device, enum ak_bit bit, bool set);

struct ak_record {
    struct ak_addr addr;
    uint32_t status;
    uint32_t mask;
    bool uncorrectable;
    bool label_transmitter; /* printed agent: Transmitter */
    bool label_receiver;
    struct ak_stamp stamp;
};

/* A complete log record: counts the unmasked bits unless the record is a repeat. */
void ak_facts_record(struct ak_facts *facts, const struct ak_record *record);

/*
 * Is this a quotation of a record that was counted: same time, same device, same bits? Stamps of
 * whole seconds repeat in a storm, so there a quotation also has to go back in time. Undated
 * records never repeat.
 */
bool ak_facts_is_repeat(struct ak_facts *facts, const struct ak_record *record);

/* The machine came out of a sleep state at this time. */
void ak_facts_resume(struct ak_facts *facts, struct ak_stamp stamp);

enum ak_kind ak_channel_kind(enum ak_channel channel);
const char *ak_kind_name(enum ak_kind kind);

/*
 * The counts of one kind: the newest counters, the fullest log, or the sticky bits. False if all
 * are zero.
 */
bool ak_device_counts(const struct ak_device *device, enum ak_kind kind,
                      uint64_t out[AK_BIT_COUNT]);

/* How far each counter moved between its first and its last reading; false without two readings. */
bool ak_device_change(const struct ak_device *device, uint64_t out[AK_BIT_COUNT]);

/* Keep what the input calls the device or its driver: printable characters only, cut to fit. */
void ak_device_set_model(struct ak_device *device, const char *model);
void ak_device_set_driver(struct ak_device *device, const char *driver);

/*
 * "Acme Flash Controller, driver nvme", or the vendor and device id; empty if nothing was said.
 * `out` holds at least AK_DESCRIPTION_TEXT bytes. Returns `out`.
 */
#define AK_DESCRIPTION_TEXT 128
char *ak_device_describe(char *out, const struct ak_device *device);

/* Address or label for output. `out` holds at least 64 bytes. Returns `out`. */
char *ak_device_name(char *out, const struct ak_device *device);

#endif
