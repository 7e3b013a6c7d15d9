#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Make the figures of the papers on ATRO and EINA again: ./inc figures [--NAME=VALUE]...

--out=DIR       folder of the results; by default inc-figures
--only=NAME,... make these figures only; by default all
--runs=30       number of seeds for figures with random instances
--jobs=N        planners that run at a time; by default one for each processor
--list          print the names of the figures, one a line, and do nothing else

DIR gets a table and a picture of each figure, inc-NAME.csv and inc-NAME.png. Two tables set our
values beside the papers': inc-figures-printed.csv the numbers that they print, and
inc-figures-gains.csv their largest gains; both also appear as text on standard output.
inc-figures-points.jsonl has a line for each finished point. A call does not run these points
again, so an interrupted call continues where it stopped.
Without ./inc: inc-figures.py BIN [--NAME=VALUE]..., where BIN is the folder of the built programs.
Exit status: 0 done; 1 a point failed; 2 bad arguments or files, one line on standard error.
"""

import os
import signal
import subprocess
import sys

sys.dont_write_bytecode = True

from inc_figures import campaign, figures, points, store, tables  # noqa: E402
from inc_script import files  # noqa: E402
from inc_script.arguments import ArgumentError, Selection  # noqa: E402
from inc_script.program import run_program  # noqa: E402


def finish(figure, rows, folder):
    """Write the table, the picture and the comparison of one figure."""
    from inc_figures import pictures

    base = os.path.join(folder, f"inc-{figure.name}")
    files.write_text(base + ".csv", tables.figure_csv(figure, rows))
    files.write(base + ".png", lambda path: pictures.draw(figure, rows, path))
    print(tables.comparison(figure, rows), flush=True)


def make_figures(program, arguments):
    os.makedirs(arguments.out, exist_ok=True)
    path = os.path.join(arguments.out, "inc-figures-points.jsonl")
    results = store.Store(path, files.version())
    failed = 0
    drawn = []
    try:
        for name in arguments.only:
            figure = figures.FIGURES[name]
            wanted = [point for _, _, point in points.points_of(figure, arguments.runs)]
            print(f"inc-figures.py: {figure.title}", file=sys.stderr)
            failed += campaign.run_missing(program, wanted, results, arguments.jobs)
            rows = tables.rows_of(figure, arguments.runs, results)
            if rows:
                finish(figure, rows, arguments.out)
                drawn.append((figure, rows))
        printed = os.path.join(arguments.out, "inc-figures-printed.csv")
        files.write_text(printed, tables.printed_csv(drawn))
        gains = tables.gains_csv(figures.GAINS, drawn)
        files.write_text(os.path.join(arguments.out, "inc-figures-gains.csv"), gains)
        print(f"# the papers' largest gains\n{tables.gains_text(gains)}", flush=True)
    finally:
        results.close()
    if failed:
        print(f"inc-figures.py: {failed} points failed", file=sys.stderr)
    return 1 if failed else 0


def main(words):
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    try:
        if not words or words[0].startswith("-"):
            raise ArgumentError("BIN: missing; accepted: the folder of the built programs")
        arguments = Selection(words[1:], "inc-figures", "figure", figures.FIGURES, ("runs", 30))
        if arguments.list:
            for figure in figures.FIGURES.values():
                print(f"{figure.name:14} {figure.title}")
            return 0
        program = os.path.join(words[0], "inc-plan")
        if not os.access(program, os.X_OK):
            raise ArgumentError(f"BIN: no inc-plan in {words[0]}; accepted: the folder of the "
                                "built programs")  # fmt: skip
        signal.signal(signal.SIGTERM, signal.default_int_handler)
        return make_figures(program, arguments)
    except (ArgumentError, store.StoreError) as error:
        print(f"inc-figures.py: {error}", file=sys.stderr)
        return 2
    except (OSError, ImportError, subprocess.SubprocessError) as error:
        print(f"inc-figures.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("inc-figures.py: interrupted; the same call goes on", file=sys.stderr)
        return 130


if __name__ == "__main__":
    sys.exit(run_program("inc-figures.py", lambda: main(sys.argv[1:])))
