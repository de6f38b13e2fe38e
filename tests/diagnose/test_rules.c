/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pairing and verdicts on small inputs whose answer follows from the protocol.
 * Not here: reading the formats (test_formats.c).
 */
#include "support.h"

#define UP   "0000:00:1c.0"
#define DOWN "0000:04:00.0"

/* A tree with one link, so that the pairing is firm. */
#define TREE "-[0000:00]-+-00.0  Host\n           \\-1c.0-[04]----00.0  Card\n"

/* Counters of one end: RxErr, BadTLP, BadDLLP, Rollover, Timeout. */
static void counters(char *out, size_t size, const char *address, const unsigned n[5])
{
    static const char *const names[] = {"RxErr", "BadTLP", "BadDLLP", "Rollover", "Timeout"};
    size_t used = strlen(out);

    used += (size_t)snprintf(out + used, size - used,
                             "==> /sys/bus/pci/devices/%s/aer_dev_correctable <==\n", address);
    for (int i = 0; i < 5; i++)
        used += (size_t)snprintf(out + used, size - used, "%s %u\n", names[i], n[i]);
}

static struct ak_diagnosis *of_counters(const unsigned up[5], const unsigned down[5])
{
    char text[2048] = TREE;

    counters(text, sizeof text, UP, up);
    counters(text, sizeof text, DOWN, down);
    return diagnose_text(text);
}

static void check(const unsigned up[5], const unsigned down[5], enum ak_direction direction,
                  enum ak_cause cause, enum ak_confidence confidence)
{
    struct ak_diagnosis *d = of_counters(up, down);

    assert_int_equal(d->verdicts.count, 1);
    assert_verdict(d, UP, DOWN, direction, cause, confidence);
    ak_diagnosis_end(d);
}

#define N(...) ((const unsigned[5]){__VA_ARGS__})

/* Receive-side bits name the direction toward the end that logs them. */
static void test_receive_side(void **state)
{
    (void)state;
    check(N(0, 0, 0, 0, 90), N(0, 100, 5, 0, 0), AK_DIRECTION_DOWNSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_HIGH);
    check(N(0, 100, 5, 0, 0), N(0, 0, 0, 1, 90), AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_HIGH);
    check(N(0, 100, 5, 0, 0), N(0, 80, 5, 0, 0), AK_DIRECTION_BOTH, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_HIGH);
    check(N(0, 0, 0, 0, 0), N(0, 100, 5, 0, 0), AK_DIRECTION_DOWNSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_MEDIUM);
}

/* Lost Acks come back in the direction that is damaged anyway. */
static void test_lost_acks(void **state)
{
    (void)state;
    check(N(0, 0, 0, 0, 0), N(0, 0, 50, 0, 30), AK_DIRECTION_DOWNSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_MEDIUM);
    check(N(0, 0, 50, 0, 50), N(0, 0, 0, 0, 0), AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_MEDIUM);
}

/* A bad DLLP stands for at most one lost Ack. */
static void test_timeouts_exceed(void **state)
{
    (void)state;
    check(N(0, 0, 0, 0, 0), N(0, 0, 30, 0, 9000), AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN,
          AK_CONFIDENCE_LOW);
    /* Bad TLPs at the far end explain its Timeouts as well. */
    check(N(0, 9000, 0, 0, 0), N(0, 0, 3, 0, 9000), AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_HIGH);
}

static void test_transmit_side_only(void **state)
{
    (void)state;
    check(N(0, 0, 0, 3, 20), N(0, 0, 0, 0, 0), AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN,
          AK_CONFIDENCE_LOW);
    check(N(0, 0, 0, 0, 20), N(0, 0, 0, 0, 20), AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN,
          AK_CONFIDENCE_LOW);
}

