/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One look at the PCI Express devices of a running machine, as text that diagnose reads.
 * Not here: what it means (diagnosis.h).
 */
#ifndef ACKNAK_DIAGNOSE_SYSFS_SAMPLE_H
#define ACKNAK_DIAGNOSE_SYSFS_SAMPLE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct ak_sysfs_sample {
    unsigned devices;  /* PCI devices that were found */
    unsigned counters; /* devices with AER counters */
    unsigned denied;   /* counter files that could not be read */
};

/*
 * Writes "Sample DATE" and a line "path/attribute:value" for each value under
 * `root`/bus/pci/devices to `out`. `unix_us` is the time of the sample. False if the folder cannot
 * be read; errno tells why. Opens a dozen small files per device.
 */
bool ak_sysfs_sample_write(FILE *out, const char *root, int64_t unix_us,
                           struct ak_sysfs_sample *sample);

#endif
