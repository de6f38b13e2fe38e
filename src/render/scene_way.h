/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which packet of a scene has arrived, where the trace does not say.
 * Not here: the scene (scene.h).
 */
#ifndef AK_RENDER_SCENE_WAY_H
#define AK_RENDER_SCENE_WAY_H

#include "render/scene.h"

/*
 * A trace may tell packets at both ends and not which records belong together. Packets of a
 * direction arrive in their order: returns the oldest one on its way with the bytes of `record`, a
 * packet at its receiver; or, as it may be damaged, the oldest of its kind and length; or
 * AK_SCENE_NONE. Cost: a look at each packet since the last one that arrived.
 */
uint32_t ak_scene_on_its_way(const struct ak_scene *scene, const struct ak_record *record);

#endif
