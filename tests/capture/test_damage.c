/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Every format cut at every byte and changed at random: no crash, no hang, bounded memory, and
 * what was readable is still there. A long recording needs no more memory than a short one.
 * Not here: what exactly is told (the tests of each format).
 */
#include "capture_test.h"

#include "capture/capture.h"

#define MUTANTS 3000

/* ---- memory ---- */

static size_t in_use_bytes;
static size_t peak_bytes;
static bool counts;

void *__real_malloc(size_t bytes);
void *__real_calloc(size_t count, size_t bytes);
void *__wrap_malloc(size_t bytes);
void *__wrap_calloc(size_t count, size_t bytes);

static void count_bytes(size_t bytes)
{
    if (!counts)
        return;
    in_use_bytes += bytes;
    if (in_use_bytes > peak_bytes)
        peak_bytes = in_use_bytes;
}

/* The readers' allocations; what is freed is not counted back, so this is an upper bound. */
void *__wrap_malloc(size_t bytes)
{
    count_bytes(bytes);
    return __real_malloc(bytes);
}

void *__wrap_calloc(size_t count, size_t bytes)
{
    count_bytes(count * bytes);
    return __real_calloc(count, bytes);
}

/* ---- one small recording of each format ---- */

static const struct agilent_row rows[] = {
    {1000, AGILENT_2_5, 0, "fb000533000000000000190000000000000000fa26064bfd"},
    {1416, AGILENT_2_5 | AGILENT_UP, 0, "5c" ACK_0 "fd"},
    {1600, AGILENT_2_5 | AGILENT_GAP, 4, "bc1c1c1c8100"},
};

static struct build make_text(void)
{
    struct build build = {NULL, 0, false};
    put_text(&build, "acknak-trace 1\n"
                     "1 0 link rate=8 width=4 mps=256 views=probe,none\n"
                     "2 5+32 dllp upstream probe END " ACK_0 "\n"
                     "3 50+32 tlp upstream probe EDB 000533 stp=5f006000 truncated\n"
                     "4 90 fault upstream stuck \"why\"\n");
    return build;
}

static struct build make_pcapng(void)
{
    uint8_t packet[64];
    struct build build = {NULL, 0, true};
    put_section(&build);
    put_interface(&build, 147, 9);
    size_t bytes = user0_dllp(packet, AK_UPSTREAM, 0, 32);
    put_packet(&build, 0, 40, packet, bytes, bytes);
    size_t begin = begin_block(&build, 5);
    put_text(&build, "statistics");
    end_block(&build, begin);
    put_interface(&build, 147, 0xA0);
    put_packet(&build, 1, 80, packet, bytes - 3, bytes);
    return build;
}

static struct build make_user11(void)
{
    struct build build = {NULL, 0, false};
    put_section(&build);
    put_interface(&build, 158, 9);
    for (size_t i = 0; i < 3; i++)
        put_user11(&build, &rows[i]);
    return build;
}

static struct build make_pcap(void)
{
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_DOWNSTREAM, 0, 32);
    struct build build = {NULL, 0, false};
    put_hex(&build, "4d3cb2a1020004000000000000000000ffff000093000000");
    for (int i = 0; i < 2; i++) {
        put_number(&build, 0, 4);
        put_number(&build, (uint64_t)i * 50, 4);
        put_number(&build, bytes, 4);
        put_number(&build, bytes, 4);
        put_bytes(&build, packet, bytes);
    }
    return build;
}

static struct build make_pad(void)
{
    struct build build = {NULL, 0, false};
    (void)put_pad(&build, rows, 3);
    return build;
}

static struct build make_symbols(void)
{
    struct build build = {NULL, 0, false};
    put_text(&build,
             "# one lane\nD00\nD00\nD00\nD00\nD00\nD00\nKfb\nD00\nD05\nE\nD11\nKfd\nD00\n"
             "K5c\nD00\nD00\nD00\nD00\nDb3\nD62\nKfd\nD77\nKbc\nK1c\nK1c\nK1c\nD00\nKfb\nKfd\n");
    return build;
}

static struct build make_csv(void)
{
    struct build build = {NULL, 0, false};
    put_text(&build, "time_ns,direction,kind,bytes,end,error,truncated,seen,\"a, \"\"b\"\"\"\n"
                     "1,upstream,tlp,000533,EDB,0,1,sender,\"x\ny\"\n"
                     "2,,gap,,,,,,\n"
                     "3.5,downstream,dllp," ACK_0 ",END,1,,receiver,z\n"
                     "4,,recovery_start,,,,,,\n"
                     "5,upstream,os,bc1c1c1c,,,,,\n");
    return build;
}

static const struct {
    const char *format;
    struct build (*make)(void);
    bool ends_early; /* what was being read when the recording ended is told, too */
} makers[] = {
    {"text", make_text, false}, {"pcapng", make_pcapng, false}, {"pcapng", make_user11, false},
    {"pcap", make_pcap, false}, {"pad", make_pad, false},       {"symbols", make_symbols, true},
    {"csv", make_csv, true},
};

#define MAKERS (sizeof makers / sizeof makers[0])

static void read_as(struct reading *reading, const char *format, const uint8_t *bytes, size_t count,
                    size_t step)
{
    struct ak_capture_options options;
    ak_capture_options_init(&options);
    options.format = ak_capture_format_find(format);
    assert_non_null(options.format);
    counts = true;
    in_use_bytes = 0;
    peak_bytes = 0;
    read_with(reading, "t", bytes, count, step, &options);
    counts = false;
    assert_true(reading->status == AK_CAPTURE_OK || reading->status == AK_CAPTURE_BAD_INPUT);
    assert_int_equal(reading->status == AK_CAPTURE_OK, reading->result.error[0] == '\0');
    assert_null(strchr(reading->result.error, '\n'));
}

