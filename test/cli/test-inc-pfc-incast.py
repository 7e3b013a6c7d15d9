#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The PFC frames of inc-pfc-incast follow IEEE 802.1Qbb; cli-examples checks its output."""

import os
import struct
import subprocess
import sys
import tempfile
import unittest

from scapy.layers.inet import IP
from scapy.layers.l2 import Ether
from scapy.utils import rdpcap

BIN = sys.argv.pop(1)


def run(*arguments):
    return subprocess.run(
        [os.path.join(BIN, "inc-pfc-incast"), *arguments],
        capture_output=True, text=True, check=False)


def tshark(file, *arguments):
    result = subprocess.run(["tshark", "-r", file, *arguments],
                            capture_output=True, text=True, check=True)
    return result.stdout.splitlines()


class PfcIncastTest(unittest.TestCase):
    def test_pfc_frames_are_those_of_802_1qbb(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(run("--pcap=" + os.path.join(folder, "")).returncode, 0)
            name = os.path.join(folder, "h0.pcap")
            frames = [frame for frame in rdpcap(name) if frame[Ether].type == 0x8808]
            columns = ("eth.dst", "macc.opcode", "macc.cbfc.enbv.c3", "macc.cbfc.enbv.c2",
                       "macc.cbfc.pause_time.c3", "macc.cbfc.pause_time.c2", "frame.len")
            fields = [argument for column in columns for argument in ("-e", column)]
            lines = tshark(name, "-Y", "macc", "-T", "fields", *fields)
            malformed = tshark(name, "-Y", "_ws.malformed || _ws.expert.severity == error")
            dscps = set(tshark(name, "-Y", "ip", "-T", "fields", "-e", "ip.dsfield.dscp"))
            checked = [frame for frame in rdpcap(name) if IP in frame]
        self.assertGreater(len(frames), 3)
        self.assertEqual(len(lines), len(frames), "tshark and scapy see the same frames")
        pauses = []
        for frame in frames:
            octets = bytes(frame)
            self.assertEqual(len(octets), 60)
            self.assertEqual(octets[:6].hex(":"), "01:80:c2:00:00:01")
            opcode, enabled = struct.unpack_from("!HH", octets, 14)
            times = struct.unpack_from("!8H", octets, 18)
            self.assertEqual((opcode, enabled), (0x0101, 1 << 3))
            self.assertEqual(times[:3] + times[4:], (0,) * 7)
            self.assertEqual(octets[34:], bytes(26))
            pauses.append(times[3])
        self.assertEqual(set(pauses), {0, 65535})
        self.assertEqual((pauses[0], pauses[-1]), (65535, 0), "pause first, resume at the end")
        for line, pause in zip(lines, pauses):
            self.assertEqual(line.split("\t"), ["01:80:c2:00:00:01", "0x0101", "1", "0", str(pause),
                                                "0", "60"])
        self.assertEqual(malformed, [])
        self.assertEqual(dscps, {"24"}, "priority 3 is CS3")
        for frame in checked:
            self.assertEqual(frame[IP].tos, 24 << 2)

    def test_refusals_are_one_line_and_status_2(self):
        for arguments, message in (
                (["--senders=0"], "--senders=0: accepted: a whole number from 1 to 40"),
                (["--senders=41"], "--senders=41: accepted: a whole number from 1 to 40"),
                (["--size=0"], "--size=0: accepted: a whole number from 1 to 1073741824")):
            result = run(*arguments)
            self.assertEqual(result.stderr, f"inc-pfc-incast: {message}\n")
            self.assertEqual(result.returncode, 2)


if __name__ == "__main__":
    unittest.main()
