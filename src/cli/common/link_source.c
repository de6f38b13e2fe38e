/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link of a device as the start of a scenario.
 * Not here: registers (diagnose/device_link.c).
 */
#include "cli/common/link_source.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/common/exit.h"
#include "cli/common/say.h"
#include "diagnose/diagnosis.h"
#include "diagnose/facts/device_link.h"
#include "sim/scenario.h"

#define LISTED_MAX       16u
#define N_FTS_MAX        255u
#define LSPCI_MOST_BYTES (64u << 20)
#define BLOCK_SYM        16u
#define FTS_SYM          4u

void cli_link_source_note(struct cli_link_source *source, const char *option, const char *value)
{
    if (strcmp(option, "lspci") == 0) {
        source->lspci = value;
    } else if (strcmp(option, "device") == 0) {
        source->device = value;
    } else if (strcmp(option, "sysfs") == 0) {
        source->sysfs = value;
    }
}

bool cli_link_source_is_given(const struct cli_link_source *source)
{
    return source->lspci || source->device || source->sysfs;
}

enum ak_rate cli_rate_of_mts(uint32_t mts)
{
    for (unsigned rate = 0; rate < AK_RATE_COUNT; rate++) {
        if (ak_rate_gts_tenths((enum ak_rate)rate) * 100u == mts) {
            return (enum ak_rate)rate;
        }
    }
    return AK_RATE_COUNT;
}

/* ---- lspci ---- */

static int read_facts(const char *path, struct ak_diagnosis *diagnosis)
{
    bool is_stdin = strcmp(path, "-") == 0;
    FILE *in = is_stdin ? stdin : fopen(path, "rb");

    if (in == NULL) {
        say("%s: %s", path, strerror(errno));
        return CLI_EXIT_INPUT;
    }
    errno = 0;
    diagnosis->most_bytes = LSPCI_MOST_BYTES;
    bool good = ak_diagnosis_read(diagnosis, in) == AK_READ_OK;
    if (!good && errno == EFBIG) {
        say("%s: larger than 64 MiB, expected the output of lspci -vvv", path);
    } else if (!good) {
        say("%s: %s", path, errno ? strerror(errno) : "cannot be read");
    }
    if (!is_stdin) {
        (void)fclose(in);
    }
    return good ? CLI_EXIT_CLEAN : CLI_EXIT_INPUT;
}

/* "0000:00:01.1, 0000:02:00.0": the devices with a link, the first of a long list. */
static size_t list_links(const struct ak_facts *facts, char *text, size_t room,
                         struct ak_addr *first)
{
    size_t count = 0, used = 0;

    text[0] = '\0';
    for (size_t i = 0; i < facts->device_count; i++) {
        char name[AK_ADDR_TEXT];
        const struct ak_device *device = facts->devices[i];
        if (!ak_device_has_link(device)) {
            continue;
        }
        if (count == 0) {
            *first = device->addr;
        }
        if (count++ < LISTED_MAX) {
            used += (size_t)snprintf(text + used, room - used, "%s%s", used ? ", " : "",
                                     ak_addr_format(name, &device->addr));
        }
    }
    if (count > LISTED_MAX) {
        (void)snprintf(text + used, room - used, " and %zu more", count - LISTED_MAX);
    }
    return count;
}

static int find_in_facts(const struct cli_link_source *source, const struct ak_addr *wanted,
                         const struct ak_facts *facts, struct ak_device_link *link)
{
    char list[LISTED_MAX * (AK_ADDR_TEXT + 2u) + 32u];
    struct ak_addr addr = {0};
    size_t count = list_links(facts, list, sizeof list, &addr);

    if (count == 0) {
        say("%s: no device with a PCI Express link, expected lspci -vvv as root", source->lspci);
        return CLI_EXIT_INPUT;
    }
    if (wanted == NULL && count > 1) {
        say("%s: %zu devices with a link, expected --device with one of %s", source->lspci, count,
            list);
        return CLI_EXIT_USAGE;
    }
    if (wanted) {
        addr = *wanted;
    }
    if (ak_device_link_from_facts(facts, &addr, link)) {
        return CLI_EXIT_CLEAN;
    }
    say("%s: %s %s, expected one of %s", source->lspci, source->device,
        ak_facts_find(facts, &addr) ? "has no link" : "is not in it", list);
    return CLI_EXIT_INPUT;
}

