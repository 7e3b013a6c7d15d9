#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""A class does not compile if a member is missing in its table of fields."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
HEADERS = pathlib.Path(sys.argv.pop(1)).resolve().parent / "include"
COMPILER = os.environ.get("CXX", "c++")
MODEL = """\
#include "inc-state-visitor.h"

{kind} Model
{{
    uint64_t sent{{0}};
    int64_t startPs{{0}};
    bool isPaused{{false}};
    {member}
    INC_FIELDS(Model, INC_COUNT(sent) + INC_TIME(startPs) + INC_UNVISITED(isPaused){entry})
}};
"""
VISIT = """
void
Visit(Model& model, ns3::IncStateVisitor& visitor)
{
    visitor.Fields(model);
}
"""
# Headers with a table of fields, and the class of the table. One class has a spare byte of padding.
CLASSES = {"inc-sequence.h": "IncSequence", "inc-client-slots.h": "IncClientSlot",
           "inc-refusal.h": "IncRefusalCounts"}  # fmt: skip


class StateFieldsTest(unittest.TestCase):
    def compile(self, source, header="", name="unused.h"):
        """Return what the compiler prints, or an empty text."""
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, name).write_text(header, encoding="utf-8")
            pathlib.Path(folder, "model.cc").write_text(source, encoding="utf-8")
            run = subprocess.run([COMPILER, "-std=c++17", "-w", "-fsyntax-only", f"-I{folder}",
                                  f"-I{CHECKOUT / 'src/recurrence'}", f"-I{HEADERS}", "model.cc"],
                                 cwd=folder, capture_output=True, text=True, timeout=120,
                                 check=False)  # fmt: skip
            self.assertEqual(run.returncode == 0, run.stderr == "", run.stderr)
            return run.stderr

    def assert_forgotten(self, printed):
        self.assertRegex(printed, r"structured binding|decomposes into")

    def model(self, kind, member="", entry=""):
        return MODEL.format(kind=kind, member=member, entry=entry) + VISIT

    def test_a_forgotten_member_does_not_compile(self):
        for kind in ("struct", "class"):
            for name, member in (("lost", "uint64_t lost{0};"), ("isLate", "bool isLate{false};"),
                                 ("other", "int& other;")):  # fmt: skip
                with self.subTest(kind=kind, member=member):
                    self.assertEqual(self.compile(self.model(kind)), "")
                    self.assert_forgotten(self.compile(self.model(kind, member)))
                    entry = f" + INC_UNVISITED({name})"
                    self.assertEqual(self.compile(self.model(kind, member, entry)), "")

    def test_an_entry_without_member_does_not_compile(self):
        self.assertIn("gone", self.compile(self.model("struct", entry=" + INC_VALUE(gone)")))

    def test_a_counter_is_one_line(self):
        counters = ("#define COUNTERS(COUNTER) COUNTER(sent, COUNT) {more}\n"
                    '#include "inc-state-visitor.h"\n'
                    "struct Model\n{{\n    COUNTERS(INC_COUNTER)\n"
                    "    INC_FIELDS(Model, COUNTERS(INC_COUNTER_ENTRY))\n}};\n")  # fmt: skip
        for more in ("", "COUNTER(lost, UNCHANGED)"):
            self.assertEqual(self.compile(counters.format(more=more) + VISIT), "")

    def test_classes_of_the_module_are_complete(self):
        for name, owner in CLASSES.items():
            with self.subTest(name=name):
                path = next((CHECKOUT / "src").glob(f"*/{name}"))
                header = path.read_text(encoding="utf-8")
                table = re.search(rf"\n( *INC_FIELDS\({owner},)", header)
                forgotten = header[:table.start(1)] + "bool forgotten;\n" + header[table.start(1):]
                source = (f'#include "ns3/inc-state-visitor.h"\n#include "{name}"\n'
                          + VISIT.replace("Model", f"ns3::{owner}"))  # fmt: skip
                self.assertEqual(self.compile(source, header, name), "")
                self.assert_forgotten(self.compile(source, forgotten, name))


if __name__ == "__main__":
    unittest.main()
