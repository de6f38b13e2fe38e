/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Format pcapng: wire records as packets of link type USER0, one interface for each direction;
 * findings and injected faults as comments of the packets they are about.
 * Not here: the link-layer header (trace/pcap_link.h), taking it apart (tools/wireshark).
 *
 * A finding comes after the packet it is about, so the newest packets are held back. A comment on
 * an older one goes to the newest packet and says what it is about.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "render/escape.h"
#include "render/format.h"
#include "trace/names.h"
#include "trace/pcap_link.h"
#include "trace/text_writer.h"
#include "trace/units.h"

#define HELD_MAX       256u
#define PAYLOAD_MAX    8192u
#define COMMENTS_BYTES 4096u /* of one packet */
#define COMMENT_BYTES  1024u

enum block_type { BLOCK_SECTION = 0x0A0D0D0A, BLOCK_INTERFACE = 1, BLOCK_PACKET = 6 };
enum option { OPTION_END = 0, OPTION_COMMENT = 1, OPTION_NAME = 2, OPTION_DESCRIPTION = 3 };
enum { OPTION_APPLICATION = 4, OPTION_TSRESOL = 9 };

/* Texts one behind the other, each with its terminating zero. */
struct comments {
    size_t used;
    unsigned left_out;
    char text[COMMENTS_BYTES];
};

struct held {
    uint64_t number;
    uint64_t time_ns;
    uint32_t interface;
    uint32_t captured_bytes; /* of packet */
    uint8_t packet[AK_PCAP_LINK_BYTES + PAYLOAD_MAX];
    struct comments comments;
};

struct pcapng {
    struct ak_output *output;
    unsigned first; /* of the ring */
    unsigned count;
    struct comments waiting; /* before the first packet */
    struct held held[HELD_MAX];
    /* A text as an output: comments and Link parameters are made with the writers of text. */
    struct ak_output scratch;
    size_t scratch_used;
    char scratch_text[COMMENT_BYTES];
};

static void put_u16(struct ak_output *out, uint32_t value)
{
    ak_output_char(out, (char)(value & 0xFF));
    ak_output_char(out, (char)(value >> 8 & 0xFF));
}

static void put_u32(struct ak_output *out, uint32_t value)
{
    put_u16(out, value & 0xFFFF);
    put_u16(out, value >> 16);
}

static uint32_t padded(size_t bytes)
{
    return (uint32_t)((bytes + 3) & ~(size_t)3);
}

static void put_padded(struct ak_output *out, const void *bytes, size_t count)
{
    ak_output_bytes(out, bytes, count);
    for (size_t i = count; i < padded(count); i++)
        ak_output_char(out, '\0');
}

static uint32_t option_bytes(size_t bytes)
{
    return 4 + padded(bytes);
}

static void put_option(struct ak_output *out, uint32_t code, const void *value, size_t bytes)
{
    put_u16(out, code);
    put_u16(out, (uint32_t)bytes);
    put_padded(out, value, bytes);
}

static void put_section(struct ak_output *out)
{
    static const char application[] = "acknak";
    uint32_t total = 28 + option_bytes(sizeof application - 1) + 4;
    put_u32(out, BLOCK_SECTION);
    put_u32(out, total);
    put_u32(out, 0x1A2B3C4D);
    put_u16(out, 1);
    put_u16(out, 0);
    put_u32(out, 0xFFFFFFFF); /* the length of the section is not told */
    put_u32(out, 0xFFFFFFFF);
    put_option(out, OPTION_APPLICATION, application, sizeof application - 1);
    put_u32(out, OPTION_END);
    put_u32(out, total);
}

static void put_interface(struct ak_output *out, const char *name, const char *description)
{
    static const uint8_t nanoseconds = 9;
    uint32_t total =
        20 + option_bytes(strlen(name)) + option_bytes(strlen(description)) + option_bytes(1) + 4;
    put_u32(out, BLOCK_INTERFACE);
    put_u32(out, total);
    put_u16(out, AK_PCAP_LINKTYPE);
    put_u16(out, 0);
    put_u32(out, 0); /* no snap length */
    put_option(out, OPTION_NAME, name, strlen(name));
    put_option(out, OPTION_DESCRIPTION, description, strlen(description));
    put_option(out, OPTION_TSRESOL, &nanoseconds, 1);
    put_u32(out, OPTION_END);
    put_u32(out, total);
}

