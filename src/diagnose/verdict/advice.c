/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What to do next, and what would make a verdict firmer.
 * Not here: the verdict (rules.c).
 *
 * Parts are named only where damaged bits were received. Nothing here writes a register that could
 * hide an uncorrectable error, and each switch comes with the way back.
 */
#include "diagnose/verdict/advice.h"

#include <stdio.h>

#include "diagnose/verdict/rules.h"

static const char *name_or(const struct ak_end *end, const char *otherwise)
{
    return end->device != NULL ? end->name : otherwise;
}

static void write_headline(struct ak_verdict *v)
{
    const char *up = name_or(&v->up, "the port above");
    const char *down = name_or(&v->down, "the device below");
    const char *what = "";

    switch (v->direction) {
    case AK_DIRECTION_DOWNSTREAM:
        (void)snprintf(v->headline, sizeof v->headline,
                       "%s - %s: bits on the way down, from %s to %s, arrive damaged", up, down, up,
                       down);
        return;
    case AK_DIRECTION_UPSTREAM:
        (void)snprintf(v->headline, sizeof v->headline,
                       "%s - %s: bits on the way up, from %s to %s, arrive damaged", up, down, down,
                       up);
        return;
    case AK_DIRECTION_BOTH:
        (void)snprintf(v->headline, sizeof v->headline, "%s - %s: bits arrive damaged both ways",
                       up, down);
        return;
    case AK_DIRECTION_NONE:
    case AK_DIRECTION_UNKNOWN:
        break;
    }
    if (v->cause == AK_CAUSE_SIGNAL)
        what = "bits arrive damaged; this input does not tell whose counters these are";
    else if (v->cause == AK_CAUSE_POWER_STATE_EXIT)
        what = v->confidence == AK_CONFIDENCE_LOW
                   ? "acknowledgements did not come in time, perhaps on leaving a power state; no "
                     "damaged bits were seen"
                   : "acknowledgements come late on leaving a power state; no damaged bits were "
                     "seen";
    else if (v->cause == AK_CAUSE_DEVICE_DEFECT)
        what = "more likely a fault of a device than of the wire";
    else if (v->cause == AK_CAUSE_NOT_LINK)
        what = "errors above the link; the Data Link Layer is not involved";
    else if (v->up.count[AK_BIT_SDES] + v->down.count[AK_BIT_SDES] > 0)
        what = "the link went down by surprise; what did it cannot be told from this input";
    else if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) > 0)
        what = "acknowledgements did not come in time; this input does not tell the direction";
    else
        what = "there were errors, but this input does not tell the direction";
    (void)snprintf(v->headline, sizeof v->headline, "%s - %s: %s", up, down, what);
}

static void step_watch(struct ak_verdict *v)
{
    const struct ak_end *ends[2] = {&v->up, &v->down};

    for (int i = 0; i < 2; i++) {
        if (ends[i]->device != NULL && ends[i]->device->has_addr)
            ak_strings_add(&v->steps,
                           "Run cat /sys/bus/pci/devices/%s/aer_dev_correctable twice, some "
                           "minutes apart and under load.",
                           ends[i]->name);
    }
}

/* One or two packets, counted: sticky bits stand for any number. */
static bool is_single_event(const struct ak_verdict *v)
{
    return ak_rules_downstream_evidence(v) + ak_rules_upstream_evidence(v) < 3 &&
           v->up.count[AK_BIT_ROLLOVER] + v->down.count[AK_BIT_ROLLOVER] == 0 &&
           !(v->up.any && v->up.kind == AK_KIND_STICKY) &&
           !(v->down.any && v->down.kind == AK_KIND_STICKY) &&
           v->up.count[AK_BIT_DLP] + v->down.count[AK_BIT_DLP] + v->up.count[AK_BIT_SDES] +
                   v->down.count[AK_BIT_SDES] ==
               0;
}

