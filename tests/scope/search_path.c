/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The path of a failure: in words, and as a scenario for the simulator.
 * Not here: finding it (search.c).
 */
#include "search.h"

#include <inttypes.h>
#include <string.h>

#define SYM_NS       4u /* 2.5 GT/s */
#define TLP_SYM      (MODEL_FRAME_BYTES + 2u)
#define REPLAY_SYM   711u /* x1, Max_Payload_Size 128 */
#define ACK_SYM      237u
#define RECOVERY_SYM 500u

static const struct model_packet *packet_of_step(const struct model *model, uint32_t step)
{
    const struct model_side *side = &model->side[step % 2u];
    const enum model_act act = model_act_of(step);
    if (act == MODEL_END) {
        return &side->sending;
    }
    return act == MODEL_DELIVER || act == MODEL_DAMAGE || act == MODEL_LOSE ? &side->wire[0] : NULL;
}

void search_tell_path(const struct model_scope *scope, const struct search_result *result,
                      FILE *out)
{
    struct model model;
    model_open(&model, scope);
    for (uint32_t i = 0; i < result->length; i++) {
        const uint32_t step = result->path[i];
        const struct model_packet *packet = packet_of_step(&model, step);
        const struct model_packet named = packet ? *packet : (struct model_packet){0};
        fprintf(out, "%4u  ", i + 1u);
        model_tell_step(step, out);
        (void)model_step(&model, step);
        if (model_act_of(step) == MODEL_BEGIN) {
            fputc(' ', out);
            model_tell_packet(&model.side[step % 2u].sending, out);
        } else if (packet) {
            fputs(": ", out);
            model_tell_packet(&named, out);
        }
        fputc('\n', out);
    }
    fprintf(out, "      %s\n", result->failure);
}

/* What a path comes to, in terms of a scenario. */
struct outline {
    uint64_t damage[2]; /* masks */
    uint64_t lose[2];
    uint32_t begun[2];
    uint32_t order[2][MODEL_WIRE_MAX + 1u]; /* of the packets on the wire, which one each is */
    uint32_t on_wire[2];
    bool sending[2];
    bool early_timeout; /* REPLAY_TIMER expired while something was under way */
    uint64_t now_sym;
    uint32_t events;
};

static void arrive(struct outline *outline, uint32_t step)
{
    const uint32_t i = step % 2u;
    const enum model_act act = model_act_of(step);
    const uint64_t bit = 1ull << (outline->order[i][0] & 63u);
    if (act == MODEL_DAMAGE) {
        outline->damage[i] |= bit;
    } else if (act == MODEL_LOSE) {
        outline->lose[i] |= bit;
    }
    outline->on_wire[i]--;
    memmove(outline->order[i], outline->order[i] + 1,
            outline->on_wire[i] * sizeof outline->order[i][0]);
}

static void follow(struct outline *outline, const struct model *model, uint32_t step)
{
    const uint32_t i = step % 2u;
    switch (model_act_of(step)) {
    case MODEL_BEGIN:
        outline->order[i][outline->on_wire[i]++] = outline->begun[i]++;
        break;
    case MODEL_END:
        outline->now_sym += model->side[i].sending.kind <= MODEL_TLP_NULLIFIED ? TLP_SYM : 8u;
        break;
    case MODEL_DELIVER:
    case MODEL_DAMAGE:
    case MODEL_LOSE:
        arrive(outline, step);
        break;
    case MODEL_REPLAY_TIMER:
        outline->early_timeout |= outline->on_wire[0] != 0 || outline->on_wire[1] != 0;
        outline->now_sym += REPLAY_SYM;
        break;
    case MODEL_LATENCY_TIMER:
        outline->now_sym += ACK_SYM;
        break;
    case MODEL_RECOVERY_END:
        outline->now_sym += RECOVERY_SYM;
        break;
    case MODEL_LINK_DOWN:
        outline->on_wire[0] = 0;
        outline->on_wire[1] = 0;
        break;
    case MODEL_SUBMIT:
    case MODEL_NULLIFY:
    case MODEL_RECOVERY_START:
    case MODEL_LINK_UP:
    case MODEL_ACT_COUNT:
        break;
    }
}

static void write_event(struct outline *outline, const char *kind, FILE *out)
{
    outline->now_sym++;
    fprintf(out, "%s  - {kind: %s, time: %" PRIu64 "ns}\n", outline->events++ ? "" : "events:\n",
            kind, outline->now_sym * SYM_NS);
}

static void write_step_event(struct outline *outline, const struct model *model, uint32_t step,
                             FILE *out)
{
    const enum model_act act = model_act_of(step);
    if (act == MODEL_RECOVERY_START && !model_is_kind(model, step)) {
        write_event(outline, "recovery", out);
    } else if (act == MODEL_LINK_DOWN) {
        write_event(outline, "link_down", out);
    } else if (act == MODEL_LINK_UP) {
        write_event(outline, "link_up", out);
    }
}

static void write_direction(const struct model_scope *scope, const struct outline *outline, int i,
                            FILE *out)
{
    fprintf(out,
            "%s:\n  initial_seq: %u\n  payload: 4\n  write_header: 12\n  write_tlps: %u\n"
            "  damage_mask: 0x%" PRIx64 "\n  lose_mask: 0x%" PRIx64 "\n",
            i == 0 ? "downstream" : "upstream", scope->start, scope->tlps[i], outline->damage[i],
            outline->lose[i]);
}

static void write_ports(const struct model_scope *scope, const struct outline *outline, FILE *out)
{
    fprintf(out,
            "ports:\n  rx_delay: 0\n  tx_delay: 0\n  replay_policy: %s\n"
            "  replay_buffer_tlps: %u\n  retrain_limit: %u\n  replay_timer: %s\n  ack_policy: ",
            scope->replay_policy == AK_REPLAY_DEFERRED ? "deferred" : "concurrent", scope->slots,
            scope->retrain_limit, outline->early_timeout ? "30" : "table");
    if (scope->ack_every_tlps > 1u) {
        fprintf(out, "%u\n", scope->ack_every_tlps);
    } else {
        fputs(scope->ack_every_tlps ? "each\n" : "timer\n", out);
    }
}

static void walk(const struct model_scope *scope, const struct search_result *result,
                 struct outline *outline, FILE *events)
{
    struct model model;
    memset(outline, 0, sizeof *outline);
    model_open(&model, scope);
    for (uint32_t i = 0; i < result->length; i++) {
        if (events) {
            write_step_event(outline, &model, result->path[i], events);
        }
        follow(outline, &model, result->path[i]);
        (void)model_step(&model, result->path[i]);
    }
}

void search_scenario(const struct model_scope *scope, const struct search_result *result, FILE *out)
{
    struct outline outline;
    const char *traffic = !scope->tlps[1] ? "downstream" : !scope->tlps[0] ? "upstream" : "both";
    walk(scope, result, &outline, NULL);
    fprintf(out, "# %s: %s.\n", scope->name, result->failure);
    fprintf(out,
            "link: {rate: 2.5, width: 1, mps: 128, propagation: 40ns, recovery: %uns, skp: no}\n",
            RECOVERY_SYM * SYM_NS);
    write_ports(scope, &outline, out);
    write_direction(scope, &outline, 0, out);
    write_direction(scope, &outline, 1, out);
    fprintf(out, "traffic: {writes: %s}\n", traffic);
    walk(scope, result, &outline, out);
    fputs("output: {ladder: all}\n", out);
}
