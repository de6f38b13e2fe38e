-- SPDX-License-Identifier: Apache-2.0
-- Wireshark dissector for PCI Express Link traffic as acknak writes it: pcapng of link type USER0.
-- Not here: the header's definition (src/trace/pcap_link.h), rules of the protocol (acknak check).
--
-- Use: wireshark -X lua_script:acknak.lua FILE.pcapng, or copy it to Wireshark's plugin folder.
-- It takes DLT_USER0 (147) for itself.

local acknak = Proto("acknak", "PCI Express Link (acknak)")

local KINDS = {[0] = "Link parameters", "TLP", "DLLP", "Ordered set", "Receiver Error", "Gap in the recording",
    "Recovery begins", "Recovery ends", "Link down", "Link up"}
local DIRECTIONS = {[0] = "downstream", "upstream", "both"}
local PLACES = {[0] = "sender", "probe", "receiver"}
local ENDS = {[0] = "END", "EDB", "none: cut off"}
local SETS = {[0] = "other", "SKP", "TS1", "TS2", "FTS", "EIOS", "EIEOS", "SDS"}
local STATUSES = {[0] = "SC", "UR", "CRS", "reserved", "CA"}
local SCALES = {[0] = "not in use", "1", "4", "16"}
local KIND_TLP, KIND_DLLP, KIND_OS = 1, 2, 3
local END_EDB, END_CUT = 1, 2