static void test_few_receiver_errors(void **state)
{
    (void)state;
    check(N(3, 0, 0, 0, 0), N(0, 0, 0, 0, 0), AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_LOW);
    /* At both ends it is the mark of a retrain all the more. */
    check(N(1, 0, 0, 0, 0), N(1, 0, 0, 0, 0), AK_DIRECTION_BOTH, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_LOW);
    check(N(1, 0, 0, 0, 0), N(0, 9, 0, 0, 0), AK_DIRECTION_BOTH, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_MEDIUM);
}

static void test_a_handful_is_no_second_fault(void **state)
{
    (void)state;
    check(N(0, 2, 0, 0, 400), N(0, 5000, 0, 0, 0), AK_DIRECTION_DOWNSTREAM, AK_CAUSE_SIGNAL,
          AK_CONFIDENCE_HIGH);
}

static void test_change_beats_totals(void **state)
{
    char text[4096] = TREE;
    struct ak_diagnosis *d;

    (void)state;
    counters(text, sizeof text, UP, N(0, 0, 0, 0, 700));
    counters(text, sizeof text, DOWN, N(0, 800, 0, 0, 0));
    counters(text, sizeof text, UP, N(0, 60, 0, 0, 700));
    counters(text, sizeof text, DOWN, N(0, 800, 0, 0, 55));
    d = diagnose_text(text);
    assert_verdict(d, UP, DOWN, AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL, AK_CONFIDENCE_HIGH);
    assert_int_equal(count_at(d, DOWN, AK_KIND_COUNTER, AK_BIT_BADTLP), 800); /* the newest */
    ak_diagnosis_end(d);
}

static void test_standing_counters_are_history(void **state)
{
    char text[4096] = TREE "Mon 03 Nov 2025 09:00:00 AM CET\n";
    struct ak_diagnosis *d;

    (void)state;
    counters(text, sizeof text, UP, N(0, 0, 0, 0, 70));
    counters(text, sizeof text, DOWN, N(0, 80, 0, 0, 0));
    strcat(text, "Tue 04 Nov 2025 09:00:00 AM CET\n");
    counters(text, sizeof text, UP, N(0, 0, 0, 0, 70));
    counters(text, sizeof text, DOWN, N(0, 80, 0, 0, 0));
    d = diagnose_text(text);
    assert_verdict(d, UP, DOWN, AK_DIRECTION_DOWNSTREAM, AK_CAUSE_SIGNAL, AK_CONFIDENCE_MEDIUM);
    ak_diagnosis_end(d);
}

#define RECORD(t, driver, address, severity, status)                                               \
    "[" t "] " driver " " address ": PCIe Bus Error: severity=" severity ", type=X, (R ID)\n"      \
    "[" t "] " driver " " address ":   device [8086:1234] error status/mask=" status "/00000000\n"

static void test_resume(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        TREE "[  100.000000] PM: suspend exit\n" RECORD("  100.400000", "pcieport", UP, "Corrected",
                                                        "00001000")
            RECORD("  100.500000", "nvme", DOWN, "Corrected",
                   "00001000") "[ 900.000000] PM: suspend exit\n" RECORD("  901.000000", "nvme",
                                                                         DOWN, "Corrected",
                                                                         "00001000"));

    (void)state;
    assert_verdict(d, UP, DOWN, AK_DIRECTION_NONE, AK_CAUSE_POWER_STATE_EXIT, AK_CONFIDENCE_MEDIUM);
    ak_diagnosis_end(d);
    d = diagnose_text(TREE "[  100.000000] PM: suspend exit\n" RECORD("  700.000000", "pcieport",
                                                                      UP, "Corrected", "00001000"));
    assert_verdict(d, UP, DOWN, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_diagnosis_end(d);
}

