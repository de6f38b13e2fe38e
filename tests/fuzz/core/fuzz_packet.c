/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fuzz target: any bytes as DLLPs and as TLPs. What is taken apart can be put together again, and
 * no length is beyond its bound.
 * Not here: framing (fuzz_frame.c).
 */
#include <string.h>

#include "acknak/dllp.h"
#include "acknak/tlp.h"
#include "fuzz_input.h"

static void try_dllp(const uint8_t given[AK_DLLP_BYTES])
{
    struct ak_dllp dllp;
    struct ak_dllp again;
    uint8_t encoded[AK_DLLP_BYTES];
    enum ak_dllp_status status = ak_dllp_decode(given, &dllp);
    fuzz_require((status == AK_DLLP_GOOD) == ak_dllp_crc_is_good(given), "one judgement of a CRC");
    fuzz_require(dllp.type == ak_dllp_type_of(given[0]), "one type of a DLLP");
    fuzz_require(ak_dllp_type_name(dllp.type)[0] != '\0', "a type has a name");
    fuzz_require(ak_dllp_class_of(dllp.type) <= AK_DLLP_CLASS_OTHER, "a type has a class");
    ak_dllp_encode(&dllp, encoded);
    fuzz_require(ak_dllp_decode(encoded, &again) == AK_DLLP_GOOD, "what is encoded is good");
    fuzz_require(ak_dllp_reserved_bits(encoded) == 0, "reserved bits are sent as 0");
    uint32_t content = (uint32_t)encoded[1] << 16 | (uint32_t)encoded[2] << 8 | encoded[3];
    fuzz_require(encoded[0] == given[0] &&
                     content == (dllp.content & ~ak_dllp_reserved_bits(given)),
                 "encoding gives back what was decoded");
}

static void try_tlp(const uint8_t *bytes, size_t count)
{
    struct ak_tlp_size size;
    struct ak_tlp tlp;
    enum ak_tlp_status measured = ak_tlp_measure(bytes, count, &size);
    enum ak_tlp_status decoded = ak_tlp_decode(bytes, count, &tlp);
    fuzz_require(ak_tlp_status_name(measured)[0] != '\0', "a status has a name");
    if (measured != AK_TLP_OK) {
        fuzz_require(decoded == measured, "what cannot be measured cannot be decoded");
        return;
    }
    fuzz_require(size.total_bytes >= AK_TLP_MIN_BYTES && size.total_bytes <= AK_TLP_MAX_BYTES &&
                     size.total_bytes % 4 == 0,
                 "a TLP has a possible length");
    fuzz_require((decoded == AK_TLP_OK) == (count >= size.prefix_bytes + size.header_bytes),
                 "a whole header is decoded");
    if (decoded == AK_TLP_OK) {
        fuzz_require(memcmp(&tlp.size, &size, sizeof(size)) == 0, "one size of a TLP");
        fuzz_require(tlp.length_dw >= 1 && tlp.length_dw <= 1024 && tlp.type < AK_TLP_TYPE_COUNT &&
                         tlp.local_prefixes + tlp.end_end_prefixes == (int)size.prefix_bytes / 4,
                     "the fields are in their ranges");
        fuzz_require(ak_tlp_type_name(tlp.type)[0] != '\0', "a type has a name");
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size_bytes)
{
    struct fuzz_input input = {data, size_bytes};
    size_t count = AK_DLLP_BYTES;
    const uint8_t *dllp = fuzz_bytes(&input, &count);
    if (count == AK_DLLP_BYTES) {
        try_dllp(dllp);
    }
    try_tlp(data, size_bytes);
    return 0;
}
