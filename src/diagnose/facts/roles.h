/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the pairing needs to know of each device: which end of its link it is, and whether anything
 * speaks of trouble there.
 * Not here: the pairing (pair.h).
 */
#ifndef ACKNAK_DIAGNOSE_ROLES_H
#define ACKNAK_DIAGNOSE_ROLES_H

#include "diagnose/facts/facts.h"

/* Which end of its link a device is. */
enum ak_role {
    AK_ROLE_UPPER,
    AK_ROLE_LOWER,
    AK_ROLE_EITHER /* nothing says */
};

struct ak_about {
    const struct ak_device *parent; /* the port above, or NULL */
    enum ak_role role;
    bool evidence;
    bool spoken_of; /* not in question itself, but named as being there */
    bool paired;    /* for the pairing */
};

/*
 * One element per device, in the order of facts->devices; free() it. NULL without memory. Worked
 * out once, in time quadratic in the number of devices, so that a hostile input cannot make the
 * pairing slow.
 */
struct ak_about *ak_roles_build(const struct ak_facts *facts);

#endif
