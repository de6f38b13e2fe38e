/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Recorded TLPs: the reader and what it refuses, and each recorded workload carried across three
 * links at rising bit error rates. Rules: SIM-01.
 * Not here: generated traffic (test_sim_link.c).
 */
#include <dirent.h>
#include <unistd.h>
#include <zlib.h>

#include "sim/random.h"
#include "sim/workload.h"
#include "sim_checked.h"

#define PATH_BYTES  512u
#define FILES_MAX   32u
#define SHORT_LINKS 4u

static char scratch[] = "/tmp/acknak-sim-XXXXXX";

static int make_scratch(void **state)
{
    (void)state;
    return mkdtemp(scratch) ? 0 : -1;
}

static int remove_scratch(void **state)
{
    (void)state;
    return rmdir(scratch);
}

/* Writes a file, by gzip or not, and gives its path. */
static void write_file(char path[PATH_BYTES], const char *name, const char *text, bool gzip)
{
    snprintf(path, PATH_BYTES, "%s/%s", scratch, name);
    gzFile file = gzopen(path, gzip ? "wb" : "wbT");
    assert_non_null(file);
    assert_int_equal(gzwrite(file, text, (unsigned int)strlen(text)), (int)strlen(text));
    assert_int_equal(gzclose(file), Z_OK);
}

static void open_reader(struct sim_workload_reader *reader, const struct sim_workload *workload,
                        enum sim_direction direction)
{
    if (!sim_workload_open(reader, workload, direction))
        fail_msg("not opened: %s", reader->message);
}

/* ---- The reader ---- */

#define MRD_HEADER "000000010000000f00001000"
#define MWR_HEADER "400000020000000f00002000" /* 2 DW */
#define MW4_HEADER "600000030000000f0000000100003000"

static const char two_ways[] = "# a comment\n"
                               "\n"
                               "10 D " MRD_HEADER " 0 -\n"
                               "10 U " MWR_HEADER " 8 hex:0102030405060708\n"
                               "12 D " MWR_HEADER " 8 zero\n"
                               "30 U " MW4_HEADER " 12 pat:3:1f0\n";

static void reads_each_direction(void **state)
{
    (void)state;
    for (int gzip = 0; gzip < 2; gzip++) {
        char path[PATH_BYTES];
        struct sim_workload_reader reader;
        static const uint8_t zero[8] = {0};
        static const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
        write_file(path, "two-ways.tlp", two_ways, gzip);
        struct sim_workload workload = {.file_count = 1, .files = {path}};

        open_reader(&reader, &workload, SIM_DOWNSTREAM);
        assert_true(reader.has_tlp);
        assert_int_equal(reader.time_fs, 10 * SIM_FS_PER_NS);
        assert_int_equal(reader.length_bytes, 12);
        assert_int_equal(reader.tlp[7], 0x0F);
        sim_workload_advance(&reader);
        assert_int_equal(reader.time_fs, 12 * SIM_FS_PER_NS);
        assert_int_equal(reader.length_bytes, 20);
        assert_memory_equal(reader.tlp + 12, zero, 8);
        sim_workload_advance(&reader);
        assert_false(reader.has_tlp);
        assert_false(reader.failed);
        sim_workload_close(&reader);

        open_reader(&reader, &workload, SIM_UPSTREAM);
        assert_memory_equal(reader.tlp + 12, bytes, 8);
        sim_workload_advance(&reader);
        assert_int_equal(reader.length_bytes, 28);
        for (uint32_t i = 0; i < 12; i++) {
            uint64_t word = sim_mix((0x1F0u + (i & ~7u)) ^ (3ull << 56));
            assert_int_equal(reader.tlp[16 + i], (word >> (8 * (i % 8))) & 0xFF);
        }
        sim_workload_close(&reader);
        assert_int_equal(unlink(path), 0);
    }
}

/* The next file starts a microsecond after the last TLP of the one before, in both directions. */
static void files_follow_each_other(void **state)
{
    (void)state;
    char first[PATH_BYTES], second[PATH_BYTES];
    struct sim_workload_reader reader;
    write_file(first, "first.tlp", two_ways, false);
    write_file(second, "second.tlp.gz", "5 D " MRD_HEADER " 0 -\n", true);
    struct sim_workload workload = {.file_count = 2, .files = {first, second}};
    open_reader(&reader, &workload, SIM_DOWNSTREAM);
    sim_workload_advance(&reader);
    sim_workload_advance(&reader);
    assert_true(reader.has_tlp);
    assert_int_equal(reader.time_fs, (30 + 1000 + 5) * SIM_FS_PER_NS);
    sim_workload_close(&reader);
    unlink(first);
    unlink(second);
}

