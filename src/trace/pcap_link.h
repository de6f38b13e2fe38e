/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The link-layer header of a packet on link type USER0 in pcapng and pcap: a record as a packet.
 * Not here: blocks, interfaces and comments of pcapng; the table for outside users
 * (docs/formats.md).
 *
 * A packet is this header and a payload. The time stamp of the packet is time_fs in whole
 * nanoseconds; the femtoseconds below it stand in the header. The payload of
 *   TLP, DLLP, OS   are the record's bytes; the packet's original length tells how many there
 *                   were when they are truncated by a snap length
 *   LINK            are the parameters as in a text trace: "rate=2.5 width=1 mps=128"
 *   the other kinds is empty
 * Numbers are little-endian.
 *
 *   offset bytes
 *      0     1   version: 1
 *      1     1   length of the header: 40; a reader takes the payload from there on
 *      2     1   kind: enum ak_record_kind, LINK to LINK_UP
 *      3     1   direction: enum ak_direction
 *      4     1   seen: enum ak_seen
 *      5     1   end: enum ak_packet_end (TLP, DLLP; else 0)
 *      6     1   os: enum ak_os (OS; else 0)
 *      7     1   flags: 1 error, 2 truncated, 4 has_stp
 *      8     4   stp
 *     12     4   femtoseconds below the time stamp: 0 to 999,999
 *     16     8   duration in femtoseconds: end_fs - time_fs
 *     24     8   number of the record in the trace it comes from; 0: its place in this file
 *     32     8   about: number of the record this one is about, 0: none
 */
#ifndef AK_TRACE_PCAP_LINK_H
#define AK_TRACE_PCAP_LINK_H

#include <stddef.h>

#include "acknak/record.h"

#define AK_PCAP_LINKTYPE     147u /* USER0 */
#define AK_PCAP_LINK_BYTES   40u
#define AK_PCAP_LINK_VERSION 1u

#define AK_PCAP_LINK_ERROR     1u
#define AK_PCAP_LINK_TRUNCATED 2u
#define AK_PCAP_LINK_HAS_STP   4u

/* Writes the header of a wire record. The time stamp to go with it: record->time_fs / 1,000,000. */
void ak_pcap_link_encode(const struct ak_record *record, uint8_t out[AK_PCAP_LINK_BYTES]);

/*
 * Reads the header at the start of a packet of `count` bytes whose time stamp is `time_fs`. On
 * success `record` has all but bytes, length_bytes and link, which are 0, and the length of the
 * header is returned. 0: `*error` is "found ..., expected ...", static storage.
 */
size_t ak_pcap_link_decode(const uint8_t *packet, size_t count, uint64_t time_fs,
                           struct ak_record *record, const char **error);

#endif
