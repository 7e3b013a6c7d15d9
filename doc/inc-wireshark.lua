-- Copyright (c) 2026 The inc authors
--
-- SPDX-License-Identifier: GPL-2.0-only

--[[
Dissectors for Wireshark and tshark, 4.0 and later, of what they do not know of the frames that inc
simulates:

  inc    the header of in-network computing in RoCEv2 packets, and the elements after it
  bier   BIER (RFC 8296, EtherType 0xab37) with the packet inside; only where Wireshark has none
  cnp    congestion notification packets, opcode 0x81 of the BTH

  tshark -X lua_script:doc/inc-wireshark.lua -r capture.pcap -O inc,bier,cnp

Wireshark loads the script at every start from its folder of personal Lua plugins (Help, About
Wireshark, Folders). doc/inc-wire.rst has the layouts byte by byte.
]]

set_plugin_info({
    version = "1",
    author = "The inc authors",
    description = "In-network computing over RoCEv2, BIER, congestion notification packets",
})

-- Codes of a BitString's length: 1 for 64 bits to 7 for 4096.
local BIT_STRING_LENGTHS = { [0] = "none" }
for code = 1, 7 do
    BIT_STRING_LENGTHS[code] = string.format("%d bits", 32 * 2 ^ code)
end

-- The bits that are set, by rising number: bit 1 is the lowest one of the last byte.
local function list_bits(bit_string)
    local bits = {}
    local length = 8 * bit_string:len()
    for bit = 1, length do
        if bit_string:bitfield(length - bit, 1) == 1 then
            table.insert(bits, tostring(bit))
        end
    end
    return #bits > 0 and table.concat(bits, ", ") or "none"
end

---------------------------------------------------------------------------------------------------
-- The INC header, a heuristic dissector of the payload of RDMA packets.

local inc = Proto("inc", "In-network computing")

local COLLECTIVES = {
    "broadcast", "allgather", "alltoall", "scatter", "gather", "reduce", "allreduce",
    "reducescatter", "barrier",
}
local OPERATIONS = { [0] = "none", "sum", "prod", "min", "max" }
local TYPES = {
    [0] = "none", "float16", "bfloat16", "float32", "float64", "int8", "uint8", "int32", "int64",
    "int16",
}
local TYPE_SIZES = { 2, 2, 4, 8, 1, 1, 4, 8, 2 }

local RESULT, PENDING, EMPTY, CE, RETRANSMITTED, ABORT, ASKING = 1, 2, 4, 8, 16, 32, 64

local INC_SIZE = 16
local BIT_MASK_HEADER = 4

local f = {
    version = ProtoField.uint8("inc.version", "Version", base.DEC, nil, 0xf0),
    reserved = ProtoField.uint8("inc.reserved", "Reserved", base.DEC, nil, 0x0f),
    flags = ProtoField.uint8("inc.flags", "Flags", base.HEX),
    collective = ProtoField.uint8("inc.collective", "Collective", base.DEC, COLLECTIVES, 0xf0),
    operation = ProtoField.uint8("inc.operation", "Operation", base.DEC, OPERATIONS, 0x0f),
    type = ProtoField.uint8("inc.type", "Data type", base.DEC, TYPES, 0xf0),
    bsl = ProtoField.uint8("inc.bsl", "P-BM length", base.DEC, BIT_STRING_LENGTHS, 0x0f),
    tree = ProtoField.uint16("inc.tree", "Tree"),
    epoch = ProtoField.uint16("inc.epoch", "Epoch"),
    rank = ProtoField.uint16("inc.rank", "Rank"),
    count = ProtoField.uint16("inc.count", "Elements"),
    message = ProtoField.uint32("inc.message", "MessageID"),
    si = ProtoField.uint8("inc.si", "Set identifier"),
    sub_domain = ProtoField.uint8("inc.sub_domain", "Sub-domain"),
    reserved2 = ProtoField.uint16("inc.reserved2", "Reserved", base.HEX),
    pbm = ProtoField.bytes("inc.pbm", "P-BM"),
    bits = ProtoField.string("inc.pbm.bits", "Bits set"),
    kind = ProtoField.string("inc.kind", "Kind"),
    data = ProtoField.bytes("inc.data", "Data"),
    padding = ProtoField.bytes("inc.padding", "Padding"),
}
local FLAGS = {
    ProtoField.bool("inc.flags.asking", "Asking for results", 8, nil, ASKING),
    ProtoField.bool("inc.flags.abort", "Abort", 8, nil, ABORT),
    ProtoField.bool("inc.flags.retransmitted", "Retransmitted", 8, nil, RETRANSMITTED),
    ProtoField.bool("inc.flags.ce", "Congestion experienced", 8, nil, CE),
    ProtoField.bool("inc.flags.empty", "Empty", 8, nil, EMPTY),
    ProtoField.bool("inc.flags.pending", "Pending", 8, nil, PENDING),
    ProtoField.bool("inc.flags.result", "Result", 8, nil, RESULT),
}
local short = ProtoExpert.new("inc.short", "Shorter than the header says", expert.group.MALFORMED,
                              expert.severity.ERROR)