static void test_fatal(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(TREE RECORD("1.000001", "pcieport", UP, "Uncorrected (Fatal)", "00000010"));

    (void)state;
    assert_verdict(d, UP, DOWN, AK_DIRECTION_UNKNOWN, AK_CAUSE_DEVICE_DEFECT, AK_CONFIDENCE_LOW);
    ak_diagnosis_end(d);
    d = diagnose_text(TREE RECORD("1.000001", "pcieport", UP, "Uncorrected (Fatal)", "00000020"));
    assert_verdict(d, UP, DOWN, AK_DIRECTION_UNKNOWN, AK_CAUSE_UNKNOWN, AK_CONFIDENCE_LOW);
    ak_diagnosis_end(d);
    d = diagnose_text(TREE RECORD("1.000001", "nvme", DOWN, "Uncorrected (Non-Fatal)", "00100000"));
    assert_verdict(d, UP, DOWN, AK_DIRECTION_NONE, AK_CAUSE_NOT_LINK, AK_CONFIDENCE_MEDIUM);
    ak_diagnosis_end(d);
}

static void test_a_lost_device_is_not_harmless(void **state)
{
    static const char *const inputs[] = {
        TREE RECORD("1.000001", "nvidia", DOWN, "Corrected",
                    "00000040") "[2.000001] NVRM: GPU 0000:04:00.0: GPU has fallen off the bus.\n",
        TREE RECORD("1.000001", "nvidia", DOWN, "Corrected",
                    "00000040") "[2.000001] NVRM: Xid (PCI:0000:04:00): 79, pid=1, GPU has fallen "
                                "off the bus.\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct ak_diagnosis *d = diagnose_text(inputs[i]);
        assert_int_equal(d->verdicts.count, 1);
        assert_int_equal(strncmp(d->verdicts.list[0].meaning, "This is more than", 17), 0);
        ak_diagnosis_end(d);
    }
}

/* A card that was taken out leaves a Surprise Down. */
static void test_removal_is_told(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(TREE "[1.0] pcieport " UP ": pciehp: Slot(9): Card not present\n" RECORD(
            "1.000001", "pcieport", UP, "Uncorrected (Fatal)", "00000020"));
    bool told = false;

    (void)state;
    assert_int_equal(d->verdicts.count, 1);
    for (size_t i = 0; i < d->verdicts.list[0].reasoning.count; i++)
        told |= strstr(d->verdicts.list[0].reasoning.list[i], "hot plug") != NULL;
    assert_true(told);
    ak_diagnosis_end(d);
}

/* Nothing is called harmless where an uncorrectable error was reported, whatever its layer. */
static void test_other_layers_are_not_passed_over(void **state)
{
    static const char *const inputs[] = {
        TREE RECORD("1.000001", "nvme", DOWN, "Corrected", "00000040")
            RECORD("2.000001", "nvme", DOWN, "Uncorrected (Fatal)", "00040000"),
        TREE "==> /sys/bus/pci/devices/" DOWN "/aer_dev_correctable <==\nBadTLP 5\n"
             "==> /sys/bus/pci/devices/" DOWN "/aer_dev_fatal <==\nMalfTLP 1\n",
        TREE "04:00.0 Network controller: Card\n\tCapabilities: [100 v1] Advanced Error Reporting\n"
             "\t\tUESta:\tDLP- SDES- MalfTLP+ UnsupReq-\n\t\tCESta:\tRxErr- BadTLP+\n",
    };

    (void)state;
    for (size_t i = 0; i < sizeof inputs / sizeof inputs[0]; i++) {
        struct ak_diagnosis *d = diagnose_text(inputs[i]);
        assert_int_equal(d->verdicts.count, 1);
        assert_true(d->verdicts.list[0].down.other_uncorrectable);
        assert_int_equal(strncmp(d->verdicts.list[0].meaning, "Uncorrectable errors", 20), 0);
        ak_diagnosis_end(d);
    }
}

static void test_functions_count_once(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(TREE RECORD("1.000001", "nvme", DOWN, "Corrected", "00000040")
                          RECORD("1.000001", "snd", "0000:04:00.1", "Corrected", "00000040"));

    (void)state;
    assert_int_equal(d->verdicts.count, 1);
    assert_int_equal(d->verdicts.list[0].down.count[AK_BIT_BADTLP], 1);
    assert_int_equal(d->verdicts.list[0].down.functions, 2);
    ak_diagnosis_end(d);
}

