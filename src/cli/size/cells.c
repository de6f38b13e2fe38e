/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The slack of REPLAY_TIMER for every cell of the tables.
 * Not here: one link (text.c).
 */
#include <stdio.h>

#include "acknak/limits.h"
#include "acknak/rate.h"
#include "cli/common/json.h"
#include "cli/size/request.h"

#define NS (double)SIM_FS_PER_NS

static const uint32_t widths[] = {1, 2, 4, 8, 12, 16, 32};

#define WIDTH_COUNT (sizeof widths / sizeof widths[0])

/* The link with TLPs of the largest payload both ways, which is what the tables are made for. */
static void compute(const struct size_request *request, enum ak_rate rate, uint32_t width,
                    uint32_t mps_bytes, struct study_size *size)
{
    struct sim_scenario scenario = request->scenario;

    scenario.link.rate = rate;
    if (scenario.link.max_rate < rate) {
        scenario.link.max_rate = rate;
    }
    scenario.link.width = width;
    scenario.link.mps_bytes = mps_bytes;
    for (int direction = 0; direction < SIM_DIRECTION_COUNT; direction++) {
        struct sim_writes *writes = &scenario.traffic[direction].writes;
        writes->on = true;
        writes->mix_count = 1;
        writes->mix[0].payload_bytes = mps_bytes;
    }
    study_size_compute(&scenario, SIM_DOWNSTREAM, size);
}

static void print_rate(const struct size_request *request, enum ak_rate rate)
{
    printf("%s GT/s: extra delay one way that REPLAY_TIMER allows, in ns\n\n MPS",
           ak_rate_name(rate));
    for (size_t w = 0; w < WIDTH_COUNT; w++) {
        char name[16];
        snprintf(name, sizeof name, "x%u", widths[w]);
        printf("%10s", name);
    }
    putchar('\n');
    for (uint32_t mps = AK_MPS_MIN_BYTES; mps <= AK_MPS_MAX_BYTES; mps *= 2) {
        printf("%4u", mps);
        for (size_t w = 0; w < WIDTH_COUNT; w++) {
            struct study_size size;
            compute(request, rate, widths[w], mps, &size);
            printf("%10.1f", (double)size.slack_fs / NS);
        }
        putchar('\n');
    }
}

static json_t *json_cell(const struct size_request *request, enum ak_rate rate, uint32_t width,
                         uint32_t mps_bytes)
{
    json_t *cell = json_object();
    struct study_size size;

    compute(request, rate, width, mps_bytes, &size);
    json_object_set_new(cell, "rate", cli_json_quotient(ak_rate_gts_tenths(rate), 10));
    json_object_set_new(cell, "width", json_integer(width));
    json_object_set_new(cell, "mps", json_integer(mps_bytes));
    json_object_set_new(cell, "replay_timer_ns", json_real((double)size.replay_limit_fs / NS));
    json_object_set_new(cell, "waits_for_ns", json_real((double)size.round_trip_fs / NS));
    json_object_set_new(cell, "slack_ns", json_real((double)size.slack_fs / NS));
    json_object_set_new(cell, "slack_metres",
                        json_real((double)size.slack_fs / (double)request->fs_per_metre));
    return cell;
}

static void print_json(const struct size_request *request)
{
    json_t *document = json_object();
    json_t *cells = json_array();

    for (unsigned rate = 0; rate < AK_RATE_COUNT; rate++) {
        for (uint32_t mps = AK_MPS_MIN_BYTES; mps <= AK_MPS_MAX_BYTES; mps *= 2) {
            for (size_t w = 0; w < WIDTH_COUNT; w++) {
                json_array_append_new(cells,
                                      json_cell(request, (enum ak_rate)rate, widths[w], mps));
            }
        }
    }
    json_object_set_new(document, "schema", json_string("acknak-size-1"));
    json_object_set_new(document, "cells", cells);
    cli_json_print(document);
}

void size_print_cells(const struct size_request *request)
{
    if (request->json) {
        print_json(request);
        return;
    }
    printf("Both ways TLPs of the Max_Payload_Size; a metre of cable is %g ns.\n",
           (double)request->fs_per_metre / NS);
    for (unsigned rate = 0; rate < AK_RATE_COUNT; rate++) {
        putchar('\n');
        print_rate(request, (enum ak_rate)rate);
    }
}
