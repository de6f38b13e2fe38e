/* SPDX-License-Identifier: Apache-2.0 */
/*
 * AER records of the Linux kernel, 3.0 and later, and the aer_status lines of firmware-first ones.
 * Not here: the blocks of 2.6 (formats/aer_block.c), the {N}[Hardware Error] blocks
 * (formats/apei.c).
 *
 * The status word decides, never the printed type and agent: they come from the lowest or highest
 * set bit, masked or not. A record counts when its status word has been read.
 */
#include <ctype.h>
#include <string.h>

#include "diagnose/facts/aer_headers.h"
#include "diagnose/formats/formats.h"
#include "diagnose/text/text.h"

#define OPEN_RECORDS 16

struct open_record {
    bool used;
    bool severity_known;
    bool uncorrectable;
    bool has_status; /* waits only for what tells its severity */
    bool layer_seen; /* firmware-first: the line before aer_uncor_severity was there */
    bool transmitter, receiver;
    struct ak_record record;
};

struct state {
    struct open_record open[OPEN_RECORDS];
    unsigned next_open;
    struct ak_aer_headers headers;
};

static struct open_record *find_open(struct state *st, const struct ak_addr *addr)
{
    for (int i = 0; i < OPEN_RECORDS; i++) {
        if (st->open[i].used && ak_addr_equal(&st->open[i].record.addr, addr))
            return &st->open[i];
    }
    return NULL;
}

static void commit(struct ak_facts *facts, struct open_record *open)
{
    open->record.uncorrectable = open->uncorrectable;
    open->record.label_transmitter = open->transmitter;
    open->record.label_receiver = open->receiver;
    ak_facts_record(facts, &open->record);
    open->used = false;
}

/* Severity that the bits themselves give away: some positions exist in one register only. */
static bool severity_from_status(struct open_record *open)
{
    uint32_t status = open->record.status;

    if ((status & ~AK_COR_ALL_MASK) != 0)
        open->uncorrectable = true;
    else if ((status & 0x1C1u) != 0)
        open->uncorrectable = false;
    else
        return false;
    return true;
}

/* Gives up on a record: counted as cut off, or as one of unknown severity. */
static void abandon(struct ak_facts *facts, struct open_record *open)
{
    if (!open->used)
        return;
    if (open->layer_seen) { /* and no aer_uncor_severity came: correctable */
        commit(facts, open);
        return;
    }
    open->used = false;
    if (open->has_status)
        facts->notes.unknown_severity++;
    else
        ak_facts_device(facts, &open->record.addr)->cut_records++;
}

static struct open_record *new_open(struct ak_facts *facts, struct state *st,
                                    const struct ak_addr *addr)
{
    struct open_record *open = find_open(st, addr);

    if (open == NULL)
        open = &st->open[st->next_open++ % OPEN_RECORDS];
    abandon(facts, open);
    memset(open, 0, sizeof *open);
    open->used = true;
    open->record.addr = *addr;
    return open;
}

static void note_driver(struct ak_facts *facts, const struct ak_line *line,
                        const struct ak_addr *addr)
{
    struct ak_device *d = ak_facts_device(facts, addr);
    const char *body = line->body;
    const char *space = strchr(body, ' ');
    struct ak_addr first;
    const char *p = space != NULL ? space + 1 : body;

    if (space == NULL || !ak_addr_read(&p, &first) || !ak_addr_equal(&first, addr))
        return;
    if (strncmp(body, "pcieport ", 9) == 0 || strncmp(body, "aer ", 4) == 0)
        d->driver_port = true;
    else if (strncmp(body, "pci ", 4) != 0) {
        d->driver_other = true;
        if (d->driver[0] == '\0')
            ak_device_set_driver(d, body);
    }
}

/* The device of a message: the last address in front of `key`. */
static bool device_before(const struct ak_line *line, const char *key, struct ak_addr *addr)
{
    return ak_addr_last_before(line->raw, key, addr);
}

/* "id=00e5" behind `s`. */
static bool read_rid(const char *s, uint32_t domain, struct ak_addr *addr)
{
    const char *p = strstr(s, "id=");
    uint32_t rid;
    unsigned digits;

    if (p == NULL)
        return false;
    p += 3;
    if (!ak_text_hex(&p, &rid, &digits) || digits != 4)
        return false;
    *addr = ak_addr_from_rid(domain, rid);
    return true;
}

