/* SPDX-License-Identifier: Apache-2.0 */
/*
 * mlxlink --port_type PCIE -c -e: counters and eyes of NVIDIA network cards.
 * Not here: other NIC tools.
 *
 * "CRC Error tlp" and "CRC Error dllp" are Bad TLP and Bad DLLP at the card. "TX Errors" are
 * transitions to Recovery that the other end started: they prove no damaged transmission.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define LANES 32

struct state {
    bool open;
    bool eye;
    struct ak_device *device;
};

/* "mlxlink -d 0000:a1:00.0 ..." or "-d mlx5_0". */
static bool read_command(struct ak_facts *facts, struct state *st, const char *s)
{
    const char *p = strstr(s, "mlxlink");
    const char *q;
    struct ak_addr addr;
    char label[64];

    if (p == NULL)
        return false;
    q = strstr(p, "-d ");
    if (q == NULL)
        q = strstr(p, "--device ");
    st->device = NULL;
    if (q != NULL) {
        q = ak_text_skip_blanks(q + strcspn(q, " "));
        if (ak_addr_read(&q, &addr)) {
            st->device = ak_facts_device(facts, &addr);
        } else {
            ak_text_label(label, sizeof label, q, strcspn(q, " "));
            if (label[0] != '\0')
                st->device = ak_facts_labelled(facts, label);
        }
    }
    st->open = true;
    return true;
}

static struct ak_device *device_of(struct ak_facts *facts, struct state *st)
{
    if (st->device == NULL)
        st->device = ak_facts_labelled(facts, "unknown");
    st->device->port = AK_PORT_ENDPOINT;
    return st->device;
}

/* "156, 163, 149, ...": a lane at less than half of the median is weak. */
static void read_heights(struct ak_device *d, const char *s)
{
    uint64_t height[LANES], sorted[LANES], v;
    int n = 0, weakest = 0;

    while (n < LANES) {
        s += strspn(s, " ,\t");
        if (!isdigit((unsigned char)*s))
            break;
        for (v = 0; isdigit((unsigned char)*s); s++)
            v = (v * 10 + (uint64_t)(*s - '0')) % 1000000;
        sorted[n] = height[n] = v;
        if (v < height[weakest])
            weakest = n;
        n++;
    }
    if (n < 2)
        return;
    for (int i = 1; i < n; i++) {
        for (int k = i; k > 0 && sorted[k] < sorted[k - 1]; k--) {
            v = sorted[k];
            sorted[k] = sorted[k - 1];
            sorted[k - 1] = v;
        }
    }
    if (height[weakest] * 2 < sorted[n / 2]) {
        d->weak_lane = weakest;
        d->weak_eye = (uint32_t)height[weakest];
        d->usual_eye = (uint32_t)sorted[n / 2];
    }
}

static void read_speed(struct ak_device *d, const char *s)
{
    const char *open = strchr(s, '(');
    uint64_t n = 0;

    for (const char *p = s; isdigit((unsigned char)*p); p++)
        n = (n * 10 + (uint64_t)(*p - '0')) % 1000;
    d->link.now_mts = (uint32_t)n * 1000;
    n = 0;
    for (const char *p = open != NULL ? open + 1 : s; isdigit((unsigned char)*p); p++)
        n = (n * 10 + (uint64_t)(*p - '0')) % 1000;
    d->link.cap_mts = (uint32_t)n * 1000;
}

static bool read_field(struct ak_facts *facts, struct state *st, const char *s, const char *value)
{
    struct ak_device *d = device_of(facts, st);
    uint64_t n;

    if (strncmp(s, "Link Speed Active", 17) == 0) {
        read_speed(d, value);
        return false;
    }
    if (strncmp(s, "Height Eye", 10) == 0) {
        read_heights(d, value);
        return true;
    }
    if (!ak_text_number(&value, &n))
        return false;
    if (strncmp(s, "RX Errors", 9) == 0)
        d->rx_errors = n;
    else if (strncmp(s, "TX Errors", 9) == 0)
        d->tx_errors = n;
    else if (strncmp(s, "CRC Error dllp", 14) == 0)
        ak_facts_set(d, AK_BIT_BADDLLP, n);
    else if (strncmp(s, "CRC Error tlp", 13) == 0)
        ak_facts_set(d, AK_BIT_BADTLP, n);
    else
        return false;
    d->mlx_read = true;
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *s = ak_text_skip_blanks(line->raw);
    const char *colon;

    if (read_command(facts, st, s))
        return false;
    if (strncmp(s, "PCIe Operational", 16) == 0 ||
        strncmp(s, "Management PCIe Performance", 27) == 0)
        st->open = true;
    if (!st->open || (colon = strchr(s, ':')) == NULL || !isupper((unsigned char)*s))
        return false;
    return read_field(facts, st, s, ak_text_skip_blanks(colon + 1));
}

const struct ak_format ak_format_mlxlink = {"mlxlink", sizeof(struct state), false, read_line,
                                            NULL};