for _, field in pairs(f) do
    table.insert(inc.fields, field)
end
for _, flag in ipairs(FLAGS) do
    table.insert(inc.fields, flag)
end
inc.experts = { short }

-- Whether a flag is set; without operators on bits, which not every version of Lua has.
local function has(flags, flag)
    return flags % (2 * flag) >= flag
end

local function kind_of(flags)
    if has(flags, RESULT) then
        return "result"
    elseif has(flags, PENDING) then
        return "pending"
    elseif has(flags, ASKING) then
        return "asking"
    elseif has(flags, ABORT) then
        return "abort"
    end
    return "contribution"
end

local function dissect_flags(tvb, tree)
    local flags = tvb(1, 1)
    local subtree = tree:add(f.flags, flags)
    for _, flag in ipairs(FLAGS) do
        subtree:add(flag, flags)
    end
    return flags:uint()
end

-- Returns the number of bytes of the P-BM and what is before its BitString.
local function dissect_pbm(tvb, tree)
    local code = tvb(3, 1):bitfield(4, 4)
    if code == 0 or code > 7 then
        return 0
    end
    local length = 4 * 2 ^ code
    if tvb:len() < INC_SIZE + BIT_MASK_HEADER + length then
        tree:add_proto_expert_info(short)
        return tvb:len() - INC_SIZE
    end
    local bits = tvb(INC_SIZE + BIT_MASK_HEADER, length)
    tree:add(f.si, tvb(INC_SIZE, 1))
    tree:add(f.sub_domain, tvb(INC_SIZE + 1, 1))
    tree:add(f.reserved2, tvb(INC_SIZE + 2, 2))
    tree:add(f.pbm, bits):add(f.bits, bits, list_bits(bits)):set_generated()
    return BIT_MASK_HEADER + length
end

local function dissect_data(tvb, tree, offset, size)
    local left = tvb:len() - offset
    if size > left then
        tree:add_proto_expert_info(short)
        size = left
    end
    if size > 0 then
        tree:add(f.data, tvb(offset, size))
    end
    if left > size then
        tree:add(f.padding, tvb(offset + size))
    end
end

local function dissect_inc(tvb, pinfo, root)
    local tree = root:add(inc, tvb())
    tree:add(f.version, tvb(0, 1))
    tree:add(f.reserved, tvb(0, 1))
    local flags = dissect_flags(tvb, tree)
    tree:add(f.collective, tvb(2, 1))
    tree:add(f.operation, tvb(2, 1))
    tree:add(f.type, tvb(3, 1))
    tree:add(f.bsl, tvb(3, 1))
    tree:add(f.tree, tvb(4, 2))
    tree:add(f.epoch, tvb(6, 2))
    tree:add(f.rank, tvb(8, 2))
    tree:add(f.count, tvb(10, 2))
    tree:add(f.message, tvb(12, 4))
    tree:add(f.kind, kind_of(flags)):set_generated()
    local header = INC_SIZE + dissect_pbm(tvb, tree)
    local type = tvb(3, 1):bitfield(0, 4)
    local count = has(flags, EMPTY) and 0 or tvb(10, 2):uint()
    dissect_data(tvb, tree, header, count * (TYPE_SIZES[type] or 0))

    local what = string.format("%s, tree %d, message %d, rank %d: %s %s of %d %s", kind_of(flags),
                               tvb(4, 2):uint(), tvb(12, 4):uint(), tvb(8, 2):uint(),
                               COLLECTIVES[tvb(2, 1):bitfield(0, 4)] or "unknown collective",
                               OPERATIONS[tvb(2, 1):bitfield(4, 4)] or "unknown operation",
                               count, TYPES[type] or "unknown type")
    tree:append_text(", " .. what)
    pinfo.cols.protocol = "INC"
    pinfo.cols.info = what
