/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One look at the PCI Express devices of a running machine, as text that diagnose reads.
 * Not here: what it means (diagnosis.c).
 */
#include "diagnose/facts/sysfs_sample.h"

#include <dirent.h>
#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "diagnose/text/address.h"

static const char *const attributes[] = {
    "secondary_bus_number", "subordinate_bus_number", "current_link_speed",
    "max_link_speed",       "current_link_width",     "max_link_width",
    "aer_dev_correctable",  "aer_dev_fatal",          "aer_dev_nonfatal",
};

#define FIRST_COUNTER 6

static int is_device(const struct dirent *entry)
{
    const char *s = entry->d_name;
    struct ak_addr addr;

    return ak_addr_read(&s, &addr) && *s == '\0';
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

/* Each line of the file behind its path. False if it is there and cannot be read. */
static bool copy_attribute(FILE *out, const char *path, unsigned *found)
{
    FILE *in = fopen(path, "r");
    char line[256];

    if (in == NULL)
        return errno == ENOENT;
    *found += 1;
    while (fgets(line, sizeof line, in) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        (void)fprintf(out, "%s:%s\n", path, line);
    }
    (void)fclose(in);
    return true;
}

static void copy_device(FILE *out, const char *root, const char *name,
                        struct ak_sysfs_sample *sample)
{
    char link[PATH_MAX], place[PATH_MAX], path[PATH_MAX];
    unsigned counters = 0, ignored = 0;

    if (snprintf(link, sizeof link, "%s/bus/pci/devices/%s", root, name) >= (int)sizeof link ||
        realpath(link, place) == NULL)
        return; /* gone since the folder was read */
    sample->devices++;
    for (size_t i = 0; i < sizeof attributes / sizeof attributes[0]; i++) {
        if (snprintf(path, sizeof path, "%s/%s", place, attributes[i]) >= (int)sizeof path)
            continue;
        if (!copy_attribute(out, path, i >= FIRST_COUNTER ? &counters : &ignored))
            sample->denied += i >= FIRST_COUNTER;
    }
    sample->counters += counters > 0;
}

static void write_date(FILE *out, int64_t unix_us)
{
    time_t seconds = (time_t)(unix_us / 1000000);
    struct tm tm;

    if (gmtime_r(&seconds, &tm) != NULL)
        (void)fprintf(out, "Sample %04d-%02d-%02d %02d:%02d:%02d.%06d\n", tm.tm_year + 1900,
                      tm.tm_mon + 1, tm.tm_mday, tm.tm_hour, tm.tm_min, tm.tm_sec,
                      (int)(unix_us % 1000000));
}

bool ak_sysfs_sample_write(FILE *out, const char *root, int64_t unix_us,
                           struct ak_sysfs_sample *sample)
{
    char folder[PATH_MAX];
    struct dirent **entries;
    int n;

    *sample = (struct ak_sysfs_sample){0};
    if (snprintf(folder, sizeof folder, "%s/bus/pci/devices", root) >= (int)sizeof folder) {
        errno = ENAMETOOLONG;
        return false;
    }
    n = scandir(folder, &entries, is_device, by_name);
    if (n < 0)
        return false;
    write_date(out, unix_us);
    for (int i = 0; i < n; i++) {
        copy_device(out, root, entries[i]->d_name, sample);
        free(entries[i]);
    }
    free(entries);
    return true;
}
