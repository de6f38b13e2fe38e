/* SPDX-License-Identifier: Apache-2.0
 *
 * What a link can carry, in closed form: a saturated direction with and without bit errors.
 * Not here: simulation (sim), what a replay buffer must hold (study/size.h).
 */
#ifndef ACKNAK_STUDY_LINK_MODEL_H
#define ACKNAK_STUDY_LINK_MODEL_H

/* Payload over bytes on the wire, of TLPs with `overhead_bytes` of header, framing and LCRC. */
double study_link_wire_share(double payload_bytes, double overhead_bytes);

#endif