end

-- What is found in the headers before; Wireshark calls RoCEv2 infiniband.
local bth_opcode = Field.new("infiniband.bth.opcode")
local bth_partition = Field.new("infiniband.bth.p_key")

local UC_WRITE_ONLY_IMMEDIATE = 0x2b
local UC_WRITE_OF_SEVERAL = { [0x26] = true, [0x27] = true, [0x29] = true }
local RC_WITH_IMMEDIATE = { [0x03] = true, [0x05] = true, [0x09] = true, [0x0b] = true }
local INC_PARTITION = 0x8acc

local function carries_inc()
    local opcode, partition = bth_opcode(), bth_partition()
    if not opcode or not partition then
        return false
    end
    return opcode.value == UC_WRITE_ONLY_IMMEDIATE
        or (RC_WITH_IMMEDIATE[opcode.value] or UC_WRITE_OF_SEVERAL[opcode.value])
            and partition.value == INC_PARTITION
end

inc:register_heuristic("infiniband.payload", function(tvb, pinfo, root)
    if tvb:len() < INC_SIZE or tvb(0, 1):bitfield(0, 4) ~= 1 or not carries_inc() then
        return false
    end
    dissect_inc(tvb, pinfo, root)
    return true
end)

-- Wireshark 4.0 takes a SEND of a few bytes for RPC over RDMA, misses that one's header, and calls
-- the packet malformed: this is there first.
local short_send = Proto("rdma_short", "RDMA SEND of a few bytes")
local RC_SEND_LAST, RC_SEND_ONLY = 0x02, 0x04
local RPC_HEADER = 16

short_send:register_heuristic("infiniband.payload", function(tvb, pinfo, root)
    local opcode = tvb:len() < RPC_HEADER and bth_opcode()
    if not opcode or (opcode.value ~= RC_SEND_LAST and opcode.value ~= RC_SEND_ONLY) then
        return false
    end
    Dissector.get("data"):call(tvb, pinfo, root)
    return true
end)

---------------------------------------------------------------------------------------------------
-- BIER, non-MPLS encapsulation (RFC 8296, section 2.2).

local BIER_ETHERTYPE = 0xab37
local BIER_SIZE = 12

