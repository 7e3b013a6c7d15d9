#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""inc-sim runs damaged or hostile workloads, or refuses them in one line.

The processes get little memory. INC_ITERATIONS sets the number of files, and INC_SEED the first
seed. DamagedWorkload of the unit tests checks more files, because it starts no processes.
"""

import gzip
import os
import pathlib
import random
import resource
import subprocess
import unittest

import inc_chakra as chakra
from inc_sim_case import INC_SIM, SimCase

SAMPLES = pathlib.Path(__file__).resolve().parents[1] / "reference" / "workloads"
RANKS = 8
MEMORY = 1 << 30  # bytes of address space; the programs themselves take a quarter
PATIENCE = 20  # seconds: a longer run has read its file without error
TEXTS = ("inc-astra-sim-data", "inc-astra-sim-hybrid", "inc-simai-llama", "inc-simai-micro")
# The line names the file, what is wrong, and what is accepted; JSON errors have the parser's words.
LINE = r"\Ainc-sim: (--.{,1000}accepted|groups file 'g.json': ).{,1000}\n\Z"
NUMBERS = (b"-1", b"18446744073709551616", b"1e999", b"nan", b"4294967296", b"0", b"")


def with_little_memory():
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def damage(data, is_text, rng):
    """Return the data cut off, changed, lengthened, or with other numbers."""
    data = bytearray(data)
    kinds = rng.randrange(1, 16)
    if kinds & 1:
        del data[rng.randrange(len(data) + 1) :]
    if kinds & 2 and data:
        for _ in range(rng.randrange(1, 9)):
            data[rng.randrange(len(data))] = rng.randrange(256)
    if kinds & 4:
        at = rng.randrange(len(data) + 1)
        data[at:at] = rng.choice((b"\xff", b"\0", b"[", b"\n", b"{")) * rng.randrange(1, 40)
    if kinds & 8 and is_text:
        words = bytes(data).split(b"\t")
        words[rng.randrange(len(words))] = rng.choice(NUMBERS)
        data = bytearray(b"\t".join(words))
    return bytes(data)


class LittleMemory(SimCase):
    def setUp(self):
        super().setUp()
        self.traces = [
            (SAMPLES / f"chakra/inc-custom_ring_allreduce_8npus_1MB.{rank}.et").read_bytes()
            for rank in range(RANKS)
        ]
        for rank, data in enumerate(self.traces):
            self.save(f"t.{rank}.et", data)

    def save(self, name, data):
        pathlib.Path(self.folder, name).write_bytes(data)

    def start(self, *arguments):
        """Return status and output lines of inc-sim, or None if it still runs after PATIENCE."""
        command = [INC_SIM, "--topology=star", f"--hosts={RANKS}", "--quiet", *arguments]
        try:
            run = subprocess.run(command, cwd=self.folder, capture_output=True, text=True,
                                 timeout=PATIENCE, preexec_fn=with_little_memory,
                                 check=False)  # fmt: skip
        except subprocess.TimeoutExpired:
            return None
        self.assertEqual(run.stdout, "")
        return run.returncode, run.stderr

    def assert_refused(self, words, *arguments):
        status, said = self.start(*arguments)
        self.assertEqual(status, 2, said)
        self.assertRegex(said, LINE)
        self.assertIn(words, said)


class Damaged(LittleMemory):
    def formats(self):
        """Yield file name, contents, whether it is text, and the arguments that read it."""
        yield "t.3.et", self.traces[3], False, ("--workload=t",)
        yield "t.3.et", gzip.compress(self.traces[3], mtime=0), False, ("--workload=t",)
        groups = b'{"tp0":\t[0, 1,\t2, 3], "tp1":\t[4, 5,\t6, 7]}'
        yield "g.json", groups, True, ("--workload=t", "--groups=g.json")
        for name in TEXTS:
            yield name, (SAMPLES / f"{name}.txt").read_bytes(), True, (f"--workload={name}",)

    def test_damaged_files_end_in_one_line_or_in_a_run(self):
        first = int(os.environ.get("INC_SEED", 1))
        formats = list(self.formats())
        refused = dict.fromkeys(range(len(formats)), 0)
        count = int(os.environ.get("INC_ITERATIONS", 140))
        for seed in range(first, first + count):
            number = seed % len(formats)
            name, data, is_text, arguments = formats[number]
            self.save(name, damage(data, is_text, random.Random(seed)))
            ended = self.start("--data=virtual", "--scheme=ring", *arguments)
            self.save("t.3.et", self.traces[3])
            if ended is None:
                continue
            status, said = ended
            which = f"INC_SEED={seed} {arguments}: {said}"
            self.assertIn(status, (0, 1, 2), which)
            if status == 2:
                refused[number] += 1
                self.assertRegex(said, LINE, which)
        print("INC_SEED", first, "refused by format", refused)
        self.assertTrue(count < 100 or all(refused.values()), refused)


class Hostile(LittleMemory):
    def write(self, *ranks):
        chakra.write(os.path.join(self.folder, "h"), ranks)
        return "--workload=h"

    def test_values_that_no_memory_holds_are_refused(self):
        for kind, scheme in ((chakra.ALLREDUCE, "ring"), (chakra.ALLGATHER, "ring"),
                             (chakra.ALLTOALL, "inc")):  # fmt: skip
            workload = self.write(*[[chakra.collective(1, kind, 1 << 39)]] * RANKS)
            self.assert_refused("--data=virtual", workload, f"--scheme={scheme}")
        self.assert_refused("--size=1TiB: allreduce of 8 ranks has values of", "--size=1TiB")
        text = SAMPLES / "inc-simai-llama.txt"  # one of its layers has 13.5 GB of gradients
        self.assertIn(self.start(f"--workload={text}", "--scheme=ring", "--data=virtual"),
                      [None, (0, "")])  # fmt: skip

    def test_what_expands_without_end_is_refused(self):
        self.save("h.0.et", gzip.compress(bytes(200_000_000), 9))
        self.assert_refused("h.0.et", "--workload=h")
        node = chakra.field(1, 5) + chakra.field(3, 4)
        many = (chakra.varint(len(node)) + node) * 2_000_000
        self.save("h.0.et", gzip.compress(chakra.trace([]) + many, 9))
        self.assert_refused("two nodes have the id 5", "--workload=h")

    def test_depth_without_end_is_refused(self):
        self.save("g.json", b"[" * 2_000_000)
        self.assert_refused("g.json", "--workload=t", "--groups=g.json")
        self.save("g.json", b'{"a": ' + b"[" * 1_000_000 + b"]" * 1_000_000 + b"}")
        self.assert_refused("g.json", "--workload=t", "--groups=g.json")

    def test_a_chain_of_many_nodes_runs(self):
        chain = [chakra.node(i, chakra.COMPUTE, data=[i - 1] if i else [], duration=1)
                 for i in range(100_000)]  # fmt: skip
        self.assertEqual(self.start(self.write(chain)), (0, ""))


if __name__ == "__main__":
    unittest.main(argv=["test-inc-sim-damaged.py"])
