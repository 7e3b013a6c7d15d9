#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The frames of inc-frame-gallery, header by header, as tshark and scapy read them.

They cover connection management, all kinds of acknowledgements, RDMA headers, flow control,
congestion marks and notifications, over IPv4 and IPv6. test-inc-wire.py checks check sums.
"""

import collections
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

from scapy.contrib.mac_control import MACControlClassBasedFlowControl
from scapy.contrib.roce import AETH, BTH, CNPPadding
from scapy.layers.inet import UDP
from scapy.layers.l2 import Ether
from scapy.utils import rdpcap

BIN = os.path.abspath(sys.argv.pop(1))
LUA = str(pathlib.Path(__file__).resolve().parents[2] / "doc/inc-wireshark.lua")
VERSIONS = (4, 6)
ADDRESSES = {4: ("10.0.0.1", "10.0.0.2"), 6: ("fd69:6e63::a00:1", "fd69:6e63::a00:2")}

# Attribute identifiers of the connection manager's messages (IBTA volume 1, 12.6).
REQ, REJ, REP, RTU, DREQ, DREP = 0x10, 0x12, 0x13, 0x14, 0x15, 0x16
IMMEDIATE = "01020304"
# RC opcodes with and without immediate data: SEND LAST, SEND ONLY, WRITE LAST, WRITE ONLY.
WITH_IMMEDIATE = {3, 5, 9, 11}
WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE = 6, 10, 11


class Gallery(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        for ip in VERSIONS:
            subprocess.run([os.path.join(BIN, "inc-frame-gallery"), f"--ip={ip}",
                            f"--pcap={cls.folder.name}/{ip}"], check=True, timeout=60,
                           stdout=subprocess.DEVNULL)

    def path(self, version, scene, host):
        return os.path.join(self.folder.name, f"{version}-{scene}-{host}.pcap")

    def fields(self, path, shown, *names):
        """Return the named fields of the frames that a display filter shows."""
        run = subprocess.run(
            ["tshark", "-X", "lua_script:" + LUA, "-r", path, "-Y", shown, "-T", "fields",
             "-E", "occurrence=f", *[part for name in names for part in ("-e", name)]],
            capture_output=True, text=True, check=True, timeout=60)
        return [line.split("\t") for line in run.stdout.splitlines()]

    def test_connections_are_managed_by_messages_that_tshark_knows(self):
        for version in VERSIONS:
            path = self.path(version, "connections", "h0")
            kinds = collections.Counter(
                int(row[0], 16)
                for row in self.fields(path, "infiniband.bth.opcode == 100",
                                       "infiniband.mad.attributeid"))
            for kind, least in ((REQ, 3), (REP, 2), (RTU, 2), (DREQ, 2), (DREP, 2), (REJ, 1)):
                self.assertGreaterEqual(kinds[kind], least, f"{kind:#x} over IPv{version}")
            self.assertEqual(set(kinds), {REQ, REP, RTU, DREQ, DREP, REJ})
            gid = "_ipv4" if version == 4 else ""
            requests = self.fields(
                path, "infiniband.cm.req", "infiniband.cm.req.transpsvctype",
                "infiniband.cm.req.serviceid", f"infiniband.cm.req.prim_localgid{gid}",
                f"infiniband.cm.req.prim_remotegid{gid}", "infiniband.cm.req.pppmtu")
            services = {(row[0], int(row[1], 16)) for row in requests}
            self.assertEqual(services, {("0x00", 0), ("0x01", 1), ("0x00", 99)},
                             "RC and UC, and what nobody listens for")
            self.assertEqual({tuple(row[2:4]) for row in requests}, {ADDRESSES[version]})
            self.assertEqual({row[4] for row in requests}, {"0x03"}, "path MTU 1024")
            refusals = self.fields(path, "infiniband.cm.rej.reason", "infiniband.cm.rej.reason")
            self.assertEqual({int(row[0], 16) for row in refusals}, {8}, "invalid service id")

    def test_acknowledgements_say_what_they_acknowledge_or_why_not(self):
        for version in VERSIONS:
            path = self.path(version, "connections", "h0")
            rows = self.fields(path, "infiniband.aeth", "infiniband.bth.opcode",
                               "infiniband.aeth.syndrome.opcode",
                               "infiniband.aeth.syndrome.timer",
                               "infiniband.aeth.syndrome.error_code", "infiniband.aeth.msn")
            self.assertEqual({row[0] for row in rows}, {"17"})
            acks, busy, naks = ([row for row in rows if row[1] == code] for code in "013")
            self.assertEqual({int(row[4]) for row in acks}, set(range(1, 13)),
                             "each of twelve messages")
            self.assertEqual({row[2] for row in busy}, {"2"}, "wait for 0.02 ms")
            self.assertEqual({row[3] for row in naks}, {"0"}, "PSN sequence error")
            self.assertEqual(len(acks) + len(busy) + len(naks), len(rows))
            syndromes = {packet[AETH].syndrome >> 5 for packet in rdpcap(path) if AETH in packet}
            self.assertEqual(syndromes, {0, 1, 3}, "for scapy as well")

    def test_writes_say_where_to_and_immediate_data_are_seen(self):
        for version in VERSIONS:
            rows = self.fields(self.path(version, "connections", "h0"),
                               "!infiniband.aeth && infiniband.bth.opcode != 100",
                               "infiniband.bth.opcode", "infiniband.reth.dmalen",
                               "infiniband.reth.r_key", "infiniband.immdt")
            lengths = collections.defaultdict(set)
            for opcode, length, key, immediate in rows:
                base = int(opcode) & 0x1F
                writes = base in (WRITE_FIRST, WRITE_ONLY, WRITE_ONLY_IMMEDIATE)
                self.assertEqual(length != "", writes, opcode)
                self.assertEqual(key != "", writes, opcode)
                self.assertEqual(immediate, IMMEDIATE if base in WITH_IMMEDIATE else "", opcode)
                if writes:
                    lengths[int(opcode)].add(int(length))
            for transport in (0, 0x20):
                self.assertEqual(lengths[transport | WRITE_FIRST], {20000})
                self.assertEqual(lengths[transport | WRITE_ONLY], {21, 1024})
            seen = {int(row[0]) for row in rows}
            uc = {0x20 | opcode for opcode in range(12)} - {0x20 | WRITE_ONLY_IMMEDIATE}
            self.assertEqual(seen, set(range(12)) | uc, "every kind of packet")

    def test_reads_have_a_request_and_responses(self):
        for version in VERSIONS:
            path = self.path(version, "reads", "h0")
            rows = self.fields(path, "infiniband.bth.opcode != 17", "infiniband.bth.opcode",
                               "infiniband.reth.dmalen", "infiniband.aeth.msn",
                               "infiniband.bth.psn")
            self.assertEqual({int(row[0]) for row in rows}, {12, 13, 14, 15, 16})
            for opcode, length, msn, _ in rows:
                self.assertEqual(length != "", int(opcode) == 12, "only a request has a RETH")
                self.assertEqual(msn != "", int(opcode) in (13, 15, 16), "AETH but in the middle")
            asked = [(int(row[3]), int(row[1])) for row in rows if row[0] == "12"]
            self.assertTrue({21, 1024, 20000} <= {length for _, length in asked})
            self.assertGreater(len(asked), 12, "a READ of the rest after a loss")
            answered = {int(row[3]) for row in rows if row[0] != "12"}
            self.assertEqual(answered, set(range(4 * (1 + 1 + 20))), "a PSN for each response")

    def test_flow_control_is_that_of_802_1qbb(self):
        for version in VERSIONS:
            path = self.path(version, "congestion", "h0")
            rows = self.fields(path, "macc", "eth.dst", "macc.opcode", "macc.cbfc.enbv",
                               "macc.cbfc.pause_time.c3", "frame.len")
            self.assertEqual({tuple(row[:3]) + (row[4],) for row in rows},
                             {("01:80:c2:00:00:01", "0x0101", "0x0008", "60")})
            times = [row[3] for row in rows]
            self.assertEqual(set(times), {"65535", "0"}, "pause and resume")
            packets = [packet for packet in rdpcap(path) if packet[Ether].type == 0x8808]
            self.assertEqual(len(packets), len(rows))
            for packet, time in zip(packets, times):
                control = packet[MACControlClassBasedFlowControl]
                enabled = [getattr(control, f"c{i}_enabled") for i in range(8)]
                pauses = [getattr(control, f"c{i}_pause_time") for i in range(8)]
                self.assertEqual(enabled, [0, 0, 0, 1, 0, 0, 0, 0])
                self.assertEqual(pauses, [0, 0, 0, int(time), 0, 0, 0, 0])

    def test_marks_become_notifications(self):
        for version in VERSIONS:
            ecn, dscp = (("ip.dsfield.ecn", "ip.dsfield.dscp") if version == 4 else
                         ("ipv6.tclass.ecn", "ipv6.tclass.dscp"))
            data = self.fields(self.path(version, "congestion", "h4"),
                               "infiniband.bth.opcode <= 10", ecn)
            marks = collections.Counter(row[0] for row in data)
            self.assertEqual(set(marks), {"2", "3"}, "ECT(0), and CE where the queue was long")
            seen = 0
            for sender in range(4):
                seen += self.check_notifications(self.path(version, "congestion", f"h{sender}"),
                                                 dscp, ecn)
            self.assertGreater(seen, 0)

    def check_notifications(self, path, dscp, ecn):
        rows = self.fields(path, "cnp", "infiniband.bth.opcode", "infiniband.bth.psn", "cnp.becn",
                           "cnp.destqp", "cnp.reserved", "udp.length", dscp, ecn,
                           "_ws.col.Protocol")
        for row in rows:
            self.assertEqual(row, ["129", "0", "1", "0x00000010", "00" * 16, "40", "48", "0",
                                   "CNP"])
        packets = [packet for packet in rdpcap(path) if CNPPadding in packet]
        self.assertEqual(len(packets), len(rows))
        for packet in packets:
            bth = packet[BTH]
            self.assertEqual((bth.opcode, bth.becn, bth.fecn, bth.psn, packet[UDP].len),
                             (0x81, 1, 0, 0, 40))
            self.assertEqual((packet[CNPPadding].reserved1, packet[CNPPadding].reserved2), (0, 0))
        return len(rows)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