static void bad_lines_are_named(void **state)
{
    (void)state;
    static const struct {
        const char *line, *message;
    } cases[] = {
        {"x D " MRD_HEADER " 0 -", "found time 'x', expected nanoseconds"},
        {"99999999999999999999 D " MRD_HEADER " 0 -", "expected nanoseconds up to"},
        {"3 D " MRD_HEADER " 0 -", "found time 3, expected 7 or later"},
        {"9 X " MRD_HEADER " 0 -", "found direction 'X', expected D or U"},
        {"9 D " MRD_HEADER " 0", "found 4 fields, expected 5"},
        {"9 D " MRD_HEADER " 0 - -", "found more than 5 fields, expected 5"},
        {"9 D 0000 0 -", "found header '0000', expected 24 or 32 hexadecimal digits"},
        {"9 D 00000001zz00000f00001000 0 -", "expected 24 or 32 hexadecimal digits"},
        {"9 D 200000010000000f00001000 0 -",
         "found a header of 12 bytes, expected 16 as its Fmt, 1"},
        {"9 D 040000010000000f0000100000000000 0 -",
         "found a header of 16 bytes, expected 12 as its Fmt, 0, tells"},
        {"9 D " MWR_HEADER " 4 hex:01020304", "found payload length 4, expected 8"},
        {"9 D " MWR_HEADER " 8 hex:010203", "found 6 characters of payload, expected 16"},
        {"9 D " MWR_HEADER " 8 hex:010203040506070g", "expected 16 hexadecimal digits"},
        {"9 D " MWR_HEADER " 8 -", "found '-', expected the 8 bytes of payload"},
        {"9 D " MWR_HEADER " 8 pat:1", "expected pat:S:O"},
        {"9 D " MWR_HEADER " 8 pat:1:xyz", "expected pat:S:O"},
        {"9 D " MWR_HEADER " 8 ones", "found payload 'ones', expected"},
        {"9 D " MWR_HEADER " -8 zero", "found payload length '-8', expected 0 to 4096"},
        {"9 D e00000010000000f00001000 0 -", "found Fmt 7, expected 0 to 3"},
    };
    for (size_t i = 0; i < LENGTH(cases); i++) {
        char path[PATH_BYTES], text[1024];
        struct sim_workload_reader reader;
        snprintf(text, sizeof text, "7 D " MRD_HEADER " 0 -\n%s\n", cases[i].line);
        write_file(path, "bad.tlp", text, false);
        struct sim_workload workload = {.file_count = 1, .files = {path}};
        open_reader(&reader, &workload, SIM_DOWNSTREAM);
        assert_true(reader.has_tlp);
        sim_workload_advance(&reader);
        assert_true(reader.failed);
        assert_false(reader.has_tlp);
        if (!strstr(reader.message, "bad.tlp:2: ") || !strstr(reader.message, cases[i].message))
            fail_msg("'%s' gave '%s'", cases[i].line, reader.message);
        sim_workload_close(&reader);
        unlink(path);
    }
}

static void unreadable_files_are_named(void **state)
{
    (void)state;
    char path[PATH_BYTES], cut[PATH_BYTES];
    char long_text[2000];
    struct sim_scenario scenario;
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    quiet_link(&scenario);
    scenario.workload.file_count = 1;

    snprintf(path, sizeof path, "%s/missing.tlp", scratch);
    scenario.workload.files[0] = path;
    assert_null(sim_run_create(&scenario, NULL, &status, message));
    assert_int_equal(status, SIM_BAD_WORKLOAD);
    assert_non_null(strstr(message, "missing.tlp: cannot be read: No such file"));

    scenario.workload.files[0] = scratch;
    assert_null(sim_run_create(&scenario, NULL, &status, message));
    assert_int_equal(status, SIM_BAD_WORKLOAD);
    assert_non_null(strstr(message, "cannot be read"));

    /* a gzip file that ends too early */
    for (size_t i = 0; i + 1 < sizeof long_text; i++)
        long_text[i] = i % 80 == 79 ? '\n' : (char)(i % 80 ? 'a' + sim_mix(i) % 26 : '#');
    long_text[sizeof long_text - 1] = '\0';
    write_file(cut, "cut.tlp.gz", long_text, true);
    assert_int_equal(truncate(cut, 300), 0);
    scenario.workload.files[0] = cut;
    assert_null(sim_run_create(&scenario, NULL, &status, message));
    assert_int_equal(status, SIM_BAD_WORKLOAD);
    const char *named = strstr(message, "cut.tlp.gz:");
    assert_non_null(named);
    assert_null(strstr(named + 1, "cut.tlp.gz")); /* once */
    assert_non_null(strstr(message, "cannot be read"));
    unlink(cut);
}

