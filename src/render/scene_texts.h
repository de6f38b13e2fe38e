/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The texts of a scene, each once.
 * Not here: whose texts they are (scene.c).
 */
#ifndef AK_RENDER_SCENE_TEXTS_H
#define AK_RENDER_SCENE_TEXTS_H

#include "render/scene.h"

/* The number of this text; AK_SCENE_NONE if memory is short. */
uint32_t ak_scene_texts_add(struct ak_scene_texts *texts, const char *text);

void ak_scene_texts_free(struct ak_scene_texts *texts);

#endif
