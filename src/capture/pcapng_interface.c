/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Interfaces of a pcapng: their link type and the unit of their time stamps.
 * Not here: packets (pcapng.c).
 */
#include <inttypes.h>
#include <string.h>

#include "capture/pcapng.h"

#define INTERFACE_MIN_BYTES 20u
#define FIXED_BYTES         16u /* head, link type, snap length */
#define OPTION_HEAD_BYTES   4u
#define OPTION_END          0u
#define OPTION_TSRESOL      9u
#define OPTION_TSOFFSET     14u
#define BINARY              0x80u
#define SHIFT_MAX           47u /* what pcapng.c can convert */
#define DECIMALS_MAX        19u /* 10^19 still fits */
#define DECIMALS_FS         15u
#define FS_PER_S            1000000000000000u
#define DECIMALS_DEFAULT    6u

static uint64_t power_of_ten(uint32_t exponent)
{
    uint64_t power = 1;
    while (exponent-- > 0)
        power *= 10;
    return power;
}

/* False: the unit cannot be converted. */
static bool set_unit(struct ak_pcapng_interface *interface, uint8_t resolution)
{
    uint32_t exponent = resolution & ~BINARY;
    interface->shift = 0;
    interface->units_per_fs = 1;
    interface->fs_per_unit = 1;
    if ((resolution & BINARY) != 0 && exponent > 0) {
        interface->shift = exponent;
        interface->fs_per_unit = FS_PER_S >> (exponent <= SHIFT_MAX ? exponent : SHIFT_MAX);
        return exponent <= SHIFT_MAX;
    }
    if (exponent > DECIMALS_MAX)
        return false;
    interface->units_per_s = power_of_ten(exponent);
    if (exponent > DECIMALS_FS)
        interface->units_per_fs = power_of_ten(exponent - DECIMALS_FS);
    else
        interface->fs_per_unit = power_of_ten(DECIMALS_FS - exponent);
    return true;
}

static int read_option(struct ak_reader *reader, const struct ak_pcapng *file,
                       struct ak_pcapng_interface *interface, const uint8_t *option)
{
    uint16_t code = ak_pcapng_u16(file, option);
    uint16_t bytes = ak_pcapng_u16(file, option + 2);
    const uint8_t *value = option + OPTION_HEAD_BYTES;
    if (code == OPTION_TSRESOL && bytes >= 1 && !set_unit(interface, value[0]))
        return ak_reader_fail_at(reader, reader->input.offset,
                                 "found if_tsresol %02x in an "
                                 "interface, expected at most 10^-19 or 2^-47",
                                 value[0]);
    if (code == OPTION_TSOFFSET && bytes == 8)
        interface->offset_s = file->big_endian ? ak_be64(value) : ak_le64(value);
    return AK_CAPTURE_OK;
}

static int read_options(struct ak_reader *reader, const struct ak_pcapng *file,
                        struct ak_pcapng_interface *interface, const uint8_t *at,
                        const uint8_t *end)
{
    while ((size_t)(end - at) >= OPTION_HEAD_BYTES && ak_pcapng_u16(file, at) != OPTION_END) {
        size_t bytes = OPTION_HEAD_BYTES + ((ak_pcapng_u16(file, at + 2) + 3u) & ~3u);
        if (bytes > (size_t)(end - at))
            return ak_reader_fail_at(reader, reader->input.offset,
                                     "found an option that is longer "
                                     "than its interface's block, expected one that fits");
        int status = read_option(reader, file, interface, at);
        if (status != AK_CAPTURE_OK)
            return status;
        at += bytes;
    }
    return AK_CAPTURE_OK;
}

int ak_pcapng_read_interface(struct ak_reader *reader, struct ak_pcapng *file, const uint8_t *block,
                             uint32_t bytes)
{
    uint64_t offset = reader->input.offset;
    if (bytes < INTERFACE_MIN_BYTES)
        return ak_reader_fail_at(
            reader, offset + 4,
            "found an interface block of %" PRIu32 " bytes, expected at least 20", bytes);
    if (file->interface_count == AK_PCAPNG_INTERFACES_MAX)
        return ak_reader_fail_at(reader, offset, "found more than %u interfaces, expected fewer",
                                 AK_PCAPNG_INTERFACES_MAX);
    struct ak_pcapng_interface *interface = &file->interfaces[file->interface_count];
    memset(interface, 0, sizeof *interface);
    interface->link_type = ak_pcapng_u16(file, block + 8);
    (void)set_unit(interface, DECIMALS_DEFAULT);
    int status = read_options(reader, file, interface, block + FIXED_BYTES, block + bytes - 4);
    if (status == AK_CAPTURE_OK)
        file->interface_count++;
    return status;
}
