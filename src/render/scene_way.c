/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which packet of a scene has arrived, where the trace does not say.
 * Not here: the scene (scene.c).
 */
#include "render/scene_way.h"

#include "render/scene_bytes.h"

static bool may_be(const struct ak_scene_packet *packet, const struct ak_record *record)
{
    return (packet->flags & AK_SCENE_SENT) != 0 && packet->begin_fs <= record->end_fs &&
           (packet->sort == AK_SORT_TLP) == (record->kind == AK_RECORD_TLP) &&
           packet->sent.length == record->length_bytes;
}

uint32_t ak_scene_on_its_way(const struct ak_scene *scene, const struct ak_record *record)
{
    uint32_t alike = AK_SCENE_NONE;
    uint32_t same = AK_SCENE_NONE;
    uint32_t count = scene->packet_count;
    uint32_t first = count > AK_SCENE_RECENT ? count - AK_SCENE_RECENT : 0;
    for (uint32_t i = count; i-- > first;) {
        const struct ak_scene_packet *packet = &scene->packets[i];
        if (packet->direction != (uint8_t)record->direction)
            continue;
        if ((packet->flags & AK_SCENE_ARRIVED) != 0)
            break;
        if (!may_be(packet, record))
            continue;
        alike = i;
        if (ak_scene_bytes_are(scene, &packet->sent, record))
            same = i;
    }
    return same != AK_SCENE_NONE ? same : alike;
}
