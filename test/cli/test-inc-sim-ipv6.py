#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""inc-sim --ip=6: right sums, the closed forms with 20 more bytes a frame, the same traffic."""

import sys
import unittest

sys.dont_write_bytecode = True

from inc_sim_case import SimCase  # noqa: E402

MORE = 20  # bytes by which an IPv6 header exceeds an IPv4 header

# Bytes that a frame over IPv4 adds, without its BitString: Ethernet, IPv4, UDP, BTH, RETH, ImmDt,
# INC header, ICRC, FCS, preamble and gap; and those of an RC packet in the middle of a message.
IN_NETWORK = 14 + 20 + 8 + 12 + 16 + 4 + 16 + 4 + 4 + 20
RC_MIDDLE = 14 + 20 + 8 + 12 + 4 + 4 + 20
BITMAP = 4 + 8
# Bytes of acknowledgements for each result. A frame acknowledges 64 results. The last two windows
# of 256 of the 1,024 messages need none.
ACKNOWLEDGEMENTS = (14 + 40 + 8 + 12 + 4 + 4 + 4 + 20) / 64 * (1 - 2 * 256 / 1024)


class OverIpv6(SimCase):
    TIMEOUT = 100  # seconds

    def simulate(self, *arguments):
        self.run_sim("--quiet", "--output=r.json", *arguments, status=0)
        return self.load("r.json")

    def test_every_scheme_is_right_and_reaches_its_closed_form(self):
        for arguments, efficiency in (
            (["--scheme=inc", "--dissemination=tree"], 1024 / (1024 + IN_NETWORK + BITMAP + MORE)),
            (["--scheme=inc", "--aggregation=tree", "--dissemination=tree"],
             1024 / (1024 + IN_NETWORK + MORE)),
            (["--scheme=inc", "--transport=rc", "--payload=4096"],
             4096 / (4096 + IN_NETWORK + BITMAP + MORE + ACKNOWLEDGEMENTS)),
            (["--scheme=ring"], 1024 / (1024 + RC_MIDDLE + MORE) * 4 / (2 * 3)),
            (["--scheme=ps", "--workers=3"], 1024 / (1024 + RC_MIDDLE + MORE) / 3),
        ):
            with self.subTest(arguments=arguments):
                result = self.simulate("--topology=star", "--hosts=4", "--size=4MiB", "--ip=6", *arguments)
                row = result["results"][0]
                self.assertEqual((row["status"], row["wrong"]), ("ok", 0))
                self.assertAlmostEqual(row["bound_algbw_GBps"], 12.5 * efficiency, places=6)
                reached = row["algbw_GBps"] / row["bound_algbw_GBps"]
                # A parameter server receives and sends in turn, so it stays farther below the
                # bound, as over IPv4.
                self.assertGreater(reached, 0.79 if "--scheme=ps" in arguments else 0.95)
                self.assertLess(reached, 1.0001)

    def test_the_same_frames_are_sent_each_20_bytes_longer(self):
        for arguments in (["--scheme=inc"], ["--scheme=inc", "--vatAddressing=root"],
                          ["--scheme=inc", "--dissemination=unicast", "--slots=8"],
                          ["--scheme=ring"], ["--scheme=flows"]):
            with self.subTest(arguments=arguments):
                base = ["--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=4",
                        "--size=256KiB", *arguments]
                four, six = (self.simulate(f"--ip={ip}", *base)["results"][0] for ip in (4, 6))
                self.assertEqual((six["status"], six["wrong"]), ("ok", four["wrong"]))
                self.assertEqual(four["packets_sent"], six["packets_sent"])
                # An acknowledgement over IPv4 has 66 bytes, so no frame is padded to the minimum
                # length.
                longer = six["link_bytes_total"] - four["link_bytes_total"]
                self.assertEqual(longer, MORE * six["packets_sent"])

    def test_faults_are_repaired(self):
        result = self.simulate("--topology=leaf-spine", "--leaves=2", "--spines=2", "--hostsPerLeaf=2",
                     "--size=100001", "--dtype=int8", "--ip=6", "--scheme=inc,ring,ps",
                     "--loss=0.01", "--duplicate=0.01", "--reorder=0.01")
        for row in result["results"]:
            self.assertEqual((row["status"], row["wrong"]), ("ok", 0), row["scheme"])
        self.assertEqual(result["config"]["ip"], "6")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