local f = {
    version = ProtoField.uint8("acknak.version", "Version"),
    kind = ProtoField.uint8("acknak.kind", "Kind", base.DEC, KINDS),
    direction = ProtoField.uint8("acknak.direction", "Direction", base.DEC, DIRECTIONS),
    seen = ProtoField.uint8("acknak.seen", "Seen at", base.DEC, PLACES),
    ending = ProtoField.uint8("acknak.end", "End", base.DEC, ENDS),
    os = ProtoField.uint8("acknak.os", "Ordered set", base.DEC, SETS),
    error = ProtoField.bool("acknak.error", "Receiver Error", 8, nil, 0x01),
    truncated = ProtoField.bool("acknak.truncated", "Truncated in the recording", 8, nil, 0x02),
    has_stp = ProtoField.bool("acknak.has_stp", "STP token recorded", 8, nil, 0x04),
    femtoseconds = ProtoField.uint32("acknak.below_ns", "Femtoseconds below the time stamp"),
    duration = ProtoField.uint64("acknak.duration_fs", "Duration, fs"),
    number = ProtoField.uint64("acknak.number", "Record"),
    about = ProtoField.uint64("acknak.about", "About record"),
    parameters = ProtoField.string("acknak.link", "Parameters"),
    symbols = ProtoField.bytes("acknak.symbols", "Symbols of one lane"),
    -- STP token of 128b/130b
    stp = ProtoField.bytes("acknak.stp", "STP token"),
    stp_length = ProtoField.uint16("acknak.stp.length", "Length, DW"),
    stp_parity = ProtoField.uint8("acknak.stp.parity", "Frame parity"),
    stp_fcrc = ProtoField.uint8("acknak.stp.fcrc", "Frame CRC", base.HEX),
    stp_seq = ProtoField.uint16("acknak.stp.seq", "Sequence number"),
    -- Data Link Layer
    seq = ProtoField.uint16("acknak.seq", "Sequence number"),
    lcrc = ProtoField.uint32("acknak.lcrc", "LCRC", base.HEX),
    lcrc_status = ProtoField.string("acknak.lcrc.status", "LCRC status"),
    ack_in = ProtoField.framenum("acknak.acked_in", "Acknowledged in", base.NONE, frametype.ACK),
    nak_in = ProtoField.framenum("acknak.naked_in", "Asked for again in", base.NONE),
    again_of = ProtoField.framenum("acknak.replay_of", "Replay of", base.NONE, frametype.RETRANS_PREV),
    sent_in = ProtoField.framenum("acknak.sent_in", "The same packet at its sender", base.NONE),
    acks = ProtoField.framenum("acknak.acks", "Acknowledges", base.NONE, frametype.ACK),
    dllp_type = ProtoField.uint8("acknak.dllp.type", "DLLP type", base.HEX),
    dllp_name = ProtoField.string("acknak.dllp.name", "DLLP"),
    acknak_seq = ProtoField.uint16("acknak.dllp.seq", "AckNak_Seq_Num"),
    vc = ProtoField.uint8("acknak.dllp.vc", "Virtual channel"),
    hdr_scale = ProtoField.uint8("acknak.dllp.hdr_scale", "HdrScale", base.DEC, SCALES),
    hdr_fc = ProtoField.uint8("acknak.dllp.hdr_fc", "HdrFC"),
    data_scale = ProtoField.uint8("acknak.dllp.data_scale", "DataScale", base.DEC, SCALES),
    data_fc = ProtoField.uint16("acknak.dllp.data_fc", "DataFC"),
    feature_ack = ProtoField.bool("acknak.dllp.feature_ack", "Feature Ack", 8, nil, 0x80),
    features = ProtoField.uint24("acknak.dllp.features", "Features supported", base.HEX, nil, 0x7fffff),
    content = ProtoField.bytes("acknak.dllp.content", "Content"),
    crc = ProtoField.uint16("acknak.dllp.crc", "CRC", base.HEX),
    crc_status = ProtoField.string("acknak.dllp.crc.status", "CRC status"),
    -- Transaction Layer
    prefix = ProtoField.bytes("acknak.tlp.prefix", "TLP prefix"),
    fmt = ProtoField.uint8("acknak.tlp.fmt", "Fmt", base.HEX, nil, 0xe0),
    type = ProtoField.uint8("acknak.tlp.type", "Type", base.HEX, nil, 0x1f),
    name = ProtoField.string("acknak.tlp.name", "TLP"),
    tc = ProtoField.uint8("acknak.tlp.tc", "Traffic class", base.DEC, nil, 0x70),
    th = ProtoField.bool("acknak.tlp.th", "Processing hints", 8, nil, 0x01),
    td = ProtoField.bool("acknak.tlp.td", "ECRC present", 8, nil, 0x80),
    ep = ProtoField.bool("acknak.tlp.ep", "Poisoned", 8, nil, 0x40),
    attr = ProtoField.uint8("acknak.tlp.attr", "Attributes"),
    at = ProtoField.uint8("acknak.tlp.at", "Address type", base.DEC, nil, 0x0c),
    length = ProtoField.uint16("acknak.tlp.length", "Length, DW"),
    requester = ProtoField.string("acknak.tlp.requester", "Requester"),
    completer = ProtoField.string("acknak.tlp.completer", "Completer"),
    target = ProtoField.string("acknak.tlp.target", "Target"),
    tag = ProtoField.uint16("acknak.tlp.tag", "Tag"),
    first_be = ProtoField.uint8("acknak.tlp.first_be", "First DW byte enables", base.HEX, nil, 0x0f),
    last_be = ProtoField.uint8("acknak.tlp.last_be", "Last DW byte enables", base.HEX, nil, 0xf0),
    address = ProtoField.uint64("acknak.tlp.address", "Address", base.HEX),
    register = ProtoField.uint16("acknak.tlp.register", "Register", base.HEX),
    status = ProtoField.uint8("acknak.tlp.status", "Completion status", base.DEC, STATUSES),
    bcm = ProtoField.bool("acknak.tlp.bcm", "Byte count modified", 8, nil, 0x10),
    byte_count = ProtoField.uint16("acknak.tlp.byte_count", "Byte count"),
    lower_address = ProtoField.uint8("acknak.tlp.lower_address", "Lower address", base.HEX, nil, 0x7f),
    message = ProtoField.uint8("acknak.tlp.message", "Message code", base.HEX),
    routing = ProtoField.uint8("acknak.tlp.routing", "Routing", base.DEC, nil, 0x07),
    data = ProtoField.bytes("acknak.tlp.data", "Data"),
    ecrc = ProtoField.bytes("acknak.tlp.ecrc", "ECRC"),
}
acknak.fields = f