static int read_lspci(const struct cli_link_source *source, const struct ak_addr *wanted,
                      struct ak_device_link *link)
{
    struct ak_diagnosis *diagnosis = ak_diagnosis_new();

    if (diagnosis == NULL) {
        say("out of memory");
        return CLI_EXIT_INTERNAL;
    }
    int code = read_facts(source->lspci, diagnosis);
    if (code == CLI_EXIT_CLEAN) {
        code = find_in_facts(source, wanted, &diagnosis->facts, link);
    }
    ak_diagnosis_end(diagnosis);
    return code;
}

/* ---- sysfs ---- */

static int read_sysfs(const struct cli_link_source *source, const struct ak_addr *wanted,
                      struct ak_device_link *link)
{
    const char *root = source->sysfs ? source->sysfs : "/sys";
    char name[AK_ADDR_TEXT];
    bool partly;

    ak_addr_format(name, wanted);

    switch (ak_device_link_from_sysfs(root, wanted, link, &partly)) {
    case AK_DEVICE_LINK_OK:
        if (partly) {
            say("%s: configuration space is for root only: payload, L0s and Extended Synch are "
                "not taken from it",
                name);
        }
        return CLI_EXIT_CLEAN;
    case AK_DEVICE_LINK_NO_DEVICE:
        say("%s/bus/pci/devices/%s: %s", root, name, strerror(errno));
        return CLI_EXIT_INPUT;
    case AK_DEVICE_LINK_NONE:
        say("%s: found no PCI Express link, expected a device with one", name);
        return CLI_EXIT_INPUT;
    }
    return CLI_EXIT_INTERNAL;
}

/* ---- What was found ---- */

