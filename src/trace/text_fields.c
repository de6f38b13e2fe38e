/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What each kind of record has on its line behind the kind.
 * Not here: what stands before it (text_reader.c), the parameters of a Link (text_link.c), a
 * snapshot of a port (text_state.c), words and values (text_line.c).
 */
#include "trace/text_fields.h"

#include <string.h>

#include "trace/names.h"
#include "trace/text_link.h"
#include "trace/text_state.h"

static bool read_where(struct ak_line *line, struct ak_record *record)
{
    int direction;
    int seen;
    if (!ak_line_name(line, &ak_names_direction, "a direction", &direction) ||
        !ak_line_name(line, &ak_names_seen, "where it was seen", &seen)) {
        return false;
    }
    record->direction = (enum ak_direction)direction;
    record->seen = (enum ak_seen)seen;
    return true;
}

static bool read_packet_flags(struct ak_line *line, struct ak_record *record)
{
    while (!ak_line_is_at_end(line)) {
        uint32_t count;
        if (!ak_line_word(line, "a flag")) {
            return false;
        }
        if (ak_line_is_word(line, "error")) {
            record->error = true;
        } else if (ak_line_is_word(line, "truncated") && record->kind != AK_RECORD_OS) {
            record->truncated = true;
        } else if (record->kind != AK_RECORD_TLP || !ak_line_is_key(line, "stp")) {
            return ak_line_fail(line, record->kind == AK_RECORD_TLP    ? "error, truncated or stp="
                                      : record->kind == AK_RECORD_DLLP ? "error or truncated"
                                                                       : "error");
        } else if (!ak_line_to_hex(line, record->stp, sizeof record->stp, &count)) {
            return false;
        } else if (count != sizeof record->stp) {
            return ak_line_fail(line, "the four symbols of an STP token in hex");
        } else {
            record->has_stp = true;
        }
    }
    return true;
}

/* The bytes of a packet or ordered set, kept in the reader. */
static bool read_bytes(struct ak_text_reader *reader, struct ak_line *line,
                       struct ak_record *record)
{
    if (!ak_line_hex_word(line, reader->bytes, sizeof reader->bytes, &record->length_bytes)) {
        return false;
    }
    record->bytes = record->length_bytes > 0 ? reader->bytes : NULL;
    return true;
}

static bool read_packet(struct ak_text_reader *reader, struct ak_line *line,
                        struct ak_record *record)
{
    int end;
    if (!read_where(line, record) ||
        !ak_line_name(line, &ak_names_end, "how the packet ended", &end) ||
        !read_bytes(reader, line, record)) {
        return false;
    }
    record->end = (enum ak_packet_end)end;
    return read_packet_flags(line, record);
}

static bool read_os(struct ak_text_reader *reader, struct ak_line *line, struct ak_record *record)
{
    int os;
    if (!read_where(line, record) ||
        !ak_line_name(line, &ak_names_os, "a kind of ordered set", &os) ||
        !read_bytes(reader, line, record)) {
        return false;
    }
    record->os = (enum ak_os)os;
    return read_packet_flags(line, record);
}

/* A text in quotes at the end of the line, or nothing. */
static bool read_text(struct ak_text_reader *reader, struct ak_line *line, const char **text)
{
    *text = NULL;
    if (!ak_line_is_at_quote(line)) {
        return true;
    }
    *text = reader->text;
    return ak_line_quoted(line, reader->text, sizeof reader->text);
}

static bool read_finding_direction(struct ak_line *line, struct ak_record *record)
{
    int direction;
    if (!ak_line_name(line, &ak_names_direction, "a direction", &direction)) {
        return false;
    }
    record->direction = (enum ak_direction)direction;
    return true;
}

static bool read_fault(struct ak_text_reader *reader, struct ak_line *line,
                       struct ak_record *record)
{
    record->fault.name = reader->word;
    return read_finding_direction(line, record) &&
           ak_line_identifier(line, "the name of a fault", reader->word, sizeof reader->word) &&
           read_text(reader, line, &record->fault.text);
}

