/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How sure a verdict about damaged bits is.
 * Not here: the verdict (rules.c).
 */
#include "diagnose/verdict/confidence.h"

#include "diagnose/verdict/ends.h"
#include "diagnose/verdict/rules.h"

/* Below this a count of Receiver Errors alone can come from link training or a hot reset. */
#define FEW_RECEIVER_ERRORS 4

bool ak_confidence_is_dwarfed(uint64_t small, uint64_t large)
{
    return small <= 10 && small * 50 < large;
}

static bool figures_are_sticky(const struct ak_verdict *v)
{
    return (v->up.any && v->up.kind == AK_KIND_STICKY) ||
           (v->down.any && v->down.kind == AK_KIND_STICKY);
}

static bool basis_is_firm(const struct ak_verdict *v)
{
    return v->pair.basis == AK_BASIS_TREE || v->pair.basis == AK_BASIS_BUS ||
           v->pair.basis == AK_BASIS_LOG;
}

/* Do the two ends agree? The transmitter of a damaged direction has to replay. */
static bool ends_agree(const struct ak_verdict *v, const struct ak_end *receiver,
                       const struct ak_end *transmitter)
{
    bool naks = receiver->count[AK_BIT_NAKS_SENT] > 0 && receiver->count[AK_BIT_BADTLP] > 0;

    if (naks && ak_confidence_is_dwarfed(receiver->count[AK_BIT_NAKS_RECEIVED],
                                         receiver->count[AK_BIT_NAKS_SENT])) {
        return true;
    }
    return basis_is_firm(v) && transmitter->device != NULL && ak_end_transmit(transmitter) > 0 &&
           ak_end_receive(transmitter) * 50 <= ak_end_receive(receiver);
}

/* Nothing but a few Receiver Errors, as training leaves them. Sticky bits have no number. */
static bool is_training_noise(const struct ak_end *receiver, uint64_t events)
{
    return receiver->count[AK_BIT_RXERR] == events && events <= FEW_RECEIVER_ERRORS &&
           receiver->kind != AK_KIND_STICKY;
}

enum ak_confidence ak_confidence_of_both(const struct ak_verdict *v)
{
    uint64_t down = ak_rules_downstream_evidence(v);
    uint64_t up = ak_rules_upstream_evidence(v);

    if (is_training_noise(&v->down, down) && is_training_noise(&v->up, up)) {
        return AK_CONFIDENCE_LOW;
    }
    if (!basis_is_firm(v) || figures_are_sticky(v) || v->up.masked || v->down.masked) {
        return AK_CONFIDENCE_MEDIUM;
    }
    return is_training_noise(&v->down, down) || is_training_noise(&v->up, up) || down + up < 3
               ? AK_CONFIDENCE_MEDIUM
               : AK_CONFIDENCE_HIGH;
}

enum ak_confidence ak_confidence_of_one(const struct ak_verdict *v, const struct ak_end *receiver,
                                        const struct ak_end *transmitter)
{
    uint64_t events =
        receiver == &v->down ? ak_rules_downstream_evidence(v) : ak_rules_upstream_evidence(v);

    if (is_training_noise(receiver, events)) {
        return AK_CONFIDENCE_LOW;
    }
    if (figures_are_sticky(v) || v->up.masked || v->down.masked || events < 3) {
        return AK_CONFIDENCE_MEDIUM;
    }
    return ends_agree(v, receiver, transmitter) ? AK_CONFIDENCE_HIGH : AK_CONFIDENCE_MEDIUM;
}