static void recordings_are_whole_when_uncut(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAKERS; i++) {
        struct build build = makers[i].make();
        struct reading reading;
        read_bytes(&reading, "t", build.bytes, build.count, 0);
        assert_string_equal(reading.result.error, "");
        assert_string_equal(reading.result.format->name, makers[i].format);
        assert_true(reading.result.records >= 2);
        free(reading.trace);
        free(build.bytes);
    }
}

static void a_cut_leaves_what_was_before_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < MAKERS; i++) {
        struct build build = makers[i].make();
        struct reading whole;
        read_as(&whole, makers[i].format, build.bytes, build.count, 0);
        uint64_t most = 0;
        for (size_t count = 0; count < build.count; count++) {
            struct reading cut;
            /* Of its own, so that a byte too many is seen. */
            uint8_t *bytes = malloc(count + 1);
            assert_non_null(bytes);
            memcpy(bytes, build.bytes, count);
            bytes = realloc(bytes, count > 0 ? count : 1);
            read_as(&cut, makers[i].format, bytes, count, count % 3);
            size_t common = strlen(cut.trace);
            if (makers[i].ends_early) {
                /* All but the last line. */
                while (common > 0 && (common == strlen(cut.trace) || cut.trace[common - 1] != '\n'))
                    common--;
            } else {
                assert_true(cut.result.records >= most);
                most = cut.result.records;
            }
            assert_memory_equal(cut.trace, whole.trace, common);
            free(cut.trace);
            free(bytes);
        }
        free(whole.trace);
        free(build.bytes);
    }
}

static uint64_t next_random(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Changes, removes or doubles some bytes. */
static void mutate(struct build *build, uint64_t *random)
{
    static const uint8_t favourites[] = {0, 1, 0x7F, 0x80, 0xFF, '"', '\n', ','};
    unsigned times = 1 + (unsigned)(next_random(random) % 4);
    for (unsigned i = 0; i < times && build->count > 0; i++) {
        uint64_t dice = next_random(random);
        size_t at = (size_t)(dice >> 8) % build->count;
        size_t length = 1 + (size_t)(dice >> 40) % 8;
        if (length > build->count - at)
            length = build->count - at;
        if (dice % 8 == 0) {
            memmove(build->bytes + at, build->bytes + at + length, build->count - at - length);
            build->count -= length;
        } else if (dice % 8 == 1) {
            uint8_t again[8];
            memcpy(again, build->bytes + at, length);
            put_bytes(build, again, length);
        } else if (dice % 8 < 5) {
            build->bytes[at] = favourites[(dice >> 5) % sizeof favourites];
        } else {
            build->bytes[at] ^= (uint8_t)(1u << ((dice >> 3) & 7));
        }
    }
}

static void random_changes_do_no_harm(void **state)
{
    (void)state;
    uint64_t random = 20240229;
    for (size_t i = 0; i < MAKERS; i++) {
        for (int mutant = 0; mutant < MUTANTS; mutant++) {
            struct build build = makers[i].make();
            struct reading reading;
            mutate(&build, &random);
            read_as(&reading, makers[i].format, build.bytes, build.count, (size_t)mutant % 2);
            assert_true(reading.result.records <= build.count + 2);
            assert_true(peak_bytes > 0 && peak_bytes <= AK_CAPTURE_MEMORY_BYTES);
            free(reading.trace);
            free(build.bytes);
        }
    }
}

/* ---- a recording that does not fit in memory ---- */

struct endless {
    const struct build *head;
    const struct build *body;
    size_t at;
    uint64_t left;
};

static long read_endless(void *context, uint8_t *buffer, size_t room)
{
    struct endless *endless = context;
    const struct build *part = endless->head != NULL ? endless->head : endless->body;
    if (endless->left == 0)
        return 0;
    size_t count = part->count - endless->at;
    if (count > room)
        count = room;
    memcpy(buffer, part->bytes + endless->at, count);
    endless->at += count;
    if (endless->at == part->count) {
        endless->at = 0;
        endless->left -= endless->head == NULL;
        endless->head = NULL;
    }
    return (long)count;
}

static int count_record(void *context, const struct ak_record *record)
{
    *(uint64_t *)context += record->kind == AK_RECORD_DLLP;
    return 0;
}

static void memory_does_not_grow_with_the_recording(void **state)
{
    (void)state;
    enum { PACKETS = 2000, TIMES = 400 }; /* 64 MB */
    uint8_t packet[64];
    size_t bytes = user0_dllp(packet, AK_UPSTREAM, 0, 32);
    struct build head = {NULL, 0, false};
    struct build body = {NULL, 0, false};
    put_section(&head);
    put_interface(&head, 147, 9);
    for (uint64_t i = 0; i < PACKETS; i++)
        put_packet(&body, 0, i, packet, bytes, bytes);
    uint64_t records = 0;
    struct endless endless = {&head, &body, 0, TIMES};
    struct ak_capture_source source = {read_endless, NULL, &endless};
    struct ak_record_sink sink = {count_record, &records};
    struct ak_capture_result result;
    counts = true;
    in_use_bytes = 0;
    peak_bytes = 0;
    assert_int_equal(ak_capture_read("t", &source, NULL, &sink, &result), AK_CAPTURE_OK);
    counts = false;
    assert_int_equal(records, PACKETS * TIMES);
    assert_true(peak_bytes > 0 && peak_bytes <= AK_CAPTURE_MEMORY_BYTES);
    free(head.bytes);
    free(body.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_are_whole_when_uncut),
        cmocka_unit_test(a_cut_leaves_what_was_before_it),
        cmocka_unit_test(random_changes_do_no_harm),
        cmocka_unit_test(memory_does_not_grow_with_the_recording),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
