/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the checks of a scenario share: refusing a value, ranges.
 * Not here: which values are right (scenario_check.c, fault_check.c).
 */
#ifndef SIM_CHECKER_H
#define SIM_CHECKER_H

#include "sim/scenario.h"

struct sim_checker {
    char *message;
    size_t size;
    const char *where; /* "port a", "downstream" ...: what the message begins with */
    struct sim_setting about;
};

/* Writes "WHERE: KEY: ..." to the message and notes the key; always false. */
__attribute__((format(printf, 3, 4))) bool sim_refuse(struct sim_checker *checker, const char *key,
                                                      const char *format, ...);

/* Each refuses a value that is not from `least` to `most`; the second one that is no multiple of
 * four either, the third one that is no power of two either. */
bool sim_in_range(struct sim_checker *checker, const char *key, uint64_t value, uint64_t least,
                  uint64_t most);
bool sim_is_multiple(struct sim_checker *checker, const char *key, uint64_t value, uint64_t least,
                     uint64_t most);
bool sim_is_power_of_two(struct sim_checker *checker, const char *key, uint64_t value,
                         uint64_t least, uint64_t most);

/* The same for a time. */
bool sim_is_time(struct sim_checker *checker, const char *key, uint64_t fs, uint64_t least_fs,
                 uint64_t most_fs);

/* Refuses a scenario for its faults, or its events. */
bool sim_check_faults(struct sim_checker *checker, const struct sim_scenario *scenario);
bool sim_check_events(struct sim_checker *checker, const struct sim_scenario *scenario);

#endif
