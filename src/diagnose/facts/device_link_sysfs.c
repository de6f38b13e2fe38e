/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of one device, from sysfs: attributes for all, configuration space for root.
 * Not here: lspci dumps (device_link.c).
 */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "diagnose/facts/device_link.h"
#include "diagnose/text/text.h"

#define CONFIG_BYTES     256u
#define CAPABILITIES     0x34u
#define FIRST_FREE       0x40u
#define CAP_EXPRESS      0x10u
#define CAP_COUNT_MAX    48 /* a longer list is a loop */
#define EXPRESS_FLAGS    0x02u
#define EXPRESS_DEVCTL   0x08u
#define EXPRESS_LNKCAP   0x0Cu
#define EXPRESS_LNKCTL   0x10u
#define EXPRESS_LNKSTA   0x12u
#define TYPE_ROOT        4u
#define TYPE_DOWNSTREAM  6u
#define TYPE_RC_ENDPOINT 9u
#define TYPE_RC_EVENT    10u

struct end {
    bool found;   /* the folder is there */
    bool express; /* the capability was read */
    bool has_link;
    bool cut; /* configuration space ends before the capability */
    bool faces_down;
    uint32_t now_mts, max_mts, width, mps_bytes, l0s_exit_ns;
    bool l0s, extended_synch;
};

static uint32_t load16(const unsigned char *p)
{
    return (uint32_t)p[0] | (uint32_t)p[1] << 8;
}

static uint32_t load32(const unsigned char *p)
{
    return load16(p) | load16(p + 2) << 16;
}

static uint32_t mts_of(uint32_t code)
{
    static const uint32_t mts[] = {0, 2500, 5000, 8000, 16000, 32000, 64000};
    return code < sizeof mts / sizeof mts[0] ? mts[code] : 0;
}

/* LnkCap: the upper end of each range; the last one has none. */
static uint32_t l0s_exit_ns(uint32_t code)
{
    static const uint32_t ns[] = {64, 128, 256, 512, 1000, 2000, 4000, 4000};
    return ns[code & 7u];
}

static void read_express(const unsigned char *cap, struct end *end)
{
    uint32_t type = load16(cap + EXPRESS_FLAGS) >> 4 & 15u;
    uint32_t lnkcap = load32(cap + EXPRESS_LNKCAP);
    uint32_t lnkctl = load16(cap + EXPRESS_LNKCTL);
    uint32_t lnksta = load16(cap + EXPRESS_LNKSTA);

    end->express = true;
    end->faces_down = type == TYPE_ROOT || type == TYPE_DOWNSTREAM;
    end->mps_bytes = 128u << (load16(cap + EXPRESS_DEVCTL) >> 5 & 7u);
    end->has_link = type != TYPE_RC_ENDPOINT && type != TYPE_RC_EVENT && (lnkcap >> 4 & 63u) != 0;
    if (!end->has_link)
        return;
    end->max_mts = mts_of(lnkcap & 15u);
    end->now_mts = mts_of(lnksta & 15u);
    end->width = lnksta >> 4 & 63u;
    end->l0s = (lnkctl & 1u) != 0;
    end->extended_synch = (lnkctl >> 7 & 1u) != 0;
    end->l0s_exit_ns = l0s_exit_ns(lnkcap >> 12);
}

static void read_config(const char *folder, struct end *end)
{
    unsigned char config[CONFIG_BYTES] = {0};
    char path[PATH_MAX];
    size_t bytes = 0;

    if (snprintf(path, sizeof path, "%s/config", folder) >= (int)sizeof path)
        return;
    FILE *in = fopen(path, "rb");
    if (in != NULL) {
        bytes = fread(config, 1, sizeof config, in);
        (void)fclose(in);
    }
    uint32_t at = bytes > CAPABILITIES ? config[CAPABILITIES] & 0xFCu : 0;
    end->cut = bytes <= FIRST_FREE;
    for (int i = 0; i < CAP_COUNT_MAX && at >= FIRST_FREE; i++) {
        if (at + EXPRESS_LNKSTA + 2u > bytes) {
            end->cut = true;
            return;
        }
        if (config[at] == CAP_EXPRESS) {
            read_express(config + at, end);
            return;
        }
        at = config[at + 1u] & 0xFCu;
    }
}

