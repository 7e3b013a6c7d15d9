#!/usr/bin/python3
#
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only

"""Breaks one rule of the protocol's code at a time, and checks that the tests of this rule fail.

Usage: inc_mutations.py [--only=NAME,...] [--list]

Works in a copy of the checkout, build/mutations; the first run builds it. Prints a row of a
reStructuredText table for each rule: the tests, and how many of them failed. Exits 1 if no test
failed, or if the code to break no longer exists.
"""

import argparse
import dataclasses
import os
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COPY = os.path.join(TOP, "build", "mutations")
BUILD = "build"  # folder in the copy
PARTS = ["CMakeLists.txt", "VERSION", "LICENSE", "src", "test", "examples", "scratch", "doc"]
TESTS = ("inc-unit-tests", "inc-test-runner")
TIMEOUT = 300  # seconds for one set of tests, because a broken rule may make a test hang
WIDTHS = (26, 62, 10)


@dataclasses.dataclass(frozen=True)
class Mutation:
    """A broken rule: one passage of a file, replaced."""

    name: str
    file: str
    before: str
    after: str
    tests: tuple  # filters of GoogleTest, or names of suites


SCHEDULES = ("IncSchedules.*", "IncTreeState*.*")
POOLS = ("inc-pool", "inc-pool-races", "inc-pool-random")
MUTATIONS = [
    Mutation("no-bitmap", "aggregation/inc-tree-state.h",
             "return isIn ? Outcome::DUPLICATE : Outcome::ADDED;", "return Outcome::ADDED;",
             SCHEDULES),
    Mutation("stale-bitmap", "aggregation/inc-slot-pool.cc",
             "    round.whole = 0;\n", "", SCHEDULES),
    Mutation("not-all", "aggregation/inc-tree-state.cc",
             ": round.whole == m_all;", ": round.whole != 0;", SCHEDULES),
    Mutation("one-version", "aggregation/inc-slot-pool.cc",
             "mode == IncSlotMode::SHADOW ? 2 * slots : slots", "slots", SCHEDULES),
    Mutation("slot-only", "aggregation/inc-slot-pool.h",
             "round.sequence == static_cast<uint64_t>(sequence) ?",
             "round.sequence >= static_cast<uint64_t>(sequence) ?", SCHEDULES),
    Mutation("too-early", "aggregation/inc-slot-pool.cc",
             "isOver = round.state == IncSlotRound::State::DONE ||", "isOver = true ||", SCHEDULES),
    Mutation("unsigned-id", "aggregation/inc-sequence.h",
             "IncMessageId::Diff(messageId, ToMessageId(m_newest))",
             "(static_cast<int64_t>(messageId) - static_cast<int64_t>(ToMessageId(m_newest)))",
             ("IncTreeState*.*", "inc-slots", "inc-repairs")),
    Mutation("no-repair", "aggregation/inc-tree.cc",
             "    if (!frame.inc.Has(IncHeader::RETRANSMITTED))\n", "    if (true)\n", SCHEDULES),
    Mutation("no-epoch-at-switch", "aggregation/inc-tree-admission.cc",
             "frame.hasInc && frame.inc.epoch != config.epoch", "false",
             ("inc-admission", "inc-manager-recovery")),
    Mutation("no-epoch-at-worker", "aggregation/inc-client-admission.cc",
             "frame.inc.epoch != m_config.epoch", "false",
             ("inc-admission", "inc-manager-recovery")),
    Mutation("no-key-at-worker", "aggregation/inc-client-admission.cc",
             "frame.reth.rkey != m_hot.key", "false", ("inc-admission",)),
    Mutation("no-fence", "control/inc-client-agent.cc",
             "    client.Suspend();\n", "",
             ("inc-manager-recovery", "inc-manager-faults", "inc-manager-states")),
    Mutation("agree-on-largest", "control/inc-managed-group-recovery.cc",
             "uint64_t next = UINT64_MAX;\n    for (const auto& [address, report] : m_reports)\n"
             "    {\n        next = std::min(next, report.next);",
             "uint64_t next = 0;\n    for (const auto& [address, report] : m_reports)\n"
             "    {\n        next = std::max(next, report.next);",
             ("IncManagedGroup.*", "inc-manager-recovery")),
    Mutation("ready-too-early", "control/inc-queue-pair-exchange.cc",
             "each.first.treeId != treeId || each.second.remote",
             "true || each.second.remote", ("inc-manager-faults",)),
    Mutation("passing-round-adds", "aggregation/inc-tree-state.cc",
             "    if (round->IsPassing())\n", "    if (false)\n", POOLS),
    Mutation("part-lost", "aggregation/inc-tree-cells.cc",
             "        m_tree.SendPart(round, flags);\n", "", POOLS),
    Mutation("part-is-whole", "aggregation/inc-tree.cc",
             "Create<IncSharedBitString>(state.SeenOf(round))", "config.sets.front().bits", POOLS),
    Mutation("overlap-added", "aggregation/inc-tree-state.cc",
             "        return Outcome::OVERLAP;\n    }\n    round.seen |= bits;",
             "    }\n    round.seen |= bits;", POOLS),
    Mutation("switch-never-asks", "aggregation/inc-tree.cc",
             "    return config.cells.isShared &&\n", "    return false &&\n", POOLS),
    Mutation("repetition-added", "aggregation/inc-tree-state.h",
             "return m_asksEachTime &&", "return false &&", POOLS),
    Mutation("asks-twice", "aggregation/inc-tree-state.cc",
             " && !bits.Intersects(round->sentUp)", "", POOLS),
    Mutation("cells-leak", "aggregation/inc-cell-pool.cc",
             "    if (cell.place < m_shared)\n", "    if (false)\n", ("IncCellPool.*", *POOLS)),
]


