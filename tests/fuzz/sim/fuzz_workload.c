/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any file as recorded TLPs (.tlp, gzip or not). Each TLP that is read is one, and
 * their times do not run backwards.
 * Not here: sending them.
 */
#define _GNU_SOURCE /* memfd_create: the reader opens a file by its name */
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "fuzz_input.h"
#include "sim/workload.h"

static int file = -1;
static char path[32];

static void write_file(const uint8_t *data, size_t size_bytes)
{
    if (file < 0) {
        file = memfd_create("workload", 0);
        fuzz_require(file >= 0, "a file in memory");
        snprintf(path, sizeof(path), "/proc/self/fd/%d", file);
    }
    fuzz_require(ftruncate(file, 0) == 0 &&
                     pwrite(file, data, size_bytes, 0) == (ssize_t)size_bytes,
                 "the file can be written");
}

static void read_direction(const struct sim_workload *workload, enum sim_direction direction)
{
    static struct sim_workload_reader reader;
    struct ak_tlp_size size;
    uint64_t last_fs = 0;
    bool open = sim_workload_open(&reader, workload, direction);
    while (open && reader.has_tlp && !reader.failed) {
        fuzz_require(ak_tlp_measure(reader.tlp, reader.length_bytes, &size) == AK_TLP_OK &&
                         size.total_bytes == reader.length_bytes,
                     "a TLP is as long as its header says");
        fuzz_require(reader.time_fs >= last_fs, "time does not run backwards");
        last_fs = reader.time_fs;
        sim_workload_advance(&reader);
    }
    fuzz_require(open || reader.failed, "a file that cannot be read is a failure");
    fuzz_require(!reader.failed || reader.message[0] != '\0', "a failure says why");
    fuzz_require(strchr(reader.message, '\n') == NULL, "in one line");
    sim_workload_close(&reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct sim_workload workload = {.file_count = 1, .files = {path}};
    write_file(data, size_bytes);
    read_direction(&workload, SIM_DOWNSTREAM);
    read_direction(&workload, SIM_UPSTREAM);
    return 0;
}
