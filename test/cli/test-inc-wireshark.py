#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""doc/inc-wireshark.lua shows the fields of the manual, marks malformed frames, and leaves other
frames alone."""

import functools
import os
import pathlib
import re
import shlex
import subprocess
import sys
import unittest

from scapy.contrib.roce import BTH
from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.utils import RawPcapReader, wrpcap

from inc_folder_case import FolderCase

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
LUA = CHECKOUT / "doc/inc-wireshark.lua"
PAGE = (CHECKOUT / "doc/inc-wire.rst").read_text(encoding="utf-8")

SEND_ONLY, WRITE_ONLY_IMMEDIATE, UC = 0x04, 0x0B, 0x20
INC_PARTITION, DEFAULT_PARTITION = 0x8ACC, 0xFFFF
# INC header of a RESULT; allreduce, sum; int8; tree 1; rank 2; 5 elements; message 7.
INC = bytes.fromhex("10017150000100000002000500000007")
LINK = functools.partial(Ether, src="02:00:00:00:00:01", dst="02:00:00:00:00:02")
BEFORE_INC = bytes(16) + bytes(4)  # RETH, ImmDt


def block(marker):
    """Return the lines of the code block after the marker."""
    text = PAGE.split(f".. {marker}\n\n.. code-block:: text\n\n", 1)[1]
    return [line.strip() for line in re.split(r"\n(?=\S)", text, maxsplit=1)[0].splitlines()
            if line.strip()]


class Folder(FolderCase):
    def tshark(self, name, *arguments):
        run = subprocess.run(["tshark", "-X", f"lua_script:{LUA}", "-r", name, *arguments],
                             cwd=self.folder, capture_output=True, text=True, check=True,
                             timeout=60)
        self.assertNotIn("Lua", run.stderr)
        return run.stdout.splitlines()

    def dissect(self, frames, *fields):
        """Return the fields of hand-made frames, with their protocols and whether tshark marks an
        error."""
        wrpcap(os.path.join(self.folder, "made.pcap"), frames)
        names = ("frame.protocols", "_ws.expert.message", *fields)
        parts = [part for name in names for part in ("-e", name)]
        return [line.split("\t") for line in self.tshark("made.pcap", "-T", "fields", *parts)]


class Manual(Folder):
    def test_its_commands_print_what_it_shows(self):
        printed = []
        for command in block("wireshark-commands"):
            words = shlex.split(command)
            if words[0] == "./inc":
                subprocess.run([BIN / words[2], *words[3:]], cwd=self.folder, check=True,
                               stdout=subprocess.DEVNULL, timeout=60)
            else:
                self.assertEqual(words[:3], ["tshark", "-X", "lua_script:doc/inc-wireshark.lua"])
                self.assertEqual(words[3], "-r")
                printed += [line.strip() for line in self.tshark(words[4], *words[5:])]
        shown = block("wireshark-output")
        self.assertGreater(len(shown), 40)
        rest = iter(printed)
        for line in shown:
            self.assertIn(line, rest, "in this order")

    def test_its_header_is_one_on_the_wire(self):
        text = PAGE.split("from the third host", 1)[1].split("::\n\n", 1)[1].split("\n\n", 1)[0]
        header = bytes.fromhex("".join(re.match(r" +((?:[0-9a-f]{2} ){3}[0-9a-f]{2})", line)[1]
                                       for line in text.splitlines()))
        subprocess.run([BIN / "inc-sim", "--topology=star", "--hosts=4", "--size=8KiB", "--quiet",
                        f"--pcap={self.folder}/a"], check=True, timeout=60)
        capture = RawPcapReader(os.path.join(self.folder, "a-h2-0.pcap"))
        self.addCleanup(capture.close)
        self.assertIn(header, [frame[74:74 + len(header)] for frame, _ in capture])


class Frames(Folder):
    @staticmethod
    def rdma(opcode, rest, partition=DEFAULT_PARTITION):
        pad = -len(rest) % 4
        return (LINK() / IP(src="10.0.0.1", dst="10.0.0.2") / UDP(sport=50000, dport=4791)
                / BTH(opcode=opcode, pkey=partition, padcount=pad, dqpn=16)
                / Raw(rest + bytes(pad)))

    def test_only_in_network_computing_is_taken_for_it(self):
        data = BEFORE_INC + INC + b"abcde"
        rows = self.dissect(
            [self.rdma(UC | WRITE_ONLY_IMMEDIATE, data),
             self.rdma(WRITE_ONLY_IMMEDIATE, data, INC_PARTITION),
             self.rdma(WRITE_ONLY_IMMEDIATE, data),
             self.rdma(UC | SEND_ONLY, data[20:] + bytes(16)),
             self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + b"\x20" + INC[1:] + b"abcde")],
            "inc.kind", "inc.data", "inc.padding")
        for row in rows[:2]:
            self.assertEqual(row, ["eth:ethertype:ip:udp:infiniband:inc", "", "result",
                                   b"abcde".hex(), "000000"])
        for row in rows[2:]:
            self.assertEqual(row, ["eth:ethertype:ip:udp:infiniband:data", "", "", "", ""])

    def test_every_flag_and_code_has_its_name(self):
        kinds = {0x00: "contribution", 0x01: "result", 0x06: "pending", 0x44: "asking",
                 0x24: "abort", 0x09: "result", 0x10: "contribution"}
        names = ("result", "pending", "empty", "ce", "retransmitted", "abort", "asking")
        frames = [self.rdma(UC | WRITE_ONLY_IMMEDIATE,
                            BEFORE_INC + INC[:1] + bytes([flags]) + INC[2:] + b"abcde")
                  for flags in kinds]
        rows = self.dissect(frames, "inc.kind", *[f"inc.flags.{name}" for name in names])
        for (flags, kind), row in zip(kinds.items(), rows):
            self.assertEqual(row[2], kind)
            self.assertEqual([int(bit) for bit in row[3:]],
                             [flags >> place & 1 for place in range(7)], hex(flags))
        # The tables of the manual have a code, then one name in each of three columns.
        codes = PAGE.split("data type have these codes:\n\n", 1)[1]
        codes = codes.split("\n\n", 1)[0]
        lines = re.findall(r"(?m)^(\d) +(\S+) +(\S+) +(\S+)$", codes)
        self.assertEqual(len(lines), 10)
        for code, *columns in lines:
            number = int(code)
            header = INC[:2] + bytes([number << 4 | number, number << 4]) + INC[4:]
            frame = self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + header + bytes(40))
            self.dissect([frame])
            text = "\n".join(self.tshark("made.pcap", "-O", "inc"))
            for field, name in zip(("Collective", "Operation", "Data type"), columns):
                if name != "\\-":
                    self.assertIn(f"= {field}: {name} ({number})", text)

    def test_what_is_too_short_is_an_error(self):
        message = "Shorter than the header says"
        pbm = INC[:3] + b"\x51" + INC[4:] + bytes(4)
        rows = self.dissect([
            self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + INC + b"abcd"),
            self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + pbm + bytes(4)),
            self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + pbm + bytes(8) + b"abcde"),
            self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + INC[:12])])
        self.assertIn(message, rows[0][1])
        self.assertIn(message, rows[1][1])
        self.assertEqual([row[1] for row in rows[2:]], ["", ""])
        self.assertEqual(rows[3][0], "eth:ethertype:ip:udp:infiniband:data")

    def test_short_sends_are_no_error(self):
        frames = [self.rdma(opcode, bytes([fill]) * length)
                  for opcode in range(6) for length in range(1, 18) for fill in (0, 1, 255)
                  if opcode not in (3, 5)]  # these opcodes have immediate data
        for row in self.dissect(frames):
            self.assertEqual(row[1], "")

    def test_bier_of_every_length_shows_its_bits(self):
        inner = bytes(self.rdma(UC | WRITE_ONLY_IMMEDIATE, BEFORE_INC + INC + b"abcde"))[14:]
        frames, expected = [], []
        for code in range(1, 8):
            size = 4 * 2**code
            bits = {1, 8, 9, 8 * size - 1, 8 * size}
            string = sum(1 << bit - 1 for bit in bits).to_bytes(size, "big")
            header = bytes.fromhex("abcdee40") + bytes([0, code << 4 | 0xA, 0xBC, 0xDE])
            frames.append(LINK(type=0xAB37) / Raw(header + b"\x00\x04\x12\x34" + string + inner))
            expected.append(", ".join(map(str, sorted(bits))))
        # Two frames are malformed: one has a length code that does not exist, and one a truncated
        # BitString.
        frames.append(LINK(type=0xAB37) / Raw(header[:5] + b"\x8a" + header[6:] + bytes(80)))
        frames.append(LINK(type=0xAB37) / Raw(header + b"\x00\x04\x12\x34" + bytes(40)))
        rows = self.dissect(frames, "bier.bitstring.bits", "bier.bift_id", "bier.tc", "bier.s",
                            "bier.ttl", "bier.bsl", "bier.entropy", "bier.proto", "bier.bfir_id",
                            "inc.message")
        for code, (row, bits) in enumerate(zip(rows, expected), 1):
            self.assertEqual(row[0], "eth:ethertype:bier:ip:udp:infiniband:inc")
            self.assertEqual(row[1:], ["", bits, "0x000abcde", "7", "0", "64", str(code),
                                       "0x000abcde", "4", "4660", "7"])
        for row in rows[7:]:
            self.assertIn("Not a BIER packet of RFC 8296", row[1])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