static void test_pair_below_a_switch(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        "-[0000:00]-+-00.0  Host\n"
        "           \\-1c.0-[04-07]----00.0-[05-07]--+-00.0-[06]----00.0  Card\n"
        "                                            \\-01.0-[07]----00.0  Other\n" RECORD(
            "1.000001", "nvme", "0000:06:00.0", "Corrected", "00000040")
            RECORD("1.000002", "pcieport", "0000:05:00.0", "Corrected", "00001000"));

    (void)state;
    assert_int_equal(d->verdicts.count, 1);
    assert_non_null(verdict_on(d, "0000:05:00.0", "0000:06:00.0"));
    assert_int_equal(d->verdicts.list[0].pair.basis, AK_BASIS_TREE);
    ak_diagnosis_end(d);
}

/* Device numbers above 0 cannot be at the lower end of a link. */
static void test_pair_by_numbers(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(RECORD("1.000001", "pcieport", "0000:2c:04.0", "Corrected", "00000080"));

    (void)state;
    assert_verdict(d, "0000:2c:04.0", "unknown", AK_DIRECTION_UPSTREAM, AK_CAUSE_SIGNAL,
                   AK_CONFIDENCE_MEDIUM);
    ak_diagnosis_end(d);
    d = diagnose_text(RECORD("1.000001", "pcieport", "0000:5d:00.0", "Corrected", "00001000")
                          RECORD("1.000002", "nvme", "0000:5e:00.0", "Corrected", "00000040"));
    assert_non_null(verdict_on(d, "0000:5d:00.0", "0000:5e:00.0"));
    assert_int_equal(d->verdicts.list[0].pair.basis, AK_BASIS_NUMBERS);
    ak_diagnosis_end(d);
}