static void steps_signal(struct ak_verdict *v)
{
    const char *up = name_or(&v->up, "the port above it");
    const char *down = name_or(&v->down, "the card below it");

    if (v->confidence == AK_CONFIDENCE_LOW) {
        ak_strings_add(&v->steps, "See first whether the figures grow: a few Receiver Errors also "
                                  "come with link training and resets.");
        step_watch(v);
        return;
    }
    if (is_single_event(v)) {
        ak_strings_add(&v->steps, "See first whether the figures grow: so few damaged packets are "
                                  "within the bit error rate (1e-12) that a good link may have. Go "
                                  "on only if they do.");
    }
    ak_strings_add(&v->steps,
                   "Switch the machine off, take %s out, look at its contacts, seat it "
                   "again, and see whether the counts still grow.",
                   down);
    if (v->direction == AK_DIRECTION_BOTH)
        ak_strings_add(&v->steps,
                       "Then go for what both directions share: another slot, another "
                       "riser or cable if there is one, the power of %s.",
                       down);
    else if (v->direction == AK_DIRECTION_DOWNSTREAM)
        ak_strings_add(&v->steps,
                       "Then move %s to another slot. If the errors stay with it, its "
                       "receiver is at fault; if they stay with the slot, the "
                       "transmitter of %s or the way between them.",
                       down, up);
    else
        ak_strings_add(&v->steps,
                       "Then move %s to another slot. If the errors go with it, its "
                       "transmitter is at fault; if they stay with the slot, the "
                       "receiver of %s or the way between them.",
                       down, up);
    ak_strings_add(&v->steps, "As a test, a lower link speed (firmware setup) tells whether the "
                              "margin is what is missing; set it back afterwards.");
}

static void step_without_aspm(struct ak_verdict *v, const char *condition)
{
    ak_strings_add(&v->steps,
                   "%sTest without ASPM: note the word in brackets in "
                   "/sys/module/pcie_aspm/parameters/policy, write performance to that file, and "
                   "write the noted word back afterwards.",
                   condition);
}

static void steps_power(struct ak_verdict *v)
{
    step_without_aspm(v, "");
    if (v->down.device != NULL && v->down.device->has_addr)
        ak_strings_add(&v->steps,
                       "For this link only: write 0 to /sys/bus/pci/devices/%s/link/l1_aspm; 1 "
                       "switches it on again.",
                       v->down.name);
    ak_strings_add(&v->steps, "If the Timeouts stop, keep it off or look for a firmware update of "
                              "the device; no part needs to be swapped on this evidence.");
}

static void steps_unknown(struct ak_verdict *v, const struct ak_facts *facts)
{
    if (facts->notes.whea_records > 0) {
        ak_strings_add(&v->steps, "Windows does not print the error bits in this event: start a "
                                  "Linux system on this machine, from a stick if need be, and read "
                                  "dmesg and the files aer_dev_correctable under the same load.");
        return;
    }
    if (v->up.count[AK_BIT_SDES] + v->down.count[AK_BIT_SDES] > 0)
        ak_strings_add(&v->steps, "Look at what the device did before the link went down: power, "
                                  "temperature, firmware, its own log.");
    if (v->cause == AK_CAUSE_DEVICE_DEFECT) /* fatal: nothing is gained by waiting for more */
        ak_strings_add(&v->steps,
                       "Look for a firmware or driver update of %s, and report the "
                       "error to its maker.",
                       name_or(&v->down, "the device"));
    step_watch(v);
    if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) > 0)
        step_without_aspm(v, "If the receive side stays at zero at both ends: ");
    if (v->up.count[AK_BIT_REPLAYS] + v->down.count[AK_BIT_REPLAYS] > 0)
        ak_strings_add(&v->steps, "Read the AER counters of both ends (aer_dev_correctable): they "
                                  "name the receiver, and so the direction.");
}

static void steps_not_link(struct ak_verdict *v)
{
    ak_strings_add(&v->steps, "Look at the driver and the device that made the request; swapping "
                              "slots or cables is not called for by this evidence.");
}

/* Nothing is known of this end: not even that its counters are zero. */
static bool is_silent(const struct ak_end *end)
{
    return !end->any && (end->device == NULL || !end->device->counters_read);
}