def copy_checkout():
    """Update the copy. An unchanged file keeps its time, so that ninja does not compile it
    again."""
    wanted = set()
    for part in PARTS:
        path = os.path.join(TOP, part)
        walk = os.walk(path) if os.path.isdir(path) else [(TOP, [], [part])]
        for folder, folders, names in walk:
            folders[:] = [name for name in folders if name != "__pycache__"]
            for name in names:
                source = os.path.join(folder, name)
                target = os.path.join(COPY, os.path.relpath(source, TOP))
                wanted.add(target)
                write(target, read(source))
    for folder, _, names in os.walk(COPY):
        if not folder.startswith(os.path.join(COPY, "build")):
            for name in names:
                if os.path.join(folder, name) not in wanted:
                    os.remove(os.path.join(folder, name))


def read(path):
    with open(path, "rb") as file:
        return file.read()


def write(path, content):
    if not os.path.exists(path) or read(path) != content:
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as file:
            file.write(content)


def run(*command, **more):
    return subprocess.run(command, cwd=COPY, stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", check=False, **more)  # fmt: skip


def build(*targets):
    """Return the compiler's errors, or an empty text."""
    environment = {"CCACHE_BASEDIR": COPY, "CCACHE_NOHASHDIR": "1", **os.environ}
    steps = [("ninja", "-C", BUILD, *targets)]
    if not os.path.exists(os.path.join(COPY, BUILD, "build.ninja")):
        steps.insert(0, ("cmake", "-G", "Ninja", "-S", ".", "-B", BUILD,
                         "-DCMAKE_BUILD_TYPE=Release"))  # fmt: skip
    for step in steps:
        done = run(*step, env=environment)
        if done.returncode != 0:
            return done.stdout[-2000:] + done.stderr[-2000:]
    return ""


def passes(test):
    """Return whether a filter of GoogleTest, or a suite, passes; a hang is a failure."""
    command = (f"{BUILD}/bin/inc-test-runner", f"--suite={test}")
    if "." in test:
        command = (f"{BUILD}/bin/inc-unit-tests", f"--gtest_filter={test}")
    try:
        done = run(*command, timeout=TIMEOUT)
    except subprocess.TimeoutExpired:
        return False
    if "." in test and re.search(r"Running 0 tests", done.stdout):
        raise SystemExit(f"inc_mutations.py: there is no test {test}")
    return done.returncode == 0


def line(*cells):
    return "  ".join(cell.ljust(width) for cell, width in zip(cells, WIDTHS)).rstrip()


def find(mutation):
    """Break the rule in the copy; return the names of the tests that fail."""
    path = os.path.join(COPY, "src", mutation.file)
    whole = read(path).decode()
    if whole.count(mutation.before) != 1:
        return None
    write(path, whole.replace(mutation.before, mutation.after).encode())
    try:
        # The tests load the library, so only code in headers needs them to be compiled again.
        errors = build(*(TESTS if mutation.file.endswith(".h") else ["inc"]))
        if errors:
            print(errors, file=sys.stderr)
            return None
        return [test for test in mutation.tests if not passes(test)]
    finally:
        write(path, whole.encode())


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--only", default="")
    parser.add_argument("--list", action="store_true")
    arguments = parser.parse_args()
    names = [name for name in arguments.only.split(",") if name]
    chosen = [mutation for mutation in MUTATIONS if not names or mutation.name in names]
    if arguments.list:
        print("\n".join(mutation.name for mutation in MUTATIONS))
        return 0
    if len(chosen) < len(names):
        print(f"inc_mutations.py: --only={arguments.only}: see --list", file=sys.stderr)
        return 2
    if not shutil.which("ninja"):
        print("inc_mutations.py: no ninja: ./inc test installs it", file=sys.stderr)
        return 2
    copy_checkout()
    errors = build(*TESTS)
    sound = {test for mutation in chosen for test in mutation.tests}
    broken = sorted(test for test in sound if errors or not passes(test))
    if errors or broken:
        print(f"inc_mutations.py: fails as it is: {errors or ', '.join(broken)}", file=sys.stderr)
        return 1
    rule = line(*("=" * width for width in WIDTHS))
    print(rule, line("Rule", "Tests that failed", "Of"), rule, sep="\n", flush=True)
    missed = 0
    for mutation in chosen:
        failed = find(mutation)
        missed += not failed
        what = "not there any more" if failed is None else ", ".join(failed) or "none"
        print(line(mutation.name, what, str(len(mutation.tests))), flush=True)
    print(rule)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
