/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences that say in protocol terms what figures at an end mean.
 * Not here: which rule applies (rules.c).
 */
#include "diagnose/verdict/explain.h"

#include <string.h>

#include "diagnose/text/text.h"
#include "diagnose/verdict/ends.h"

static const char *name_or(const struct ak_end *end, const char *otherwise)
{
    return end->device != NULL ? end->name : otherwise;
}

void ak_explain_receive(struct ak_verdict *v, const struct ak_end *receiver,
                        const struct ak_end *transmitter)
{
    const char *sender = name_or(transmitter, "its partner");
    char text[96];

    if (receiver->count[AK_BIT_BADTLP] > 0)
        ak_strings_add(&v->reasoning,
                       "%s saw %s: TLPs that %s sent arrived damaged (LCRC) or out of sequence. "
                       "The receiver answers with a Nak and %s replays, so no data was lost.",
                       receiver->name, ak_end_phrase(text, receiver, AK_BIT_BADTLP), sender,
                       sender);
    if (receiver->count[AK_BIT_BADDLLP] > 0)
        ak_strings_add(&v->reasoning,
                       "%s saw %s: Acks, Naks or credit updates from %s were damaged and dropped.",
                       receiver->name, ak_end_phrase(text, receiver, AK_BIT_BADDLLP), sender);
    if (receiver->count[AK_BIT_RXERR] > 0)
        ak_strings_add(&v->reasoning,
                       "%s saw %s: its Physical Layer received symbols from %s that no transmitter "
                       "sends.",
                       receiver->name, ak_end_phrase(text, receiver, AK_BIT_RXERR), sender);
}

void ak_explain_naks(struct ak_verdict *v, const struct ak_end *end)
{
    uint64_t sent = end->count[AK_BIT_NAKS_SENT];
    uint64_t received = end->count[AK_BIT_NAKS_RECEIVED];
    char a[28], b[28];

    if (sent + received == 0)
        return;
    ak_strings_add(&v->reasoning,
                   "%s sent %s Naks and received %s: a receiver Naks a TLP it had to reject, so "
                   "%s TLPs %s are the damaged ones.",
                   end->name, ak_text_grouped(a, sent), ak_text_grouped(b, received),
                   sent > received ? "the" : "its", sent > received ? "toward it" : "going out");
}

static void explain_rollover(struct ak_verdict *v, const struct ak_end *end)
{
    char text[96];

    if (end->count[AK_BIT_ROLLOVER] == 0)
        return;
    ak_strings_add(&v->reasoning,
                   "%s reported %s: four replays in a row brought no acknowledgement, so it asked "
                   "for a retrain of the link. (A Timeout alone is no retrain.)",
                   end->name, ak_end_phrase(text, end, AK_BIT_ROLLOVER));
}

void ak_explain_transmit(struct ak_verdict *v, const struct ak_end *receiver,
                         const struct ak_end *transmitter)
{
    char a[96], b[96];

    if (transmitter->count[AK_BIT_TIMEOUT] > 0)
        ak_strings_add(&v->reasoning,
                       "%s reported %s: TLPs it sent, or the Naks for them, did not get through. "
                       "That is the other view of the same direction.",
                       transmitter->name, ak_end_phrase(a, transmitter, AK_BIT_TIMEOUT));
    if (receiver->count[AK_BIT_TIMEOUT] > 0 && receiver->count[AK_BIT_BADDLLP] > 0)
        ak_strings_add(&v->reasoning,
                       "%s also reported %s. The Acks it waits for travel in the same damaged "
                       "direction: with %s, lost Acks explain them without a second fault.",
                       receiver->name, ak_end_phrase(a, receiver, AK_BIT_TIMEOUT),
                       ak_end_phrase(b, receiver, AK_BIT_BADDLLP));
    else if (receiver->count[AK_BIT_TIMEOUT] > 0)
        ak_strings_add(&v->reasoning,
                       "%s also reported %s: fits Acks lost in the same direction, but TLPs lost "
                       "in the other one would look the same.",
                       receiver->name, ak_end_phrase(a, receiver, AK_BIT_TIMEOUT));
    explain_rollover(v, transmitter);
    explain_rollover(v, receiver);
}

void ak_explain_transmit_alone(struct ak_verdict *v)
{
    const struct ak_end *ends[2] = {&v->up, &v->down};
    char text[96];

    for (int i = 0; i < 2; i++) {
        const struct ak_end *end = ends[i];
        if (end->count[AK_BIT_TIMEOUT] > 0)
            ak_strings_add(&v->reasoning,
                           "%s reported %s: TLPs it sent were not acknowledged in time. They may "
                           "have been damaged on the way out, their Acks on the way back, or the "
                           "partner was late; no receive-side bit decides it.",
                           end->name, ak_end_phrase(text, end, AK_BIT_TIMEOUT));
        explain_rollover(v, end);
    }
}