static bool read_finding(struct ak_text_reader *reader, struct ak_line *line,
                         struct ak_record *record)
{
    int severity = 0;
    record->finding.rule = reader->word;
    bool good = read_finding_direction(line, record) &&
                ak_line_identifier(line, "the id of a rule", reader->word, sizeof reader->word) &&
                ak_line_name(line, &ak_names_severity, "a severity", &severity) &&
                read_text(reader, line, &record->finding.text);
    record->finding.severity = (enum ak_severity)severity;
    return good;
}

static bool read_port_name(struct ak_line *line, enum ak_port_name *port)
{
    int value;
    bool good = ak_line_name(line, &ak_names_port, "a port", &value);
    *port = (enum ak_port_name)value;
    return good;
}

static bool to_aer(struct ak_line *line, uint32_t *aer)
{
    struct ak_line rest;
    bool more;
    do {
        int bit;
        more = ak_line_cut(line, '+', &rest);
        if (!ak_line_to_name(line, &ak_names_aer, "an AER condition", &bit)) {
            return false;
        }
        *aer |= 1u << bit;
        if (more) {
            *line = rest;
        }
    } while (more);
    return true;
}

static bool read_port_key(struct ak_line *line, struct ak_record_port *port)
{
    if (ak_line_is_key(line, "seq")) {
        return ak_line_to_seq(line, &port->seq);
    }
    if (ak_line_is_key(line, "count")) {
        return ak_line_to_u32(line, &port->count);
    }
    if (ak_line_is_key(line, "length")) {
        return ak_line_to_u32(line, &port->length_bytes);
    }
    if (ak_line_is_key(line, "aer")) {
        return to_aer(line, &port->aer);
    }
    return ak_line_fail(line, "seq=, count=, length=, aer= or a reason in double quotes");
}

static bool read_port(struct ak_text_reader *reader, struct ak_line *line,
                      struct ak_record_port *port)
{
    int act;
    if (!read_port_name(line, &port->port) ||
        !ak_line_name(line, &ak_names_act, "what the port did", &act)) {
        return false;
    }
    port->act = (enum ak_act)act;
    while (!ak_line_is_at_end(line) && !ak_line_is_at_quote(line)) {
        if (!ak_line_word(line, "a value") || !read_port_key(line, port)) {
            return false;
        }
    }
    return read_text(reader, line, &port->reason);
}

/* "about=N" may stand right behind the kind. */
static bool read_about(struct ak_line *line, struct ak_record *record)
{
    static const char key[] = "about=";
    if (ak_line_is_at_end(line) || (size_t)(line->end - line->at) < strlen(key) ||
        memcmp(line->at, key, strlen(key)) != 0) {
        return true;
    }
    if (!ak_line_word(line, key)) {
        return false;
    }
    line->word += strlen(key);
    line->word_bytes -= strlen(key);
    return ak_line_to_number(line, UINT64_MAX, "the number of a record", &record->about);
}

static bool read_kind_fields(struct ak_text_reader *reader, struct ak_line *line,
                             struct ak_record *record)
{
    switch (record->kind) {
    case AK_RECORD_LINK:
        record->direction = AK_DIRECTION_BOTH;
        return ak_text_read_link(line, &record->link);
    case AK_RECORD_TLP:
    case AK_RECORD_DLLP:
        return read_packet(reader, line, record);
    case AK_RECORD_OS:
        return read_os(reader, line, record);
    case AK_RECORD_FAULT:
        return read_fault(reader, line, record);
    case AK_RECORD_PORT:
        return read_port(reader, line, &record->port_act);
    case AK_RECORD_STATE:
        return read_port_name(line, &record->state.port) &&
               ak_text_read_state(line, &record->state);
    case AK_RECORD_FINDING:
        return read_finding(reader, line, record);
    case AK_RECORD_ERROR:
    case AK_RECORD_GAP:
    case AK_RECORD_RECOVERY_START:
    case AK_RECORD_RECOVERY_END:
    case AK_RECORD_LINK_DOWN:
    case AK_RECORD_LINK_UP:
    case AK_RECORD_KIND_COUNT:
        break;
    }
    return read_where(line, record);
}

bool ak_text_read_fields(struct ak_text_reader *reader, struct ak_line *line,
                         struct ak_record *record)
{
    if (!read_about(line, record) || !read_kind_fields(reader, line, record)) {
        return false;
    }
    if (ak_line_is_at_end(line)) {
        return true;
    }
    return ak_line_word(line, "the end of the line") && ak_line_fail(line, "the end of the line");
}