/* A text in the making. */
struct sentence {
    char text[256];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void append(struct sentence *sentence,
                                                         const char *format, ...)
{
    va_list arguments;

    va_start(arguments, format);
    int more = vsnprintf(sentence->text + sentence->used, sizeof sentence->text - sentence->used,
                         format, arguments);
    va_end(arguments);
    if (more > 0) {
        sentence->used += (size_t)more;
    }
}

static void tell(const struct ak_device_link *link, const char *from)
{
    struct sentence sentence = {.used = 0};
    char name[AK_ADDR_TEXT], partner[AK_ADDR_TEXT];

    append(&sentence, "%s GT/s x%u", ak_rate_name(cli_rate_of_mts(link->now_mts)), link->width);
    if (link->mps_bytes) {
        append(&sentence, ", Max_Payload_Size %u (%s)", link->mps_bytes,
               link->mps_of_both ? "the smaller of both ends" : "of one end");
    }
    if (link->l0s != AK_SETTING_UNSAID) {
        append(&sentence, ", L0s %s", link->l0s == AK_SETTING_ON ? "on" : "off");
    }
    for (unsigned end = 0; end < 2; end++) {
        if (link->l0s == AK_SETTING_ON && link->l0s_exit_ns[end]) {
            append(&sentence, ", exit of port %c %u ns", end ? 'b' : 'a', link->l0s_exit_ns[end]);
        }
    }
    if (link->extended_synch == AK_SETTING_ON) {
        append(&sentence, ", Extended Synch");
    }
    ak_addr_format(name, &link->addr);
    if (link->has_partner) {
        say("link of %s and %s from %s: %s", name, ak_addr_format(partner, &link->partner), from,
            sentence.text);
    } else {
        say("link of %s from %s: %s", name, from, sentence.text);
    }
}

static int check(const struct ak_device_link *link)
{
    char name[AK_ADDR_TEXT];

    ak_addr_format(name, &link->addr);
    if (cli_rate_of_mts(link->now_mts) == AK_RATE_COUNT) {
        say("%s: found a link at %u MT/s, expected 2.5, 5, 8, 16 or 32 GT/s", name, link->now_mts);
        return CLI_EXIT_INPUT;
    }
    if (!ak_width_is_valid(link->width)) {
        say("%s: found a link of %u lanes, expected 1, 2, 4, 8, 12, 16 or 32%s", name, link->width,
            link->width == 0 ? ": is it down?" : "");
        return CLI_EXIT_INPUT;
    }
    if (link->mps_bytes && !ak_mps_is_valid(link->mps_bytes)) {
        say("%s: found Max_Payload_Size %u, expected 128, 256, 512, 1024, 2048 or 4096", name,
            link->mps_bytes);
        return CLI_EXIT_INPUT;
    }
    return CLI_EXIT_CLEAN;
}

int cli_link_source_read(const struct cli_link_source *source, struct ak_device_link *link)
{
    const char *text = source->device;
    struct ak_addr wanted;
    int code;

    if (source->lspci && source->sysfs) {
        say("options '--lspci' and '--sysfs' do not go together");
        return CLI_EXIT_USAGE;
    }
    if (!source->lspci && !source->device) {
        say("option '--sysfs' needs '--device ADDRESS'");
        return CLI_EXIT_USAGE;
    }
    if (text && (!ak_addr_read(&text, &wanted) || *text != '\0')) {
        say("option '--device': found '%s', expected an address such as 0000:01:00.0",
            source->device);
        return CLI_EXIT_USAGE;
    }
    code = source->lspci ? read_lspci(source, source->device ? &wanted : NULL, link)
                         : read_sysfs(source, &wanted, link);
    if (code == CLI_EXIT_CLEAN) {
        code = check(link);
    }
    if (code == CLI_EXIT_CLEAN) {
        tell(link, source->lspci ? source->lspci : source->sysfs ? source->sysfs : "/sys");
    }
    return code;
}

/* As many FTS as fill the exit latency. */
static uint32_t n_fts_of(enum ak_rate rate, uint32_t exit_ns)
{
    uint64_t fts_sym = ak_rate_encoding(rate) == AK_ENCODING_8B10B ? FTS_SYM : BLOCK_SYM;
    uint64_t fts_fs = fts_sym * ak_rate_symbol_fs(rate);
    uint64_t count = (exit_ns * SIM_FS_PER_NS + fts_fs - 1u) / fts_fs;

    return count > N_FTS_MAX ? N_FTS_MAX : (uint32_t)count;
}

int cli_link_source_take(const struct cli_link_source *source, struct sim_scenario *scenario)
{
    struct ak_device_link link;

    if (!cli_link_source_is_given(source)) {
        return CLI_EXIT_CLEAN;
    }
    int code = cli_link_source_read(source, &link);
    if (code != CLI_EXIT_CLEAN) {
        return code;
    }
    scenario->link.rate = cli_rate_of_mts(link.now_mts);
    scenario->link.max_rate = cli_rate_of_mts(link.max_mts);
    if (scenario->link.max_rate == AK_RATE_COUNT || scenario->link.max_rate < scenario->link.rate) {
        scenario->link.max_rate = scenario->link.rate;
    }
    scenario->link.width = link.width;
    if (link.mps_bytes) {
        scenario->link.mps_bytes = link.mps_bytes;
    }
    if (link.l0s != AK_SETTING_UNSAID) {
        scenario->link.l0s = link.l0s == AK_SETTING_ON;
    }
    if (link.extended_synch != AK_SETTING_UNSAID) {
        scenario->link.extended_synch = link.extended_synch == AK_SETTING_ON;
    }
    for (int side = 0; side < SIM_PORT_COUNT; side++) {
        uint32_t exit_ns =
            link.l0s_exit_ns[side] ? link.l0s_exit_ns[side] : link.l0s_exit_ns[1 - side];
        if (exit_ns) {
            scenario->ports[side].n_fts = n_fts_of(scenario->link.rate, exit_ns);
        }
    }
    return CLI_EXIT_CLEAN;
}