local x = {
    bad_lcrc = ProtoExpert.new("acknak.expert.bad_lcrc", "LCRC is wrong", expert.group.CHECKSUM, expert.severity.ERROR),
    bad_crc = ProtoExpert.new("acknak.expert.bad_crc", "CRC of a DLLP is wrong", expert.group.CHECKSUM, expert.severity.ERROR),
    bad_null = ProtoExpert.new("acknak.expert.bad_null", "EDB, but the LCRC is not inverted", expert.group.CHECKSUM, expert.severity.ERROR),
    nullified = ProtoExpert.new("acknak.expert.nullified", "Nullified TLP", expert.group.SEQUENCE, expert.severity.NOTE),
    error = ProtoExpert.new("acknak.expert.receiver_error", "Receiver Error", expert.group.MALFORMED, expert.severity.ERROR),
    cut = ProtoExpert.new("acknak.expert.cut", "Cut off: it has no end", expert.group.MALFORMED, expert.severity.WARN),
    short = ProtoExpert.new("acknak.expert.length", "Impossible length", expert.group.MALFORMED, expert.severity.ERROR),
    header = ProtoExpert.new("acknak.expert.header", "Header of the record is not understood", expert.group.MALFORMED, expert.severity.ERROR),
    stp = ProtoExpert.new("acknak.expert.stp", "Frame CRC or parity of the STP token is wrong", expert.group.CHECKSUM, expert.severity.ERROR),
    nak = ProtoExpert.new("acknak.expert.nak", "Nak", expert.group.SEQUENCE, expert.severity.NOTE),
    replay = ProtoExpert.new("acknak.expert.replay", "TLP sent again", expert.group.SEQUENCE, expert.severity.NOTE),
    reserved = ProtoExpert.new("acknak.expert.reserved", "Reserved DLLP type", expert.group.UNDECODED, expert.severity.NOTE),
    length = ProtoExpert.new("acknak.expert.tlp_length", "Length of the TLP does not fit its header", expert.group.MALFORMED, expert.severity.WARN),
}
acknak.experts = {x.bad_lcrc, x.bad_crc, x.bad_null, x.nullified, x.error, x.cut, x.short, x.header, x.stp, x.nak, x.replay,
    x.reserved, x.length}

-- Lua 5.2 has bit32, 5.3 and later have operators; Wireshark always has bit.
local band, bor, bxor, lshift, rshift = bit.band, bit.bor, bit.bxor, bit.lshift, bit.rshift

-- ---- CRCs, table driven; on numbers kept unsigned ----

local function unsigned(value)
    return value % 4294967296
end

local function crc_table(polynomial)
    local made = {}
    for byte = 0, 255 do
        local value = byte
        for _ = 1, 8 do
            local low = band(value, 1)
            value = rshift(value, 1)
            if low == 1 then value = bxor(value, polynomial) end
        end
        made[byte] = value
    end
    return made
end

local table32 = crc_table(0xedb88320)
local table16 = crc_table(0xd008)

local function lcrc(bytes, count)
    local value = 0xffffffff
    for i = 0, count - 1 do
        value = bxor(rshift(value, 8), table32[band(bxor(value, bytes:get_index(i)), 0xff)])
    end
    return unsigned(bxor(value, 0xffffffff))
end

local function dllp_crc(bytes)
    local value = 0xffff
    for i = 0, 3 do
        value = bxor(rshift(value, 8), table16[band(bxor(value, bytes:get_index(i)), 0xff)])
    end
    return band(bxor(value, 0xffff), 0xffff)
end

-- ---- Names ----

local FLOW = {[0x40] = "InitFC1-P", [0x50] = "InitFC1-NP", [0x60] = "InitFC1-Cpl", [0xc0] = "InitFC2-P", [0xd0] = "InitFC2-NP",
    [0xe0] = "InitFC2-Cpl", [0x80] = "UpdateFC-P", [0x90] = "UpdateFC-NP", [0xa0] = "UpdateFC-Cpl", [0x70] = "MRInitFC1",
    [0xf0] = "MRInitFC2", [0xb0] = "MRUpdateFC"}
