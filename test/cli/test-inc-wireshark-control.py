#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""doc/inc-wireshark-control.lua dissects every control datagram, and marks malformed ones."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

from scapy.layers.inet import IP, UDP
from scapy.layers.l2 import Ether
from scapy.packet import Raw
from scapy.utils import rdpcap, wrpcap

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
LUA = CHECKOUT / "doc/inc-wireshark-control.lua"
PORT = 1021


class Control(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = folder.name
        subprocess.run([BIN / "inc-sim", "--topology=star", "--hosts=3", "--control=manager",
                        "--size=4096", "--pcap=p", "--quiet"],
                       cwd=folder.name, check=True, timeout=60)  # fmt: skip

    def tshark(self, name, *fields):
        parts = [part for field in fields for part in ("-e", field)]
        run = subprocess.run(["tshark", "-X", f"lua_script:{LUA}", "-r", name, "-T", "fields",
                              "-Y", f"udp.port == {PORT}", *parts],
                             cwd=self.folder, capture_output=True, text=True, check=True,
                             timeout=60)  # fmt: skip
        self.assertNotIn("Lua", run.stderr)
        return [line.split("\t") for line in run.stdout.splitlines()]

    def test_it_names_every_datagram_of_a_group_from_join_to_release(self):
        rows = self.tshark("p-s0-0.pcap", "frame.protocols", "inc_control.malformed",
                           "inc_control.kind", "inc_control.digest", "_ws.col.Info")  # fmt: skip
        self.assertGreater(len(rows), 8)
        for protocols, malformed, _, digest, _ in rows:
            self.assertTrue(protocols.endswith("inc_control"), protocols)
            self.assertEqual(malformed, "")
            self.assertEqual(len(digest.replace(":", "")), 64)
        names = [row[4].split(",")[0] for row in rows]
        for name in ("HELLO", "REGISTER", "REGISTERED", "JOIN", "READY", "LEAVE", "ACK"):
            self.assertIn(name, names)
        manager = [row[0] for row in self.tshark("p-manager-0.pcap", "_ws.col.Info")]
        for name in ("RESERVE", "RESERVED", "COMMIT", "COMMITTED", "RELEASE", "RELEASED"):
            self.assertTrue(any(info.startswith(name + ",") for info in manager), name)

    def test_no_key_is_in_clear_and_bodies_can_be_read_where_they_are_not_encrypted(self):
        for encrypts in (True, False):
            name = "sealed" if encrypts else "clear"
            subprocess.run([BIN / "inc-sim", "--topology=star", "--hosts=3", "--control=manager",
                            "--size=4096", f"--pcap={name}", "--quiet",
                            f"--ns3::IncControlEndpoint::Encrypt={str(encrypts).lower()}"],
                           cwd=self.folder, check=True, timeout=60)  # fmt: skip
            keys, control = set(), []
            for path in pathlib.Path(self.folder).glob(f"{name}-*.pcap"):
                for frame in rdpcap(str(path)):
                    if UDP in frame and frame[UDP].dport == 4791:
                        # The R_Key is in the RETH, after the BTH (12 bytes) and the virtual address
                        # (8 bytes).
                        keys.add(bytes(frame[UDP].payload)[20:24])
                    elif UDP in frame and frame[UDP].dport == PORT:
                        control.append(bytes(frame[UDP].payload))
            self.assertGreater(len(keys), 3)
            seen = {key for key in keys if any(key in datagram for datagram in control)}
            self.assertEqual(seen, set() if encrypts else keys)
            names = sum(b"h0" in datagram for datagram in control)
            (self.assertEqual if encrypts else self.assertGreater)(names, 0)
            rows = self.tshark(f"{name}-s0-0.pcap", "inc_control.encrypted", "inc_control.field",
                               "inc_control.cipher_text")  # fmt: skip
            self.assertEqual({row[0] for row in rows}, {"1" if encrypts else "0"})
            self.assertEqual(any(row[1] for row in rows), not encrypts)
            self.assertEqual(any(row[2] for row in rows), encrypts)

    def test_ends_of_queue_pairs_meet_by_connection_managers_or_tcp_and_tell_nobody_their_keys(self):
        for setup in ("cm", "socket"):
            subprocess.run([BIN / "inc-sim", "--topology=star", "--hosts=3", "--control=manager",
                            f"--setupQps={setup}", "--transport=rc", "--size=4096",
                            f"--pcap={setup}", "--quiet"],
                           cwd=self.folder, check=True, timeout=60)  # fmt: skip
            keys, others = set(), []
            for path in pathlib.Path(self.folder).glob(f"{setup}-*.pcap"):
                for frame in map(bytes, rdpcap(str(path))):
                    # The R_Key of a WRITE over RoCEv2 follows Ethernet, IP, UDP, BTH and the
                    # virtual address.
                    is_write = frame[36:38] == b"\x12\xb7" and frame[42] in (0x0B, 0x2B)
                    (keys.add(frame[62:66]) if is_write else others.append(frame))
            self.assertGreater(len(keys), 3)
            self.assertEqual([key for key in keys if any(key in frame for frame in others)], [])

        def fields(name, shown, *names):
            run = subprocess.run(["tshark", "-o", "tcp.check_checksum:TRUE", "-r", name, "-Y", shown,
                                  "-T", "fields", *[w for n in names for w in ("-e", n)]],
                                 cwd=self.folder, capture_output=True, text=True, check=True,
                                 timeout=60)  # fmt: skip
            return [line.split("\t") for line in run.stdout.splitlines()]

        # The link of one host carries two connections: one with the leaf, and one for results.
        mads = fields("cm-s0-0.pcap", "infiniband.mad", "infiniband.mad.attributeid",
                      "infiniband.cm.req.transpsvctype", "infiniband.cm.req.serviceid")  # fmt: skip
        attributes = [int(row[0], 16) for row in mads]
        self.assertEqual({kind: attributes.count(kind) for kind in set(attributes)},
                         {kind: 2 for kind in (0x10, 0x13, 0x14, 0x15, 0x16)})  # fmt: skip
        requests = [row for row in mads if int(row[0], 16) == 0x10]
        self.assertEqual({row[1] for row in requests}, {"0x00"}, "RC")
        self.assertEqual(len({row[2] for row in requests}), 2, "a service for each queue pair")
        for stream in "01":
            segments = fields("socket-s0-0.pcap", f"tcp.stream == {stream}", "tcp.flags",
                              "tcp.checksum.status", "tcp.analysis.flags", "tcp.len")  # fmt: skip
            self.assertEqual([int(row[0], 16) for row in segments],
                             [2, 0x12, 0x10, 0x18, 0x18, 0x11, 0x10, 0x11, 0x10])  # fmt: skip
            self.assertEqual({(row[1], row[2]) for row in segments}, {("1", "")})
            self.assertEqual(sum(int(row[3]) > 0 for row in segments), 2)

    def test_it_knows_the_kinds_that_the_module_has(self):
        header = (CHECKOUT / "src/control/inc-control-kind.h").read_text(encoding="utf-8")
        module = {int(number): name
                  for name, number in re.findall(r"^    ([A-Z]+) = (\d+),", header, re.M)}
        kinds = {int(number): name
                 for number, name in re.findall(r'\[(\d+)\] = "([A-Z]+)"',
                                                LUA.read_text(encoding="utf-8"))}
        self.assertGreater(len(module), 20)
        self.assertEqual(kinds, module)

    def test_it_names_the_routes_that_switches_tell_each_other(self):
        subprocess.run([BIN / "inc-sim", "--topology=leaf-spine", "--leaves=2", "--spines=2",
                        "--hostsPerLeaf=1", "--routing=advertised", "--scheme=ring",
                        "--ns3::IncControlEndpoint::Encrypt=false",
                        "--size=4096", "--pcap=r", "--quiet"],
                       cwd=self.folder, check=True, timeout=60)  # fmt: skip
        run = subprocess.run(["tshark", "-X", f"lua_script:{LUA}", "-r", "r-leaf0-1.pcap", "-Y",
                              "inc_control.kind == 17", "-T", "fields", "-e", "_ws.col.Info",
                              "-e", "inc_control.field", "-e", "inc_control.malformed"],
                             cwd=self.folder, capture_output=True, text=True, check=True,
                             timeout=60)  # fmt: skip
        rows = [line.split("\t") for line in run.stdout.splitlines()]
        self.assertGreaterEqual(len(rows), 2, "of both ends of the link")
        for info, fields, malformed in rows:
            self.assertTrue(info.startswith("ROUTES,"), info)
            self.assertIn("160", fields)  # a route
            self.assertEqual(malformed, "")

    def test_it_finds_what_is_malformed(self):
        frames = [frame for frame in rdpcap(os.path.join(self.folder, "p-manager-0.pcap"))
                  if UDP in frame and frame[UDP].dport == PORT]  # fmt: skip
        whole = bytes(frames[0][UDP].payload)
        unknown = whole[:1] + b"\xff" + whole[2:]
        length = whole[:35] + bytes([whole[35] ^ 1]) + whole[36:]
        made = [Ether() / IP() / UDP(sport=PORT, dport=PORT) / Raw(data)
                for data in (whole, unknown, length)]  # fmt: skip
        wrpcap(os.path.join(self.folder, "made.pcap"), made)
        found = [row[0] != "" for row in self.tshark("made.pcap", "inc_control.malformed")]
        self.assertEqual(found, [False, True, True])


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
