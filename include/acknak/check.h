/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Did both sides of a Link keep to the ACK/NAK protocol? Records of what was on the wire go in,
 * findings come out. A library of its own: it shares no code with the state machines it judges.
 * Not here: what a record is (record.h), reading files, printing.
 *
 * The checker follows each port's visible state from the wire alone. It reads wire records and
 * looks at no others; an injected fault stays unknown to it. Where a trace does not show enough,
 * a rule is not judged, and the tally says why: a recording may start in the middle, hold one
 * direction only, have gaps and truncated packets.
 *
 *     void *memory = malloc(ak_check_bytes());
 *     struct ak_check *check = ak_check_init(memory, &options, sink);
 *     for each record: ak_check_take(check, &record);
 *     ak_check_end(check);
 */
#ifndef ACKNAK_CHECK_H
#define ACKNAK_CHECK_H

#include <stddef.h>

#include "acknak/api.h"
#include "acknak/record.h"

AK_BEGIN_DECLS

struct ak_check;

/* What stands in no record. All zero is a good start: everything is taken from the trace. */
struct ak_check_options {
    struct ak_record_link link; /* parameters that hold until a record of the trace says else */
    uint64_t skip_rules;        /* bit i set: rule i (ak_check_rule) is not judged, not tallied */
    bool states;                /* hand on a STATE record of a port whenever its visible state
                                   changes: what renderers show for a recorded Link */
};

/* How a rule has fared so far. */
struct ak_check_tally {
    uint64_t checked;    /* times it was judged */
    uint64_t broken;     /* findings of severity error or warning */
    uint64_t notes;      /* findings of severity note */
    uint64_t not_judged; /* times it could not be judged */
    const char *why;     /* the most frequent reason for that, or a null pointer; static storage */
};

/* Revisions of the Base Specification whose section numbers the table of rules has. */
enum ak_check_base {
    AK_CHECK_BASE_1_1,
    AK_CHECK_BASE_2_1,
    AK_CHECK_BASE_3_1,
    AK_CHECK_BASE_4_0,
    AK_CHECK_BASE_5_0,
    AK_CHECK_BASE_6_3,
    AK_CHECK_BASE_COUNT
};

/* One rule of the table. All strings have static storage. */
struct ak_check_rule {
    const char *id;              /* "RX-06": of spec/requirements.tsv, or CHK-nn */
    enum ak_severity severity;   /* of a breach that the trace proves */
    const char *sentence;        /* what the rule wants */
    const char *const *sections; /* AK_CHECK_BASE_COUNT of them; a null pointer: not known, "": that
                                    revision has no such rule. The last is known for each rule */
    const char *example;         /* a breach, in a sentence */
};

/* Counts of what was read. A packet told by sender and receiver counts once as a packet; its CRC
 * is counted as it was received. */
struct ak_check_counts {
    uint64_t tlps;
    uint64_t dllps;
    uint64_t others; /* ordered sets */
    uint64_t crc_good;
    uint64_t crc_bad; /* a nullified TLP counts as good */
    uint64_t findings[AK_SEVERITY_COUNT];
};

/* Bytes of memory that a checker needs; it takes no more, however long the trace is. */
AK_API size_t ak_check_bytes(void);

/*
 * Starts in `memory`, ak_check_bytes() bytes aligned as malloc aligns, which stays the caller's.
 * `options` (NULL: all zero) is read during the call only. `sink` takes FINDING records (and STATE
 * records, if asked for) while records go in: `about` is the record found wrong or, for something
 * missing, the record at which it became overdue; what a finding points to is lent for the call.
 */
AK_API struct ak_check *ak_check_init(void *memory, const struct ak_check_options *options,
                                      struct ak_record_sink sink);

/*
 * Looks at the next record. Returns 0, or what the sink returned when it was not 0 (a test bench
 * may stop at the first finding). Cost: one pass over a TLP (LCRC), else constant on average.
 */
AK_API int ak_check_take(struct ak_check *check, const struct ak_record *record);

/* The trace has ended: what is overdue by its last record is reported. */
AK_API int ak_check_end(struct ak_check *check);

/* The rules, 0 to ak_check_rule_count() - 1 (at most 64), in the order of their table. */
AK_API unsigned ak_check_rule_count(void);
AK_API const struct ak_check_rule *ak_check_rule_at(unsigned index);

/* "1.1": how that revision is called. */
AK_API const char *ak_check_base_name(enum ak_check_base base);

/* The index of the rule with this id, or -1. */
AK_API int ak_check_rule_find(const char *id);

AK_API void ak_check_tally_rule(const struct ak_check *check, unsigned index,
                                struct ak_check_tally *tally);

AK_API const struct ak_check_counts *ak_check_counts_of(const struct ak_check *check);

/*
 * From now on tells `took` how long each Ack took that acknowledges something new: from the last
 * symbol of the oldest TLP it acknowledges to its own first symbol. `direction` is the TLP's,
 * `number` the Ack's record.
 */
AK_API void ak_check_on_ack(struct ak_check *check,
                            void (*took)(void *context, enum ak_direction direction,
                                         uint64_t number, uint64_t latency_fs),
                            void *context);

AK_END_DECLS

#endif
