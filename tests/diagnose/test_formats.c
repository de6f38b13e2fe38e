/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Each format on a sample of its own, and what must not be counted.
 * Not here: verdicts (test_rules.c). The samples are in samples/.
 */
#include "support.h"

struct expected {
    const char *address;
    enum ak_kind kind;
    uint64_t count[AK_BIT_COUNT];
};

struct sample {
    const char *file;
    const char *format;
    struct expected devices[3];
};

#define RXERR    [AK_BIT_RXERR]
#define BADTLP   [AK_BIT_BADTLP]
#define BADDLLP  [AK_BIT_BADDLLP]
#define ROLLOVER [AK_BIT_ROLLOVER]
#define TIMEOUT  [AK_BIT_TIMEOUT]
#define DLP      [AK_BIT_DLP]
#define SDES     [AK_BIT_SDES]
#define REPLAYS  [AK_BIT_REPLAYS]
#define SENT     [AK_BIT_NAKS_SENT]
#define RECEIVED [AK_BIT_NAKS_RECEIVED]
#define RECOVERY [AK_BIT_RECOVERIES]

static const struct sample samples[] = {
    {"aer-log.txt",
     "linux-aer",
     {{"0000:00:1c.3", AK_KIND_LOG, {TIMEOUT = 1}},
      {"0000:09:00.0", AK_KIND_LOG, {RXERR = 1, BADTLP = 1, BADDLLP = 1}}}},
    {"aer-block.txt", "linux-aer-2.6", {{"0000:00:03.0", AK_KIND_LOG, {BADDLLP = 1}}}},
    {"apei.txt", "apei", {{"0000:17:00.0", AK_KIND_LOG, {BADTLP = 1}}}},
    {"lspci.txt", "lspci", {{"0000:00:01.1", AK_KIND_STICKY, {BADDLLP = 1, TIMEOUT = 1}}}},
    {"sysfs.txt",
     "sysfs",
     {{"0000:00:03.0", AK_KIND_COUNTER, {TIMEOUT = 4}},
      {"0000:0a:00.0", AK_KIND_COUNTER, {RXERR = 2, BADTLP = 19, SDES = 3}}}},
    {"rasdaemon.txt",
     "rasdaemon",
     {{"0000:3a:00.0", AK_KIND_LOG, {TIMEOUT = 1, SDES = 1}},
      {"0000:3b:00.0", AK_KIND_LOG, {BADTLP = 1, BADDLLP = 1}}}},
    {"trace.txt", "rasdaemon", {{"0000:05:00.0", AK_KIND_LOG, {BADTLP = 1, TIMEOUT = 1}}}},
    {"nvidia-smi.txt",
     "nvidia-smi",
     {{"0000:65:00.0", AK_KIND_COUNTER, {REPLAYS = 21, ROLLOVER = 2}}}},
    {"nvidia-smi.xml", "nvidia-smi", {{"0000:65:00.0", AK_KIND_COUNTER, {REPLAYS = 33}}}},
    {"nvidia-smi.csv", "nvidia-smi", {{"0000:65:00.0", AK_KIND_COUNTER, {REPLAYS = 21}}}},
    {"pathless.txt", "sysfs", {{"unknown", AK_KIND_COUNTER, {BADTLP = 19, BADDLLP = 2}}}},
    {"pathless-all.txt", /* one device's three files */
     "sysfs",
     {{"unknown", AK_KIND_COUNTER, {BADTLP = 19, BADDLLP = 2, DLP = 3}}}},
    {"journal-realtime.json", "linux-aer", {{"0000:00:1c.2", AK_KIND_LOG, {BADTLP = 1}}}},
    {"dcgm.prom", "dcgm", {{"0000:81:00.0", AK_KIND_COUNTER, {REPLAYS = 6}}}},
    {"amd-smi.txt",
     "amd-smi",
     {{"0000:c3:00.0", AK_KIND_COUNTER, {REPLAYS = 4, RECOVERY = 11, RECEIVED = 4}}}},
    {"freebsd.txt", "freebsd", {{"0000:03:00.1", AK_KIND_STICKY, {BADDLLP = 1, TIMEOUT = 1}}}},
    {"sonic.txt",
     "sonic",
     {{"0000:00:1d.0", AK_KIND_COUNTER, {BADTLP = 8}},
      {"0000:03:00.0", AK_KIND_COUNTER, {TIMEOUT = 5}}}},
    {"whea.txt", "whea", {{"0000:03:08.0", AK_KIND_LOG, {0}}}},
    {"sel.txt",
     "ipmi-sel",
     {{"0000:03:01.0", AK_KIND_LOG, {RXERR = 1}}, {"0000:02:02.0", AK_KIND_LOG, {ROLLOVER = 1}}}},
    {"mlxlink.txt", "mlxlink", {{"0000:41:00.0", AK_KIND_COUNTER, {BADTLP = 7, BADDLLP = 2}}}},
    {"redfish.json", "redfish", {{"GPU_0", AK_KIND_COUNTER, {REPLAYS = 5, RECEIVED = 12}}}},
    {"prose.md",
     "prose",
     {{"0000:00:1c.0", AK_KIND_COUNTER, {BADTLP = 1204, BADDLLP = 17}},
      {"0000:04:00.0", AK_KIND_COUNTER, {TIMEOUT = 1188}}}},
    {"qaic.txt", "driver-ras", {{"0000:21:00.0", AK_KIND_COUNTER, {BADTLP = 3, TIMEOUT = 2}}}},
    {"dwc.txt",
     "dwc-rasdes",
     {{"dwc_pcie_1c08000.pcie", AK_KIND_COUNTER, {BADDLLP = 12, SENT = 3}}}},
    {"inject.txt", "none", {{NULL, AK_KIND_LOG, {0}}}},
    {"lspci-tree.txt", "none", {{NULL, AK_KIND_LOG, {0}}}},
    {"wrapped-mail.txt", "linux-aer", {{"0000:00:1b.0", AK_KIND_LOG, {BADDLLP = 1}}}},
};

