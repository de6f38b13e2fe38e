/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Between the files of a pair of ports.
 * Not here: what a test uses (port_pair.h).
 */
#ifndef ACKNAK_TESTS_PORT_PAIR_CALLS_H
#define ACKNAK_TESTS_PORT_PAIR_CALLS_H

#include "port_pair.h"

#define BATCH_MAX 12u

/* Tells a call to pair->trace, if there is one. */
__attribute__((format(printf, 2, 3))) void port_pair_say(struct port_pair *pair, const char *format,
                                                         ...);

/* Content that tells one TLP from another. */
void port_pair_tlp(uint8_t *tlp, uint32_t tlp_bytes, uint32_t seed);

/* Make the call if it is one of theirs. */
void port_pair_call_tx(struct port_pair *pair, struct call call);
void port_pair_call_rx(struct port_pair *pair, struct call call);

#endif
