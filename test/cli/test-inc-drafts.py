#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""All that the tables of doc/inc-drafts.rst name exists: code, arguments and tests.

A row is a section, a statement, what does it, and the tests that hold it. The last two are lists of
names in double backquotes with commas between; a test may be followed by a colon and part of its
title in asterisks. Anything else in these columns is an error, and so is a section out of order.
"""

import csv
import pathlib
import re
import subprocess
import sys
import unittest

BIN = pathlib.Path(sys.argv.pop(1)).resolve()
CHECKOUT = pathlib.Path(__file__).resolve().parents[2]
HEADER = ["Section", "Statement", "Class or command", "Test"]
DRAFTS = 3
NAME = re.compile(r"``([^`]+)``(?:: \*([^*]+)\*)?(?:, |$)")


def read(path):
    return path.read_text(encoding="utf-8")


def read_tables(page):
    """The rows of each table; a line of it that is no row of four columns is an error."""
    for block in re.findall(r"\.\. csv-table::\n((?:(?:   .*)?\n)+)", page + "\n"):
        options, _, body = block.partition("\n\n")
        header = re.search(r":header: (.*)", options)[1].split(", ")
        if header != HEADER:
            raise ValueError(f"columns {header}; accepted: {HEADER}")
        rows = list(csv.reader(body.strip().splitlines(), skipinitialspace=True, strict=True))
        for row in rows:
            if len(row) != len(HEADER) or not all(map(str.strip, row)):
                raise ValueError(f"{row}: accepted: {len(HEADER)} cells with something in each")
        yield [[cell.strip() for cell in row] for row in rows]


def read_names(cell):
    """Pairs of a name and a title, or ""; the cell has nothing else."""
    names = NAME.findall(cell)
    if "".join(match[0] for match in NAME.finditer(cell)) != cell or cell.endswith(","):
        raise ValueError(f"{cell}: accepted: ``names`` with commas between")
    return names


def join_strings(text):
    """Source in which strings that are wrapped are one."""
    return re.sub(r'"\s*\n\s*"', "", text)


class Code:
    """What headers, programs and tests have."""

    def __init__(self):
        headers = [read(path) for path in (CHECKOUT / "src").glob("*/inc-*.h")]
        self.headers = [re.sub(r"//.*|/[*](?s:.*?)[*]/", "", text) for text in headers]
        self.units = "".join(map(read, (CHECKOUT / "test/unit").glob("*-test.cc")))
        self.arguments = dict(re.findall(r"(?m)^  (--\w+)  \[.*\]\n((?: {8}.*\n)+)",
                                         self.ask("--help-all")))  # fmt: skip

    @staticmethod
    def ask(argument):
        """What inc-sim answers; nothing if it refuses."""
        run = subprocess.run([BIN / "inc-sim", argument], capture_output=True, text=True,
                             check=False, timeout=60)  # fmt: skip
        return run.stdout if run.returncode == 0 else ""

    def body_of(self, kind):
        """What stands between the braces of a class, or None."""
        for text in self.headers:
            begin = re.search(rf"(?m)^(?:enum )?(?:class|struct) {kind}\b[^;{{]*{{", text)
            if begin:
                return text[begin.end():text.index("\n}", begin.end())]
        return None

    def has_function(self, name):
        return any(re.search(rf"\b{name}\(", text) for text in self.headers)

    def has_member(self, kind, member):
        """A method, a field, or an attribute."""
        body = self.body_of(kind) or ""
        if member.endswith("()"):
            return re.search(rf"\b{member[:-2]}\(", body) is not None
        return (re.search(rf"\b{member}(?:{{|;| =|,|\n)", body) is not None
                or f"--ns3::{kind}::{member}=[" in self.ask(f"--PrintAttributes=ns3::{kind}"))

    def has_argument(self, name, values):
        """Values are compared if the help lists words."""
        if name not in self.arguments:
            return False
        accepted = " ".join(self.arguments[name].split()).rpartition("Accepted: ")[2]
        accepted = re.split(r", or several| with commas", accepted)[0].strip(".")
        words = re.split(r", | or ", accepted)
        return any(" " in word for word in words) or set(values) <= set(words)

    def has_code(self, name):
        if name.startswith("--"):
            argument, _, values = name.partition("=")
            return self.has_argument(argument, values.split(",") if values else [])
        if re.fullmatch(r"inc-[a-z0-9-]+", name):
            return (CHECKOUT / f"examples/{name}.cc").exists() and (BIN / name).exists()
        match = re.fullmatch(r"(Inc\w+)(?:::(\w+(?:\(\))?)|(\(\)))?", name)
        if not match:
            return False
        kind, member, is_function = match.groups()
        if is_function:
            return self.has_function(kind)
        return self.has_member(kind, member) if member else self.body_of(kind) is not None

    def has_test(self, name, title):
        unit = re.fullmatch(r"(\w+)\.(\w+)", name)
        if unit:
            pattern = rf"TEST(?:_F|_P)?\(\s*{unit[1]},\s*{unit[2]}\)"
            return not title and re.search(pattern, self.units) is not None
        is_script = name.startswith("cli-")
        path = CHECKOUT / (f"test/cli/test-{name[4:]}.py" if is_script
                           else f"test/suites/{name}-test-suite.cc")
        if not path.exists():
            return False
        if is_script:
            return not title or f"    def {title}(self" in read(path)
        return title in join_strings(read(path))


class DraftsTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.code = Code()
        cls.page = read(CHECKOUT / "doc/inc-drafts.rst")
        cls.tables = list(read_tables(cls.page))

    def test_each_draft_has_a_table_in_its_order(self):
        self.assertEqual(len(self.tables), DRAFTS)
        for rows in self.tables:
            sections = [tuple(map(int, row[0].split("."))) for row in rows]
            self.assertEqual(sections, sorted(sections))
            statements = [(row[0], row[1]) for row in rows]
            self.assertEqual(len(set(statements)), len(statements), "a statement comes twice")

    def test_no_row_says_partly(self):
        for row in (row for rows in self.tables for row in rows):
            self.assertNotRegex(" ".join(row).lower(), r"\b(partly|partially|not yet|to do)\b")

    def test_what_rows_name_exists(self):
        missing = []
        for row in (row for rows in self.tables for row in rows):
            missing += [f"{row[0]}, {row[1]}: {name} {title}"
                        for name, title in read_names(row[2])
                        if title or not self.code.has_code(name)]  # fmt: skip
            missing += [f"{row[0]}, {row[1]}: {name} {title}"
                        for name, title in read_names(row[3])
                        if not self.code.has_test(name, title)]  # fmt: skip
        self.assertEqual(missing, [])

    def test_what_does_not_exist_is_found(self):
        for name in ("IncNobody", "IncNobody()", "IncClient::Nothing", "IncClient::Nothing()",
                     "IncTreeConfig::nothing", "IncAggregationManager::Nothing", "--nothing",
                     "--lastHop=nobody", "--scheme=inc,nothing", "inc-nothing", "ring"):  # fmt: skip
            self.assertFalse(self.code.has_code(name), name)
        for name in ("IncClient", "IncMaxBfrId()", "IncClient::Post()", "IncTreeConfig::abm",
                     "IncAggregationManager::Missed", "--slots", "--slots=7", "--lastHop=host",
                     "--scheme=inc,ring", "inc-vat-figure1"):  # fmt: skip
            self.assertTrue(self.code.has_code(name), name)
        for name, title in (("inc-nothing", ""), ("inc-vat", "No such title"), ("IncUdp.No", ""),
                            ("IncUdp.ReadsWhatItWrites", "a title"), ("cli-nothing", ""),
                            ("cli-inc-wire", "test_nothing")):  # fmt: skip
            self.assertFalse(self.code.has_test(name, title), name)

    def test_a_table_that_is_none_is_an_error(self):
        begin = f".. csv-table::\n   :header: {', '.join(HEADER)}\n\n"
        for page in (begin + "   1, a statement, ``IncUdp``\n",
                     begin + "   1, a statement, , ``inc-vat``\n",
                     begin + "   1, a statement, ``IncUdp``, ``inc-vat``, more\n",
                     begin.replace("Test", "Tests") + "   1, a, ``IncUdp``, ``inc-vat``\n"):
            with self.assertRaises(ValueError):
                list(read_tables(page))
        for cell in ("IncUdp", "``IncUdp`` and more", "``IncUdp``,", "``IncUdp`` ``IncBth``", ""):
            with self.assertRaises(ValueError):
                if not read_names(cell):
                    raise ValueError("no names")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
