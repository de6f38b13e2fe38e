/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A diagnosis as JSON, schema "acknak-diagnosis-1".
 * Not here: text (report_text.c), HTML (report_html.c).
 */
#include <jansson.h>

#include "diagnose/report/report.h"

static json_t *strings_json(const struct ak_strings *strings)
{
    json_t *list = json_array();

    for (size_t i = 0; i < strings->count; i++)
        (void)json_array_append_new(list, json_string(strings->list[i]));
    return list;
}

static json_t *counts_json(const uint64_t counts[AK_BIT_COUNT])
{
    json_t *object = json_object();

    for (int b = 0; b < AK_BIT_COUNT; b++) {
        uint64_t n = counts[b] > (uint64_t)INT64_MAX ? (uint64_t)INT64_MAX : counts[b];
        if (n != 0)
            (void)json_object_set_new(object, ak_bit_name((enum ak_bit)b),
                                      json_integer((json_int_t)n));
    }
    return object;
}

static bool has_other_layers(const struct ak_device *d)
{
    return d->uncounted > 0 || d->other_uncorrectable;
}

static void set_other_layers(json_t *object, const struct ak_device *d)
{
    (void)json_object_set_new(object, "uncorrectable", json_boolean(d->other_uncorrectable));
    (void)json_object_set_new(object, "events",
                              json_integer((json_int_t)(d->uncounted & INT64_MAX)));
}

/* What the schema has no key for: what the device is, and errors of other layers. */
static json_t *with_extras(json_t *entry, const struct ak_device *d)
{
    char text[AK_DESCRIPTION_TEXT];
    json_t *other;

    if (ak_device_describe(text, d)[0] != '\0')
        (void)json_object_set_new(entry, "description", json_string(text));
    if (has_other_layers(d)) {
        other = json_object();
        set_other_layers(other, d);
        (void)json_object_set_new(entry, "other_layers", other);
    }
    return entry;
}

/* A list of its own: an entry under "devices" always has counts, and these devices may have none.
 */
static json_t *other_layers_json(const struct ak_diagnosis *d)
{
    json_t *list = json_array();
    char name[64], text[AK_DESCRIPTION_TEXT];

    for (size_t i = 0; i < d->facts.device_count; i++) {
        json_t *entry;
        if (!has_other_layers(d->order[i]))
            continue;
        entry = json_pack("{s:s}", "address", ak_device_name(name, d->order[i]));
        if (ak_device_describe(text, d->order[i])[0] != '\0')
            (void)json_object_set_new(entry, "description", json_string(text));
        set_other_layers(entry, d->order[i]);
        (void)json_array_append_new(list, entry);
    }
    return list;
}

static void add_entry(json_t *list, const struct ak_device *d, const char *name,
                      const uint64_t counts[AK_BIT_COUNT], enum ak_kind kind)
{
    json_t *entry = json_pack("{s:s, s:o, s:s}", "address", name, "counts", counts_json(counts),
                              "count_kind", ak_kind_name(kind));

    (void)json_array_append_new(list, with_extras(entry, d));
}

static void add_device(json_t *list, const struct ak_device *d)
{
    char name[64];

    (void)ak_device_name(name, d);
    for (int k = 0; k < AK_KIND_COUNT; k++) {
        uint64_t counts[AK_BIT_COUNT];
        if (!ak_device_counts(d, (enum ak_kind)k, counts))
            continue;
        add_entry(list, d, name, counts, (enum ak_kind)k);
    }
}

static void add_estimate(json_t *link, const char *key, const struct ak_estimate *e)
{
    static const char *const meets[] = {"undecided", "yes", "no"};
    json_t *object;

    if (!e->has_rate)
        return;
    object = json_pack("{s:f}", "errors_per_second", e->events_per_second);
    if (e->has_ber) {
        (void)json_object_set_new(object, "bit_error_rate_low", json_real(e->ber_low));
        if (e->has_ber_high)
            (void)json_object_set_new(object, "bit_error_rate_high", json_real(e->ber_high));
        (void)json_object_set_new(object, "meets_1e_12", json_string(meets[e->meets]));
    }
    if (e->has_cost) {
        (void)json_object_set_new(object, "link_time_lost_low", json_real(e->lost_low));
        (void)json_object_set_new(object, "link_time_lost_high", json_real(e->lost_high));
    }
    (void)json_object_set_new(link, key, object);
}

static json_t *link_json(const struct ak_verdict *v)
{
    json_t *link =
        json_pack("{s:s, s:s, s:s, s:s, s:s, s:s, s:s}", "upstream", v->up.name, "downstream",
                  v->down.name, "direction", ak_direction_name(v->direction), "cause",
                  ak_cause_name(v->cause), "confidence", ak_confidence_name(v->confidence),
                  "paired_by", ak_basis_text(v->pair.basis), "summary", v->headline);

    if (v->meaning != NULL)
        (void)json_object_set_new(link, "meaning", json_string(v->meaning));
    (void)json_object_set_new(link, "reasoning", strings_json(&v->reasoning));
    if (v->numbers.count > 0)
        (void)json_object_set_new(link, "numbers", strings_json(&v->numbers));
    add_estimate(link, "estimate_downstream", &v->estimate_down);
    add_estimate(link, "estimate_upstream", &v->estimate_up);
    (void)json_object_set_new(link, "would_raise_confidence", strings_json(&v->raise));
    (void)json_object_set_new(link, "next_steps", strings_json(&v->steps));
    return link;
}

bool ak_report_json(FILE *out, const struct ak_diagnosis *d)
{
    json_t *devices = json_array();
    json_t *links = json_array();
    json_t *root;
    bool ok;

    for (size_t i = 0; i < d->facts.device_count; i++)
        add_device(devices, d->order[i]);
    for (size_t i = 0; i < d->verdicts.count; i++)
        (void)json_array_append_new(links, link_json(&d->verdicts.list[i]));
    root = json_pack("{s:s, s:s, s:o, s:o}", "schema", "acknak-diagnosis-1", "format",
                     ak_diagnosis_format(d), "devices", devices, "links", links);
    if (root == NULL)
        return false;
    (void)json_object_set_new(root, "other_layers", other_layers_json(d));
    if (d->verdicts.count == 0)
        (void)json_object_set_new(root, "answer", json_string(ak_diagnosis_without_verdict(d)));
    (void)json_object_set_new(root, "input",
                              json_pack("{s:I, s:I, s:I}", "lines", (json_int_t)d->lines,
                                        "used_lines", (json_int_t)d->facts.notes.used_lines,
                                        "cut_lines", (json_int_t)d->facts.notes.cut_lines));
    (void)json_object_set_new(root, "warnings", strings_json(&d->warnings));
    ok = json_dumpf(root, out, JSON_INDENT(1)) == 0 && fputc('\n', out) != EOF;
    json_decref(root);
    return ok;
}