static bool read_severity(const char *s, bool *uncorrectable)
{
    const char *p = ak_text_find_nocase(s, "everity");
    const char *q;

    if (p == NULL && (p = strchr(s, '=')) == NULL)
        return false;
    q = ak_text_find_nocase(p, "uncor");
    if (q == NULL)
        q = ak_text_find_nocase(p, "fatal");
    if (q != NULL && q - p < 24) {
        *uncorrectable = true;
        return true;
    }
    q = ak_text_find_nocase(p, "cor");
    *uncorrectable = false;
    return q != NULL && q - p < 24;
}

static bool read_record_start(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    const char *key = strstr(line->body, "us Error:"); /* the rest is typed in many ways */
    struct open_record *open;
    struct ak_addr addr;

    if (key == NULL)
        return false;
    key = ak_text_find_nocase(line->body, "PCIe Bus Error:");
    if (key == NULL)
        return false;
    if (!device_before(line, key, &addr) && !read_rid(key, 0, &addr)) {
        facts->notes.cut_records++;
        return true;
    }
    open = new_open(facts, st, &addr);
    open->severity_known = read_severity(key, &open->uncorrectable);
    open->transmitter = ak_text_find_nocase(key, "(Transm") != NULL;
    open->receiver = ak_text_find_nocase(key, "(Receiv") != NULL;
    note_driver(facts, line, &addr);
    return true;
}

/* "SSSSSSSS/MMMMMMMM": a mask of fewer digits was mistyped or cut and masks nothing. */
static bool read_status_words(const char *p, uint32_t *status, uint32_t *mask)
{
    unsigned digits;

    if (!ak_text_hex(&p, status, &digits) || *p++ != '/' || digits < 7)
        return false;
    if (!ak_text_hex(&p, mask, &digits) || digits != 8)
        *mask = 0;
    return true;
}

static void read_vendor(struct ak_device *d, const char *line)
{
    const char *p = strstr(line, "device [");
    uint32_t vendor, device;

    if (p == NULL)
        return;
    p += 8;
    if (ak_text_hex(&p, &vendor, NULL) && *p++ == ':' && ak_text_hex(&p, &device, NULL))
        d->vendor_device = vendor << 16 | (device & 0xFFFFu);
}

static void status_read(struct ak_facts *facts, struct state *st, struct open_record *open,
                        const struct ak_line *line)
{
    open->has_status = true;
    open->record.stamp = ak_stamp_read(line->raw, line->body);
    ak_aer_headers_answer(&st->headers, &open->record.addr);
    if (open->severity_known || severity_from_status(open))
        commit(facts, open);
}

static bool read_status(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    const char *key = strstr(line->body, "status/mask=");
    struct open_record *open;
    struct ak_addr addr;
    uint32_t status, mask;

    if (key == NULL)
        return false;
    if (!device_before(line, key, &addr)) {
        facts->notes.cut_records++;
        return true;
    }
    open = find_open(st, &addr);
    if (open == NULL || open->has_status)
        open = new_open(facts, st, &addr);
    if (!read_status_words(key + 12, &status, &mask)) {
        abandon(facts, open);
        return true;
    }
    read_vendor(ak_facts_device(facts, &addr), line->body);
    note_driver(facts, line, &addr);
    open->record.status = status;
    open->record.mask = mask;
    status_read(facts, st, open, line);
    return true;
}

/* Firmware-first: "aer_status: 0x00001000, aer_mask: 0x00006000". */
static bool read_aer_status(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    const char *key = strstr(line->body, "aer_status:");
    const char *mask;
    struct open_record *open;
    struct ak_addr addr;

    if (key == NULL || !device_before(line, key, &addr))
        return false;
    open = new_open(facts, st, &addr);
    key = ak_text_skip_blanks(key + 11);
    mask = strstr(key, "aer_mask:");
    if (!ak_text_hex0x(&key, &open->record.status)) {
        abandon(facts, open);
        return true;
    }
    if (mask != NULL) {
        mask = ak_text_skip_blanks(mask + 9);
        (void)ak_text_hex0x(&mask, &open->record.mask);
    }
    note_driver(facts, line, &addr);
    status_read(facts, st, open, line);
    return true;
}

