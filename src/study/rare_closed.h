/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rates of rare events in closed form, to the first order of what is small.
 * Not here: simulation.
 *
 * Hits are independent. With p the bit error rate and n the line bits of a packet it is hit with
 * 1 - (1 - p)^n. In a direction that sends t TLPs a second let h be that chance for a TLP, k for
 * the Ack that answers it, and s the part of h in which the receiver does not even see that a TLP
 * came.
 *
 *  - Each TLP that is hit is sent again, t h. The receiver answers with a Nak, at once or when the
 *    next TLP shows the gap; if TLPs come alone and s was the case, REPLAY_TIMER answers.
 *  - A replay whose first TLP is hit again is followed by REPLAY_TIMER, since NAK_SCHEDULED bars
 *    another Nak (D5); so is a Nak that is hit: t h (h + k).
 *  - Four sendings of one TLP in a row that come to nothing roll REPLAY_NUM over (D9), t h^4. After
 *    a retrain the count begins anew, so the link is dead after 4 (retrain_limit + 1).
 *  - That is for TLPs in quick succession: the next Ack makes up for one that is hit. A TLP alone
 *    (the next one comes later than REPLAY_TIMER) has no other: each Ack hit, t k, means a time-out
 *    and a duplicate. Of c sendings that come to nothing any can be the one that was delivered
 *    while its Ack was hit; from then on a hit TLP is answered by a Nak that acknowledges it, and
 *    only s and k stand in the way: h^c + sum over j from 1 to c of h^(j-1) k (k + s)^(c-j).
 *  - At 128b/130b a hit in a token or a sync header means Recovery, which cuts what is on the
 * lines.
 *
 * Left out: what needs one more hit than the terms given.
 */
#ifndef ACKNAK_STUDY_RARE_CLOSED_H
#define ACKNAK_STUDY_RARE_CLOSED_H

#include "study/rare_traffic.h"

/* The traffic per second, and the rates; NaN where there is no closed form. */
void rare_closed(const struct sim_scenario *scenario, const struct rare_counts *counts,
                 struct rare_traffic *traffic, double closed[RARE_EVENT_COUNT]);

/* The chance that a TLP of `frame_bytes` is damaged and LCRC takes it for good, when each bit that
 * it covers is wrong with `ber`: C(n, w) ber^w / 2^32 from the least number w of wrong bits that
 * it may overlook. */
double rare_lcrc_escape(uint32_t frame_bytes, double ber);

/* The same of a DLLP and CRC-16, by the number of patterns of 5 to 8 wrong bits that it overlooks.
 */
double rare_crc16_escape(double ber);

#endif
