#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Builds the manual: inc-manual.py BIN FOLDER, BIN with the built programs; --programs names those
that it asks.

FOLDER/source gets a copy of doc/ and, beside it, tables written from the programs themselves, so
that both always agree; FOLDER/html gets what Sphinx makes of them, FOLDER/doxygen the classes with
their methods, and a map of the module before them. Warnings are errors.
"""

import pathlib
import re
import shutil
import subprocess
import sys

CHECKOUT = pathlib.Path(__file__).resolve().parents[1]
MOST_CLASSES = 8  # of a room on the first page, unless the diagrams of the manual have more
PROGRAMS = ("inc-sim", "inc-bench", "inc-plan")


def ask(program, *arguments):
    """Standard output of a program that is asked about itself."""
    return subprocess.run([program, *arguments], check=True, capture_output=True,
                          text=True, encoding="utf-8").stdout


def literal(text):
    return f"``{text}``" if text else ""


def list_table(header, rows, widths):
    """A table of reStructuredText."""
    lines = [".. list-table::", "   :header-rows: 1", f"   :widths: {widths}", ""]
    for row in [header, *rows]:
        for number, cell in enumerate(row):
            lines.append(f"   {'*' if number == 0 else ' '} - {cell}".rstrip())
    return "\n".join(lines) + "\n"


def escape(text):
    """Plain text whose asterisks and underscores mean nothing."""
    return re.sub(r"([*`_|\\])", r"\\\1", text)


def plain(value):
    """An attribute's default as people write it: ns-3 prints "+1.6e+07ns" and "40000000bps"."""
    quantity = re.fullmatch(r"\+?([\d.e+]+)(ns|bps)", value)
    if not quantity:
        return value
    number, unit = float(quantity[1]), quantity[2]
    prefixes = ("ns", "us", "ms", "s") if unit == "ns" else ("bps", "kbps", "Mbps", "Gbps")
    power = 0
    while number >= 1000 and power < len(prefixes) - 1:
        number, power = number / 1000, power + 1
    return f"{number:g}{prefixes[power]}"


def parse_help(text):
    """The groups of a program's --help: (title, [(name, default, sentences)] or plain text)."""
    groups = []
    # Wrapped lines are put together again: an argument's own line has two blanks before it.
    for block in re.split(r"\n\n(?=\S.*:\n)", text)[1:]:
        title, _, body = block.partition(":\n")
        parts = re.split(r"(?m)^  (?=--\S+  \[)", body)
        if len(parts) == 1:
            groups.append((title, " ".join(body.split())))
            continue
        arguments = []
        for part in parts[1:]:
            head, _, rest = part.partition("\n")
            name, default = re.fullmatch(r"(--\S+)  \[(.*)\]", head).groups()
            arguments.append((name, default, " ".join(rest.split())))
        groups.append((title, arguments))
    return groups


def argument_tables(program):
    text = ""
    for title, content in parse_help(ask(program, "--help-all")):
        text += f"**{title}**\n\n"
        if isinstance(content, str):
            text += escape(content) + "\n\n"
            continue
        rows = []
        for name, default, sentences in content:
            help_text, _, accepted = sentences.partition(" Accepted: ")
            rows.append((literal(name), literal(default), escape(help_text),
                         escape(accepted.removesuffix("."))))
        text += list_table(("Argument", "Default", "What it is", "Accepted"), rows,
                           "16 12 38 34") + "\n"
    return text


def help_text(program):
    """What a program says of itself, as it says it."""
    lines = ask(program, "--help").splitlines()
    return ".. code-block:: text\n\n" + "".join(f"   {line}".rstrip() + "\n" for line in lines)


def attribute_tables(program):
    """Attributes of all classes of the module that have some of their own."""
    text = ""
    names = re.findall(r"ns3::\w+", ask(program, "--PrintGroup=Inc"))
    for name in names:
        answer = ask(program, f"--PrintAttributes={name}")
        rows = re.findall(rf"--{name}::(\w+)=\[(.*)\]\n +(.*)", answer)
        if rows:
            text += f"**{name}**\n\n" + list_table(
                ("Attribute", "Default", "What it is"),
                [(literal(attribute), literal(plain(default)), escape(help_text))
                 for attribute, default, help_text in rows], "26 22 52") + "\n"
    return text


def global_table(program):
    """Global values of the module."""
    rows = re.findall(r"--(Inc\w+)=\[(.*)\]\n +(.*)", ask(program, "--PrintGlobals"))
    return list_table(("Global value", "Default", "What it is"),
                      [(literal(name), literal(default), escape(help_text))
                       for name, default, help_text in rows], "26 12 62")  # fmt: skip


# AddTraceSource(name, sentence, accessor of a class's member, signature or a name for it).
TRACE_SOURCE = re.compile(r'''AddTraceSource\(\s*"(\w+)",\s*((?:"(?:[^"\\]|\\.)*"\s*)+),'''
                          r'''\s*(?:watched\()?MakeTraceSourceAccessor\(&(\w+)::\w+\)\)?,'''
                          r'''\s*"?([\w:]+)"?\)''')
