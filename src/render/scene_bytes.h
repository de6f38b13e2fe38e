/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of the packets of a scene, in one pool.
 * Not here: whose bytes they are (scene.c).
 */
#ifndef AK_RENDER_SCENE_BYTES_H
#define AK_RENDER_SCENE_BYTES_H

#include "render/scene.h"

/* Keeps bytes: all, or once the pool is full the first ones only. False, and scene->no_memory:
 * memory is short. */
bool ak_scene_bytes_keep(struct ak_scene *scene, const uint8_t *bytes, uint32_t length,
                         struct ak_scene_bytes *out);

/* Whether `kept` are the bytes of this record, so that they need not be kept twice. */
bool ak_scene_bytes_are(const struct ak_scene *scene, const struct ak_scene_bytes *kept,
                        const struct ak_record *record);

#endif