local DLLPS = {[0x00] = "Ack", [0x10] = "Nak", [0x01] = "MRInit", [0x02] = "Data_Link_Feature", [0x03] = "Alternate_Protocol_3",
    [0x04] = "Alternate_Protocol_4", [0x20] = "PM_Enter_L1", [0x21] = "PM_Enter_L23", [0x23] = "PM_Active_State_Request_L1",
    [0x24] = "PM_Request_Ack", [0x28] = "Link_Management", [0x30] = "Vendor_Specific", [0x31] = "NOP"}
local TLPS = {[0x00] = "MRd", [0x20] = "MRd", [0x01] = "MRdLk", [0x21] = "MRdLk", [0x40] = "MWr", [0x60] = "MWr", [0x02] = "IORd",
    [0x42] = "IOWr", [0x04] = "CfgRd0", [0x44] = "CfgWr0", [0x05] = "CfgRd1", [0x45] = "CfgWr1", [0x1b] = "TCfgRd", [0x5b] = "DMWr",
    [0x7b] = "DMWr", [0x0a] = "Cpl", [0x4a] = "CplD", [0x0b] = "CplLk", [0x4b] = "CplDLk", [0x4c] = "FetchAdd", [0x6c] = "FetchAdd",
    [0x4d] = "Swap", [0x6d] = "Swap", [0x4e] = "CAS", [0x6e] = "CAS"}
local MESSAGES = {[0x00] = "Unlock", [0x10] = "LTR", [0x12] = "OBFF", [0x14] = "PM_Active_State_Nak", [0x18] = "PM_PME",
    [0x19] = "PME_Turn_Off", [0x1b] = "PME_TO_Ack", [0x20] = "Assert_INTA", [0x21] = "Assert_INTB", [0x22] = "Assert_INTC",
    [0x23] = "Assert_INTD", [0x24] = "Deassert_INTA", [0x25] = "Deassert_INTB", [0x26] = "Deassert_INTC", [0x27] = "Deassert_INTD",
    [0x30] = "ERR_COR", [0x31] = "ERR_NONFATAL", [0x33] = "ERR_FATAL", [0x50] = "Set_Slot_Power_Limit", [0x52] = "PTM_Request",
    [0x53] = "PTM_Response", [0x7e] = "Vendor_Defined_0", [0x7f] = "Vendor_Defined_1"}

local function dllp_name(code)
    return DLLPS[code] or (band(code, 8) == 0 and FLOW[band(code, 0xf0)]) or nil
end

local function tlp_name(code)
    if band(code, 0xb8) == 0x30 then return band(code, 0x40) ~= 0 and "MsgD" or "Msg" end
    return TLPS[code]
end

local function id_text(value)
    return string.format("%02x:%02x.%x", rshift(value, 8), band(rshift(value, 3), 31), band(value, 7))
end

-- ---- What was seen so far: which frame acknowledges which ----

local links -- by frame number: what the first pass found

local function forget()
    links = {frames = {}, open = {[0] = {}, {}}, newest = {}, last = {[0] = {}, {}}, by_record = {}}
end
forget()

function acknak.init()
    forget()
end

local function of_frame(number)
    links.frames[number] = links.frames[number] or {}
    return links.frames[number]
end

-- A good TLP where it was sent: open until an Ack covers it.
local function note_tlp(frame, direction, seq)
    local newest = links.newest[direction]
    local ahead = newest and (seq - newest) % 4096 or 1
    if ahead == 0 or ahead >= 2048 then
        of_frame(frame).replay_of = links.last[direction][seq]
    else
        links.newest[direction] = seq
    end
    links.last[direction][seq] = frame
    links.open[direction][seq] = links.open[direction][seq] or {}
    table.insert(links.open[direction][seq], frame)
end

