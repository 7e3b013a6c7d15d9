# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Writes and reads Chakra execution traces by hand, following the wire format of protocol buffers.

Tests compare the C++ reader with this independent code.
"""

import gzip
import struct

METADATA, LOAD, STORE, COMPUTE, SEND, RECEIVE, COLLECTIVE = range(1, 8)
(ALLREDUCE, REDUCE, ALLGATHER, GATHER, SCATTER, BROADCAST, ALLTOALL, REDUCESCATTER,
 REDUCESCATTER_BLOCK, BARRIER) = range(10)  # fmt: skip

SIGNED = (7, 9)  # int32 and int64 use two's complement of 64 bits
ZIGZAG = (15, 17)
FIXED = {3: "<d", 5: "<f", 19: "<I", 21: "<Q", 23: "<i", 25: "<q"}


def varint(value):
    value &= (1 << 64) - 1
    out = bytearray()
    while value > 127:
        out.append(value & 127 | 128)
        value >>= 7
    out.append(value)
    return bytes(out)


def field(number, value):
    """Return an encoded field: bytes and text with their length, whole numbers as varint."""
    if isinstance(value, str):
        value = value.encode()
    if isinstance(value, bytes):
        return varint(number << 3 | 2) + varint(len(value)) + value
    return varint(number << 3) + varint(value)


def attribute(name, value, kind=None):
    """Return an encoded AttributeProto; `kind` is the field number of its value."""
    if kind is None:
        kind = 29 if isinstance(value, str) else 27 if isinstance(value, bool) else 9
    if kind in FIXED:
        wire = 1 if struct.calcsize(FIXED[kind]) == 8 else 5
        body = varint(kind << 3 | wire) + struct.pack(FIXED[kind], value)
    elif kind in ZIGZAG:
        body = field(kind, value << 1 if value >= 0 else (-value << 1) - 1)
    else:
        body = field(kind, value)
    return field(1, name) + body


def node(number, kind, name="", control=(), data=(), duration=0, packed=True, **attributes):
    """Return an encoded Node; an attribute is a value, or a pair of value and kind."""
    out = field(1, number) + (field(2, name) if name else b"") + field(3, kind)
    for tag, dependencies in ((4, control), (5, data)):
        if packed and dependencies:
            out += field(tag, b"".join(map(varint, dependencies)))
        else:
            out += b"".join(field(tag, dependency) for dependency in dependencies)
    out += field(7, duration) if duration else b""
    for key, value in attributes.items():
        pair = value if isinstance(value, tuple) else (value,)
        out += field(10, attribute(key, *pair))
    return out


def collective(number, kind, size, name="", **more):
    return node(number, COLLECTIVE, name, comm_type=kind, comm_size=size, is_cpu_op=False, **more)


def trace(nodes, version="0.0.4"):
    messages = [field(1, version), *nodes]
    return b"".join(varint(len(message)) + message for message in messages)


def write(prefix, ranks, compress=False):
    """Write one file per rank; `ranks` has a list of nodes for each."""
    for rank, nodes in enumerate(ranks):
        data = trace(nodes)
        with open(f"{prefix}.{rank}.et", "wb") as file:
            file.write(gzip.compress(data) if compress else data)


def read_varint(data, at):
    value = shift = 0
    while True:
        value |= (data[at] & 127) << shift
        shift += 7
        at += 1
        if data[at - 1] < 128:
            return value, at


def fields(data):
    """Yield number and value of each field: varints as whole numbers, the rest as bytes."""
    at = 0
    while at < len(data):
        key, at = read_varint(data, at)
        if key & 7 == 0:
            value, at = read_varint(data, at)
        else:
            size, at = read_varint(data, at) if key & 7 == 2 else ({1: 8, 5: 4}[key & 7], at)
            value, at = data[at : at + size], at + size
        yield key >> 3, value


def value_of(data):
    """Return name and value of an attribute."""
    name = value = None
    for number, raw in fields(data):
        if number == 1:
            name = raw.decode()
        elif number in FIXED:
            value = struct.unpack(FIXED[number], raw)[0]
        elif number in ZIGZAG:
            value = raw >> 1 if raw & 1 == 0 else -(raw + 1 >> 1)
        elif number in SIGNED:
            value = raw - (1 << 64) if raw >> 63 else raw
        else:
            value = raw.decode() if number == 29 else raw
    return name, value


def numbers(raw):
    if not isinstance(raw, bytes):
        return [raw]
    out, at = [], 0
    while at < len(raw):
        value, at = read_varint(raw, at)
        out.append(value)
    return out


def read(path):
    """Return the nodes of a file as dictionaries."""
    with open(path, "rb") as file:
        data = file.read()
    if data[:2] == b"\x1f\x8b":
        data = gzip.decompress(data)
    messages, at = [], 0
    while at < len(data):
        size, at = read_varint(data, at)
        messages.append(data[at : at + size])
        at += size
    nodes = []
    for message in messages[1:]:
        one = {"id": 0, "name": "", "type": 0, "deps": [], "duration": 0, "attributes": {}}
        for number, raw in fields(message):
            if number in (1, 3, 7):
                one[{1: "id", 3: "type", 7: "duration"}[number]] = raw
            elif number == 2:
                one["name"] = raw.decode()
            elif number == 5:  # field 4, ctrl_deps, does not order nodes
                one["deps"] += numbers(raw)
            elif number == 10:
                one["attributes"].update([value_of(raw)])
        nodes.append(one)
    return nodes