static bool read_attribute(const char *folder, const char *name, char *out, size_t room)
{
    char path[PATH_MAX];
    FILE *in = NULL;

    if (snprintf(path, sizeof path, "%s/%s", folder, name) < (int)sizeof path)
        in = fopen(path, "r");
    if (in == NULL)
        return false;
    bool good = fgets(out, (int)room, in) != NULL;
    (void)fclose(in);
    return good;
}

static uint32_t read_speed(const char *folder, const char *name)
{
    char text[64], *end;

    if (!read_attribute(folder, name, text, sizeof text))
        return 0;
    double gts = strtod(text, &end);
    return gts > 0 && gts < 200 && strncmp(end, " GT/s", 5) == 0 ? (uint32_t)(gts * 1000 + 0.5) : 0;
}

static void read_end(const char *folder, struct end *end)
{
    char text[64];
    const char *p = text;
    uint64_t lanes;

    end->found = true;
    read_config(folder, end);
    uint32_t now = read_speed(folder, "current_link_speed");
    uint32_t max = read_speed(folder, "max_link_speed");
    if (now)
        end->now_mts = now;
    if (max)
        end->max_mts = max;
    if (read_attribute(folder, "current_link_width", text, sizeof text) &&
        ak_text_number(&p, &lanes) && lanes > 0 && lanes <= 32)
        end->width = (uint32_t)lanes;
    if (!end->express)
        end->has_link = end->now_mts != 0 && end->width != 0;
}

/* The folder above is the port that the device hangs on. */
static bool read_port_above(char *folder, struct end *port, struct ak_addr *addr)
{
    char *slash = strrchr(folder, '/');
    const char *name;

    if (slash == NULL)
        return false;
    *slash = '\0';
    name = strrchr(folder, '/');
    if (name == NULL)
        return false;
    name++;
    if (!ak_addr_read(&name, addr) || *name != '\0')
        return false;
    read_end(folder, port);
    return port->has_link;
}

static void fill(const struct end *device, const struct end *port, struct ak_device_link *link)
{
    link->now_mts = device->now_mts;
    link->max_mts = device->max_mts;
    link->width = device->width;
    link->is_upper = device->faces_down;
    link->mps_bytes = device->mps_bytes;
    link->l0s_exit_ns[!link->is_upper] = device->l0s_exit_ns;
    if (device->express) {
        link->l0s = device->l0s ? AK_SETTING_ON : AK_SETTING_OFF;
        link->extended_synch = device->extended_synch ? AK_SETTING_ON : AK_SETTING_OFF;
    }
    if (!link->has_partner || !port->express)
        return;
    link->mps_of_both = device->mps_bytes != 0;
    if (device->mps_bytes == 0 || port->mps_bytes < device->mps_bytes)
        link->mps_bytes = port->mps_bytes;
    link->l0s_exit_ns[link->is_upper] = port->l0s_exit_ns;
    if (port->l0s)
        link->l0s = AK_SETTING_ON;
    if (port->extended_synch)
        link->extended_synch = AK_SETTING_ON;
}

enum ak_device_link_status ak_device_link_from_sysfs(const char *root, const struct ak_addr *addr,
                                                     struct ak_device_link *link, bool *partly)
{
    char name[AK_ADDR_TEXT], path[PATH_MAX], folder[PATH_MAX];
    struct end device = {0}, port = {0};

    *link = (struct ak_device_link){.addr = *addr};
    *partly = false;
    ak_addr_format(name, addr);
    if (snprintf(path, sizeof path, "%s/bus/pci/devices/%s", root, name) >= (int)sizeof path) {
        errno = ENAMETOOLONG;
        return AK_DEVICE_LINK_NO_DEVICE;
    }
    if (realpath(path, folder) == NULL)
        return AK_DEVICE_LINK_NO_DEVICE;
    read_end(folder, &device);
    if (!device.has_link)
        return AK_DEVICE_LINK_NONE;
    if (!device.faces_down)
        link->has_partner = read_port_above(folder, &port, &link->partner);
    fill(&device, &port, link);
    *partly = !device.express && device.cut;
    return AK_DEVICE_LINK_OK;
}