-- An Ack or Nak acknowledges what the other direction sent up to its number.
local function note_acknak(frame, direction, seq, nak)
    local other = 1 - direction
    local covered = {}
    for open, frames in pairs(links.open[other]) do
        if (seq - open) % 4096 < 2048 then
            for _, tlp in ipairs(frames) do
                of_frame(tlp).acked_in = frame
                table.insert(covered, tlp)
            end
            links.open[other][open] = nil
        elseif nak then
            for _, tlp in ipairs(frames) do of_frame(tlp).naked_in = of_frame(tlp).naked_in or frame end
        end
    end
    table.sort(covered)
    of_frame(frame).acks = covered
end

local function add_frame(tree, field, number)
    if number then tree:add(field, number):set_generated() end
end

-- ---- Packets ----

local function dissect_header_words(tree, tvb, at, header_bytes, code)
    local word = tvb(at + 2, 2):uint()
    tree:add(f.fmt, tvb(at, 1))
    tree:add(f.type, tvb(at, 1))
    tree:add(f.tc, tvb(at + 1, 1))
    tree:add(f.th, tvb(at + 1, 1))
    tree:add(f.td, tvb(at + 2, 1))
    tree:add(f.ep, tvb(at + 2, 1))
    tree:add(f.attr, tvb(at + 1, 2), bor(band(tvb(at + 1, 1):uint(), 4), band(rshift(word, 12), 3)))
    tree:add(f.at, tvb(at + 2, 1))
    local length = band(word, 0x3ff)
    tree:add(f.length, tvb(at + 2, 2), length == 0 and 1024 or length)
    local high_tag = bor(lshift(band(tvb(at + 1, 1):uint(), 0x80), 2), lshift(band(tvb(at + 1, 1):uint(), 0x08), 5))
    local base_type = band(code, 0x1f)
    if band(code, 0xb8) == 0x30 then
        tree:add(f.requester, tvb(at + 4, 2), id_text(tvb(at + 4, 2):uint()))
        tree:add(f.tag, tvb(at + 6, 1), bor(tvb(at + 6, 1):uint(), high_tag))
        tree:add(f.routing, tvb(at, 1))
        local item = tree:add(f.message, tvb(at + 7, 1))
        local name = MESSAGES[tvb(at + 7, 1):uint()]
        if name then item:append_text(" (" .. name .. ")") end
        return name
    elseif base_type == 0x0a or base_type == 0x0b then
        tree:add(f.completer, tvb(at + 4, 2), id_text(tvb(at + 4, 2):uint()))
        tree:add(f.status, tvb(at + 6, 1), rshift(tvb(at + 6, 1):uint(), 5))
        tree:add(f.bcm, tvb(at + 6, 1))
        local count = band(tvb(at + 6, 2):uint(), 0xfff)
        tree:add(f.byte_count, tvb(at + 6, 2), count == 0 and 4096 or count)
        tree:add(f.requester, tvb(at + 8, 2), id_text(tvb(at + 8, 2):uint()))
        tree:add(f.tag, tvb(at + 10, 1), bor(tvb(at + 10, 1):uint(), high_tag))
        tree:add(f.lower_address, tvb(at + 11, 1))
        return nil
    end
    tree:add(f.requester, tvb(at + 4, 2), id_text(tvb(at + 4, 2):uint()))
    tree:add(f.tag, tvb(at + 6, 1), bor(tvb(at + 6, 1):uint(), high_tag))
    tree:add(f.first_be, tvb(at + 7, 1))
    tree:add(f.last_be, tvb(at + 7, 1))
    if base_type == 0x04 or base_type == 0x05 then
        tree:add(f.target, tvb(at + 8, 2), id_text(tvb(at + 8, 2):uint()))
        tree:add(f.register, tvb(at + 10, 2), band(tvb(at + 10, 2):uint(), 0xffc))
    elseif header_bytes == 16 then
        tree:add(f.address, tvb(at + 8, 8))
    else
        tree:add(f.address, tvb(at + 8, 4), UInt64(tvb(at + 8, 4):uint(), 0))
    end
    return nil
end

