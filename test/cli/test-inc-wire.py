#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Captures of every scheme and kind of frame, over IPv4 and IPv6, read by tshark and by scapy.

The checks use none of the module's code. scapy computes the check sums. zlib computes the ICRC by
the text of IBTA's annex A17. Wireshark and doc/inc-wireshark.lua dissect the headers.
"""

import collections
import glob
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import unittest
import zlib

from scapy.contrib.roce import BTH
from scapy.layers.inet import IP, UDP
from scapy.layers.inet6 import IPv6
from scapy.utils import RawPcapReader

BIN = os.path.abspath(sys.argv.pop(1))
LUA = str(pathlib.Path(__file__).resolve().parents[2] / "doc/inc-wireshark.lua")

BIER, PFC, ETHER_TYPES = 0xAB37, 0x8808, {4: 0x0800, 6: 0x86DD}
UC_IMMEDIATE, RC_IMMEDIATE, ACK, CM, CNP = 0x2B, 0x0B, 0x11, 0x64, 0x81

# Arguments of inc-sim by the name of their captures. In this fabric some workers are several hops
# from the root, so results travel by BIER. Losses cause repetitions, and questions with answers.
FABRIC = ["--topology=leaf-spine", "--leaves=2", "--spines=1", "--hostsPerLeaf=2",
          "--size=10001", "--dtype=int8", "--loss=0.02"]
SCHEMES = {
    "bier": ["--scheme=inc", "--slots=4"],
    "root": ["--scheme=inc", "--vatAddressing=root"],
    "tree": ["--scheme=inc", "--aggregation=tree", "--dissemination=tree"],
    "unicast": ["--scheme=inc", "--dissemination=unicast"],
    "rc": ["--scheme=inc", "--transport=rc"],
    "busy": ["--scheme=inc", "--transport=rc", "--slots=1", "--payload=256"],
    "baselines": ["--scheme=ring,ps"],
}
VERSIONS = (4, 6)

COLUMNS = (
    "frame.protocols", "_ws.malformed", "_ws.expert.severity", "ip.checksum.status",
    "udp.checksum.status", "infiniband.bth.opcode", "inc.kind", "inc.tree", "inc.message",
    "inc.rank", "inc.count", "inc.type", "inc.pbm", "inc.pbm.bits", "inc.data", "inc.padding",
    "bier.bitstring.bits", "bier.proto", "cnp.becn", "cnp.destqp",
)
Row = collections.namedtuple("Row", [name.replace(".", "_").lstrip("_") for name in COLUMNS])


def tshark(path, *arguments):
    run = subprocess.run(
        ["tshark", "-r", path, "-o", "ip.check_checksum:TRUE", "-o", "udp.check_checksum:TRUE",
         *arguments], capture_output=True, text=True, check=True, timeout=100)
    return run.stdout.splitlines()


def rows_of(path):
    """Return the fields that tshark with the Lua dissectors prints for each frame."""
    fields = [part for name in COLUMNS for part in ("-e", name)]
    lines = tshark(path, "-X", "lua_script:" + LUA, "-T", "fields", "-E", "occurrence=f", *fields)
    return [Row(*line.split("\t")) for line in lines]


def join(paths, target):
    """Join captures to one, because tshark takes longer to start than to read them."""
    with open(target, "wb") as joined:
        for number, path in enumerate(sorted(paths)):
            with open(path, "rb") as file:
                content = file.read()
            joined.write(content if number == 0 else content[24:])


def icrc(packet):
    """Return the ICRC of a RoCEv2 packet that begins with its IP header (IBTA, annex A17.3.3), in
    wire order."""
    masked = bytearray(packet[:-4])
    if masked[0] >> 4 == 6:
        udp = 40
        masked[0] |= 0x0F  # traffic class and flow label
        masked[1:4] = b"\xff" * 3
        masked[7] = 0xFF  # hop limit
    else:
        udp = 20
        masked[1] = masked[8] = 0xFF  # type of service, TTL
        masked[10:12] = b"\xff" * 2
    masked[udp + 6:udp + 8] = b"\xff" * 2
    masked[udp + 8 + 4] = 0xFF  # FECN, BECN
    return struct.pack("<I", zlib.crc32(b"\xff" * 8 + bytes(masked)))


class Frame:
    """Offsets of the parts of a captured frame."""

    def __init__(self, raw):
        self.raw = raw
        self.ether_type = struct.unpack_from(">H", raw, 12)[0]
        self.start = 14
        if self.ether_type == BIER:
            code = raw[14 + 5] >> 4
            self.start += 12 + 4 * 2**code
            self.bits = raw[26:self.start]
        if self.ether_type != PFC:
            self.version = raw[self.start] >> 4
            size = (struct.unpack_from(">H", raw, self.start + 2)[0] if self.version == 4
                    else 40 + struct.unpack_from(">H", raw, self.start + 4)[0])
            self.packet = raw[self.start:self.start + size]
            self.bth = 28 if self.version == 4 else 48
            self.opcode = self.packet[self.bth]
            self.partition = struct.unpack_from(">H", self.packet, self.bth + 2)[0]

    def inc(self):
        """Return the bytes from the INC header to the padding, or None. BTH (12), RETH (16) and
        ImmDt (4) precede it."""
        if self.opcode == UC_IMMEDIATE or (self.opcode, self.partition) == (RC_IMMEDIATE, 0x8ACC):
            return self.packet[self.bth + 32:-4]
        return None


def read_frames(path):
    capture = RawPcapReader(path)
    try:
        return [Frame(data) for data, _ in capture]
    finally:
        capture.close()


class Captures(unittest.TestCase):
    """Makes the captures once for all tests."""

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.paths = {}
        for ip in VERSIONS:
            for name, arguments in SCHEMES.items():
                cls.make(f"{name}{ip}", "inc-sim", f"--ip={ip}", "--quiet", *FABRIC, *arguments)
            cls.make(f"gallery{ip}", "inc-frame-gallery", f"--ip={ip}")
        cls.rows = {name: rows_of(path) for name, path in cls.paths.items()}
        cls.frames = {name: read_frames(path) for name, path in cls.paths.items()}

    @classmethod
    def make(cls, name, program, *arguments):
        prefix = os.path.join(cls.folder.name, name)
        subprocess.run([os.path.join(BIN, program), f"--pcap={prefix}", *arguments],
                       check=True, timeout=100, stdout=subprocess.DEVNULL)
        cls.paths[name] = prefix + ".pcap"
        join(glob.glob(prefix + "-*.pcap"), cls.paths[name])

    def each(self):
        """Yield every frame of every capture with the fields that tshark prints for it."""
        for name, frames in self.frames.items():
            self.assertEqual(len(frames), len(self.rows[name]))
            self.assertGreater(len(frames), 100)
            yield from ((f"{name}: {row}", frame, row)
                        for frame, row in zip(frames, self.rows[name]))

    def named(self, part):
        return [(int(name[-1]), name) for name in self.frames if name.startswith(part)]

    def test_every_port_has_a_file(self):
        ports = {"h0": 1, "h1": 1, "h2": 1, "h3": 1, "leaf0": 3, "leaf1": 3, "spine0": 2}
        expected = {f"baselines4-{node}-{port}.pcap" for node, count in ports.items()
                    for port in range(count)}
        self.assertEqual(set(os.listdir(self.folder.name)) & expected, expected)
        files = glob.glob(os.path.join(self.folder.name, "baselines4-*"))
        self.assertEqual(len(files), len(expected))

    def test_tshark_finds_no_error_with_the_dissectors(self):
        for said, frame, row in self.each():
            self.assertEqual((row.ws_malformed, row.ws_expert_severity), ("", ""), said)
            if frame.ether_type == PFC:
                self.assertEqual(row.frame_protocols, "eth:ethertype:macc")
                continue
            network = "ip" if frame.version == 4 else "ipv6"
            bier = ":bier" if frame.ether_type == BIER else ""
            self.assertTrue(row.frame_protocols.startswith(
                f"eth:ethertype{bier}:{network}:udp:infiniband"), said)
            # Status 1 means right, and 3 means absent. RoCEv2 uses the UDP check sum over IPv6
            # only.
            statuses = (row.ip_checksum_status, row.udp_checksum_status)
            self.assertEqual(statuses, ("1", "3") if frame.version == 4 else ("", "1"), said)

    def test_tshark_finds_no_error_without_the_dissectors(self):
        for name, path in self.paths.items():
            lines = tshark(path, "-Y", "_ws.malformed || _ws.expert")
            self.assertEqual(lines, [], name)

    def test_every_icrc_is_right(self):
        for said, frame, _ in self.each():
            if frame.ether_type != PFC:
                self.assertEqual(icrc(frame.packet), frame.packet[-4:], said)

    def test_scapy_writes_the_same_bytes(self):
        for said, frame, _ in self.each():
            if frame.ether_type == PFC:
                continue
            kind = IP if frame.version == 4 else IPv6
            packet = kind(frame.packet)
            self.assertEqual((packet[UDP].dport, packet[BTH].opcode), (4791, frame.opcode), said)
            # scapy writes the packet again from its fields, and computes check sums and lengths.
            if frame.version == 4:
                del packet.chksum, packet.len
                packet[BTH].icrc = None  # scapy computes the ICRC over IPv4 only
            else:
                del packet[UDP].chksum, packet.plen
            del packet[UDP].len
            if frame.version == 4:
                packet[UDP].chksum = 0
            self.assertEqual(bytes(packet), frame.packet, said)

    def test_ethernet_and_bier_announce_what_follows(self):
        seen = collections.Counter()
        for said, frame, row in self.each():
            if frame.ether_type == BIER:
                self.assertEqual(int(row.bier_proto), frame.version, said)
                bits = int.from_bytes(frame.bits, "big")
                expected = [bit + 1 for bit in range(bits.bit_length()) if bits >> bit & 1]
                self.assertEqual(row.bier_bitstring_bits, ", ".join(map(str, expected)), said)
                self.assertNotEqual(expected, [], said)
                seen[frame.version] += 1
            elif frame.ether_type != PFC:
                self.assertEqual(frame.ether_type, ETHER_TYPES[frame.version], said)
        for version in VERSIONS:
            self.assertGreater(seen[version], 20, "results by BIER")

    def test_the_dissector_reads_the_inc_header_as_documented(self):
        kinds = collections.Counter()
        sizes = {"1": 2, "2": 2, "3": 4, "4": 8, "5": 1, "6": 1, "7": 4, "8": 8}
        for said, frame, row in self.each():
            inc = frame.inc() if frame.ether_type != PFC else None
            self.assertEqual(inc is not None, row.inc_kind != "", said)
            if inc is None:
                continue
            flags = inc[1]
            tree, epoch, rank, count, message = struct.unpack_from(">HHHHI", inc, 4)
            self.assertEqual((inc[0], inc[2] >> 4, inc[3] >> 4), (0x10, 7, int(row.inc_type)), said)
            self.assertEqual((row.inc_tree, row.inc_rank, row.inc_count, row.inc_message),
                             (str(tree), str(rank), str(count), str(message)), said)
            kind = ("result" if flags & 1 else "pending" if flags & 2 else
                    "asking" if flags & 64 else "abort" if flags & 32 else "contribution")
            self.assertEqual(row.inc_kind, kind, said)
            self.assertEqual(epoch, 0)
            kinds[kind] += 1
            code = inc[3] & 15
            bits = inc[20:20 + 4 * 2**code] if code else b""
            self.assertEqual(row.inc_pbm, bits.hex(), said)
            bit_list = ", ".join(str(8 * (len(bits) - 1 - i) + bit + 1)
                                 for i in reversed(range(len(bits))) for bit in range(8)
                                 if bits[i] >> bit & 1)
            self.assertEqual(row.inc_pbm_bits, bit_list, said)
            header = 16 + (4 + len(bits) if code else 0)
            size = 0 if flags & 4 else count * sizes[row.inc_type]
            self.assertEqual(row.inc_data, inc[header:header + size].hex(), said)
            self.assertEqual(len(inc) - header - size, -size % 4, said)
            self.assertEqual(row.inc_padding, inc[header + size:].hex(), said)
        for kind in ("result", "contribution", "pending"):
            self.assertGreater(kinds[kind], 10, kinds)

    def test_the_last_hop_makes_packets_of_their_own_for_the_workers(self):
        """Compares the bytes of a result on its way with those that a worker receives."""
        for version, name in self.named("bier"):
            on_the_way = [f for f in self.frames[name] if f.ether_type == BIER]
            at_workers = [f for f in self.frames[name] if f.ether_type != BIER and f.inc()
                          and f.inc()[1] & 1]
            self.assertGreater(min(len(on_the_way), len(at_workers)), 20)
            group = (bytes([239, 192, 0, 1]) if version == 4
                     else bytes.fromhex("ff350040fd696e6300000000efc00001"))
            place = slice(16, 20) if version == 4 else slice(24, 40)
            for frame in on_the_way:
                self.assertEqual(frame.packet[place], group)
                self.assertEqual(frame.packet[frame.bth + 5:frame.bth + 8], b"\xff\xff\xff")
            for frame in at_workers:
                self.assertNotEqual(frame.packet[place], group)
                self.assertNotEqual(frame.packet[frame.bth + 5:frame.bth + 8], b"\xff\xff\xff")

    def test_switches_acknowledge_and_refuse_over_rc(self):
        # syndromes of a NAK: out of sequence; of an RNR NAK: all slots are taken
        refusals = {"rc": "3", "busy": "1"}
        for scheme, refusal in refusals.items():
            for version, name in self.named(scheme):
                lines = tshark(self.paths[name], "-Y", "infiniband.aeth", "-T", "fields", "-e",
                               "infiniband.aeth.syndrome.opcode", "-e", "infiniband.bth.p_key")
                opcodes = collections.Counter(line.split("\t")[0] for line in lines)
                self.assertGreater(opcodes["0"], 20, f"ACKs over IPv{version}")
                self.assertGreater(opcodes[refusal], 0, f"{scheme}, IPv{version}: {opcodes}")
                self.assertEqual({line.split("\t")[1] for line in lines}, {str(0x8ACC)})


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
