/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The rules that turn the figures of a link into a verdict, in their order of precedence.
 * Not here: the figures (ends.c), how sure a verdict is (confidence.c), sentences that explain
 * single bits (explain.c), advice (advice.c).
 *
 * What the rules rest on: RxErr, Bad TLP and Bad DLLP are seen by the receiver of the damaged
 * bits, so they name the direction toward the end that logs them. Replay Timer Timeout and
 * REPLAY_NUM Rollover are seen by the transmitter of TLPs whose acknowledgement did not come; the
 * TLPs may have been lost on the way out or the Acks on the way back, so alone they name nothing.
 */
#include "diagnose/verdict/rules.h"

#include "diagnose/text/text.h"
#include "diagnose/verdict/confidence.h"
#include "diagnose/verdict/ends.h"
#include "diagnose/verdict/explain.h"

uint64_t ak_rules_downstream_evidence(const struct ak_verdict *v)
{
    return ak_end_receive(&v->down) + v->down.count[AK_BIT_NAKS_SENT] +
           v->up.count[AK_BIT_NAKS_RECEIVED];
}

uint64_t ak_rules_upstream_evidence(const struct ak_verdict *v)
{
    return ak_end_receive(&v->up) + v->down.count[AK_BIT_NAKS_RECEIVED] +
           v->up.count[AK_BIT_NAKS_SENT];
}

static void set(struct ak_verdict *v, enum ak_direction direction, enum ak_cause cause,
                enum ak_confidence confidence)
{
    v->direction = direction;
    v->cause = cause;
    v->confidence = confidence;
}

/* A sum over all devices: both ends of every link are in it. */
static bool rule_pooled(struct ak_verdict *v, const struct ak_facts *facts)
{
    (void)facts;
    if (v->down.device == NULL || !v->down.device->pooled) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "These figures are sums over the whole machine: which device saw which bit, and "
                   "so the direction, is not in them.");
    return true;
}

/* Counters of no one knows whom: the receiver may be at either end. */
static bool rule_pathless(struct ak_verdict *v, const struct ak_facts *facts)
{
    bool received = ak_end_receive(&v->up) + ak_end_receive(&v->down) > 0;

    (void)facts;
    if (v->down.device == NULL || !v->down.device->pathless || !received) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_SIGNAL, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "A receiver saw damaged bits. The counters came without a path, so whether it "
                   "is the upper or the lower end of its link is not known.");
    return true;
}

/* Both receivers see damaged bits: what the directions share comes first. */
static bool rule_both_directions(struct ak_verdict *v, const struct ak_facts *facts)
{
    uint64_t down = ak_rules_downstream_evidence(v);
    uint64_t up = ak_rules_upstream_evidence(v);

    (void)facts;
    if (down == 0 || up == 0 || ak_confidence_is_dwarfed(down, up) ||
        ak_confidence_is_dwarfed(up, down)) {
        return false;
    }
    set(v, AK_DIRECTION_BOTH, AK_CAUSE_SIGNAL, ak_confidence_of_both(v));
    ak_explain_receive(v, &v->down, &v->up);
    ak_explain_receive(v, &v->up, &v->down);
    ak_strings_add(&v->reasoning,
                   "Both directions are affected: %s and %s each receive damaged bits. That points "
                   "to something both directions share (connector, reference clock, power) before "
                   "it points to one lane.",
                   v->up.name, v->down.name);
    return true;
}

/*
 * Timeouts at the end that also received some bad DLLPs, but far more of them: a bad DLLP can
 * stand for at most one lost Ack, so most of these Acks were late, not lost.
 */
static bool rule_unexplained_timeouts(struct ak_verdict *v, const struct ak_facts *facts)
{
    const struct ak_end *end = ak_end_receive(&v->up) > 0 ? &v->up : &v->down;
    const struct ak_end *far = end == &v->up ? &v->down : &v->up;
    uint64_t timeouts = end->count[AK_BIT_TIMEOUT];
    char a[28], b[28];

    (void)facts;
    if (end->kind == AK_KIND_STICKY || ak_end_receive(end) == 0 || ak_end_receive(far) != 0 ||
        timeouts < 20 || timeouts / 10 < ak_end_receive(end)) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "%s ran into its replay timer %s times, but only %s of what it received was "
                   "damaged: the Timeouts far exceed what lost Acks can explain.",
                   end->name, ak_text_grouped(a, timeouts),
                   ak_text_grouped(b, ak_end_receive(end)));
    ak_strings_add(&v->reasoning,
                   "%s rejected no TLP%s. So most Acks came too late instead of being damaged: a "
                   "slow partner, a power state (ASPM), or a replay timer set too short.",
                   far->device != NULL ? far->name : "The other end, as far as it was seen,",
                   far->device != NULL ? " of it" : "");
    return true;
}

