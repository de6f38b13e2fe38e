/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bytes of the packets of a scene, in one pool.
 * Not here: whose bytes they are (scene.c).
 */
#include "render/scene_bytes.h"

#include <stdlib.h>
#include <string.h>

bool ak_scene_bytes_keep(struct ak_scene *scene, const uint8_t *bytes, uint32_t length,
                         struct ak_scene_bytes *out)
{
    uint32_t kept = length;
    if (scene->bytes_used + length > AK_SCENE_BYTES_MAX && length > AK_SCENE_SHORT_BYTES)
        kept = AK_SCENE_SHORT_BYTES;
    if (scene->bytes_used + kept > scene->bytes_room) {
        uint32_t room = 2 * scene->bytes_room + kept + 65536;
        uint8_t *grown = realloc(scene->bytes, room);
        if (grown == NULL) {
            scene->no_memory = true;
            return false;
        }
        scene->bytes = grown;
        scene->bytes_room = room;
    }
    if (kept > 0)
        memcpy(scene->bytes + scene->bytes_used, bytes, kept);
    *out = (struct ak_scene_bytes){scene->bytes_used, kept, length};
    scene->bytes_used += kept;
    return true;
}

bool ak_scene_bytes_are(const struct ak_scene *scene, const struct ak_scene_bytes *kept,
                        const struct ak_record *record)
{
    return kept->kept == record->length_bytes && kept->length == record->length_bytes &&
           (kept->kept == 0 ||
            memcmp(scene->bytes + kept->at, record->bytes, record->length_bytes) == 0);
}