-- Returns what the TLP is called.
local function dissect_transaction(tree, tvb)
    local at, size = 2, tvb:len() - 4
    while at + 4 <= size and rshift(tvb(at, 1):uint(), 5) == 4 and at < 18 do
        tree:add(f.prefix, tvb(at, 4))
        at = at + 4
    end
    if at + 12 > size then return "TLP" end
    local code = tvb(at, 1):uint()
    local header_bytes = band(code, 0x20) ~= 0 and 16 or 12
    local name = tlp_name(code) or "TLP"
    if at + header_bytes > size then return name end
    local header = tree:add(acknak, tvb(at, header_bytes), "Header: " .. name)
    header:add(f.name, tvb(at, 1), name)
    local message = dissect_header_words(header, tvb, at, header_bytes, code)
    local length = band(tvb(at + 2, 2):uint(), 0x3ff)
    local data_bytes = band(code, 0x40) ~= 0 and 4 * (length == 0 and 1024 or length) or 0
    local ecrc_bytes = band(tvb(at + 2, 1):uint(), 0x80) ~= 0 and 4 or 0
    if at + header_bytes + data_bytes + ecrc_bytes ~= size then
        header:add_proto_expert_info(x.length)
        data_bytes = math.min(data_bytes, size - at - header_bytes)
        ecrc_bytes = 0
    end
    if data_bytes > 0 then tree:add(f.data, tvb(at + header_bytes, data_bytes)) end
    if ecrc_bytes > 0 then tree:add(f.ecrc, tvb(size - 4, 4)) end
    if data_bytes > 0 then name = name .. " " .. data_bytes .. " B" end
    return message and name .. " " .. message or name
end

-- The parts of an STP token and whether its Frame CRC and parity are right.
local function dissect_stp(tree, tvb)
    local b0, b1, b2, b3 = tvb(0, 1):uint(), tvb(1, 1):uint(), tvb(2, 1):uint(), tvb(3, 1):uint()
    local length = bor(rshift(b0, 4), lshift(band(b1, 0x7f), 4))
    local item = tree:add(f.stp, tvb)
    item:add(f.stp_length, tvb(0, 2), length)
    item:add(f.stp_parity, tvb(1, 1), rshift(b1, 7))
    item:add(f.stp_fcrc, tvb(2, 1), rshift(b2, 4))
    item:add(f.stp_seq, tvb(2, 2), band(bor(lshift(b2, 8), b3), 0xfff))
    local function odd(...)
        local sum = 0
        for _, k in ipairs({...}) do sum = bxor(sum, band(rshift(length, k), 1)) end
        return sum
    end
    local crc = bor(odd(10, 7, 6, 4, 2, 1, 0), lshift(odd(10, 9, 7, 5, 4, 3, 2), 1), lshift(odd(9, 8, 6, 4, 3, 2, 1), 2),
        lshift(odd(8, 7, 5, 3, 2, 1, 0), 3))
    local parity = 0
    for k = 0, 10 do parity = bxor(parity, band(rshift(length, k), 1)) end
    for k = 0, 3 do parity = bxor(parity, band(rshift(crc, k), 1)) end
    if crc ~= rshift(b2, 4) or parity ~= rshift(b1, 7) or band(b0, 15) ~= 15 then item:add_proto_expert_info(x.stp) end
end

local function lcrc_verdict(tree, tvb, head)
    local size = tvb:len()
    local wire, right = tvb(size - 4, 4):le_uint(), lcrc(tvb:bytes(0, size - 4), size - 4)
    local inverted = unsigned(bxor(right, 0xffffffff))
    local item = tree:add(f.lcrc, tvb(size - 4, 4))
    if head.truncated then return "not known" end
    if head.ending == END_EDB then
        item:add_proto_expert_info(wire == inverted and x.nullified or x.bad_null)
        return wire == inverted and "nullified" or "bad"
    end
    if wire ~= right then
        item:add_proto_expert_info(x.bad_lcrc, string.format("LCRC is wrong: the right one is 0x%08x", bit.bswap(right) % 4294967296))
    end
    return wire == right and "good" or "bad"