static struct ak_diagnosis *diagnose_file(const char *name)
{
    struct ak_diagnosis *d = ak_diagnosis_new();
    char path[512];
    FILE *stream;

    (void)snprintf(path, sizeof path, "%s/%s", SAMPLES, name);
    stream = fopen(path, "r");
    assert_non_null(stream);
    assert_non_null(d);
    assert_int_equal(ak_diagnosis_read(d, stream), AK_READ_OK);
    (void)fclose(stream);
    assert_true(ak_diagnosis_conclude(d));
    return d;
}

/* Everything that was counted anywhere. */
static uint64_t total(const struct ak_diagnosis *d)
{
    uint64_t sum = 0;

    for (size_t i = 0; i < d->facts.device_count; i++) {
        for (int k = 0; k < AK_KIND_COUNT; k++) {
            uint64_t counts[AK_BIT_COUNT];
            (void)ak_device_counts(d->facts.devices[i], (enum ak_kind)k, counts);
            for (int b = 0; b < AK_BIT_COUNT; b++)
                sum += counts[b];
        }
    }
    return sum;
}

static void test_samples(void **state)
{
    (void)state;
    for (size_t s = 0; s < sizeof samples / sizeof samples[0]; s++) {
        struct ak_diagnosis *d = diagnose_file(samples[s].file);
        uint64_t sum = 0;

        assert_string_equal(ak_diagnosis_format(d), samples[s].format);
        for (int i = 0; i < 3 && samples[s].devices[i].address != NULL; i++) {
            const struct expected *e = &samples[s].devices[i];
            for (int b = 0; b < AK_BIT_COUNT; b++) {
                uint64_t n = count_at(d, e->address, e->kind, (enum ak_bit)b);
                if (n != e->count[b])
                    fail_msg("%s: %s %s is %llu instead of %llu", samples[s].file, e->address,
                             ak_bit_name((enum ak_bit)b), (unsigned long long)n,
                             (unsigned long long)e->count[b]);
                sum += n;
            }
        }
        assert_int_equal(total(d), sum); /* and nothing else */
        ak_diagnosis_end(d);
    }
}