static void read_to_the_end(struct sim_workload_reader *reader, const char *path)
{
    struct sim_workload workload = {.file_count = 1, .files = {path}};

    (void)sim_workload_open(reader, &workload, SIM_DOWNSTREAM);
    while (reader->has_tlp)
        sim_workload_advance(reader);
    sim_workload_close(reader);
}

static void append(const char *path, const char *bytes, size_t count)
{
    FILE *file = fopen(path, "ab");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, count, file), count);
    assert_int_equal(fclose(file), 0);
}

/* Two gzip files in one are one file; what is no gzip behind them is an error. */
static void what_follows_the_data_is_named(void **state)
{
    (void)state;
    char path[PATH_BYTES], other[PATH_BYTES], second[200];
    struct sim_workload_reader reader;
    const char line[] = "1 D " MRD_HEADER " 0 -\n";

    write_file(path, "one.tlp.gz", line, true);
    read_to_the_end(&reader, path);
    assert_false(reader.failed);
    write_file(other, "two.tlp.gz", line, true);
    FILE *file = fopen(other, "rb");
    size_t bytes = fread(second, 1, sizeof second, file);
    fclose(file);
    append(path, second, bytes);
    read_to_the_end(&reader, path);
    assert_false(reader.failed);
    assert_int_equal(reader.line_number, 2);
    append(path, "garbage", 7);
    read_to_the_end(&reader, path);
    assert_true(reader.failed);
    assert_non_null(strstr(reader.message, "found bytes behind the compressed data"));
    unlink(path);
    unlink(other);
}

static void zero_bytes_are_named(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    struct sim_workload_reader reader;

    write_file(path, "zero.tlp", "1 D " MRD_HEADER " 0 -\n2 D " MRD_HEADER " 0 -", false);
    append(path, "\0x\n", 3);
    read_to_the_end(&reader, path);
    assert_true(reader.failed);
    assert_non_null(strstr(reader.message, "zero.tlp:2: found a zero byte"));
    unlink(path);
}

/* An error in the middle of a run ends it, with the message. */
static void a_bad_line_ends_the_run(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    struct sim_scenario scenario;
    struct sim_result result;
    enum sim_status status;
    char message[SIM_MESSAGE_BYTES];
    write_file(path, "bad.tlp", "1 D " MRD_HEADER " 0 -\n2 D " MRD_HEADER " 0 -\n3 U nonsense\n",
               false);
    quiet_link(&scenario);
    scenario.workload.file_count = 1;
    scenario.workload.files[0] = path;
    scenario.traffic[SIM_UPSTREAM].recorded = false;
    struct sim_run *run = sim_run_create(&scenario, NULL, &status, message);
    assert_non_null(run);
    while (sim_run_step(run, 0)) {
    }
    sim_run_result(run, &result);
    sim_run_destroy(run);
    unlink(path);
    assert_int_equal(result.status, SIM_BAD_WORKLOAD);
    assert_non_null(strstr(result.message, "bad.tlp:3: found 3 fields, expected 5"));
}

/* Recorded times are kept; as fast as the link allows takes less time. */
static void times_are_kept_or_not(void **state)
{
    (void)state;
    char path[PATH_BYTES];
    struct sim_scenario scenario;
    struct sim_result result;
    write_file(path, "slow.tlp",
               "0 D " MRD_HEADER " 0 -\n50000 U " MRD_HEADER " 0 -\n100000 D " MRD_HEADER " 0 -\n",
               false);
    quiet_link(&scenario);
    scenario.workload.file_count = 1;
    scenario.workload.files[0] = path;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].tlps_delivered, 2);
    assert_int_equal(result.directions[1].tlps_delivered, 1);
    assert_in_range(result.simulated_fs, 100 * SIM_FS_PER_US, 101 * SIM_FS_PER_US);
    scenario.workload.timing = SIM_WORKLOAD_FAST;
    run_and_check(&scenario, &result);
    assert_carried(&result);
    assert_true(result.simulated_fs < SIM_FS_PER_US);
    unlink(path);
}