end

local function add_links(tree, number, head)
    local found = links.frames[number]
    if not found then return end
    if found.replay_of then
        tree:add_proto_expert_info(x.replay)
        add_frame(tree, f.again_of, found.replay_of)
    end
    add_frame(tree, f.ack_in, found.acked_in)
    add_frame(tree, f.nak_in, found.naked_in)
    for _, tlp in ipairs(found.acks or {}) do add_frame(tree, f.acks, tlp) end
end

local function dissect_tlp(tree, tvb, pinfo, head)
    local size = tvb:len()
    if size < 2 then
        tree:add_proto_expert_info(x.short)
        return "TLP"
    end
    local seq = band(tvb(0, 2):uint(), 0xfff)
    tree:add(f.seq, tvb(0, 2), seq)
    if size < 18 then
        if not head.truncated then tree:add_proto_expert_info(x.short) end
        return "TLP " .. seq
    end
    local name = dissect_transaction(tree, tvb)
    local verdict = lcrc_verdict(tree, tvb, head)
    tree:add(f.lcrc_status, tvb(size - 4, 4), verdict):set_generated()
    local sound = verdict == "good" and not head.error and head.ending ~= END_CUT
    if sound and not pinfo.visited and head.seen ~= 2 then note_tlp(pinfo.number, head.direction, seq) end
    if verdict == "nullified" then return "nullified TLP" end
    return "TLP " .. seq .. " " .. name .. (sound and "" or " [bad]")
end

local function dissect_credits(tree, tvb, code)
    tree:add(f.vc, tvb(0, 1), band(code, 7))
    local b1, b2, b3 = tvb(1, 1):uint(), tvb(2, 1):uint(), tvb(3, 1):uint()
    tree:add(f.hdr_scale, tvb(1, 1), rshift(b1, 6))
    tree:add(f.hdr_fc, tvb(1, 2), bor(lshift(band(b1, 0x3f), 2), rshift(b2, 6)))
    tree:add(f.data_scale, tvb(2, 1), band(rshift(b2, 4), 3))
    tree:add(f.data_fc, tvb(2, 2), bor(lshift(band(b2, 15), 8), b3))
end

local function dissect_dllp(tree, tvb, pinfo, head)
    if tvb:len() ~= 6 then
        if not head.truncated then tree:add_proto_expert_info(x.short) end
        return "DLLP"
    end
    local code = tvb(0, 1):uint()
    local name = dllp_name(code)
    tree:add(f.dllp_type, tvb(0, 1))
    tree:add(f.dllp_name, tvb(0, 1), name or "reserved")
    local text = name or "reserved DLLP"
    local good = dllp_crc(tvb:bytes(0, 4)) == tvb(4, 2):le_uint()
    local sound = good and not head.error and head.ending ~= END_CUT
    if code == 0x00 or code == 0x10 then
        local seq = band(tvb(2, 2):uint(), 0xfff)
        tree:add(f.acknak_seq, tvb(2, 2), seq)
        text = text .. " " .. seq
        if sound and not pinfo.visited and head.seen ~= 2 then note_acknak(pinfo.number, head.direction, seq, code == 0x10) end
        if code == 0x10 then tree:add_proto_expert_info(x.nak) end
    elseif name and FLOW[band(code, 0xf0)] and not string.find(name, "^MR") then
        dissect_credits(tree, tvb, code)
    elseif code == 0x02 then
        tree:add(f.feature_ack, tvb(1, 1))
        tree:add(f.features, tvb(1, 3))
    else
        tree:add(f.content, tvb(1, 3))
    end
    if not name then tree:add_proto_expert_info(x.reserved) end
    local item = tree:add(f.crc, tvb(4, 2))
    tree:add(f.crc_status, tvb(4, 2), good and "good" or "bad"):set_generated()
    if not good then
        local right = dllp_crc(tvb:bytes(0, 4))
        item:add_proto_expert_info(x.bad_crc, string.format("CRC of a DLLP is wrong: the right one is 0x%02x%02x", band(right, 255), rshift(right, 8)))
    end
    return text .. (sound and "" or " [bad]")
