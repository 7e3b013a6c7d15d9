#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""The manual agrees with the programs and the tests, and Sphinx makes HTML of it."""

import importlib.util
import json
import pathlib
import re
import resource
import subprocess
import sys
import unittest

sys.dont_write_bytecode = True

from inc_folder_case import FolderCase  # noqa: E402

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
DOC = CHECKOUT / "doc"


def read_page(name):
    return (DOC / f"{name}.rst").read_text(encoding="utf-8")


def read_fields(page, marker):
    """Return the first column of the simple table that follows a comment."""
    table = page.split(f".. {marker}\n\n", 1)[1]
    rows = re.split(r"(?m)^=[= ]+\n", table)[2]
    return [row.split()[0] for row in rows.splitlines() if row and row[0] != " "]


class ManualTest(FolderCase):
    def make(self):
        """Make the manual with the programs that ./inc doc builds, and no others."""
        manual = ["/usr/bin/python3", DOC / "inc-manual.py"]
        asked = subprocess.run([*manual, "--programs"], capture_output=True, text=True, check=True)
        programs = self.top / "bin"
        programs.mkdir()
        for name in asked.stdout.split():
            (programs / name).symlink_to(BIN / name)
        return subprocess.run([*manual, programs, self.top / "m"], capture_output=True, text=True,
                              timeout=250, check=False)

    def check_classes(self, index):
        """Check that every class declared in a header of the documented rooms has a page of
        doxygen."""
        rooms = re.search(r"INPUT += ((?:.*\\\n)*.*)", (DOC / "inc-doxygen.conf").read_text())[1]
        pages = set(re.findall(r"<name>ns3::(\w+)</name>", index))
        declared = set()
        for room in rooms.replace("\\", "").split():
            for header in (CHECKOUT / room).glob("inc-*.h"):
                text = header.read_text(encoding="utf-8")
                declared |= set(re.findall(r"(?m)^(?:class|struct) (Inc\w+)(?: final)?(?: :.*)?$", text))
        self.assertGreater(len(declared), 150)
        self.assertEqual(declared - pages, set())

    def simulate(self, *arguments):
        result = self.top / "result.json"
        hosts = [] if any("--hosts" in word for word in arguments) else ["--hosts=2"]
        subprocess.run([BIN / "inc-sim", "--topology=star", *hosts, "--quiet",
                        f"--output={result}", *arguments], check=True, timeout=60)
        return json.loads(result.read_text())

    def test_every_field_of_a_result_file_is_in_the_dictionary(self):
        page = read_page("inc-result")
        result = self.simulate("--size=1KiB")
        self.assertEqual(read_fields(page, "result-row"), list(result["results"][0]))
        self.assertEqual(read_fields(page, "result-simulation"), list(result["simulation"]))
        workload = self.top / "workload.txt"
        workload.write_text("a 1 1 allreduce 64 float32\n")
        row = self.simulate("--size=1KiB", "--scheme=flows")["results"][0]
        flows = read_fields(page, "result-flows")
        self.assertEqual([field for field in row if field in flows], flows)
        self.assertEqual(set(row), set(flows) | set(result["results"][0]))
        stats = self.simulate("--size=1KiB", "--stats")["results"][0]["stats"]
        self.assertEqual(read_fields(page, "result-stats"), list(stats))
        row = self.simulate("--size=1KiB", "--jobs=2")["results"][0]
        jobs = read_fields(page, "result-jobs")
        self.assertEqual([field for field in row if field in jobs], jobs)
        self.assertEqual(set(row), set(jobs) | set(result["results"][0]))
        row = self.simulate("--size=1KiB", "--control=manager")["results"][0]
        setup = read_fields(page, "result-setup")
        self.assertEqual([field for field in row if field in setup], setup)
        self.assertEqual(set(row), set(setup) | set(result["results"][0]))
        row = self.simulate(f"--workload={workload}")["results"][0]
        self.assertEqual(read_fields(page, "result-layer"), list(row["layers"][0]))
        prefix = CHECKOUT / "test/reference/workloads/chakra/inc-all_reduce_4npus_1MB"
        row = self.simulate(f"--workload={prefix}", "--hosts=4")["results"][0]
        execution = read_fields(page, "result-execution")
        self.assertEqual([field for field in row if field in execution], execution)
        self.assertEqual(set(row), set(execution) | set(result["results"][0]))

    def test_every_test_that_the_manual_names_is_there(self):
        page = read_page("inc-validation")
        units = "".join(path.read_text(encoding="utf-8")
                        for path in (CHECKOUT / "test/unit").glob("*-test.cc"))
        named = re.findall(r"``(inc-[a-z0-9-]+)``: \*([^*]+)\*", page)
        self.assertGreater(len(named), 20)
        for suite, title in named:
            path = CHECKOUT / f"test/suites/{suite}-test-suite.cc"
            # Titles may be wrapped in the source.
            text = re.sub(r'"\s*\n\s*"', "", path.read_text(encoding="utf-8"))
            self.assertIn(title, text, suite)
        for suite, test in re.findall(r"``([A-Z]\w+)\.([A-Z]\w+)``", page):
            self.assertRegex(units, rf"TEST\w*\(\s*{suite},\s*{test}\)")
        for script in re.findall(r"``cli-([a-z-]+)``", page):
            self.assertTrue((CHECKOUT / f"test/cli/test-{script}.py").exists(), script)

    def test_no_number_is_still_to_be_filled_in(self):
        for page in [*DOC.glob("*.rst"), *CHECKOUT.glob("*.md")]:
            self.assertNotRegex(page.read_text(encoding="utf-8"), "@[A-Z0-9]+@", page.name)

    def test_no_merge_left_its_marks(self):
        for page in [*DOC.glob("*.rst"), *CHECKOUT.glob("*.md")]:
            self.assertNotRegex(page.read_text(encoding="utf-8"),
                                r"(?m)^(<{7} .*|>{7} .*|={7})$", page.name)

    def test_every_method_that_the_manual_names_is_there(self):
        headers = [path.read_text(encoding="utf-8")
                   for path in (CHECKOUT / "src").glob("*/inc-*.h")]
        for page in DOC.glob("*.rst"):
            content = page.read_text(encoding="utf-8")
            for name in re.findall(r"``(Inc\w+)(?:\(\))?``", content):
                self.assertTrue(any(re.search(rf"\b{name}\b", text) for text in headers),
                                f"{page.name}: {name}")
            named = re.findall(r"``(Inc\w+)::(\w+)\(\)``", content)
            for kind, method in named:
                text = [text for text in headers
                        if re.search(rf"(?m)^(class|struct) {kind}\b[^;]*$", text)]
                self.assertEqual(len(text), 1, f"{page.name}: {kind}")
                self.assertRegex(text[0], rf"\b{method}\(", page.name)

    def test_the_class_diagrams_name_classes_and_are_drawn(self):
        declared = set()
        for header in (CHECKOUT / "src").glob("*/inc-*.h"):
            declared |= set(re.findall(r"(?m)^(?:class|struct)(?: alignas\(\d+\))? (Inc\w+)[^;]*$",
                                       header.read_text(encoding="utf-8")))
        diagrams = list((DOC / "figures").glob("inc-*.dot"))
        self.assertEqual(len(diagrams), 2)
        for diagram in diagrams:
            named = set(re.findall(r"\bInc\w+", diagram.read_text(encoding="utf-8")))
            drawn = diagram.with_suffix(".svg").read_text(encoding="utf-8")
            self.assertEqual(named - declared, set(), diagram.name)
            self.assertEqual(named, set(re.findall(r">(?:[^<]*\b)?(Inc\w+)\b[^<]*</text>", drawn)),
                             diagram.name)

    def test_the_tables_have_all_that_the_programs_know(self):
        self.make()  # Sphinx may be missing, and its output is not checked
        for program in ("inc-sim", "inc-bench"):
            table = (self.top / f"m/source/{program}-arguments.inc").read_text()
            told = subprocess.run([BIN / program, "--help-all"], capture_output=True, text=True,
                                  check=True).stdout
            arguments = re.findall(r"(?m)^  (--\w+)  \[(.*)\]$", told)
            self.assertGreater(len(arguments), 5)
            rows = re.findall(r"   \* - ``(.*)``\n     - ``(.*)``\n", table)
            self.assertEqual(rows, arguments)
        told = subprocess.run([BIN / "inc-plan", "--help"], capture_output=True, text=True,
                              check=True).stdout
        text = (self.top / "m/source/inc-plan-arguments.inc").read_text()
        self.assertEqual([line for line in told.splitlines() if line not in text], [])
        sources = "".join(path.read_text() for path in (CHECKOUT / "src").glob("*/inc-*.cc"))
        table = (self.top / "m/source/inc-traces.inc").read_text()
        headers = table.count("   * - Source")
        self.assertEqual(table.count("   * - ") - headers, sources.count(".AddTraceSource("))
        # The test suite inc-config-paths looks up the paths above the tables.
        suite = (CHECKOUT / "test/suites/inc-config-paths-test-suite.cc").read_text()
        suite = suite.replace('QUEUE_PAIRS + "', '"/NodeList/*/$ns3::IncRdmaNic/QueuePairs/*')
        paths = re.findall(r"\*\*ns3::\w+\*\*, by ``(.*)``", table)
        self.assertEqual([path for path in paths if f'"{path}"' not in suite], [])
        self.assertGreater(len(paths), 5)
        table = (self.top / "m/source/inc-attributes.inc").read_text()
        attributes = re.findall(r'\.AddAttribute\(\s*"(\w+)"', sources)
        self.assertEqual([name for name in attributes if f"``{name}``" not in table], [])

    @unittest.skipUnless(importlib.util.find_spec("sphinx"), "no python3-sphinx")
    def test_sphinx_makes_html_without_a_warning(self):
        result = self.make()
        self.assertEqual((result.returncode, result.stderr), (0, ""), result.stderr)
        page = (self.top / "m/html/inc.html").read_text(encoding="utf-8")
        self.assertIn("Model Description", page)
        self.check_classes((self.top / "m/xml/index.xml").read_text(encoding="utf-8"))
        self.assertIn("--slotMode", (self.top / "m/html/inc-sim.html").read_text())
        self.check_first_page(page)
        self.check_no_page_moves_sideways()
        self.check_map((self.top / "m/doxygen/index.html").read_text(encoding="utf-8"))
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        self.assertLess(used.ru_utime + used.ru_stime, 60)

    def check_first_page(self, page):
        """Check for a picture, five entries for readers, the pages in four groups, and a search
        field."""
        self.assertIn("url=inc.html", (self.top / "m/html/index.html").read_text())
        before = page.partition("Model Description</h2>")[0].rpartition("<body>")[2]
        self.assertIn("<img", before)
        ways = re.search(r"(?s)Five ways in.*?</table>", before)[0]
        self.assertEqual(len(re.findall('<tr class="row', ways)), 5)
        self.assertEqual(len(set(re.findall(r'href="(inc-[\w-]+\.html)"', ways))), 5)
        captions = re.findall('<span class="caption-text">(Start|Concepts|Reference|Results)<', page)
        self.assertEqual(captions[-4:], ["Start", "Concepts", "Reference", "Results"])
        self.assertTrue((self.top / "m/html/searchindex.js").exists())

    def check_no_page_moves_sideways(self):
        """Check that tables and listings scroll by themselves, and that nothing else has a width in
        pixels."""
        style = (self.top / "m/html/_static/inc-manual.css").read_text(encoding="utf-8")
        for wide in ("table.docutils", "pre"):
            self.assertRegex(style, rf"div\.body {wide} {{[^}}]*overflow-x: auto")
        self.assertRegex(style, r"code span\.pre {[^}]*white-space: normal")
        self.assertRegex(style, r"div\.document, .*{ max-width: \d+px; width: auto")
        for path in (self.top / "m/html").glob("inc*.html"):
            text = path.read_text(encoding="utf-8")
            self.assertIn('href="_static/inc-manual.css"', text, path.name)
            self.assertIn('class="search"', text, path.name)
            self.assertNotRegex(text, r'<(?:img|object)[^>]*width: \d+px', path.name)

    def check_map(self, page):
        """Check that the first page of the classes shows each room and links to its classes."""
        rooms = re.findall(r"(?m)^\| `(\w+)` \|", (CHECKOUT / "CONTRIBUTING.md").read_text())
        self.assertGreater(len(rooms), 15)
        self.assertEqual(set(rooms) - {"compat"} - set(re.findall(r"<code>(\w+)</code>", page)), set())
        linked = set(re.findall(r'href="classns3_1_1(\w+)\.html"', page))
        self.assertLess({"IncSwitch", "IncAggregator", "IncAggregationManager"}, linked)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
