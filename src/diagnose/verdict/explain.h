/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentences that say in protocol terms what figures at an end mean.
 * Not here: which rule applies (rules.h).
 */
#ifndef ACKNAK_DIAGNOSE_EXPLAIN_H
#define ACKNAK_DIAGNOSE_EXPLAIN_H

#include "diagnose/verdict/verdict.h"

/* What `receiver` saw of the bits that `transmitter` sent. */
void ak_explain_receive(struct ak_verdict *v, const struct ak_end *receiver,
                        const struct ak_end *transmitter);

/* Nak counters of one device. */
void ak_explain_naks(struct ak_verdict *v, const struct ak_end *end);

/* Timeouts and Rollovers, given that `receiver` is where damaged bits arrived. */
void ak_explain_transmit(struct ak_verdict *v, const struct ak_end *receiver,
                         const struct ak_end *transmitter);

/* Timeouts and Rollovers when no end reported damaged bits. */
void ak_explain_transmit_alone(struct ak_verdict *v);

/* What speaks for or against the direction from `receiver` to `transmitter`. */
void ak_explain_other_direction(struct ak_verdict *v, const struct ak_end *receiver,
                                const struct ak_end *transmitter);

/* Uncorrectable bits besides what the verdict rests on. */
void ak_explain_fatal(struct ak_verdict *v);

/* What of the two ends could not be seen: partner, AER capability, masks. */
void ak_explain_ends(struct ak_verdict *v);

#endif