/* ---- Recorded workloads ---- */

static char paths[FILES_MAX][PATH_BYTES];

static int by_name(const void *a, const void *b)
{
    return strcmp(a, b);
}

static uint32_t list_workloads(const char *folder)
{
    uint32_t count = 0;
    DIR *directory = opendir(folder);

    if (!directory)
        return 0;
    for (struct dirent *entry; count < FILES_MAX && (entry = readdir(directory));) {
        const char *dot = strstr(entry->d_name, ".tlp");
        if (!dot || (strcmp(dot, ".tlp") != 0 && strcmp(dot, ".tlp.gz") != 0))
            continue;
        snprintf(paths[count++], PATH_BYTES, "%s/%s", folder, entry->d_name);
    }
    closedir(directory);
    qsort(paths, count, PATH_BYTES, by_name);
    return count;
}

static uint64_t carry(const char *path, enum ak_rate rate, uint32_t width, const char *ber,
                      bool checked)
{
    struct sim_scenario scenario;
    struct sim_result result;

    quiet_link(&scenario);
    scenario.link.rate = scenario.link.max_rate = rate;
    scenario.link.width = width;
    scenario.workload.file_count = 1;
    scenario.workload.files[0] = path;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++)
        assert_true(sim_probability_parse(ber, &scenario.errors[direction].ber));
    if (checked)
        run_and_check(&scenario, &result);
    else
        run_to_end(&scenario, &result);
    assert_carried(&result);
    assert_int_equal(result.directions[0].tlps_reported_lost, 0);
    assert_int_equal(result.directions[1].tlps_reported_lost, 0);
    return result.directions[0].tlps_delivered + result.directions[1].tlps_delivered;
}

static void recorded_workloads_are_carried(void **state)
{
    (void)state;
    /* The first SHORT_LINKS in every run: each rate, with and without errors; under the checker
     * only the first, as the files are long. */
    static const struct {
        enum ak_rate rate;
        uint32_t width;
        const char *ber;
    } links[] = {
        {AK_RATE_2_5, 1, "1e-5"}, {AK_RATE_8, 4, "0"},      {AK_RATE_8, 4, "1e-6"},
        {AK_RATE_32, 16, "1e-6"}, {AK_RATE_2_5, 1, "0"},    {AK_RATE_2_5, 1, "1e-9"},
        {AK_RATE_2_5, 1, "1e-7"}, {AK_RATE_2_5, 1, "1e-6"}, {AK_RATE_8, 4, "1e-9"},
        {AK_RATE_8, 4, "1e-7"},   {AK_RATE_32, 16, "0"},    {AK_RATE_32, 16, "1e-9"},
        {AK_RATE_32, 16, "1e-7"},
    };
    bool all = getenv("ACKNAK_LONG_TESTS");
    size_t link_count = all ? LENGTH(links) : SHORT_LINKS;
    uint32_t count = list_workloads(ACKNAK_WORKLOADS);
    uint64_t carried = 0;

    assert_int_equal(count, 13);
    for (size_t i = 0; i < link_count; i++) {
        carried = 0;
        for (uint32_t file = 0; file < count; file++)
            carried +=
                carry(paths[file], links[i].rate, links[i].width, links[i].ber, all || i == 0);
        assert_int_equal(carried, 368401); /* the sum of the table in its README */
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_each_direction),
        cmocka_unit_test(files_follow_each_other),
        cmocka_unit_test(bad_lines_are_named),
        cmocka_unit_test(unreadable_files_are_named),
        cmocka_unit_test(what_follows_the_data_is_named),
        cmocka_unit_test(zero_bytes_are_named),
        cmocka_unit_test(a_bad_line_ends_the_run),
        cmocka_unit_test(times_are_kept_or_not),
        cmocka_unit_test(recorded_workloads_are_carried),
    };
    return cmocka_run_group_tests(tests, make_scratch, remove_scratch);
}
