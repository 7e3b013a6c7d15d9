#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The trace and the frames of inc-bier-multicast are consistent; cli-examples checks its output."""

import collections
import json
import os
import struct
import subprocess
import sys
import tempfile
import unittest

from scapy.layers.inet import IP, UDP
from scapy.utils import rdpcap

BIN = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run(
        [os.path.join(BIN, "inc-bier-multicast"), *arguments],
        capture_output=True, text=True, check=False)


class Bier:
    """Reads a BIER frame by RFC 8296, section 2.2, without our code; scapy's own layer follows a
    draft."""

    def __init__(self, frame):
        octets = bytes(frame)
        self.ethertype, word0, word1, half, self.bfir_id = struct.unpack_from("!HIIHH", octets, 12)
        self.bift_id = word0 >> 12
        self.tc = word0 >> 9 & 7
        self.s = word0 >> 8 & 1
        self.ttl = word0 & 255
        self.nibble = word1 >> 28
        self.version = word1 >> 24 & 15
        self.bsl = word1 >> 20 & 15
        self.entropy = word1 & 0xfffff
        self.oam = half >> 14
        self.rsv = half >> 12 & 3
        self.dscp = half >> 6 & 63
        self.proto = half & 63
        end = 26 + 2 ** (self.bsl + 5) // 8
        number = int.from_bytes(octets[26:end], "big")
        self.bits = {i + 1 for i in range(number.bit_length()) if number >> i & 1}
        self.inner = octets[end:]


class MulticastTest(unittest.TestCase):
    def test_every_copy_can_be_checked_by_hand(self):
        with tempfile.NamedTemporaryFile("r") as file:
            # 15 receivers in one set; a file of 10,000 bytes is 3 datagrams.
            with tempfile.NamedTemporaryFile() as data:
                data.write(bytes(10000))
                data.flush()
                result = run("--receivers=15", "--file=" + data.name, "--trace=" + file.name)
            self.assertEqual(result.returncode, 0, result.stderr)
            events = [json.loads(line) for line in file]
        self.assertEqual({e["event"] for e in events}, {"bier-copy", "bier-delivery"})
        links = collections.Counter()
        received = {}  # by TTL, the BitStrings with which each node receives datagrams
        for event in events:
            if event["event"] == "bier-copy":
                links[event["node"], event["to"]] += 1
                received[event["to"]] = (int(event["bits"], 16), event["ttl"])
        self.assertEqual(set(links.values()), {3}, "each link carries each datagram once")
        sent = collections.defaultdict(int)
        for event in events:
            if event["event"] != "bier-copy":
                continue
            bits = int(event["bits"], 16)
            sent[event["node"]] += bin(bits).count("1")
            if event["node"] != "h0":
                above, ttl = received[event["node"]]
                self.assertEqual(bits & ~above, 0, "no bit that did not come in")
                self.assertEqual(event["ttl"], ttl - 1)
        for node, (bits, _) in received.items():
            if not node.startswith("h"):
                self.assertEqual(sent[node], 3 * bin(bits).count("1"), "each bit goes one way")
        self.assertEqual(
            collections.Counter(e["node"] for e in events if e["event"] == "bier-delivery"),
            collections.Counter({f"h{i}": 3 for i in range(1, 16)}))

    def test_captured_frames_are_those_of_rfc_8296(self):
        with tempfile.TemporaryDirectory() as folder:
            data = os.path.join(folder, "data")
            with open(data, "wb") as file:
                file.write(bytes(range(250)) * 40)
            result = run("--length=256", "--receivers=3", "--file=" + data,
                         "--pcap=" + os.path.join(folder, ""))
            self.assertEqual(result.returncode, 0, result.stderr)
            sent = [Bier(frame) for frame in rdpcap(os.path.join(folder, "h0.pcap"))]
            got = [Bier(frame) for frame in rdpcap(os.path.join(folder, "h11.pcap"))]
        self.assertEqual([len(sent), len(got)], [3, 3])
        for frames, ttl, bits in ((sent, 64, {2, 7, 12}), (got, 59, {12})):
            for bier in frames:
                self.assertEqual(bier.ethertype, 0xAB37)
                # BSL code 3 means 256 bits; the packets are in sub-domain 0, set 0.
                self.assertEqual((bier.bift_id, bier.bsl), (3 << 16, 3))
                self.assertEqual((bier.tc, bier.s, bier.nibble, bier.version), (0, 1, 0, 0))
                self.assertEqual((bier.oam, bier.rsv, bier.dscp, bier.proto), (0, 0, 0, 4))
                self.assertEqual((bier.ttl, bier.bits, bier.bfir_id), (ttl, bits, 1))
                self.assertEqual(bier.entropy, sent[0].entropy)
        for before, after in zip(sent, got):
            self.assertEqual(before.inner, after.inner, "all copies carry the same bytes")
            packet = IP(before.inner)
            self.assertEqual((packet.src, packet.dst, packet.proto), ("10.0.0.1", "239.0.0.1", 17))
            self.assertEqual(packet[UDP].dport, 7000)
            rebuilt = packet.copy()
            del rebuilt.chksum, rebuilt[UDP].chksum
            self.assertEqual(bytes(rebuilt), before.inner, "check sums")


if __name__ == "__main__":
    unittest.main()
