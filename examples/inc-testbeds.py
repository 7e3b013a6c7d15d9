#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Simulate published testbeds and compare with what was measured.

inc-testbeds.py BIN [--NAME=VALUE]...

  --out=DIR       where to; by default inc-testbeds
  --only=NAME,... some of the cases; by default all
  --seeds=20      random seeds, of what is random, 1 to so many
  --jobs=N        simulations at a time; by default one for each processor
  --list          print the names of the cases, a line each, and do nothing

BIN is the folder of the built programs (./inc testbeds names it). DIR gets inc-testbeds.csv, all
cases with the values of the source, the simulated ones, their differences and how the former were
read, the same as text, inc-testbeds.md, which is also standard output, a picture of all values that
are judged, inc-testbeds.png, and one of each case, inc-testbeds-NAME.png. With the cases of perftest it
gets inc-testbeds-gap.csv, their bandwidths with and without a gap between messages. The manual's page
Published testbeds says what the differences come from.
Exit status: 0 done, whatever the differences are; 1 a simulation failed; 2 bad arguments or files,
one line on standard error.
"""

import os
import signal
import sys

sys.dont_write_bytecode = True

from inc_script import files, pictures  # noqa: E402
from inc_script.arguments import ArgumentError, Selection  # noqa: E402
from inc_script.program import run_program  # noqa: E402
from inc_script.progress import Progress  # noqa: E402
from inc_testbeds import report  # noqa: E402
from inc_testbeds.cases import CASES  # noqa: E402
from inc_testbeds.simulator import RunError, Simulator  # noqa: E402

NAME = "inc-testbeds"


def compare(binaries, arguments):
    os.makedirs(arguments.out, exist_ok=True)
    pictures.pyplot()  # if it is not there, that is said before the simulations
    progress = Progress(NAME, len(arguments.only))
    simulator = Simulator(binaries, arguments.jobs)
    found = {}
    texts = []
    for name in arguments.only:
        case = CASES[name]
        found[name] = points = case.points(simulator, arguments.seeds)
        texts.append(report.as_markdown(case, name, points))
        print(texts[-1], flush=True)
        files.write(os.path.join(os.path.abspath(arguments.out), f"{NAME}-{name}.png"),
                    lambda path: report.draw(case, points, path))  # fmt: skip
        progress.step()
    progress.close()
    texts.append(report.summary(found))
    print(texts[-1], end="", flush=True)
    base = os.path.join(os.path.abspath(arguments.out), NAME)
    files.write_text(base + ".csv", report.as_csv(found))
    files.write_text(base + ".md", "\n".join(texts))
    beside = report.beside_as_csv(found)
    if beside.count("\n") > 1:
        files.write_text(base + "-gap.csv", beside)
    files.write(base + ".png", lambda path: report.draw_all(found, path))
    return 0


def main(words):
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    try:
        arguments = Selection(words[1:], NAME, "case", CASES, ("seeds", 20))
        if arguments.list:
            print("\n".join(CASES))
            return 0
        if not words or not os.access(os.path.join(words[0], "inc-sim"), os.X_OK):
            raise ArgumentError("no inc-sim in BIN; accepted: BIN [--NAME=VALUE]..., BIN the "
                                "folder of the built programs")  # fmt: skip
        return compare(words[0], arguments)
    except RunError as error:
        print(f"{NAME}: {error}", file=sys.stderr)
        return 1
    except (ArgumentError, pictures.PlotError, OSError) as error:
        print(f"{NAME}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


if __name__ == "__main__":
    sys.exit(run_program("inc-testbeds.py", lambda: main(sys.argv[1:])))
