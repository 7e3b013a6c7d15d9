-- Copyright (c) 2026 The inc authors
--
-- SPDX-License-Identifier: GPL-2.0-only

--[[
A dissector for Wireshark and tshark, 4.0 and later, of the control datagrams of the aggregation manager,
UDP port 1021, and of routes, port 1022. doc/inc-manager.rst has their layout.

  tshark -X lua_script:doc/inc-wireshark-control.lua -r capture.pcap -Y inc_control
]]

set_plugin_info({
    version = "1",
    author = "The inc authors",
    description = "Control plane of in-network computing",
})

local PORT, ROUTING_PORT = 1021, 1022
local HEADER_SIZE, DIGEST_SIZE, FIELD_HEADER = 36, 32, 3

local KINDS = {
    [1] = "ACK", [2] = "RESTART", [16] = "HELLO", [17] = "ROUTES",
    [24] = "CM_REQ", [25] = "CM_REP", [26] = "CM_RTU", [27] = "CM_DREQ", [28] = "CM_DREP",
    [29] = "SOCKET_DATA",
    [32] = "REGISTER", [33] = "HEARTBEAT", [34] = "JOIN", [35] = "LEAVE", [36] = "RESERVED",
    [37] = "REFUSED", [38] = "COMMITTED", [39] = "RELEASED", [40] = "FENCED",
    [41] = "FAILURE", [42] = "ASK", [43] = "STATISTICS",
    [64] = "REGISTERED", [65] = "BEAT", [66] = "RESERVE", [67] = "COMMIT", [68] = "READY",
    [69] = "RELEASE", [70] = "FENCE", [71] = "REJECT",
    [72] = "CONNECT", [73] = "QUERY", [74] = "ANSWER",
}

local control = Proto("inc_control", "In-network computing, control plane")

local fields = {
    { ProtoField.uint8("inc_control.version", "Version"), 0, 1 },
    { ProtoField.uint8("inc_control.kind", "Kind", base.DEC, KINDS), 1, 1 },
    { ProtoField.bool("inc_control.reliable", "Wants an ACK", 8, nil, 1), 2, 1 },
    { ProtoField.bool("inc_control.more", "Goes on in the next datagram", 8, nil, 2), 2, 1 },
    { ProtoField.bool("inc_control.encrypted", "Body is encrypted", 8, nil, 4), 2, 1 },
    { ProtoField.ipv4("inc_control.sender", "Sender"), 4, 4 },
    { ProtoField.uint64("inc_control.session", "Session"), 8, 8 },
    { ProtoField.uint32("inc_control.sequence", "Sequence"), 16, 4 },
    { ProtoField.uint32("inc_control.window", "Window"), 20, 4 },
    { ProtoField.uint64("inc_control.counter", "Counter"), 24, 8 },
    { ProtoField.uint32("inc_control.length", "Length of the body"), 32, 4 },
}
local field_type = ProtoField.uint8("inc_control.field", "Field")
local field_value = ProtoField.bytes("inc_control.value", "Value")
local field_number = ProtoField.uint64("inc_control.number", "Number")
local cipher_text = ProtoField.bytes("inc_control.cipher_text", "Encrypted body")
local digest = ProtoField.bytes("inc_control.digest", "HMAC-SHA-256")
local malformed = ProtoExpert.new("inc_control.malformed", "Malformed control datagram",
                                  expert.group.MALFORMED, expert.severity.ERROR)

local all = { field_type, field_value, field_number, cipher_text, digest }
for _, entry in ipairs(fields) do
    table.insert(all, entry[1])
end
control.fields = all
control.experts = { malformed }

-- The fields of a body; false where their lengths contradict each other.
local function add_body(tree, body)
    local at = 0
    while at < body:len() do
        if body:len() - at < FIELD_HEADER then
            return false
        end
        local length = body(at + 1, 2):uint()
        if length > body:len() - at - FIELD_HEADER then
            return false
        end
        local item = tree:add(field_type, body(at, 1))
        item:set_len(FIELD_HEADER + length)
        if length > 0 then
            local value = body(at + FIELD_HEADER, length)
            item:add(field_value, value)
            if length <= 8 then
                item:add(field_number, value, value:uint64()):set_generated()
            end
        end
        at = at + FIELD_HEADER + length
    end
    return true
end

function control.dissector(tvb, pinfo, root)
    if tvb:len() < HEADER_SIZE + DIGEST_SIZE or tvb(0, 1):uint() ~= 1 then
        return 0
    end
    local tree = root:add(control, tvb())
    for _, entry in ipairs(fields) do
        tree:add(entry[1], tvb(entry[2], entry[3]))
    end
    local kind = KINDS[tvb(1, 1):uint()]
    local length = tvb(32, 4):uint()
    if not kind or length ~= tvb:len() - HEADER_SIZE - DIGEST_SIZE then
        tree:add_proto_expert_info(malformed)
        return tvb:len()
    end
    -- A part of a longer message need not end where a field does.
    local is_part = tvb(2, 1):bitfield(6, 1) == 1
    if length > 0 and tvb(2, 1):bitfield(5, 1) == 1 then
        tree:add(cipher_text, tvb(HEADER_SIZE, length))
    elseif length > 0 and not is_part and not add_body(tree, tvb(HEADER_SIZE, length)) then
        tree:append_text(", the end of a longer message")
    end
    tree:add(digest, tvb(HEADER_SIZE + length, DIGEST_SIZE))
    tree:append_text(", " .. kind)
    pinfo.cols.protocol = "INC control"
    pinfo.cols.info = kind .. ", sequence " .. tvb(16, 4):uint()
    return tvb:len()
end

DissectorTable.get("udp.port"):add(PORT, control)
DissectorTable.get("udp.port"):add(ROUTING_PORT, control)
