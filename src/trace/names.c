/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The words that traces use for the values of record.h, both ways.
 * Not here: the order of words on a line (text_writer.c, text_reader.c).
 */
#include "trace/names.h"

#include <stdio.h>
#include <string.h>

#define NAMES(list)                                                                                \
    {                                                                                              \
        (list), (int)(sizeof(list) / sizeof((list)[0]))                                            \
    }

static const char *const kind_words[] = {
    [AK_RECORD_LINK] = "link",
    [AK_RECORD_TLP] = "tlp",
    [AK_RECORD_DLLP] = "dllp",
    [AK_RECORD_OS] = "os",
    [AK_RECORD_ERROR] = "error",
    [AK_RECORD_GAP] = "gap",
    [AK_RECORD_RECOVERY_START] = "recovery_start",
    [AK_RECORD_RECOVERY_END] = "recovery_end",
    [AK_RECORD_LINK_DOWN] = "link_down",
    [AK_RECORD_LINK_UP] = "link_up",
    [AK_RECORD_FAULT] = "fault",
    [AK_RECORD_PORT] = "port",
    [AK_RECORD_STATE] = "state",
    [AK_RECORD_FINDING] = "finding",
};
const struct ak_names ak_names_kind = NAMES(kind_words);

static const char *const direction_words[] = {
    [AK_DOWNSTREAM] = "downstream",
    [AK_UPSTREAM] = "upstream",
    [AK_DIRECTION_BOTH] = "both",
};
const struct ak_names ak_names_direction = NAMES(direction_words);

static const char *const port_words[] = {[AK_PORT_A] = "a", [AK_PORT_B] = "b"};
const struct ak_names ak_names_port = NAMES(port_words);

static const char *const seen_words[] = {
    [AK_SEEN_SENDER] = "sender",
    [AK_SEEN_PROBE] = "probe",
    [AK_SEEN_RECEIVER] = "receiver",
};
const struct ak_names ak_names_seen = NAMES(seen_words);

static const char *const end_words[] = {
    [AK_END_GOOD] = "END",
    [AK_END_EDB] = "EDB",
    [AK_END_CUT] = "CUT",
};
const struct ak_names ak_names_end = NAMES(end_words);

static const char *const os_words[] = {
    [AK_OS_OTHER] = "other", [AK_OS_SKP] = "SKP",   [AK_OS_TS1] = "TS1",     [AK_OS_TS2] = "TS2",
    [AK_OS_FTS] = "FTS",     [AK_OS_EIOS] = "EIOS", [AK_OS_EIEOS] = "EIEOS", [AK_OS_SDS] = "SDS",
};
const struct ak_names ak_names_os = NAMES(os_words);

static const char *const act_words[] = {
    [AK_ACT_SUBMIT] = "submit",
    [AK_ACT_REFUSE] = "refuse",
    [AK_ACT_DELIVER] = "deliver",
    [AK_ACT_DROP_DUPLICATE] = "drop_duplicate",
    [AK_ACT_DROP_OUT_OF_SEQ] = "drop_out_of_sequence",
    [AK_ACT_DROP_BAD_LCRC] = "drop_bad_lcrc",
    [AK_ACT_DROP_NULLIFIED] = "drop_nullified",
    [AK_ACT_DROP_ERROR] = "drop_error",
    [AK_ACT_DROP_BAD_DLLP] = "drop_bad_dllp",
    [AK_ACT_DROP_ILLEGAL_SEQ] = "drop_illegal_seq",
    [AK_ACT_DROP_UNKNOWN_DLLP] = "drop_unknown_dllp",
    [AK_ACT_DROP_INACTIVE] = "drop_inactive",
    [AK_ACT_TAKE_ACK] = "take_ack",
    [AK_ACT_TAKE_NAK] = "take_nak",
    [AK_ACT_TAKE_DLLP] = "take_dllp",
    [AK_ACT_SCHEDULE_ACK] = "schedule_ack",
    [AK_ACT_SCHEDULE_NAK] = "schedule_nak",
    [AK_ACT_TIMEOUT] = "timeout",
    [AK_ACT_REPLAY_START] = "replay_start",
    [AK_ACT_REPLAY_END] = "replay_end",
    [AK_ACT_ROLLOVER] = "rollover",
    [AK_ACT_GIVE_UP] = "give_up",
    [AK_ACT_REPORT_LOST] = "report_lost",
    [AK_ACT_LOG] = "log",
};
const struct ak_names ak_names_act = NAMES(act_words);

static const char *const timer_words[] = {
    [AK_RECORD_TIMER_HELD] = "held",
    [AK_RECORD_TIMER_RUNNING] = "running",
    [AK_RECORD_TIMER_FROZEN] = "frozen",
};
const struct ak_names ak_names_timer = NAMES(timer_words);

static const char *const severity_words[] = {
    [AK_NOTE] = "note",
    [AK_WARNING] = "warning",
    [AK_ERROR] = "error",
};
const struct ak_names ak_names_severity = NAMES(severity_words);

static const char *const rate_words[] = {
    [AK_RATE_2_5] = "2.5", [AK_RATE_5] = "5",   [AK_RATE_8] = "8",
    [AK_RATE_16] = "16",   [AK_RATE_32] = "32",
};
const struct ak_names ak_names_rate = NAMES(rate_words);

bool ak_rate_word_is_flit(const char *word, size_t bytes)
{
    static const char *const flit[] = {"flit", "64", "128"};
    const char *point = memchr(word, '.', bytes);
    size_t whole_bytes = bytes;
    if (point != NULL) {
        whole_bytes = (size_t)(point - word);
        for (const char *at = point + 1; at < word + bytes; at++) {
            if (*at != '0') {
                return false;
            }
        }
    }
    for (size_t i = 0; i < sizeof flit / sizeof flit[0]; i++) {
        if (whole_bytes == strlen(flit[i]) && memcmp(word, flit[i], whole_bytes) == 0) {
            return true;
        }
    }
    return false;
}

static const char *const revision_words[] = {
    [AK_BASE_ANY] = "any",
    [AK_BASE_1_TO_3] = "1-3",
    [AK_BASE_4_AND_UP] = "4+",
};
const struct ak_names ak_names_revision = NAMES(revision_words);

static const char *const aer_words[] = {
    "receiver_error",       "bad_tlp",           "bad_dllp", "replay_num_rollover",
    "replay_timer_timeout", "dl_protocol_error",
};
const struct ak_names ak_names_aer = NAMES(aer_words);

const char *ak_name_of(const struct ak_names *names, int value)
{
    return value >= 0 && value < names->count ? names->words[value] : "?";
}

int ak_name_find(const struct ak_names *names, const char *word, size_t bytes)
{
    for (int i = 0; i < names->count; i++)
        if (strlen(names->words[i]) == bytes && memcmp(names->words[i], word, bytes) == 0)
            return i;
    return -1;
}

const char *ak_names_list(const struct ak_names *names, char *out, size_t room)
{
    size_t used = 0;
    out[0] = '\0';
    for (int i = 0; i < names->count && used < room; i++) {
        const char *before = i == 0 ? "" : i + 1 == names->count ? " or " : ", ";
        int wrote = snprintf(out + used, room - used, "%s%s", before, names->words[i]);
        used += wrote > 0 ? (size_t)wrote : 0;
    }
    return out;
}
