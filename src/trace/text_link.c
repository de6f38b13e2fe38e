/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The parameters of a Link on their line.
 * Not here: words and values (text_line.c), writing them (text_writer.c).
 */
#include "trace/text_link.h"

#include "trace/names.h"

static bool to_flag(struct ak_line *line, bool *flag)
{
    uint64_t number;
    bool good = ak_line_to_number(line, 1, "0 or 1", &number);
    *flag = number == 1;
    return good;
}

static bool to_rate(struct ak_line *line, enum ak_rate *rate)
{
    int value;
    if (ak_rate_word_is_flit(line->word, line->word_bytes)) {
        return ak_line_fail(line, AK_NO_FLIT);
    }
    bool good = ak_line_to_name(line, &ak_names_rate, "a rate in GT/s", &value);
    *rate = (enum ak_rate)value;
    return good;
}

/* "sender+receiver" or "none". */
static bool to_views(struct ak_line *line, uint8_t *views)
{
    *views = 0;
    if (ak_line_is_word(line, "none")) {
        return true;
    }
    struct ak_line rest;
    bool more;
    do {
        int seen;
        more = ak_line_cut(line, '+', &rest);
        if (!ak_line_to_name(line, &ak_names_seen, "where the trace was taken", &seen)) {
            return false;
        }
        *views = (uint8_t)(*views | 1u << seen);
        if (more) {
            *line = rest;
        }
    } while (more);
    return true;
}

/* Two values, downstream and upstream, with a comma between. */
static bool split_pair(struct ak_line *line, struct ak_line *second)
{
    return ak_line_cut(line, ',', second) ||
           ak_line_fail(line, "two values, downstream and upstream, with a comma between");
}

static bool read_views(struct ak_line *line, struct ak_record_link *link)
{
    struct ak_line second;
    return split_pair(line, &second) &&
           ak_line_join(line, &second, to_views(&second, &link->views[AK_UPSTREAM])) &&
           to_views(line, &link->views[AK_DOWNSTREAM]);
}

static bool read_initial_seq(struct ak_line *line, struct ak_record_link *link)
{
    struct ak_line second;
    return split_pair(line, &second) &&
           ak_line_join(line, &second, ak_line_to_seq(&second, &link->initial_seq[AK_UPSTREAM])) &&
           ak_line_to_seq(line, &link->initial_seq[AK_DOWNSTREAM]);
}

static bool read_revision(struct ak_line *line, struct ak_record_link *link)
{
    int value;
    bool good = ak_line_to_name(line, &ak_names_revision, "a revision", &value);
    link->revision = (enum ak_base_revision)value;
    return good;
}

static bool read_rate(struct ak_line *line, struct ak_record_link *link)
{
    return to_rate(line, &link->rate);
}

static bool read_max_rate(struct ak_line *line, struct ak_record_link *link)
{
    return to_rate(line, &link->max_rate);
}

static bool read_width(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_u32(line, &link->width) &&
           (ak_width_is_valid(link->width) ||
            ak_line_fail(line, "a width of 1, 2, 4, 8, 12, 16 or 32"));
}

static bool read_mps(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_u32(line, &link->mps_bytes) &&
           (ak_mps_is_valid(link->mps_bytes) ||
            ak_line_fail(line, "an mps of 128, 256, 512, 1024, 2048 or 4096"));
}

static bool read_extended_synch(struct ak_line *line, struct ak_record_link *link)
{
    return to_flag(line, &link->extended_synch);
}

static bool read_l0s_exit(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_time(line, &link->l0s_exit_fs);
}

static bool read_flight(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_time(line, &link->flight_fs);
}

static bool read_reaction(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_time(line, &link->reaction_fs);
}

static bool read_resolution(struct ak_line *line, struct ak_record_link *link)
{
    return ak_line_to_time(line, &link->resolution_fs);
}

static const struct {
    const char *key;
    enum ak_link_known known;
    bool (*read)(struct ak_line *line, struct ak_record_link *link);
} link_keys[] = {
    {"rate", AK_KNOWN_RATE, read_rate},
    {"max_rate", AK_KNOWN_MAX_RATE, read_max_rate},
    {"width", AK_KNOWN_WIDTH, read_width},
    {"mps", AK_KNOWN_MPS, read_mps},
    {"base", AK_KNOWN_REVISION, read_revision},
    {"extended_synch", AK_KNOWN_EXTENDED_SYNCH, read_extended_synch},
    {"l0s_exit", AK_KNOWN_L0S_EXIT, read_l0s_exit},
    {"flight", AK_KNOWN_FLIGHT, read_flight},
    {"reaction", AK_KNOWN_REACTION, read_reaction},
    {"resolution", AK_KNOWN_RESOLUTION, read_resolution},
    {"views", AK_KNOWN_VIEWS, read_views},
    {"initial_seq", AK_KNOWN_INITIAL_SEQ, read_initial_seq},
};

static bool read_link_key(struct ak_line *line, struct ak_record_link *link)
{
    if (ak_line_is_key(line, "flit")) {
        return ak_line_is_word(line, "0") || ak_line_fail(line, AK_NO_FLIT);
    }
    for (size_t i = 0; i < sizeof link_keys / sizeof link_keys[0]; i++) {
        if ((link->known & link_keys[i].known) == 0 && ak_line_is_key(line, link_keys[i].key)) {
            link->known |= link_keys[i].known;
            return link_keys[i].read(line, link);
        }
    }
    return ak_line_fail(line, "one of rate= max_rate= width= mps= base= extended_synch= l0s_exit= "
                              "flight= reaction= resolution= views= initial_seq=, each once");
}

bool ak_text_read_link(struct ak_line *line, struct ak_record_link *link)
{
    while (!ak_line_is_at_end(line)) {
        if (!ak_line_word(line, "a parameter") || !read_link_key(line, link)) {
            return false;
        }
    }
    return true;
}
