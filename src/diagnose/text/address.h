/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bus addresses: domain, bus, device, function.
 * Not here: what is known about the device there (facts.h).
 */
#ifndef ACKNAK_DIAGNOSE_ADDRESS_H
#define ACKNAK_DIAGNOSE_ADDRESS_H

#include <stdbool.h>
#include <stdint.h>

struct ak_addr {
    uint32_t domain;
    uint8_t bus;
    uint8_t dev;
    uint8_t fn;
};

#define AK_ADDR_TEXT 24 /* bytes for the longest address and its NUL */

/*
 * Reads "[dddd:]bb:dd.f" at `*s` and moves past it. Domains have four to eight digits (Intel VMD
 * has five, NVIDIA tools write eight); without one it is 0. A full address typed with a colon for
 * the dot ("0000:00:1b:4") is accepted.
 */
bool ak_addr_read(const char **s, struct ak_addr *addr);

/*
 * The next address in `s`, or NULL; it must stand alone (not inside a word, a time or a number).
 * Returns where it starts, `end` receives where it ends.
 */
const char *ak_addr_find(const char *s, struct ak_addr *addr, const char **end);

/* The last address that ends at or before `limit`. */
bool ak_addr_last_before(const char *s, const char *limit, struct ak_addr *addr);

/* A requester id: bus in the upper byte, device and function in the lower. */
struct ak_addr ak_addr_from_rid(uint32_t domain, uint32_t rid);

bool ak_addr_equal(const struct ak_addr *a, const struct ak_addr *b);

/* Same domain, bus and device: functions of one device share one link. */
bool ak_addr_same_device(const struct ak_addr *a, const struct ak_addr *b);

/* By domain, bus, device, function: <0, 0, >0. */
int ak_addr_compare(const struct ak_addr *a, const struct ak_addr *b);

/* "0000:00:1c.2". Returns `out`. */
char *ak_addr_format(char out[AK_ADDR_TEXT], const struct ak_addr *addr);

#endif
