/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences on what the input can and cannot show.
 * Not here: verdicts (rules.c).
 */
#include "diagnose/verdict/warnings.h"

#include <inttypes.h>
#include <stdio.h>

#include "diagnose/text/line.h"
#include "diagnose/text/text.h"

static void warn_log(struct ak_strings *w, const struct ak_notes *n)
{
    char digits[28];

    if (n->headers_only > 0)
        ak_strings_add(w,
                       "%s error message%s came without details (no status word): they cannot "
                       "be decoded into bits and are not counted.",
                       ak_text_grouped(digits, n->headers_only), n->headers_only == 1 ? "" : "s");
    if (n->suppressed > 0)
        ak_strings_add(w,
                       "The log is rate limited: at least %s reports were suppressed, so its "
                       "record counts are a lower bound and say nothing about the rate.",
                       ak_text_grouped(digits, n->suppressed));
    if (n->lost_messages > 0)
        ak_strings_add(w, "Kernel messages were dropped before they were stored: counts from this "
                          "log are a lower bound.");
    if (n->repeated > 0)
        ak_strings_add(w, "Counted once: %s record%s quoted a second time (same time, same text).",
                       ak_text_grouped(digits, n->repeated), n->repeated == 1 ? "" : "s");
    if (n->source_differs > 0)
        ak_strings_add(w,
                       "The source ID in %s error header%s is not the device that logged the "
                       "error; the records decide, not the headers.",
                       ak_text_grouped(digits, n->source_differs),
                       n->source_differs == 1 ? "" : "s");
    if (n->unknown_severity > 0)
        ak_strings_add(w, "Not counted: %s status word%s that may be correctable or uncorrectable.",
                       ak_text_grouped(digits, n->unknown_severity),
                       n->unknown_severity == 1 ? "" : "s");
    if (n->lowest_bit_only > 0)
        ak_strings_add(w, "This old kernel named only the lowest set bit of each status word: "
                          "further bits may have been set.");
}

static void warn_input(struct ak_strings *w, const struct ak_notes *n)
{
    char digits[28];

    if (n->inject_lines > 0)
        ak_strings_add(w, "There are commands for an error injector (aer-inject) in the input: "
                          "they are no observations and were not counted.");
    if (n->summary_without_device)
        ak_strings_add(w, "The summary does not name devices, so the bits may come from different "
                          "links: use ras-mc-ctl --errors.");
    if (n->pathless_blocks > 0)
        ak_strings_add(w, "Counters came without a path, so whose they are is not known: give them "
                          "with the device's address, as grep . "
                          "/sys/bus/pci/devices/*/aer_dev_correctable prints them.");
    if (n->counter_copies > 1)
        ak_strings_add(w, "Several instances (MIG) of one GPU repeat the same counter: it was "
                          "taken once.");
    if (n->no_aer_kernel)
        ak_strings_add(w, "This kernel does not handle AER (pci=noaer, or the firmware keeps it): "
                          "an empty log means nothing.");
    if (n->devices_dropped > 0)
        ak_strings_add(w,
                       "The input names more devices than are kept (%u): %s mentions of "
                       "further ones were dropped.",
                       AK_MAX_DEVICES, ak_text_grouped(digits, n->devices_dropped));
    if (n->cut_lines > 0)
        ak_strings_add(w, "%s line%s longer than %u bytes and cut.",
                       ak_text_grouped(digits, n->cut_lines), n->cut_lines == 1 ? " was" : "s were",
                       AK_LINE_BYTES);
    if (n->says_idle)
        ak_strings_add(w, "A lower link speed at idle is power saving, not a fault: compare under "
                          "load.");
    if (n->rate_told)
        ak_strings_add(w,
                       "About %s error messages per second were observed; each costs an "
                       "interrupt and CPU time at the root port, whatever the link itself "
                       "loses.",
                       ak_text_grouped(digits, n->rate_per_second));
}

static uint64_t sum_correctable(const struct ak_device *d)
{
    uint64_t sum = 0;

    for (int b = 0; b < AK_BIT_DLP; b++)
        sum += d->count[AK_CHANNEL_COUNTER][b];
    return sum;
}

static bool has_any(const struct ak_device *d, enum ak_kind kind)
{
    uint64_t counts[AK_BIT_COUNT];

    return ak_device_counts(d, kind, counts);
}

static bool has_both_log_and_counter(const struct ak_device *d)
{
    return has_any(d, AK_KIND_LOG) && has_any(d, AK_KIND_COUNTER);
}

static bool is_slower(const struct ak_link_state *l)
{
    return l->now_mts < l->cap_mts;
}

static bool is_narrower(const struct ak_link_state *l)
{
    return l->now_width != 0 && l->cap_width != 0 && l->now_width < l->cap_width;
}

/* Below what the device itself is capable of; of a port that is nothing remarkable. */
static bool is_downgraded(const struct ak_device *d)
{
    const struct ak_link_state *l = &d->link;

    return l->now_mts != 0 && l->cap_mts != 0 && !l->idle && d->port != AK_PORT_ROOT &&
           d->port != AK_PORT_DOWNSTREAM && (is_slower(l) || is_narrower(l));
}