static void add_raise(struct ak_verdict *v, const struct ak_facts *facts)
{
    bool sticky = (v->up.any && v->up.kind == AK_KIND_STICKY) ||
                  (v->down.any && v->down.kind == AK_KIND_STICKY);

    if (v->confidence == AK_CONFIDENCE_HIGH)
        return;
    if (v->pair.basis == AK_BASIS_ONE_END || v->pair.basis == AK_BASIS_NUMBERS)
        ak_strings_add(&v->raise, "lspci -tv, to know which device is at the other end.");
    if (is_silent(&v->up) || is_silent(&v->down))
        ak_strings_add(&v->raise, "The counters of the other end: aer_dev_correctable in sysfs.");
    if (sticky)
        ak_strings_add(&v->raise, "Counters or a log instead of sticky bits: the bits have no "
                                  "count and no time.");
    if (facts->notes.suppressed > 0)
        ak_strings_add(&v->raise, "Counters instead of the rate-limited log.");
    if (v->up.masked || v->down.masked)
        ak_strings_add(&v->raise, "The same with the masked bits reported.");
}

static bool is_lost(const struct ak_end *end)
{
    return end->device != NULL && (end->device->lost_device > 0 || end->device->dpc_events > 0);
}

/* What the owner wants to know first: is anything lost? */
static void write_meaning(struct ak_verdict *v)
{
    uint64_t fatal = v->up.count[AK_BIT_DLP] + v->down.count[AK_BIT_DLP] +
                     v->up.count[AK_BIT_SDES] + v->down.count[AK_BIT_SDES];

    bool other = v->up.other_uncorrectable || v->down.other_uncorrectable;
    bool corrected = ak_end_receive(&v->up) + ak_end_receive(&v->down) + ak_end_transmit(&v->up) +
                         ak_end_transmit(&v->down) >
                     0;

    if (fatal > 0)
        v->meaning =
            "This is not a corrected error: the link was lost or has to be reset, and what "
            "was in flight with it.";
    else if (is_lost(&v->up) || is_lost(&v->down))
        v->meaning = "This is more than corrected errors: the device was lost or cut off, and what "
                     "was in flight with it.";
    else if (other && corrected)
        v->meaning = "Uncorrectable errors were reported, too: no replay heals those, and what "
                     "they hit was lost. The corrected ones lost no data.";
    else if (other)
        v->meaning = "Uncorrectable errors: no replay heals them, and what they hit was lost.";
    else if (ak_end_receive(&v->up) + ak_end_receive(&v->down) > 0 && is_single_event(v))
        v->meaning = "Corrected errors lost no data; so few do not yet tell of a bad link.";
    else if (ak_end_receive(&v->up) + ak_end_receive(&v->down) > 0)
        v->meaning = "Corrected errors lost no data; they cost time, and they tell that the margin "
                     "is gone.";
    else if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) > 0)
        v->meaning = "Corrected errors lost no data; each cost the time until the replay.";
}

/* Nothing can be done about a device before it is known which one it is. */
static void step_find_device(struct ak_verdict *v)
{
    ak_strings_add(&v->steps, "Find out whose counters these are: run grep . "
                              "/sys/bus/pci/devices/*/aer_dev_* and give all of what it prints.");
}

static void steps_for_cause(struct ak_verdict *v, const struct ak_facts *facts)
{
    switch (v->cause) {
    case AK_CAUSE_SIGNAL:
        steps_signal(v);
        break;
    case AK_CAUSE_POWER_STATE_EXIT:
        steps_power(v);
        break;
    case AK_CAUSE_DEVICE_DEFECT:
        if (v->direction == AK_DIRECTION_NONE)
            steps_power(v);
        else
            steps_unknown(v, facts);
        break;
    case AK_CAUSE_NOT_LINK:
        steps_not_link(v);
        break;
    case AK_CAUSE_UNKNOWN:
        steps_unknown(v, facts);
        break;
    }
}

void ak_advice_add(struct ak_verdict *v, const struct ak_facts *facts)
{
    write_meaning(v);
    write_headline(v);
    if (v->down.device != NULL && v->down.device->pathless) {
        step_find_device(v);
    } else {
        steps_for_cause(v, facts);
    }
    add_raise(v, facts);
}