end

-- ---- The record ----

local function dissect_record(tree, tvb)
    local head = {kind = tvb(2, 1):uint(), direction = tvb(3, 1):uint(), seen = tvb(4, 1):uint(), ending = tvb(5, 1):uint(),
        error = band(tvb(7, 1):uint(), 1) ~= 0, truncated = band(tvb(7, 1):uint(), 2) ~= 0, has_stp = band(tvb(7, 1):uint(), 4) ~= 0,
        about = tvb(32, 8):le_uint64():tonumber(), number = tvb(24, 8):le_uint64():tonumber()}
    local record = tree:add(acknak, tvb(0, tvb(1, 1):uint()), "Record")
    record:add(f.version, tvb(0, 1))
    record:add(f.kind, tvb(2, 1))
    record:add(f.direction, tvb(3, 1))
    record:add(f.seen, tvb(4, 1))
    local ending = nil
    if head.kind == KIND_TLP or head.kind == KIND_DLLP then ending = record:add(f.ending, tvb(5, 1)) end
    if head.kind == KIND_OS then record:add(f.os, tvb(6, 1)) end
    local flag = record:add(f.error, tvb(7, 1))
    record:add(f.truncated, tvb(7, 1))
    record:add(f.has_stp, tvb(7, 1))
    record:add_le(f.femtoseconds, tvb(12, 4))
    record:add_le(f.duration, tvb(16, 8))
    record:add_le(f.number, tvb(24, 8))
    if head.about ~= 0 then record:add_le(f.about, tvb(32, 8)) end
    if head.has_stp then dissect_stp(record, tvb(8, 4)) end
    if head.error then flag:add_proto_expert_info(x.error) end
    if ending and head.ending == END_CUT then ending:add_proto_expert_info(x.cut) end
    return head
end

local function dissect_payload(tree, tvb, pinfo, head)
    if head.kind == 0 then
        if tvb:len() > 0 then tree:add(f.parameters, tvb()) end
        return tvb:len() > 0 and "Link: " .. tvb():string() or "Link"
    elseif head.kind == KIND_TLP then
        return dissect_tlp(tree, tvb, pinfo, head)
    elseif head.kind == KIND_DLLP then
        return dissect_dllp(tree, tvb, pinfo, head)
    elseif head.kind == KIND_OS then
        if tvb:len() > 0 then tree:add(f.symbols, tvb()) end
        return nil
    end
    return KINDS[head.kind]
end

function acknak.dissector(tvb, pinfo, root)
    local tree = root:add(acknak, tvb())
    pinfo.cols.protocol = "PCIe"
    if tvb:len() < 40 or tvb(0, 1):uint() ~= 1 or tvb(1, 1):uint() < 40 or tvb(1, 1):uint() > tvb:len() then
        tree:add_proto_expert_info(x.header)
        return tvb:len()
    end
    local head = dissect_record(tree, tvb)
    local length = tvb(1, 1):uint()
    if head.direction == 0 then
        pinfo.cols.src, pinfo.cols.dst = "port a", "port b"
    elseif head.direction == 1 then
        pinfo.cols.src, pinfo.cols.dst = "port b", "port a"
    end
    if not pinfo.visited and head.number ~= 0 then links.by_record[head.number] = pinfo.number end
    local payload = length < tvb:len() and tvb(length):tvb() or ByteArray.new():tvb("empty")
    local text = dissect_payload(tree, payload, pinfo, head) or SETS[tvb(6, 1):uint()] or "?"
    add_links(tree, pinfo.number, head)
    if head.seen == 2 and head.about ~= 0 then add_frame(tree, f.sent_in, links.by_record[head.about]) end
    tree:append_text(": " .. text)
    if head.seen == 2 then text = text .. " (received)" end
    if head.error then text = text .. " [Receiver Error]" end
    pinfo.cols.info = text
    return tvb:len()
end

DissectorTable.get("wtap_encap"):add(wtap.USER0, acknak)