/* Two ports and two cards, and nothing that says which belongs to which. */
static void test_no_pair_is_guessed(void **state)
{
    struct ak_diagnosis *d = diagnose_text(
        RECORD("1.000001", "pcieport", "0000:00:01.0", "Corrected", "00001000")
            RECORD("1.000002", "pcieport", "0000:00:02.0", "Corrected", "00001000")
                RECORD("1.000003", "nvme", "0000:05:00.0", "Corrected", "00000040")
                    RECORD("1.000004", "igc", "0000:08:00.0", "Corrected", "00000040"));

    (void)state;
    assert_int_equal(d->verdicts.count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_int_equal(d->verdicts.list[i].pair.basis, AK_BASIS_ONE_END);
    ak_diagnosis_end(d);
}

/* The first line of a record alone is a report all the same. */
static void test_cut_record_is_a_finding(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text("pcieport 0000:00:1c.5: PCIe Bus Error: severity=Corrected, "
                      "type=Physical Layer, id=00e5(Receiver ID)\n");

    (void)state;
    assert_int_equal(d->verdicts.count, 0);
    assert_true(d->found);
    assert_non_null(strstr(ak_diagnosis_without_verdict(d), "status/mask"));
    ak_diagnosis_end(d);
}

/* A Windows event in German names its device in the same form. */
static void test_localized_windows_event(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text("Komponente: PCI Express-Stammport\n"
                      "Fehlerquelle: Advanced Error Reporting (PCI Express)\n\n"
                      "Prim\xc3\xa4rer Bus:Ger\xc3\xa4t:Funktion: 0x0:0x1C:0x5\n"
                      "Sekund\xc3\xa4rer Bus:Ger\xc3\xa4t:Funktion: 0x0:0x0:0x0\n"
                      "Anbieter-ID:Ger\xc3\xa4te-ID: 0x8086:0x9D15\n");

    (void)state;
    assert_int_equal(d->verdicts.count, 1);
    assert_int_equal(d->verdicts.list[0].direction, AK_DIRECTION_UNKNOWN);
    assert_int_equal(d->facts.device_count, 1);
    assert_int_equal(d->facts.devices[0]->addr.dev, 0x1C);
    assert_int_equal(d->facts.devices[0]->addr.fn, 5);
    for (size_t i = 0; i < d->verdicts.list[0].steps.count; i++)
        assert_null(strstr(d->verdicts.list[0].steps.list[i], "/sys/"));
    ak_diagnosis_end(d);
}

/* Trace lines that follow each other are never one record of two devices. */
static void test_trace_lines_stay_apart(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(" kworker/0:1-45 [000] .... 2000.1: aer_event: " DOWN
                      " PCIe Bus Error: severity=Corrected, Bad TLP\n"
                      " kworker/0:1-45 [000] .... 2001.1: aer_event: 0000:b3:00.0"
                      " PCIe Bus Error: severity=Corrected, Bad DLLP|Replay Timer Timeout\n");

    (void)state;
    assert_int_equal(count_at(d, DOWN, AK_KIND_LOG, AK_BIT_BADTLP), 1);
    assert_int_equal(count_at(d, DOWN, AK_KIND_LOG, AK_BIT_BADDLLP), 0);
    assert_int_equal(count_at(d, "0000:b3:00.0", AK_KIND_LOG, AK_BIT_BADDLLP), 1);
    assert_int_equal(count_at(d, "0000:b3:00.0", AK_KIND_LOG, AK_BIT_TIMEOUT), 1);
    ak_diagnosis_end(d);
}

/* Low confidence is worded as such, and a port with counters is not said to have no AER. */
static void test_aspm_is_not_overstated(void **state)
{
    char text[2048] = TREE "00:1c.0 PCI bridge: Port\n\tBus: primary=00, secondary=04\n"
                           "\tCapabilities: [40] Express (v2) Root Port (Slot+), MSI 00\n"
                           "\t\tLnkCtl:\tASPM L1 Enabled; RCB 64 bytes\n";
    struct ak_diagnosis *d;

    (void)state;
    counters(text, sizeof text, UP, N(0, 0, 0, 0, 44));
    counters(text, sizeof text, DOWN, N(0, 0, 0, 0, 0));
    d = diagnose_text(text);
    assert_verdict(d, UP, DOWN, AK_DIRECTION_UNKNOWN, AK_CAUSE_POWER_STATE_EXIT, AK_CONFIDENCE_LOW);
    assert_non_null(strstr(d->verdicts.list[0].headline, "perhaps"));
    for (size_t i = 0; i < d->verdicts.list[0].reasoning.count; i++)
        assert_null(strstr(d->verdicts.list[0].reasoning.list[i], "no AER capability"));
    ak_diagnosis_end(d);
}

/* Counters that are there already are not asked for. */
static void test_read_counters_are_not_asked_for(void **state)
{
    struct ak_diagnosis *d = of_counters(N(0, 0, 0, 0, 0), N(0, 100, 5, 0, 0));

    (void)state;
    assert_int_equal(d->verdicts.list[0].raise.count, 0);
    ak_diagnosis_end(d);
    d = diagnose_text(TREE RECORD("1.000001", "nvme", DOWN, "Corrected", "00000040"));
    assert_int_equal(d->verdicts.list[0].raise.count, 1);
    ak_diagnosis_end(d);
}

/* Advice: no part is named without receive-side evidence. */
static void test_advice(void **state)
{
    struct ak_diagnosis *d = of_counters(N(0, 0, 0, 3, 20), N(0, 0, 0, 0, 0));

    (void)state;
    for (size_t i = 0; i < d->verdicts.list[0].steps.count; i++)
        assert_null(strstr(d->verdicts.list[0].steps.list[i], "slot"));
    ak_diagnosis_end(d);
    d = of_counters(N(0, 0, 0, 0, 90), N(0, 100, 5, 0, 0));
    assert_true(d->verdicts.list[0].steps.count >= 2);
    assert_non_null(strstr(d->verdicts.list[0].steps.list[1], "slot"));
    ak_diagnosis_end(d);
    /* At 8 GT/s and x4, 1e-12 is a bit error in 31 seconds: one bad TLP is no reason to open. */
    d = of_counters(N(0, 0, 0, 0, 0), N(0, 1, 0, 0, 0));
    assert_null(strstr(d->verdicts.list[0].steps.list[0], "Switch the machine off"));
    ak_diagnosis_end(d);
}

/* A Data Link Protocol Error is fatal: the device comes first, not a look at correctable counts. */
static void test_advice_after_a_protocol_error(void **state)
{
    struct ak_diagnosis *d =
        diagnose_text(TREE RECORD("1.000001", "nvme", DOWN, "Uncorrected (Fatal)", "00000010"));

    (void)state;
    assert_non_null(strstr(d->verdicts.list[0].steps.list[0], "firmware"));
    ak_diagnosis_end(d);
}

/* Both ends and every function tell of a downgraded link: it is one link. */
static void test_a_downgraded_link_is_told_once(void **state)
{
    static const char text[] =
        "00:01.0 PCI bridge: Acme Bridge\n\tBus: primary=00, secondary=04, subordinate=04, "
        "sec-latency=0\n\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L1\n"
        "\t\tLnkSta:\tSpeed 8GT/s, Width x4\n"
        "04:00.0 VGA compatible controller: Acme Picture\n"
        "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L1\n"
        "\t\tLnkSta:\tSpeed 8GT/s (downgraded), Width x4 (downgraded)\n"
        "04:00.1 Audio device: Acme Sound\n"
        "\t\tLnkCap:\tPort #0, Speed 16GT/s, Width x16, ASPM L1\n"
        "\t\tLnkSta:\tSpeed 8GT/s (downgraded), Width x4 (downgraded)\n";
    struct ak_diagnosis *d = diagnose_text(text);
    unsigned told = 0;

    (void)state;
    for (size_t i = 0; i < d->warnings.count; i++) {
        if (strstr(d->warnings.list[i], "capable") != NULL) {
            told++;
            assert_non_null(strstr(d->warnings.list[i], "0000:04:00.0 runs at 8 GT/s"));
            assert_non_null(strstr(d->warnings.list[i], "x4 of the x16"));
        }
    }
    assert_int_equal(told, 1);
    ak_diagnosis_end(d);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_receive_side),
        cmocka_unit_test(test_lost_acks),
        cmocka_unit_test(test_timeouts_exceed),
        cmocka_unit_test(test_transmit_side_only),
        cmocka_unit_test(test_few_receiver_errors),
        cmocka_unit_test(test_a_handful_is_no_second_fault),
        cmocka_unit_test(test_change_beats_totals),
        cmocka_unit_test(test_standing_counters_are_history),
        cmocka_unit_test(test_resume),
        cmocka_unit_test(test_fatal),
        cmocka_unit_test(test_a_lost_device_is_not_harmless),
        cmocka_unit_test(test_removal_is_told),
        cmocka_unit_test(test_other_layers_are_not_passed_over),
        cmocka_unit_test(test_functions_count_once),
        cmocka_unit_test(test_pair_below_a_switch),
        cmocka_unit_test(test_pair_by_numbers),
        cmocka_unit_test(test_no_pair_is_guessed),
        cmocka_unit_test(test_cut_record_is_a_finding),
        cmocka_unit_test(test_read_counters_are_not_asked_for),
        cmocka_unit_test(test_localized_windows_event),
        cmocka_unit_test(test_trace_lines_stay_apart),
        cmocka_unit_test(test_aspm_is_not_overstated),
        cmocka_unit_test(test_advice),
        cmocka_unit_test(test_a_downgraded_link_is_told_once),
        cmocka_unit_test(test_advice_after_a_protocol_error),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
