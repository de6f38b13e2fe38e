/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The least a user's program can do: one call into the library.
 * Not here: how to run a link (examples/).
 */
#include <acknak/acknak.h>
#include <stdio.h>

int main(void)
{
    const uint8_t ack_of_0[4] = {0};
    const uint16_t crc = ak_dllp_crc(ack_of_0);
    printf("%02x%02x\n", crc & 0xFFu, crc >> 8);
    return 0;
}
