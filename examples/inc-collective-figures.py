#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draw time over size of every collective and scheme: inc-collective-figures.py [BIN [FOLDER]]

Runs inc-sim of BIN (by default that of the release build) on a fat-tree of 16 hosts with virtual
data, and writes into FOLDER (by default doc/figures, where the manual finds them) a plot of each
collective with elements, inc-collective-NAME.png, and inc-collective-auto.csv: by size, what --scheme=auto chooses
of the algorithms over hosts, and the time of that beside the quickest one.
Exit status: 0 done; 1 a simulation failed; 2 bad arguments or files.
"""

import csv
import json
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NETWORK = ["--k=4", "--data=virtual", "--size=1KiB:16MiB:4"]

# The schemes that know a collective, the algorithms over hosts last.
SCHEMES = {
    "allreduce": ["inc", "ps", "ring", "tree", "halving-doubling"],
    "reduce": ["inc", "ps", "ring", "tree"],
    "broadcast": ["inc", "ring", "tree"],
    "allgather": ["inc", "ring", "halving-doubling"],
    "reducescatter": ["inc", "ring", "halving-doubling"],
    "alltoall": ["point-to-point"],
    "gather": ["point-to-point"],
    "scatter": ["point-to-point"],
}
NOT_OF_AUTO = ("inc", "ps")
COLUMNS = ["Collective", "Size", "auto (us)", "quickest", "(us)"]


def simulate(binaries, collective, result):
    """The rows of one collective: every size with every scheme, and with auto."""
    print(collective, file=sys.stderr)
    schemes = ",".join([*SCHEMES[collective], "auto"])
    call = [os.path.join(binaries, "inc-sim"), *NETWORK, f"--collective={collective}",
            f"--scheme={schemes}", "--quiet", f"--output={result}"]  # fmt: skip
    subprocess.run(call, check=True)
    with open(result, encoding="utf-8") as file:
        return json.load(file)["results"]


def draw(rows, picture):
    """The plot: all but auto, which is one of the others."""
    with tempfile.NamedTemporaryFile("w", suffix=".json", encoding="utf-8") as file:
        kept = [row for row in rows if row["scheme"] != "auto"]
        json.dump({"schema": "inc-result/1", "results": kept}, file)
        file.flush()
        plot = os.path.join(ROOT, "examples", "inc-plot.py")
        subprocess.run([plot, file.name, picture], check=True)


def size_text(size):
    return f"{size >> 20} MiB" if size >= 1 << 20 else f"{size >> 10} KiB"


def choices(collective, rows):
    """Lines of the table of auto."""
    lines = []
    chosen = [row for row in rows if row["scheme"] == "auto"]
    for row in chosen:
        rivals = {other["time_us"]: other["scheme"] for other in rows
                  if other["bytes"] == row["bytes"]
                  and other["scheme"] not in (*NOT_OF_AUTO, "auto")}  # fmt: skip
        best = min(rivals)
        lines.append([collective, size_text(row["bytes"]), f"{row['time_us']:.1f}", rivals[best],
                      f"{best:.1f}"])  # fmt: skip
    return lines if len(SCHEMES[collective]) > 1 else []


def make_figures(binaries, folder):
    lines = [COLUMNS]
    with tempfile.TemporaryDirectory() as scratch:
        for collective in SCHEMES:
            rows = simulate(binaries, collective, os.path.join(scratch, "r.json"))
            draw(rows, os.path.join(folder, f"inc-collective-{collective}.png"))
            lines += choices(collective, rows)
    table = os.path.join(folder, "inc-collective-auto.csv")
    with open(table, "w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(lines)


def main(arguments):
    if "--help" in arguments or "-h" in arguments:
        print(__doc__.strip())
        return 0
    binaries = arguments[0] if arguments else os.path.join(ROOT, "build", "release", "bin")
    folder = arguments[1] if len(arguments) > 1 else os.path.join(ROOT, "doc", "figures")
    if len(arguments) > 2 or not os.access(os.path.join(binaries, "inc-sim"), os.X_OK):
        print("inc-collective-figures.py: no inc-sim in " + binaries + "; accepted: "
              "[BIN [FOLDER]], BIN the folder of the built programs", file=sys.stderr)  # fmt: skip
        return 2
    os.makedirs(folder, exist_ok=True)
    try:
        make_figures(binaries, folder)
    except subprocess.CalledProcessError as error:
        print(f"inc-collective-figures.py: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