# Bases that are no TypeId of their own.
BASES = {"IncPortCapture": "IncNetDevice"}
# Where Config finds the objects of a class; the suite inc-config-paths holds it.
QUEUE_PAIRS = "/NodeList/*/$ns3::IncRdmaNic/QueuePairs/*"
PATHS = {
    "IncAggregationManager": "/NodeList/*/$ns3::IncAggregationManager",
    "IncAggregator": "/NodeList/*/$ns3::IncAggregator",
    "IncBfr": "/NodeList/*/$ns3::IncBfr",
    "IncClient": "/NodeList/*/$ns3::IncClientList/Clients/*",
    "IncCongestionControl": f"{QUEUE_PAIRS}/Controller",
    "IncConnectionManager": "/NodeList/*/$ns3::IncRdmaNic/ConnectionManager",
    "IncControlEndpoint": "/NodeList/*/$ns3::IncControlEndpoint",
    "IncNetDevice": "/NodeList/*/DeviceList/*/$ns3::IncNetDevice",
    "IncPfcWatchdog": "/$ns3::IncPfcWatchdog",
    "IncQueuePair": QUEUE_PAIRS,
}
# What is on no node, and what hands it out.
HOLDERS = {
    "IncCommunicator": "IncJob::GetCommunicator()",
    "IncHostAgent": "IncHostCollective::GetAgent()",
}


def trace_table(sources):
    """Trace sources, as the classes of src/ declare them, under the path of each class."""
    rows = {}
    for path in sorted(sources.glob("*/inc-*.cc")):
        text = path.read_text(encoding="utf-8")
        for name, sentence, kind, signature in TRACE_SOURCE.findall(text):
            sentence = "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', sentence)).replace('\\"', '"')
            named = re.search(rf'\b{signature} = "([\w:]+)"', text)
            rows.setdefault(BASES.get(kind, kind), []).append(
                (literal(name), escape(sentence), literal(named[1] if named else signature)))
    text = ""
    for kind in sorted(rows):
        place = (f"by {literal(PATHS[kind])}" if kind in PATHS
                 else f"of what {literal(HOLDERS[kind])} returns")
        text += f"**ns3::{kind}**, {place}\n\n" + list_table(
            ("Source", "When", "Signature"), sorted(rows[kind]), "22 42 36") + "\n"
    return text


def write_tables(programs, folder):
    notice = ".. Written by inc-manual.py.\n\n"
    sim, bench, plan = (programs / name for name in PROGRAMS)
    for name, text in (
            ("inc-sim-arguments", argument_tables(sim)),
            ("inc-bench-arguments", argument_tables(bench)),
            ("inc-plan-arguments", help_text(plan)),
            ("inc-attributes", attribute_tables(sim)),
            ("inc-globals", global_table(sim)),
            ("inc-traces", trace_table(CHECKOUT / "src"))):
        (folder / f"{name}.inc").write_text(notice + text, encoding="utf-8")


def rooms(page):
    """Name and content of each room, from CONTRIBUTING's table of rooms."""
    return [(room, re.sub("`(.*?)`", r"<code>\1</code>", content))
            for room, content in re.findall(r"(?m)^\| `(\w+)` \| (.*?) \|", page)]


def class_map(doc, sources):
    """doxygen's main page: every room with some classes, those of the manual's diagrams first."""
    page = (CHECKOUT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    drawn = set()
    for diagram in (doc / "figures").glob("inc-*.dot"):
        drawn |= set(re.findall(r"\bInc\w+", diagram.read_text(encoding="utf-8")))
    documented = (doc / "inc-doxygen.conf").read_text(encoding="utf-8")
    lines = []
    for room, content in rooms(page):
        text = "".join(path.read_text(encoding="utf-8")
                       for path in sorted((sources / room).glob("inc-*.h")))
        names = set(re.findall(r"(?m)^(?:class|struct) (Inc\w+)[^;]*$", text))
        most = max(MOST_CLASSES, len(names & drawn))
        names = sorted(names, key=lambda name: (name not in drawn, name))[:most]
        if f"src/{room}" in documented.split():
            names = [f"\\ref ns3::{name} \"{name}\"" for name in names]
        lines.append(f"<tr><td><code>{room}</code><td>{content}<td>{', '.join(names)}\n")
    return ("/** \\mainpage Map of the module\n\n"
            "Each folder of <code>src/</code> is a room; CONTRIBUTING.md says which rooms a room includes. The "
            "list of classes, in the menu above, has all of them.\n\n"
            "<table><tr><th>Room<th>What is in it<th>Classes to begin with\n" + "".join(lines) +
            "</table>\n\n\\image html inc-data-path.svg \"The data path\"\n"
            "\\image html inc-control-plane.svg \"The control plane\"\n*/\n")


def write_classes(folder):
    """What doxygen makes of the headers; returns its warnings."""
    settings = (CHECKOUT / "doc/inc-doxygen.conf").read_text(encoding="utf-8")
    map_of_all = folder / "inc-map.dox"
    map_of_all.write_text(class_map(CHECKOUT / "doc", CHECKOUT / "src"), encoding="utf-8")
    settings += f"\nINPUT += {map_of_all}\nOUTPUT_DIRECTORY = {folder}\n"
    run = subprocess.run(["doxygen", "-"], input=settings,
                         cwd=CHECKOUT, capture_output=True, text=True, check=False)
    # What overrides a method of ns-3 is documented there.
    return [line for line in run.stderr.splitlines()
            if "warning: " in line and " override (function) " not in line]


def main():
    if sys.argv[1:] == ["--programs"]:
        print(*PROGRAMS)
        return 0
    programs, folder = map(pathlib.Path, sys.argv[1:])
    source = folder / "source"
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(CHECKOUT / "doc", source)
    shutil.copy(CHECKOUT / "VERSION", source)
    write_tables(programs, source)
    warnings = write_classes(folder)
    print("".join(f"{line}\n" for line in warnings), end="", file=sys.stderr)
    status = subprocess.run([sys.executable, "-m", "sphinx", "-W", "--keep-going", "-q", "-b", "html",
                             "-d", folder / "cache", source, folder / "html"],
                            check=False).returncode
    (folder / "html/index.html").write_text(
        '<!DOCTYPE html>\n<meta http-equiv="refresh" content="0; url=inc.html">\n', encoding="utf-8")
    return status or bool(warnings)


if __name__ == "__main__":
    sys.exit(main())
