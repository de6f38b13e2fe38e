/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The state of a model as bytes, its steps in words.
 * Not here: the steps themselves (model.c).
 */
#include <string.h>

#include "model.h"

struct key {
    uint8_t *bytes;
    uint32_t used;
};

static void put(struct key *key, uint32_t value)
{
    key->bytes[key->used++] = (uint8_t)value;
}

/* Numbers of one scope lie within 256 of its first. */
static void put_packet(struct key *key, const struct model *model,
                       const struct model_packet *packet)
{
    put(key, packet->kind | (uint32_t)packet->number << 4);
    put(key, packet->seq - (uint32_t)model->scope->start);
}

uint32_t model_key(const struct model *model, uint8_t bytes[MODEL_KEY_BYTES])
{
    struct key key = {bytes, 0};
    for (int i = 0; i < 2; i++) {
        const struct model_side *side = &model->side[i];
        key.used += ak_port_image(&side->port, bytes + key.used);
        put(&key, side->submitted | (uint32_t)side->delivered << 4);
        put(&key, side->base | (uint32_t)side->on_wire << 4);
        put_packet(&key, model, &side->sending);
        for (uint32_t k = 0; k < model->scope->wire; k++) {
            put_packet(&key, model, &side->wire[k]);
        }
    }
    return key.used;
}

void model_tell_packet(const struct model_packet *packet, FILE *out)
{
    static const char *const names[] = {
        [MODEL_NOTHING] = "nothing",   [MODEL_TLP] = "TLP", [MODEL_TLP_NULLIFIED] = "nullified TLP",
        [MODEL_ACK] = "Ack",           [MODEL_NAK] = "Nak", [MODEL_CUT_TLP] = "cut TLP",
        [MODEL_CUT_DLLP] = "cut DLLP",
    };
    fputs(names[packet->kind], out);
    if (packet->kind >= MODEL_TLP && packet->kind <= MODEL_NAK) {
        fprintf(out, " %u", packet->seq);
    }
}

void model_tell_step(uint32_t step, FILE *out)
{
    static const char *const names[MODEL_ACT_COUNT] = {
        [MODEL_SUBMIT] = "is given a TLP",
        [MODEL_NULLIFY] = "nullifies its newest TLP",
        [MODEL_BEGIN] = "begins",
        [MODEL_END] = "ends",
        [MODEL_DELIVER] = "sent what now arrives",
        [MODEL_DAMAGE] = "sent what now arrives damaged",
        [MODEL_LOSE] = "sent what is now lost",
        [MODEL_REPLAY_TIMER] = "REPLAY_TIMER expires",
        [MODEL_LATENCY_TIMER] = "ACKNAK_LATENCY_TIMER expires",
        [MODEL_RECOVERY_START] = "Recovery starts",
        [MODEL_RECOVERY_END] = "Recovery ends",
        [MODEL_LINK_DOWN] = "the link goes down",
        [MODEL_LINK_UP] = "the link comes up",
    };
    const enum model_act act = model_act_of(step);
    if (act < MODEL_SIDE_ACTS) {
        fprintf(out, "%c: ", 'a' + (int)(step % 2u));
    }
    fputs(names[act], out);
}
