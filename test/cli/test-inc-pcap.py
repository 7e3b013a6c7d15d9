#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Packet captures of inc-sim under other people's dissectors: scapy's and Wireshark's."""

import glob
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

INC_SIM = os.path.join(os.path.abspath(sys.argv[1]), "inc-sim")

UC_WRITE_ONLY_IMM = 0x2B
INC_HEADER = 16  # bytes without a P-BM


class Captures(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        prefix = os.path.join(cls.folder.name, "capture")
        subprocess.run(
            [
                INC_SIM,
                "--topology=star",
                "--hosts=3",
                "--size=3001",
                "--dtype=int8",
                "--scheme=inc,ring,ps",
                "--loss=0.03",
                "--RngSeed=5",
                "--quiet",
                f"--pcap={prefix}",
            ],
            check=True,
            timeout=60,
        )
        cls.files = sorted(glob.glob(prefix + "-*.pcap"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def test_every_port_has_a_file(self):
        names = [os.path.basename(path) for path in self.files]
        self.assertEqual(len(names), 6)
        self.assertIn("capture-h2-0.pcap", names)

    def test_scapy_computes_the_same_check_sums(self):
        from scapy.contrib.roce import BTH
        from scapy.layers.inet import IP, UDP
        from scapy.layers.l2 import Ether
        from scapy.utils import rdpcap

        opcodes = set()
        for path in self.files:
            for packet in rdpcap(path):
                raw = bytes(packet)
                ip, bth = packet[IP], packet[BTH]
                opcodes.add(bth.opcode)
                self.assertEqual(packet[UDP].dport, 4791)
                self.assertEqual(ip.len, len(ip))
                icrc = raw[14 + ip.len - 4 : 14 + ip.len]
                del ip.chksum
                bth.icrc = None
                # scapy's own layers, written anew: the same octets, check sums included.
                again = bytes(packet)
                self.assertEqual(again[24:26], raw[24:26], "IPv4 check sum")
                self.assertEqual(again[14 + ip.len - 4 : 14 + ip.len], icrc, "ICRC")
                if bth.opcode == UC_WRITE_ONLY_IMM:
                    self.check_inc_header(raw)
        self.assertIn(UC_WRITE_ONLY_IMM, opcodes)
        self.assertGreater(len(opcodes), 3, "the rivals' frames are captured as well")

    def check_inc_header(self, raw):
        """Ethernet 14, IPv4 20, UDP 8, BTH 12, RETH 16, ImmDt 4; then ours, then the data."""
        inc = raw[74:]
        self.assertEqual(inc[0] >> 4, 1, "version")
        self.assertNotIn(inc[:2], (b"\x08\x00", b"\x08\x06", b"\x86\xdd"), "no EtherType")
        self.assertEqual(inc[2], 0x71, "allreduce, sum")
        self.assertEqual(inc[3] >> 4, 5, "int8")
        self.assertEqual(raw[70:74], inc[12:16], "ImmDt is the MessageID")
        # A contribution has a P-BM of 64 bits after four more bytes: one worker's bit.
        answer = inc[1] & 0x03
        self.assertEqual(inc[3] & 0x0F, 0 if answer else 1)
        bits = int.from_bytes(inc[20:28], "big")
        if not answer:
            self.assertEqual(bits, 1 << int.from_bytes(inc[8:10], "big"))
        length = INC_HEADER + (0 if answer else 12) + int.from_bytes(inc[10:12], "big")
        total = int.from_bytes(raw[16:18], "big")
        pad = raw[43] >> 4 & 3
        self.assertEqual(total, 20 + 8 + 12 + 16 + 4 + length * (inc[1] & 2 == 0)
                         + INC_HEADER * (inc[1] & 2 == 2) + pad + 4)

    @unittest.skipUnless(shutil.which("tshark"), "tshark is not installed")
    def test_wireshark_finds_nothing_malformed(self):
        for path in self.files:
            run = subprocess.run(
                ["tshark", "-r", path, "-o", "ip.check_checksum:TRUE", "-T", "fields"]
                + ["-e", "frame.protocols", "-e", "_ws.malformed", "-e", "ip.checksum.status"]
                + ["-e", "infiniband.bth.opcode", "-e", "_ws.expert.message"],
                capture_output=True,
                text=True,
                check=True,
                timeout=60,
            )
            lines = run.stdout.splitlines()
            self.assertGreater(len(lines), 5, path)
            for line in lines:
                protocols, malformed, checksum, opcode, expert = line.split("\t")
                self.assertTrue(protocols.startswith("eth:ethertype:ip:udp:infiniband"), line)
                self.assertEqual((malformed, checksum, expert), ("", "1", ""), line)
                self.assertNotEqual(opcode, "", line)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
