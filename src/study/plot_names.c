/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Names, units and values in words.
 * Not here: where they stand (plot_script.c).
 */
#include "study/plot_names.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define DIGITS_SHOWN 6u /* of a number; more are cut to three */

struct plot_unit plot_unit_for(const char *unit, double most)
{
    static const struct {
        const char *unit;
        double divisor;
        const char *name;
    } larger[] = {
        {"bit/s", 1e9, "Gbit/s"},    {"bit/s", 1e6, "Mbit/s"}, {"ns", 1e9, "s"},
        {"ns", 1e6, "ms"},           {"ns", 1e3, "us"},        {"bytes", 1073741824.0, "GiB"},
        {"bytes", 1048576.0, "MiB"},
    };

    for (size_t i = 0; i < sizeof larger / sizeof *larger; i++) {
        if (!strcmp(unit, larger[i].unit) && most >= larger[i].divisor)
            return (struct plot_unit){larger[i].divisor, larger[i].name};
    }
    return (struct plot_unit){1, unit};
}

/* The words that abbreviations of a scenario stand for. */
static const char *in_words(const char *word)
{
    static const char *const words[][2] = {
        {"ber", "bit error rate"},
        {"mps", "Max_Payload_Size"},
        {"directions", ""},
        {"counters", ""},
        {"bps", ""},
        {"ns", ""},
        {"ppm", ""},
        {"tlps", "TLPs"},
        {"dllps", "DLLPs"},
        {"acks", "Acks"},
        {"naks", "Naks"},
        {"ports", "port"},
        {"model", "closed form:"},
        {"tlp", "TLP"},
        {"ack", "Ack"},
        {"nak", "Nak"},
    };

    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!strcmp(word, words[i][0]))
            return words[i][1];
    }
    return word;
}

void plot_pretty(const char *name, char text[PLOT_NAME])
{
    char parts[PLOT_NAME];
    char *rest = NULL;
    size_t at = 0;

    snprintf(parts, sizeof parts, "%s", name);
    text[0] = '\0';
    /* An axis of several keys has commas between them. */
    for (char *word = strtok_r(parts, "._ ", &rest); word; word = strtok_r(NULL, "._ ", &rest)) {
        char *comma = strchr(word, ',');
        if (comma)
            *comma = '\0';
        const char *better = in_words(word);
        if (*better && at < PLOT_NAME - 1u)
            at += (size_t)snprintf(text + at, PLOT_NAME - at, "%s%s%s", at ? " " : "", better,
                                   comma ? "," : "");
    }
    if (!*text)
        snprintf(text, PLOT_NAME, "%s", name);
}

/* Whether it is a number without a unit. */
static bool is_bare(const struct plot_value *value)
{
    return value->text[strspn(value->text, "0123456789.eE+-")] == '\0' && !isnan(value->number);
}

void plot_short_value(const struct plot_value *value, char text[PLOT_NAME])
{
    if (is_bare(value) && strlen(value->text) > DIGITS_SHOWN)
        snprintf(text, PLOT_NAME, "%.3g", value->number);
    else
        snprintf(text, PLOT_NAME, "%s", value->text);
}

void plot_pretty_value(const struct plot_axis *axis, const struct plot_value *value,
                       char text[PLOT_NAME])
{
    char name[PLOT_NAME], number[PLOT_NAME];
    bool bare = is_bare(value);

    plot_pretty(axis->name, name);
    plot_short_value(value, number);
    snprintf(text, PLOT_NAME, "%.70s %.60s%s%.20s", name, number, bare && *axis->unit ? " " : "",
             bare ? axis->unit : "");
}

void plot_quote(const char *text, char *quoted, size_t size)
{
    size_t at = 0;

    quoted[at++] = '\'';
    for (; *text && at + 3 < size; text++) {
        unsigned char c = (unsigned char)*text;
        if (c == '\'')
            quoted[at++] = '\'';
        quoted[at++] = c < ' ' || c == 127 ? '?' : *text;
    }
    quoted[at++] = '\'';
    quoted[at] = '\0';
}
