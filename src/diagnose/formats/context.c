/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kernel messages around the errors: sleep and resume, rate limits, resets, DPC, hot plug.
 * Not here: the error records themselves (formats/aer_log.c).
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

/* "aer_ratelimit: 213 callbacks suppressed", "__aer_print_error: 3 callbacks suppressed". */
static bool read_suppressed(struct ak_facts *facts, const char *body)
{
    const char *key = strstr(body, " callbacks suppressed");
    const char *p = key;
    uint64_t n;

    if (key == NULL ||
        (ak_text_find_nocase(body, "aer") == NULL && strstr(body, "pcieport") == NULL))
        return false;
    while (p > body && (isdigit((unsigned char)p[-1]) || p[-1] == ','))
        p--;
    if (ak_text_number(&p, &n))
        facts->notes.suppressed += n;
    return true;
}

static bool read_lost(struct ak_facts *facts, const char *body)
{
    if (strstr(body, "kernel messages") == NULL && strstr(body, "messages suppressed") == NULL &&
        strstr(body, "printk messages dropped") == NULL)
        return false;
    if (ak_text_find_nocase(body, "missed") == NULL && strstr(body, "suppressed") == NULL &&
        strstr(body, "dropped") == NULL)
        return false;
    facts->notes.lost_messages++;
    return true;
}

static bool read_resume(struct ak_facts *facts, const struct ak_line *line)
{
    static const char *const keys[] = {
        "PM: suspend exit",     "PM: resume devices took", "Waking up from system sleep state",
        "PM: hibernation exit", "PM: Finishing wakeup",    "runtime resume"};

    for (size_t i = 0; i < sizeof keys / sizeof keys[0]; i++) {
        if (strstr(line->body, keys[i]) != NULL) {
            ak_facts_resume(facts, ak_stamp_read(line->raw, line->body));
            return true;
        }
    }
    return false;
}

static bool read_no_aer(struct ak_facts *facts, const char *body)
{
    if (strstr(body, "pci=noaer") == NULL && strstr(body, "platform does not support [") == NULL)
        return false;
    if (strstr(body, "Command line") == NULL && strstr(body, "_OSC") == NULL)
        return false;
    if (strstr(body, "AER") == NULL && strstr(body, "noaer") == NULL)
        return false;
    facts->notes.no_aer_kernel = true;
    return true;
}

static bool has_any(const char *s, const char *a, const char *b)
{
    return strstr(s, a) != NULL || strstr(s, b) != NULL;
}

/* "NVRM: Xid (PCI:0000:b3:00): 79, ...": the address of a device without its function. */
static bool find_xid(const char *body, struct ak_addr *addr, const char **end)
{
    const char *p = strstr(body, "Xid (PCI:");
    uint32_t domain, bus, dev;

    if (p == NULL)
        return false;
    p += 9;
    if (!ak_text_hex(&p, &domain, NULL) || *p++ != ':' || !ak_text_hex(&p, &bus, NULL) ||
        *p++ != ':' || !ak_text_hex(&p, &dev, NULL) || *p != ')' || bus > 255 || dev > 31)
        return false;
    *addr = (struct ak_addr){domain, (uint8_t)bus, (uint8_t)dev, 0};
    *end = p;
    return true;
}

static bool read_device_event(struct ak_facts *facts, const struct ak_line *line)
{
    const char *body = line->body;
    struct ak_addr addr;
    const char *end;
    struct ak_device *d;

    if (!find_xid(body, &addr, &end) && ak_addr_find(body, &addr, &end) == NULL)
        return false;
    if (has_any(end, "DPC: containment event", "DPC: unmasked uncorrectable"))
        ak_facts_device(facts, &addr)->dpc_events++;
    else if (has_any(end, "link has been reset", "Link has been reset"))
        ak_facts_device(facts, &addr)->reset_events++;
    else if (has_any(end, "ecovery failed", "can't recover"))
        ak_facts_device(facts, &addr)->recovery_failed++;
    else if (strstr(body, "pciehp") != NULL && strstr(end, "Card not present") != NULL)
        ak_facts_device(facts, &addr)->absent_events++;
    else if (strstr(body, "pciehp") != NULL && strstr(end, "Link Down") != NULL)
        ak_facts_device(facts, &addr)->link_down_events++;
    else if (has_any(end, "fallen off the bus", "no longer accessible"))
        ak_facts_device(facts, &addr)->lost_device++;
    else
        return false;
    d = ak_facts_device(facts, &addr);
    if (strncmp(body, "pcieport ", 9) == 0)
        d->driver_port = true;
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    const char *body = line->body;

    (void)state;
    if (body == line->raw && body[0] != '*' && strstr(body, ": ") == NULL)
        return false;
    if (read_suppressed(facts, body) || read_lost(facts, body))
        return true;
    if (strstr(body, "PM: ") != NULL || strstr(body, "resume") != NULL)
        return read_resume(facts, line);
    if (read_no_aer(facts, body) || read_device_event(facts, line))
        return false; /* context is no evidence of its own */
    return false;
}

const struct ak_format ak_format_context = {"kernel-log", 0, true, read_line, NULL};
