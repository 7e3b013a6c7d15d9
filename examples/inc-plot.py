#!/usr/bin/python3
# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
r"""Draw and compare what inc wrote:

./inc plot FILE… [PICTURE] [--names=A,B,…] [OPTIONS]      files of one kind, in one picture
./inc plot --links RESULT.json… [PICTURE] [--row=N]       networks with the use of their links
./inc plot --loads RESULT.json… [PICTURE] [--row=N]       how loads of links are distributed
./inc plot DIR X Y[,Y…] [PICTURE] [--log=AXES] [--band=95]

Several files are drawn over each other; --names=A,B,… sets their names in the legend, which are by
default the names of the files. PICTURE ends with .png, .pdf or .svg, which sets its format; by
default it has the name of the first file.

RESULT.json (--output). One size: time and algorithm bandwidth, with the closed-form bound. Several
    sizes: both over size. Flows: completion times, balance over equal-cost paths and reordering.
    Servers of several GPUs: the bandwidth, and the bytes in and between servers. Several jobs: the
    ends of the first and the last job, and the balance. A workload: when the collective of each
    layer ran, and how much of it no computation hid (exposed time).
SERIES.csv (--series). A panel for each metric over one time axis: rates, queues and so on.
    --of=PATTERN,… chooses objects by OBJECT/METRIC; by default those with the largest values.
    --log=y. --percentiles=50,95,99,100 prints percentiles of the levels (queued_bytes, …) over
    the whole time, or over a --window=BEGIN:END (us).
FLOWS.csv (--flowTable). The cumulative distribution of completion times, and slowdowns as violins
    by decade of size. --log=x, y or xy.
--links, --loads (--stats). The first draws each network, its links coloured by the utilisation of
    the busier direction. The second draws the cumulative distribution over the links between
    switches, a line for each row. --row=N chooses the row; without it --links draws row 0 of each
    file and --loads draws all rows.
DIR of ./inc sweep. Columns Y of results.csv over parameter X, a panel each: a line through the
    means for each combination of the other parameters, with bars from the least to the most over
    the seeds; --band=95 or 0.95 draws the confidence interval of the mean as a band (Student).
    If values of X are words, the panel has bars. Points without a number are marked and reported.
Exit status: 0 drawn; 2 bad arguments or files, one line on standard error and nothing written.
"""

import sys

sys.dont_write_bytecode = True

from inc_plot import flows, links, results, runs, series, sweep  # noqa: E402
from inc_script import pictures  # noqa: E402
from inc_script.pictures import PlotError, require  # noqa: E402
from inc_script.program import run_program  # noqa: E402

USAGE = "FILE… [PICTURE.png]"
SWITCHES = ("--links", "--loads")
KINDS = {
    "results": ({}, results.make),
    "series": (series.OPTIONS, series.make),
    "flows": (flows.OPTIONS, flows.make),
    "--links": (links.OPTIONS, links.make),
    "--loads": (links.OPTIONS, links.make_loads),
}


def draw(words):
    switches = [word for word in words if word in SWITCHES]
    require(len(switches) < 2, f"{' '.join(switches)}: accepted: one of them, once")
    words = [word for word in words if word not in SWITCHES]
    names = [word for word in words if not word.startswith("-")]
    if not switches and names and runs.kind_of(names[0]) == "sweep":
        pictures.save(*sweep.make(*pictures.split(words, sweep.OPTIONS, sweep.USAGE)))
        return
    paths, picture = runs.split_names(names, USAGE)
    given = next((word.partition("=")[2] for word in words if word.startswith("--names=")), None)
    all_runs, kind = runs.runs_of(paths, given)
    known, make = KINDS[switches[0] if switches else kind]
    _, options = pictures.split(words, known | {"names": "A,B,…"}, USAGE)
    pictures.save(make(all_runs, options), picture)


def main(words):
    if "--help" in words or "-h" in words:
        print(__doc__.strip())
        return 0
    try:
        draw(words)
    except (PlotError, OSError) as error:
        print(f"inc-plot.py: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(run_program("inc-plot.py", lambda: main(sys.argv[1:])))