static bool is_below(const struct ak_device *lower, const struct ak_device *upper)
{
    if (!lower->has_addr || !upper->has_addr)
        return false;
    if (lower->has_parent)
        return ak_addr_equal(&lower->parent, &upper->addr);
    return upper->has_secondary && lower->addr.domain == upper->addr.domain &&
           lower->addr.bus == upper->secondary;
}

/* The link was or will be spoken of: by the device at its lower end, or by its first function. */
static bool is_told_elsewhere(const struct ak_facts *facts, const struct ak_device *d)
{
    for (size_t i = 0; i < facts->device_count; i++) {
        const struct ak_device *e = facts->devices[i];
        if (e == d || !is_downgraded(e))
            continue;
        if (is_below(e, d) || (d->has_addr && e->has_addr && e->addr.fn < d->addr.fn &&
                               ak_addr_same_device(&d->addr, &e->addr)))
            return true;
    }
    return false;
}

/* One sentence per link. */
static void warn_speed(struct ak_strings *w, const struct ak_facts *facts,
                       const struct ak_device *d, const char *name)
{
    const struct ak_link_state *l = &d->link;
    char speed[96] = "", width[64] = "";

    if (!is_downgraded(d) || is_told_elsewhere(facts, d))
        return;
    if (is_slower(l))
        (void)snprintf(speed, sizeof speed, "runs at %g GT/s, below the %g GT/s it is capable of",
                       l->now_mts / 1000.0, l->cap_mts / 1000.0);
    if (is_narrower(l))
        (void)snprintf(width, sizeof width, "uses x%u of the x%u it is capable of", l->now_width,
                       l->cap_width);
    ak_strings_add(w, "%s %s%s%s%s%s.", name, speed, is_slower(l) && is_narrower(l) ? ", and " : "",
                   width, is_narrower(l) ? ": the slot may be narrower, or lanes were lost" : "",
                   is_slower(l) && l->now_mts == 2500
                       ? "; 2.5 GT/s may also be idle power saving, look again under load"
                       : "");
}

static void warn_device(struct ak_strings *w, const struct ak_facts *facts,
                        const struct ak_device *d)
{
    char name[64], a[28], b[28];

    (void)ak_device_name(name, d);
    if (d->cut_records > 0)
        ak_strings_add(w,
                       "%s: not counted: %s incomplete record%s, cut off before the status word.",
                       name, ak_text_grouped(a, d->cut_records), d->cut_records == 1 ? "" : "s");
    if (d->masked_records > 0)
        ak_strings_add(w,
                       "%s: %s record%s set bits that are masked; they are not part of the "
                       "report and not counted.",
                       name, ak_text_grouped(a, d->masked_records),
                       d->masked_records == 1 ? " has" : "s have");
    if (d->access_denied)
        ak_strings_add(w,
                       "%s: lspci ran without root rights (access denied), so its AER registers "
                       "are missing: use sudo lspci -vvv.",
                       name);
    if (d->no_status > 0)
        ak_strings_add(w,
                       "%s: %s record%s no AER status bits; the raw data of the event would "
                       "have them.",
                       name, ak_text_grouped(a, d->no_status),
                       d->no_status == 1 ? " carries" : "s carry");
    if (d->total_read && d->total_correctable < sum_correctable(d) && d->total_correctable > 0)
        ak_strings_add(w,
                       "%s: TOTAL_ERR_COR counts messages (%s), not bits (%s): one message can "
                       "carry several.",
                       name, ak_text_grouped(a, d->total_correctable),
                       ak_text_grouped(b, sum_correctable(d)));
    if (d->weak_lane >= 0)
        ak_strings_add(w,
                       "%s: lane %d has a far smaller eye than the others (%u against about "
                       "%u mV).",
                       name, d->weak_lane, d->weak_eye, d->usual_eye);
    warn_speed(w, facts, d, name);
}

static void warn_kinds(struct ak_strings *w, const struct ak_facts *facts)
{
    bool sticky = false, both = false, counters = false, timed = false, few = false;

    for (size_t i = 0; i < facts->device_count; i++) {
        const struct ak_device *d = facts->devices[i];
        uint64_t sum = sum_correctable(d);
        sticky |= has_any(d, AK_KIND_STICKY);
        both |= has_both_log_and_counter(d);
        counters |= has_any(d, AK_KIND_COUNTER);
        timed |= d->sampled;
        few |= sum > 0 && sum < 10;
    }
    if (sticky)
        ak_strings_add(w, "Status register bits are sticky: set at least once since they were last "
                          "cleared, without count or time.");
    if (both)
        ak_strings_add(w, "Log records are not error counts; where counters exist they are used "
                          "instead.");
    if (counters && !timed && !facts->notes.rate_told && facts->notes.uptime_s == 0)
        ak_strings_add(w,
                       "Counters run since boot or reset and no time is given, so no rate is "
                       "known%s.",
                       few ? "; so few events can also come from link training" : "");
}

void ak_warnings_add(struct ak_strings *w, const struct ak_facts *facts)
{
    uint64_t cut = facts->notes.cut_records;

    warn_log(w, &facts->notes);
    if (cut > 0)
        ak_strings_add(w, "Not counted: %" PRIu64 " incomplete record%s without an address.", cut,
                       cut == 1 ? "" : "s");
    for (size_t i = 0; i < facts->device_count; i++)
        warn_device(w, facts, facts->devices[i]);
    warn_kinds(w, facts);
    warn_input(w, &facts->notes);
}
