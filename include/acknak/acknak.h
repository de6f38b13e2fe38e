/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The whole library: PCI Express Data Link Layer, ACK/NAK protocol.
 * Not here: declarations of its own.
 */
#ifndef ACKNAK_ACKNAK_H
#define ACKNAK_ACKNAK_H

#include "acknak/config.h"
#include "acknak/counters.h"
#include "acknak/crc.h"
#include "acknak/dllp.h"
#include "acknak/frame.h"
#include "acknak/limits.h"
#include "acknak/packet.h"
#include "acknak/port.h"
#include "acknak/rate.h"
#include "acknak/rx.h"
#include "acknak/seq.h"
#include "acknak/state.h"
#include "acknak/tlp.h"
#include "acknak/tx.h"

#endif