/* Damaged bits seen at one receiver only: that direction. */
static bool rule_one_direction(struct ak_verdict *v, const struct ak_facts *facts)
{
    bool down = ak_rules_downstream_evidence(v) > ak_rules_upstream_evidence(v);
    const struct ak_end *receiver = down ? &v->down : &v->up;
    const struct ak_end *transmitter = down ? &v->up : &v->down;

    (void)facts;
    if (ak_rules_downstream_evidence(v) == 0 && ak_rules_upstream_evidence(v) == 0) {
        return false;
    }
    set(v, down ? AK_DIRECTION_DOWNSTREAM : AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
        ak_confidence_of_one(v, receiver, transmitter));
    ak_explain_receive(v, receiver, transmitter);
    ak_explain_naks(v, &v->down);
    ak_explain_transmit(v, receiver, transmitter);
    ak_explain_other_direction(v, receiver, transmitter);
    return true;
}

/* An impossible Ack number without a damaged DLLP is no matter of the wire. */
static bool rule_protocol_error(struct ak_verdict *v, const struct ak_facts *facts)
{
    const struct ak_end *end = v->up.count[AK_BIT_DLP] > 0 ? &v->up : &v->down;
    const struct ak_end *far = end == &v->up ? &v->down : &v->up;

    (void)facts;
    if (end->count[AK_BIT_DLP] == 0) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_DEVICE_DEFECT, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "%s reported a Data Link Protocol Error: an Ack or Nak came whose sequence "
                   "number matches no outstanding TLP. A replay does not heal that; the link has "
                   "to go down and up.",
                   end->name);
    ak_strings_add(&v->reasoning,
                   "No damaged DLLP was reported with it, so the number was sent that way: the "
                   "ACK/NAK logic of %s, or a reset of one end while the other kept its numbers.",
                   far->device != NULL ? far->name : "the partner");
    return true;
}

static bool is_known_defect(const struct ak_device *d)
{
    return d != NULL && (d->vendor_device == 0x17a09750 || d->vendor_device == 0x17a09755);
}

/* Documented: leaving ASPM L1 these card readers answer later than the replay timer allows. */
static bool rule_known_defect(struct ak_verdict *v, const struct ak_facts *facts)
{
    (void)facts;
    if (!is_known_defect(v->down.device) || ak_end_transmit(&v->up) == 0) {
        return false;
    }
    set(v, AK_DIRECTION_NONE, AK_CAUSE_DEVICE_DEFECT, AK_CONFIDENCE_MEDIUM);
    ak_strings_add(&v->reasoning,
                   "%s is a Genesys GL975x (17a0:%04x) with a known defect: on the way out of ASPM "
                   "L1 its Acks come later than the replay timer above it allows. Linux masks "
                   "Replay Timer Timeout in that port for this reason.",
                   v->down.name, (unsigned)(v->down.device->vendor_device & 0xFFFFu));
    ak_strings_add(&v->reasoning, "No end reported a damaged bit, so nothing speaks for the wire.");
    return true;
}

/* Timeouts only in the seconds after a resume. */
static bool rule_after_resume(struct ak_verdict *v, const struct ak_facts *facts)
{
    uint64_t near = (v->up.device != NULL ? v->up.device->near_resume : 0) +
                    (v->down.device != NULL ? v->down.device->near_resume : 0);
    uint64_t far = (v->up.device != NULL ? v->up.device->far_resume : 0) +
                   (v->down.device != NULL ? v->down.device->far_resume : 0);
    uint64_t all = near + far;
    bool both = ak_end_transmit(&v->up) > 0 && ak_end_transmit(&v->down) > 0;

    (void)facts;
    if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) == 0 || near == 0 || far * 4 > near) {
        return false;
    }
    set(v, AK_DIRECTION_NONE, AK_CAUSE_POWER_STATE_EXIT,
        both || near >= 4 ? AK_CONFIDENCE_MEDIUM : AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "The Timeouts come within seconds after a resume (%llu of %llu) and no end "
                   "reported a damaged bit: the partner was still leaving a power state and "
                   "answered later than the replay timer allows.",
                   (unsigned long long)near, (unsigned long long)all);
    ak_explain_transmit_alone(v);
    return true;
}

static bool aspm_is_on(const struct ak_device *d)
{
    return d != NULL && (d->link.aspm_l1 == AK_YES || d->link.aspm_l0s == AK_YES);
}

/* Timeouts without a damaged bit at two readable ends of a link that may sleep. */
static bool rule_aspm(struct ak_verdict *v, const struct ak_facts *facts)
{
    (void)facts;
    if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) == 0) {
        return false;
    }
    if (!aspm_is_on(v->up.device) && !aspm_is_on(v->down.device)) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_POWER_STATE_EXIT, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "Timeouts without a damaged bit, on a link with ASPM enabled: a partner that "
                   "leaves L0s or L1 late explains them, lost Acks would as well.");
    ak_explain_transmit_alone(v);
    return true;
}