void ak_explain_other_direction(struct ak_verdict *v, const struct ak_end *receiver,
                                const struct ak_end *transmitter)
{
    char digits[28];

    if (transmitter->device == NULL)
        return;
    if (ak_end_receive(transmitter) > 0) {
        ak_strings_add(&v->reasoning,
                       "%s received only %s damaged packets: too few to be a second fault.",
                       transmitter->name, ak_text_grouped(digits, ak_end_receive(transmitter)));
        return;
    }
    if (transmitter->device->has_aer == AK_NO)
        return;
    if (transmitter->device->counters_read || transmitter->device->register_read ||
        transmitter->device->logged)
        ak_strings_add(&v->reasoning,
                       "%s reported no damaged bits itself: nothing speaks against the direction "
                       "from %s to it.",
                       transmitter->name, receiver->name);
}

void ak_explain_fatal(struct ak_verdict *v)
{
    bool signal = v->cause == AK_CAUSE_SIGNAL;
    uint64_t dlp = v->up.count[AK_BIT_DLP] + v->down.count[AK_BIT_DLP];
    uint64_t sdes = v->up.count[AK_BIT_SDES] + v->down.count[AK_BIT_SDES];

    if (dlp > 0 && v->cause != AK_CAUSE_DEVICE_DEFECT)
        ak_strings_add(&v->reasoning,
                       "There was a Data Link Protocol Error, too: an Ack number that matches no "
                       "outstanding TLP. That is fatal to the link and a replay does not heal it.");
    if (sdes > 0 && (signal || v->cause == AK_CAUSE_DEVICE_DEFECT))
        ak_strings_add(&v->reasoning, "The link also went down (Surprise Down).");
    if (sdes > 0 && v->up.device != NULL && v->up.device->absent_events > 0)
        ak_strings_add(&v->reasoning,
                       "The hot plug controller of %s reports that the card is not there. If it "
                       "was taken out, the Surprise Down is the trace of that and no fault.",
                       v->up.name);
    if (v->cause != AK_CAUSE_NOT_LINK && (v->up.other_uncorrectable || v->down.other_uncorrectable))
        ak_strings_add(&v->reasoning,
                       "%s also reported uncorrectable errors of other layers (Transaction Layer "
                       "or the device itself): no replay heals those.",
                       v->down.other_uncorrectable ? v->down.name : v->up.name);
    if ((v->up.device != NULL && v->up.device->lost_device > 0) ||
        (v->down.device != NULL && v->down.device->lost_device > 0))
        ak_strings_add(&v->reasoning,
                       "The device was lost afterwards (\"fallen off the bus\"): this is not a "
                       "matter of speed only.");
    if (v->up.device != NULL && v->up.device->dpc_events > 0)
        ak_strings_add(&v->reasoning,
                       "Downstream Port Containment cut the link off (DPC): it went down on "
                       "purpose after an uncorrectable error.");
}

/* Counters and records come out of the capability: an excerpt of lspci without it proves nothing.
 */
static bool lacks_aer(const struct ak_device *d)
{
    return d->has_aer == AK_NO && !d->counters_read && !d->logged;
}

static void explain_visibility(struct ak_verdict *v, const struct ak_end *end,
                               const struct ak_end *far)
{
    if (end->device == NULL)
        return;
    if (far->device != NULL && lacks_aer(end->device))
        ak_strings_add(&v->reasoning,
                       "%s has no AER capability: what it receives damaged cannot be seen.%s",
                       end->name,
                       end->device->corr_detected ? " Its DevSta says only that it detected some "
                                                    "correctable error."
                                                  : "");
    if (end->masked)
        ak_strings_add(&v->reasoning,
                       "Some bits are masked at %s: they are set in silence and never reported.",
                       end->name);
    if (end->device->reporting_off)
        ak_strings_add(&v->reasoning,
                       "Reporting of correctable errors is off at %s (DevCtl): its silence in a "
                       "log means nothing.",
                       end->name);
}

void ak_explain_ends(struct ak_verdict *v)
{
    explain_visibility(v, &v->up, &v->down);
    explain_visibility(v, &v->down, &v->up);
    if (v->up.functions > 1 || v->down.functions > 1)
        ak_strings_add(&v->reasoning,
                       "Several functions of one device report the same link: each event was "
                       "counted once.");
    if (v->up.is_change)
        ak_strings_add(&v->reasoning,
                       "What counts is the change between the two samples, not the totals since "
                       "boot.");
    if (v->up.stood_still || v->down.stood_still)
        ak_strings_add(&v->reasoning,
                       "No counter moved between the samples: this is history, and nothing says "
                       "that it still happens.");
    if (v->up.device == NULL || v->down.device == NULL) {
        const struct ak_end *seen = v->up.device != NULL ? &v->up : &v->down;
        ak_strings_add(&v->reasoning,
                       "Only one end of the link (%s) is visible; the partner was "
                       "not seen.",
                       seen->name);
    } else if ((v->up.any != v->down.any)) {
        ak_strings_add(
            &v->reasoning, "Only one end reported anything: %s; its partner %s reported nothing.",
            v->up.any ? v->up.name : v->down.name, v->up.any ? v->down.name : v->up.name);
    }
}
