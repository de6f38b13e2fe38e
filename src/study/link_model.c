/* SPDX-License-Identifier: Apache-2.0
 *
 * What a link can carry, in closed form.
 * Not here: simulation.
 */
#include "study/link_model.h"

double study_link_wire_share(double payload_bytes, double overhead_bytes)
{
    return payload_bytes / (payload_bytes + overhead_bytes);
}