static uint32_t comments_bytes(const struct comments *comments)
{
    uint32_t bytes = 0;
    for (size_t at = 0; at < comments->used; at += strlen(comments->text + at) + 1)
        bytes += option_bytes(strlen(comments->text + at));
    return bytes > 0 ? bytes + 4 : 0;
}

static void put_comments(struct ak_output *out, const struct comments *comments)
{
    for (size_t at = 0; at < comments->used; at += strlen(comments->text + at) + 1)
        put_option(out, OPTION_COMMENT, comments->text + at, strlen(comments->text + at));
    if (comments->used > 0)
        put_u32(out, OPTION_END);
}

static void put_packet(struct ak_output *out, const struct held *held)
{
    uint32_t total = 32 + padded(held->captured_bytes) + comments_bytes(&held->comments);
    put_u32(out, BLOCK_PACKET);
    put_u32(out, total);
    put_u32(out, held->interface);
    put_u32(out, (uint32_t)(held->time_ns >> 32));
    put_u32(out, (uint32_t)(held->time_ns & 0xFFFFFFFF));
    put_u32(out, held->captured_bytes);
    put_u32(out, held->captured_bytes);
    put_padded(out, held->packet, held->captured_bytes);
    put_comments(out, &held->comments);
    put_u32(out, total);
}

static void add_comment(struct comments *comments, const char *text)
{
    static const char more[] = "further comments on this packet are left out";
    size_t bytes = strlen(text) + 1;
    if (comments->left_out > 0)
        return;
    if (comments->used + bytes + sizeof more > sizeof comments->text) {
        comments->left_out = 1;
        text = more;
        bytes = sizeof more;
    }
    memcpy(comments->text + comments->used, text, bytes);
    comments->used += bytes;
}

static int write_scratch(void *context, const char *text, size_t bytes)
{
    struct pcapng *pcapng = context;
    size_t room = sizeof pcapng->scratch_text - 1 - pcapng->scratch_used;
    size_t part = bytes < room ? bytes : room;
    memcpy(pcapng->scratch_text + pcapng->scratch_used, text, part);
    pcapng->scratch_used += part;
    return 0;
}

static struct ak_output *begin_scratch(struct pcapng *pcapng)
{
    pcapng->scratch_used = 0;
    ak_output_init(&pcapng->scratch, write_scratch, pcapng);
    return &pcapng->scratch;
}

/* Ends the text; one that was too long is cut between two characters. */
static void end_scratch(struct pcapng *pcapng)
{
    (void)ak_output_flush(&pcapng->scratch);
    size_t used = pcapng->scratch_used;
    if (used == sizeof pcapng->scratch_text - 1)
        while (used > 0 && (pcapng->scratch_text[used - 1] & 0xC0) == 0x80)
            used--;
    if (used > 0 && used < pcapng->scratch_used)
        used--;
    pcapng->scratch_text[used] = '\0';
}

static void *begin(const struct ak_render_options *options, struct ak_output *output)
{
    struct pcapng *pcapng = malloc(sizeof *pcapng);
    (void)options;
    if (pcapng == NULL)
        return NULL;
    pcapng->output = output;
    pcapng->first = 0;
    pcapng->count = 0;
    pcapng->waiting = (struct comments){.used = 0};
    put_section(output);
    put_interface(output, "downstream", "from port a to port b, and what concerns the Link");
    put_interface(output, "upstream", "from port b to port a");
    return pcapng;
}

static struct held *newest(struct pcapng *pcapng)
{
    return &pcapng->held[(pcapng->first + pcapng->count - 1) % HELD_MAX];
}

static void release_oldest(struct pcapng *pcapng)
{
    put_packet(pcapng->output, &pcapng->held[pcapng->first]);
    pcapng->first = (pcapng->first + 1) % HELD_MAX;
    pcapng->count--;
}