static void check_nothing(const char *text)
{
    struct ak_diagnosis *d = diagnose_text(text);

    assert_int_equal(total(d), 0);
    assert_false(d->found);
    ak_diagnosis_end(d);
}

static void test_not_counted(void **state)
{
    (void)state;
    check_nothing("[ 1.0] pcieport 0000:00:1c.0: AER: enabled with IRQ 122\n");
    check_nothing("[ 1.0] nvme 0000:03:00.0: I/O timeout 30\n");
    check_nothing("0000:03:00.0 Timeout 30\n"); /* nothing said that this is AER */
    check_nothing("[ 1.0] i915 0000:00:02.0: [drm] *ERROR* Link Training Unsuccessful\n");
    check_nothing("Status: Cap+ 66MHz- ParErr-\n");
}

#define RECORD(t, status, mask)                                                                    \
    "[ " t "] nvme 0000:04:00.0: PCIe Bus Error: severity=Corrected, type=X, (Receiver ID)\n"      \
    "[ " t "] nvme 0000:04:00.0:   device [1234:5678] error status/mask=" status "/" mask "\n"

static void test_status_word_decides(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(RECORD("1.000001", "00001040", "00001000") /* Timeout is masked */
                      "[ 1.000002] nvme 0000:04:00.0:    [ 6] BadTLP\n"
                      "[ 1.000003] nvme 0000:04:00.0:    [ 7] BadDLLP\n"); /* not in the word */

    (void)state;
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_BADTLP), 1);
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_TIMEOUT), 0);
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_BADDLLP), 0);
    ak_diagnosis_end(d);
}

static void test_repeats_and_cut_records(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        RECORD("1.000001", "00000040", "00000000") RECORD("1.000001", "00000040", "00000000")
            RECORD("2.000001", "00000040", "00000000") "[ 3.0] nvme 0000:04:00.0: PCIe Bus Error: "
                                                       "severity=Corrected, type=X, (R ID)\n");

    (void)state;
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_BADTLP), 2);
    assert_int_equal(d->facts.notes.repeated, 1);
    assert_int_equal(d->facts.devices[0]->cut_records, 1);
    ak_diagnosis_end(d);
}

/* Bits 12 to 15 mean other things in the uncorrectable register. */
static void test_severity(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        "[ 1.0] x 0000:04:00.0: PCIe Bus Error: severity=Uncorrected (Fatal), type=T, (R ID)\n"
        "[ 1.0] x 0000:04:00.0:   device [1234:5678] error status/mask=00001020/00000000\n"
        "[ 2.0] x 0000:05:00.0:   device [1234:5678] error status/mask=00001000/00000000\n"
        "[ 2.0] x 0000:05:00.0:    [12] Timeout\n"
        "[ 3.0] x 0000:06:00.0:   device [1234:5678] error status/mask=00001000/00000000\n"
        "[ 3.0] x 0000:06:00.0:    [12] TLP\n");

    (void)state;
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_SDES), 1);
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_TIMEOUT), 0);
    assert_int_equal(count_at(d, "0000:05:00.0", AK_KIND_LOG, AK_BIT_TIMEOUT), 1);
    assert_int_equal(count_at(d, "0000:06:00.0", AK_KIND_LOG, AK_BIT_TIMEOUT), 0);
    ak_diagnosis_end(d);
}

/* One event in two kinds of log is one event. */
static void test_files_are_joined(void **state)
{
    static const char *const texts[] = {
        RECORD("1.000001", "00000040", "00000000"),
        "Mar  4 10:00:01 h kernel: nvme 0000:04:00.0: PCIe Bus Error: severity=Corrected, (R ID)\n"
        "Mar  4 10:00:01 h kernel: nvme 0000:04:00.0:   device [1234:5678] error "
        "status/mask=00000040/00000000\n",
        "1 2025-03-04 10:00:01 +0100 0000:04:00.0 Corrected error: Bad TLP\n", NULL};
    struct ak_diagnosis *d = diagnose_texts(texts);

    (void)state;
    assert_int_equal(count_at(d, "0000:04:00.0", AK_KIND_LOG, AK_BIT_BADTLP), 1);
    ak_diagnosis_end(d);
}

