/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The snapshot of a port on its line.
 * Not here: words and values (text_line.c), writing it (text_writer.c).
 */
#include "trace/text_state.h"

#include "acknak/seq.h"
#include "trace/names.h"

/* STATE:VALUE/LIMIT, times in ns. */
static bool to_timer(struct ak_line *line, struct ak_record_timer *timer)
{
    static const char expected[] = "a timer as state:value/limit";
    struct ak_line value;
    struct ak_line limit;
    int state;
    if (!ak_line_cut(line, ':', &value))
        return ak_line_fail(line, expected);
    if (!ak_line_to_name(line, &ak_names_timer, "the state of a timer", &state))
        return false;
    timer->state = (enum ak_record_timer_state)state;
    if (!ak_line_cut(&value, '/', &limit))
        return ak_line_join(line, &value, ak_line_fail(&value, expected));
    return ak_line_join(line, &value, ak_line_to_time(&value, &timer->value_fs)) &&
           ak_line_join(line, &limit, ak_line_to_time(&limit, &timer->limit_fs));
}

/* The next word is KEY=VALUE; *known: VALUE is not "-". */
static bool next_key(struct ak_line *line, const char *key, unsigned bit,
                     struct ak_record_state *state, bool *known)
{
    if (!ak_line_word(line, key))
        return false;
    if (!ak_line_is_key(line, key))
        return ak_line_fail(line, key);
    *known = !ak_line_is_word(line, "-");
    if (!*known)
        state->unknown = (uint16_t)(state->unknown | bit);
    return true;
}

static bool read_timer(struct ak_line *line, const char *key, unsigned bit,
                       struct ak_record_state *state, struct ak_record_timer *timer)
{
    bool known = false;
    if (!next_key(line, key, bit, state, &known))
        return false;
    return !known || to_timer(line, timer);
}

enum {
    NEXT_TRANSMIT_SEQ,
    ACKD_SEQ,
    NEXT_RCV_SEQ,
    REPLAY_NUM,
    NAK_SCHEDULED,
    REPLAYING,
    TLPS,
    BYTES
};

static const struct {
    const char *key;
    const char *expected;
    uint64_t most;
    unsigned bit;
} numbers[] = {
    [NEXT_TRANSMIT_SEQ] = {"next_transmit_seq", "a sequence number, 0 to 4095", AK_SEQ_MASK,
                           AK_STATE_NEXT_TRANSMIT_SEQ},
    [ACKD_SEQ] = {"ackd_seq", "a sequence number, 0 to 4095", AK_SEQ_MASK, AK_STATE_ACKD_SEQ},
    [NEXT_RCV_SEQ] = {"next_rcv_seq", "a sequence number, 0 to 4095", AK_SEQ_MASK,
                      AK_STATE_NEXT_RCV_SEQ},
    [REPLAY_NUM] = {"replay_num", "a number below 256", UINT8_MAX, AK_STATE_REPLAY_NUM},
    [NAK_SCHEDULED] = {"nak_scheduled", "0 or 1", 1, AK_STATE_NAK_SCHEDULED},
    [REPLAYING] = {"replaying", "0 or 1", 1, AK_STATE_REPLAYING},
    [TLPS] = {"replay_buffer_tlps", "a number below 4294967296", UINT32_MAX,
              AK_STATE_REPLAY_BUFFER_TLPS},
    [BYTES] = {"replay_buffer_bytes", "a number below 4294967296", UINT32_MAX,
               AK_STATE_REPLAY_BUFFER_BYTES},
};

#define NUMBERS (sizeof numbers / sizeof numbers[0])

bool ak_text_read_state(struct ak_line *line, struct ak_record_state *state)
{
    uint64_t values[NUMBERS] = {0};
    state->unknown = 0;
    for (size_t i = 0; i < NUMBERS; i++) {
        bool known = false;
        if (!next_key(line, numbers[i].key, numbers[i].bit, state, &known))
            return false;
        if (known && !ak_line_to_number(line, numbers[i].most, numbers[i].expected, &values[i]))
            return false;
    }
    state->next_transmit_seq = (uint16_t)values[NEXT_TRANSMIT_SEQ];
    state->ackd_seq = (uint16_t)values[ACKD_SEQ];
    state->next_rcv_seq = (uint16_t)values[NEXT_RCV_SEQ];
    state->replay_num = (uint8_t)values[REPLAY_NUM];
    state->nak_scheduled = values[NAK_SCHEDULED] != 0;
    state->replaying = values[REPLAYING] != 0;
    state->replay_buffer_tlps = (uint32_t)values[TLPS];
    state->replay_buffer_bytes = (uint32_t)values[BYTES];
    return read_timer(line, "replay_timer", AK_STATE_REPLAY_TIMER, state, &state->replay_timer) &&
           read_timer(line, "acknak_latency_timer", AK_STATE_ACKNAK_LATENCY_TIMER, state,
                      &state->acknak_latency_timer);
}
