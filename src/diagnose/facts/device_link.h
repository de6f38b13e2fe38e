/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of one device as its registers have it: rate, width, payload, L0s, Extended Synch; from
 * the facts of an lspci dump, or from sysfs.
 * Not here: errors of the link (verdict.h).
 */
#ifndef ACKNAK_DIAGNOSE_DEVICE_LINK_H
#define ACKNAK_DIAGNOSE_DEVICE_LINK_H

#include <stdbool.h>
#include <stdint.h>

#include "diagnose/text/address.h"

struct ak_facts;
struct ak_device;

enum ak_device_setting { AK_SETTING_UNSAID, AK_SETTING_OFF, AK_SETTING_ON };

struct ak_device_link {
    struct ak_addr addr;
    bool has_partner;       /* the other end of the link was found */
    struct ak_addr partner; /* the one upstream, or of a port the one downstream */
    bool is_upper;          /* the device is the upstream component of the link */
    uint32_t now_mts;       /* LnkSta; 0: not said, as all of these */
    uint32_t max_mts;       /* LnkCap */
    uint32_t width;
    uint32_t mps_bytes;         /* DevCtl, the smaller of both ends */
    bool mps_of_both;           /* both ends said so */
    enum ak_device_setting l0s; /* LnkCtl of either end enables it */
    uint32_t l0s_exit_ns[2];    /* LnkCap of the upper and of the lower end: at most; 0: not said */
    enum ak_device_setting extended_synch; /* LnkCtl of either end */
};

/* Fills in the link of the device at `addr`. False: the facts hold no link of it. */
bool ak_device_link_from_facts(const struct ak_facts *facts, const struct ak_addr *addr,
                               struct ak_device_link *link);

/* Whether the facts tell the state of a link of the device. */
bool ak_device_has_link(const struct ak_device *device);

enum ak_device_link_status {
    AK_DEVICE_LINK_OK,
    AK_DEVICE_LINK_NO_DEVICE, /* errno tells why */
    AK_DEVICE_LINK_NONE,      /* no PCI Express capability, or no link behind it */
};

/*
 * Reads the link from `root`/bus/pci/devices/ADDRESS: attributes and configuration space of the
 * device and of the port above it. `partly` becomes true if configuration space could not be read
 * far enough, which only root can.
 */
enum ak_device_link_status ak_device_link_from_sysfs(const char *root, const struct ak_addr *addr,
                                                     struct ak_device_link *link, bool *partly);

#endif