/* "[12] Timeout": only needed where the severity was not printed or not seen. */
static bool read_bit_line(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    const char *open_bracket = strrchr(line->body, '[');
    const char *p;
    struct open_record *open;
    struct ak_addr addr;
    uint64_t position;

    if (open_bracket == NULL)
        return false;
    p = ak_text_skip_blanks(open_bracket + 1);
    if (!ak_text_number(&p, &position) || position > 31 || *p != ']')
        return false;
    if (!device_before(line, open_bracket, &addr))
        return false;
    open = find_open(st, &addr);
    p = ak_text_skip_blanks(p + 1);
    if (open != NULL && open->has_status && isalpha((unsigned char)*p)) {
        open->uncorrectable =
            ak_bit_from_name(p, strcspn(p, "(")) != AK_BIT_TIMEOUT &&
            ak_text_find_nocase(p, "Replay") == NULL &&
            ak_text_find_nocase(p, "NonFatal") == NULL && ak_text_find_nocase(p, "Advis") == NULL &&
            ak_text_find_nocase(p, "Corr") == NULL && ak_text_find_nocase(p, "Header") == NULL;
        commit(facts, open);
    }
    return true;
}

static bool read_layer(struct state *st, const struct ak_line *line)
{
    const char *key = strstr(line->body, "aer_layer=");
    struct open_record *open;
    struct ak_addr addr;

    if (key == NULL || !device_before(line, key, &addr))
        return false;
    open = find_open(st, &addr);
    if (open != NULL && open->has_status)
        open->layer_seen = true;
    return true;
}

/* "aer_uncor_severity" is printed for uncorrectable errors only. */
static bool read_uncor_severity(struct ak_facts *facts, struct state *st,
                                const struct ak_line *line)
{
    const char *key = strstr(line->body, "aer_uncor_severity:");
    struct open_record *open;
    struct ak_addr addr;

    if (key == NULL || !device_before(line, key, &addr))
        return false;
    open = find_open(st, &addr);
    if (open != NULL && open->has_status) {
        open->uncorrectable = true;
        commit(facts, open);
    }
    return true;
}

static void name_source(struct ak_device *source, const struct ak_addr *reporter)
{
    if (source->named_source && !ak_addr_equal(&source->named_by, reporter))
        source->named_by_many = true;
    source->named_source = true;
    source->named_by = *reporter;
}

/* "AER: Multiple Corrected error received: 0000:03:00.0" and all its relatives. */
static bool read_header(struct ak_facts *facts, struct state *st, const struct ak_line *line)
{
    const char *key = strstr(line->body, "AER: ");
    const char *p, *end;
    struct ak_addr reporter, source;

    if (key == NULL || !device_before(line, key, &reporter))
        return false;
    p = strstr(key, "rror received: ");
    if (p == NULL)
        p = strstr(key, "message received");
    if (p == NULL) {
        if (strstr(key, "no error details") == NULL && strstr(key, "find device of ID") == NULL)
            return false;
        ak_facts_device(facts, &reporter)->reporter = true;
        if (!ak_aer_headers_is_open(&st->headers, &reporter))
            facts->notes.headers_only++; /* else the open header stays without a record */
        return true;
    }
    if (ak_addr_find(p, &source, &end) == NULL && !read_rid(p, reporter.domain, &source))
        source = reporter;
    else if (source.domain == reporter.domain && !ak_addr_equal(&source, &reporter))
        name_source(ak_facts_device(facts, &source), &reporter);
    ak_facts_device(facts, &reporter)->reporter = true;
    ak_aer_headers_open(&st->headers, &facts->notes, &reporter, &source);
    note_driver(facts, line, &reporter);
    return true;
}

static bool read_line(struct ak_facts *facts, void *state, const struct ak_line *line)
{
    struct state *st = state;
    const char *body = line->body;

    if (strchr(body, ':') == NULL)
        return false;
    return read_status(facts, st, line) || read_record_start(facts, st, line) ||
           read_header(facts, st, line) || read_aer_status(facts, st, line) ||
           read_uncor_severity(facts, st, line) || read_bit_line(facts, st, line) ||
           read_layer(st, line) || strstr(body, "is reported first") != NULL;
}

static void finish(struct ak_facts *facts, void *state)
{
    struct state *st = state;

    for (int i = 0; i < OPEN_RECORDS; i++)
        abandon(facts, &st->open[i]);
    ak_aer_headers_close_all(&st->headers, &facts->notes);
}

const struct ak_format ak_format_aer_log = {"linux-aer", sizeof(struct state), true, read_line,
                                            finish};