/* Counters without a path count for a device without a name; its address is asked for. */
static void test_counters_without_a_path(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text("RxErr 12\nBadTLP 4\nBadDLLP 0\nRollover 0\nTimeout 0\nNonFatalErr 0\n"
                      "TOTAL_ERR_COR 16\nRxErr 1\nBadTLP 0\n");

    (void)state;
    assert_int_equal(count_at(d, "unknown", AK_KIND_COUNTER, AK_BIT_RXERR), 12);
    assert_int_equal(count_at(d, "unknown", AK_KIND_COUNTER, AK_BIT_BADTLP), 4);
    assert_int_equal(count_at(d, "unknown-2", AK_KIND_COUNTER, AK_BIT_RXERR), 1);
    assert_true(d->found);
    assert_verdict(d, "unknown", "unknown", AK_DIRECTION_UNKNOWN, AK_CAUSE_SIGNAL,
                   AK_CONFIDENCE_LOW);
    assert_non_null(strstr(d->verdicts.list[0].steps.list[0], "whose counters"));
    assert_non_null(strstr(d->warnings.list[d->warnings.count - 1], "address"));
    ak_diagnosis_end(d);
    d = diagnose_text("Timeout 30\nRxErr lines follow 3\nBadTLPs 7\n");
    assert_int_equal(d->facts.device_count, 0);
    ak_diagnosis_end(d);
}

/* What the input calls a device is kept beside its address. */
static void test_descriptions(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        "04:00.0 Network controller: Acme Radio \xc3\xa9 7 (rev 02)\n"
        "\tKernel driver in use: acmeradio\n" RECORD("1.000001", "00000040", "00000000")
            RECORD("2.000001", "00000040", "00000000"));
    struct ak_device empty = {.vendor_device = 0x1234abcd};
    char text[AK_DESCRIPTION_TEXT];

    (void)state;
    assert_string_equal(ak_device_describe(text, d->facts.devices[0]),
                        "Acme Radio ?? 7, driver acmeradio");
    assert_string_equal(ak_device_describe(text, &empty), "[1234:abcd]");
    ak_diagnosis_end(d);
}

/* The columns are where the header, or else the command line, says. */
static void test_nvidia_csv(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        "$ nvidia-smi --query-gpu=index,pcie.replay_counter --format=csv,noheader\n0, 3\n1, [N/A]\n"
        "name, pci.bus_id, pcie.replay_counter, pcie.link.gen.current, pcie.link.width.current\n"
        "Acme GPU, 00000000:0A:00.0, 17, 3, 8\nAcme GPU, 00000000:0B:00.0, 0, 3, 8, 9\n");
    const struct ak_device *gpu = ak_facts_find(&d->facts, &(struct ak_addr){0, 0x0a, 0, 0});

    (void)state;
    assert_int_equal(d->facts.device_count, 2);
    assert_int_equal(count_at(d, "GPU-0", AK_KIND_COUNTER, AK_BIT_REPLAYS), 3);
    assert_int_equal(count_at(d, "0000:0a:00.0", AK_KIND_COUNTER, AK_BIT_REPLAYS), 17);
    assert_non_null(gpu);
    assert_int_equal(gpu->link.now_mts, 8000);
    assert_int_equal(gpu->link.now_width, 8);
    assert_string_equal(gpu->model, "Acme GPU");
    assert_string_equal(ak_diagnosis_format(d), "nvidia-smi");
    ak_diagnosis_end(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_samples),
        cmocka_unit_test(test_not_counted),
        cmocka_unit_test(test_status_word_decides),
        cmocka_unit_test(test_repeats_and_cut_records),
        cmocka_unit_test(test_severity),
        cmocka_unit_test(test_files_are_joined),
        cmocka_unit_test(test_counters_without_a_path),
        cmocka_unit_test(test_nvidia_csv),
        cmocka_unit_test(test_descriptions),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