/* The parameters of a Link as a text trace has them: what stands behind the word link. */
static uint32_t write_link(struct pcapng *pcapng, const struct ak_record *record, uint8_t *out)
{
    static const char mark[] = " link ";
    (void)ak_text_write(begin_scratch(pcapng), record);
    end_scratch(pcapng);
    const char *text = strstr(pcapng->scratch_text, mark);
    if (text == NULL)
        return 0;
    text += strlen(mark);
    size_t bytes = strcspn(text, "\n");
    memcpy(out, text, bytes);
    return (uint32_t)bytes;
}

static void hold(struct pcapng *pcapng, const struct ak_record *record)
{
    if (pcapng->count == HELD_MAX)
        release_oldest(pcapng);
    pcapng->count++;
    struct held *held = newest(pcapng);
    uint32_t bytes = record->length_bytes < PAYLOAD_MAX ? record->length_bytes : PAYLOAD_MAX;
    held->number = record->number;
    held->time_ns = record->time_fs / AK_FS_PER_NS;
    held->interface = record->direction == AK_UPSTREAM ? 1 : 0;
    held->comments = pcapng->waiting;
    pcapng->waiting.used = 0;
    ak_pcap_link_encode(record, held->packet);
    if (record->kind == AK_RECORD_LINK)
        bytes = write_link(pcapng, record, held->packet + AK_PCAP_LINK_BYTES);
    else if (bytes > 0)
        memcpy(held->packet + AK_PCAP_LINK_BYTES, record->bytes, bytes);
    held->captured_bytes = AK_PCAP_LINK_BYTES + bytes;
}

/* Where a comment on record `about` goes; *right: it is that packet. */
static struct comments *place_of(struct pcapng *pcapng, uint64_t about, bool *right)
{
    *right = true;
    for (unsigned i = pcapng->count; about != 0 && i-- > 0;) {
        struct held *held = &pcapng->held[(pcapng->first + i) % HELD_MAX];
        if (held->number == about)
            return &held->comments;
    }
    *right = false;
    return pcapng->count > 0 ? &newest(pcapng)->comments : &pcapng->waiting;
}

static void comment(struct pcapng *pcapng, const struct ak_record *record)
{
    bool right;
    struct comments *comments = place_of(pcapng, record->about, &right);
    struct ak_output *out = begin_scratch(pcapng);
    const char *text = record->fault.text;
    if (record->kind == AK_RECORD_FAULT) {
        ak_output_text(out, "fault: ");
        ak_escape_plain(out, record->fault.name);
    } else {
        text = record->finding.text;
        ak_output_text(out, ak_name_of(&ak_names_severity, (int)record->finding.severity));
        ak_output_char(out, ' ');
        ak_escape_plain(out, record->finding.rule);
    }
    if (!right) {
        ak_output_text(out, " (at ");
        ak_output_time(out, record->time_fs);
        ak_output_text(out, " ns");
        if (record->about != 0) {
            ak_output_text(out, ", about record ");
            ak_output_number(out, record->about);
        }
        ak_output_char(out, ')');
    }
    if (text != NULL) {
        ak_output_text(out, ": ");
        ak_escape_plain(out, text);
    }
    end_scratch(pcapng);
    add_comment(comments, pcapng->scratch_text);
}

static int take(void *context, const struct ak_record *record)
{
    struct pcapng *pcapng = context;
    if (ak_record_is_wire(record->kind))
        hold(pcapng, record);
    else if (record->kind == AK_RECORD_FAULT || record->kind == AK_RECORD_FINDING)
        comment(pcapng, record);
    return pcapng->output->failed ? -1 : 0;
}

static int end(void *context)
{
    struct pcapng *pcapng = context;
    while (pcapng->count > 0)
        release_oldest(pcapng);
    int result = pcapng->output->failed ? -1 : 0;
    free(pcapng);
    return result;
}

const struct ak_render_format ak_render_pcapng = {
    .name = "pcapng",
    .extension = "pcapng",
    .help = "packets for Wireshark (with tools/wireshark/acknak.lua); findings as comments",
    .binary = true,
    .begin = begin,
    .take = take,
    .end = end,
};