static bool rule_surprise_down(struct ak_verdict *v, const struct ak_facts *facts)
{
    uint64_t n = v->up.count[AK_BIT_SDES] + v->down.count[AK_BIT_SDES];

    (void)facts;
    if (n == 0) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_strings_add(&v->reasoning,
                   "The link went down without being told to (Surprise Down, %llu time%s). Power "
                   "loss, a crash or reset of the device, removal, and a lost signal all look the "
                   "same here.",
                   (unsigned long long)n, n == 1 ? "" : "s");
    if (v->up.device != NULL && v->up.device->uncounted > 0) {
        ak_strings_add(&v->reasoning, "Transaction Layer errors around it, such as Completion "
                                      "Timeout, are a consequence of the lost link.");
    }
    ak_explain_transmit_alone(v);
    return true;
}

/* Timeout and Rollover only: TLPs lost on the way out, or Acks on the way back, or late ones. */
static bool rule_transmit_only(struct ak_verdict *v, const struct ak_facts *facts)
{
    (void)facts;
    if (ak_end_transmit(&v->up) + ak_end_transmit(&v->down) == 0) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_explain_transmit_alone(v);
    return true;
}

/* A count of replays says that TLPs were sent again, not why. */
static bool rule_replays_only(struct ak_verdict *v, const struct ak_facts *facts)
{
    const struct ak_end *end = v->down.device != NULL ? &v->down : &v->up;
    uint64_t n = end->count[AK_BIT_REPLAYS];
    char digits[28];

    (void)facts;
    if (n == 0 && end->count[AK_BIT_RECOVERIES] == 0 &&
        (end->device == NULL || end->device->tx_errors == 0)) {
        return false;
    }
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    if (end->device->tx_errors > 0) {
        ak_strings_add(&v->reasoning,
                       "\"TX Errors\" of mlxlink (%s) are transitions to Recovery that the other "
                       "end started: they do not prove a damaged transmission.",
                       ak_text_grouped(digits, end->device->tx_errors));
    }
    if (n > 0 && end->device->replay_sum) {
        ak_strings_add(&v->reasoning,
                       "The value %s is the sum of Naks sent and Naks received, so it has no "
                       "direction.",
                       ak_text_grouped(digits, n));
    } else if (n > 0) {
        ak_strings_add(&v->reasoning,
                       "%s sent TLPs again %s times. A replay counter alone does not say which "
                       "direction is damaged: its TLPs may have been rejected, or the Acks for "
                       "them lost or late.",
                       end->name, ak_text_grouped(digits, n));
    }
    return true;
}

/* Only errors of other layers. */
static bool rule_not_link(struct ak_verdict *v, const struct ak_facts *facts)
{
    uint64_t other = (v->up.device != NULL ? v->up.device->uncounted : 0) +
                     (v->down.device != NULL ? v->down.device->uncounted : 0);

    (void)facts;
    if (other == 0) {
        return false;
    }
    set(v, AK_DIRECTION_NONE, AK_CAUSE_NOT_LINK, AK_CONFIDENCE_MEDIUM);
    /* No figure: log, counters and trace of one event add up here. */
    ak_strings_add(&v->reasoning,
                   "Errors of the Transaction Layer or of the device itself, and none of the Data "
                   "Link Layer: the ACK/NAK protocol is not involved.");
    return true;
}

/* Something was reported, but not which bits. */
static bool rule_no_bits(struct ak_verdict *v, const struct ak_facts *facts)
{
    const struct ak_end *end =
        v->down.device != NULL && (v->up.device == NULL || v->up.device->no_status == 0) ? &v->down
                                                                                         : &v->up;

    (void)facts;
    set(v, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    if (end->device != NULL && end->device->no_status > 0) {
        ak_strings_add(&v->reasoning,
                       "An error was reported at %s, but the record carries no AER status bits: it "
                       "does not say what happened.",
                       end->name);
    } else if (end->device != NULL && end->device->corr_detected) {
        ak_strings_add(&v->reasoning,
                       "%s did detect a correctable error (DevSta CorrErr+), but its AER bits were "
                       "already cleared, as the AER driver does: which ones they were is not in "
                       "this output. Zero here is no proof of a good link.",
                       end->name);
    } else {
        ak_strings_add(&v->reasoning, "Events of the link were reported, but no AER bits.");
    }
    return true;
}

static bool (*const rules[])(struct ak_verdict *, const struct ak_facts *) = {
    rule_pooled,        rule_pathless,       rule_both_directions, rule_unexplained_timeouts,
    rule_one_direction, rule_protocol_error, rule_known_defect,    rule_after_resume,
    rule_surprise_down, rule_aspm,           rule_transmit_only,   rule_replays_only,
    rule_not_link,      rule_no_bits,
};

void ak_rules_apply(struct ak_verdict *verdict, const struct ak_facts *facts)
{
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++) {
        if (rules[i](verdict, facts)) {
            break;
        }
    }
    if ((verdict->up.stood_still || verdict->down.stood_still) &&
        verdict->confidence == AK_CONFIDENCE_HIGH) {
        verdict->confidence = AK_CONFIDENCE_MEDIUM;
    }
    ak_explain_fatal(verdict);
    ak_explain_ends(verdict);
}