local function register_bier(ethertypes)
    local bier = Proto("bier", "Bit Index Explicit Replication")
    local protocols = {
        [1] = "MPLS, downstream-assigned", [2] = "MPLS, upstream-assigned", [3] = "Ethernet",
        [4] = "IPv4", [5] = "BIER OAM", [6] = "IPv6",
    }
    local payloads = { [3] = Dissector.get("eth_withoutfcs"), [4] = Dissector.get("ip"),
                       [6] = Dissector.get("ipv6") }
    -- Name, first bit, bits: all that is before the BitString.
    local layout = {
        { ProtoField.uint32("bier.bift_id", "BIFT-id", base.HEX), 0, 20 },
        { ProtoField.uint8("bier.tc", "Traffic class"), 20, 3 },
        { ProtoField.uint8("bier.s", "Bottom of stack"), 23, 1 },
        { ProtoField.uint8("bier.ttl", "TTL"), 24, 8 },
        { ProtoField.uint8("bier.nibble", "Nibble"), 32, 4 },
        { ProtoField.uint8("bier.version", "Version"), 36, 4 },
        { ProtoField.uint8("bier.bsl", "BitString length", base.DEC, BIT_STRING_LENGTHS), 40, 4 },
        { ProtoField.uint32("bier.entropy", "Entropy", base.HEX), 44, 20 },
        { ProtoField.uint8("bier.oam", "OAM"), 64, 2 },
        { ProtoField.uint8("bier.reserved", "Reserved"), 66, 2 },
        { ProtoField.uint8("bier.dscp", "DSCP"), 68, 6 },
        { ProtoField.uint8("bier.proto", "Proto", base.DEC, protocols), 74, 6 },
        { ProtoField.uint16("bier.bfir_id", "BFIR-id"), 80, 16 },
    }
    local bit_string = ProtoField.bytes("bier.bitstring", "BitString")
    local bits_set = ProtoField.string("bier.bitstring.bits", "Bits set")
    local malformed = ProtoExpert.new("bier.malformed", "Not a BIER packet of RFC 8296",
                                      expert.group.MALFORMED, expert.severity.ERROR)
    for _, entry in ipairs(layout) do
        table.insert(bier.fields, entry[1])
    end
    table.insert(bier.fields, bit_string)
    table.insert(bier.fields, bits_set)
    bier.experts = { malformed }

    function bier.dissector(tvb, pinfo, root)
        pinfo.cols.protocol = "BIER"
        if tvb:len() < BIER_SIZE then
            root:add(bier, tvb()):add_proto_expert_info(malformed)
            return
        end
        local header = tvb(0, BIER_SIZE)
        local code = header:bitfield(40, 4)
        local length = BIER_SIZE + 4 * 2 ^ code
        local known = code >= 1 and code <= 7 and header:bitfield(36, 4) == 0
        local tree = root:add(bier, known and length <= tvb:len() and tvb(0, length) or tvb())
        for _, entry in ipairs(layout) do
            local first = math.floor(entry[2] / 8)
            local last = math.floor((entry[2] + entry[3] - 1) / 8)
            tree:add(entry[1], tvb(first, last - first + 1), header:bitfield(entry[2], entry[3]))
        end
        if not known or length > tvb:len() then
            tree:add_proto_expert_info(malformed)
            return
        end
        local range = tvb(BIER_SIZE, length - BIER_SIZE)
        local bits = list_bits(range)
        tree:add(bit_string, range):add(bits_set, range, bits):set_generated()
        tree:append_text(", bits " .. bits)
        local payload = payloads[header:bitfield(74, 6)] or Dissector.get("data")
        payload:call(tvb(length):tvb(), pinfo, root)
    end

    ethertypes:add(BIER_ETHERTYPE, bier)
end

local ethertypes = DissectorTable.get("ethertype")
if not ethertypes:get_dissector(BIER_ETHERTYPE) then
    register_bier(ethertypes)
end

---------------------------------------------------------------------------------------------------
-- Congestion notification packets (IBTA, annex A17.9.4), whose opcode Wireshark calls unknown.

local cnp = Proto("cnp", "RoCEv2 congestion notification")
local cnp_queue_pair = ProtoField.uint32("cnp.destqp", "Destination queue pair", base.HEX)
local cnp_becn = ProtoField.bool("cnp.becn", "Backward congestion notification")
local cnp_reserved = ProtoField.bytes("cnp.reserved", "Reserved")
cnp.fields = { cnp_queue_pair, cnp_becn, cnp_reserved }

local CNP_OPCODE = 0x81
local BTH_SIZE = 12
local CNP_RESERVED = 16

register_postdissector(cnp)

function cnp.dissector(tvb, pinfo, root)
    local opcode = bth_opcode()
    if not opcode or opcode.value ~= CNP_OPCODE then
        return
    end
    local start = opcode.offset
    if tvb:len() < start + BTH_SIZE + CNP_RESERVED then
        return
    end
    local queue_pair = tvb(start + 5, 3)
    local tree = root:add(cnp, tvb(start, BTH_SIZE + CNP_RESERVED))
    tree:add(cnp_queue_pair, queue_pair)
    tree:add(cnp_becn, tvb(start + 4, 1), tvb(start + 4, 1):bitfield(1, 1) == 1)
    tree:add(cnp_reserved, tvb(start + BTH_SIZE, CNP_RESERVED))
    local what = string.format("congestion notification to queue pair 0x%06x", queue_pair:uint())
    tree:append_text(", " .. what)
    pinfo.cols.protocol = "CNP"
    pinfo.cols.info = what
end
