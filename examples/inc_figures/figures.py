# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The table of the figures: what each compares, over which values, and what the paper prints.

Only this file knows about single figures. The code that runs points, stores results, computes
means and draws works for all figures alike.
"""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Series:
    """A planner with its options, and arguments for its instances."""

    label: str
    algorithm: str  # name of the planner in inc-plan
    options: tuple = ()  # arguments of the planner
    instance: tuple = ()  # arguments of the generator, added to those of the figure
    random: bool = True  # False if instance and planner are deterministic


@dataclass(frozen=True)
class Panel:
    """One diagram of a figure."""

    quantity: str  # the quantity on the y axis: "rate" or "solve_ms"
    label: str
    logarithmic: bool = False
    band: tuple = ()  # (lowest, highest, legend) of a range that the paper prints


@dataclass(frozen=True)
class Figure:
    """One figure of a paper, or a figure of our own that explains one."""

    name: str
    title: str
    kind: str  # kind of the instance: "cluster" or "edge"
    x_label: str
    xs: tuple  # pairs of a value on the x axis and the generator's arguments for it
    series: tuple
    picture: str  # "violins", "lines" or "bars"
    # the paper's rates in Gb/s by (x, label of the series)
    printed: dict = field(default_factory=dict)
    remark: str = ""  # what the paper states in words, without a number
    panels: tuple = (Panel("rate", "throughput (Gb/s)"),)


def steps(argument, values):
    """Return the x values if one argument of the generator takes one value after another."""
    return tuple((value, (f"--{argument}={value}",)) for value in values)


# ---- ATRO ---------------------------------------------------------------------------------------

ATRO = Series("ATRO", "atro", random=False)
LEAF_SPINE = ("--topology=leaf-spine",)
FAT_TREE = ("--topology=fat-tree",)


def on_both(name, algorithm):
    return (
        Series(f"{name}, leaf-spine", algorithm, instance=LEAF_SPINE),
        Series(f"{name}, fat-tree", algorithm, instance=FAT_TREE),
    )


ATRO_SERIES = (ATRO, *on_both("ARO", "aro"), *on_both("PARING", "paring"), *on_both("SPAR", "spar"))

# Section IV-B states how many times the others' rates ATRO's 50 Gb/s is.
ATRO_RATIOS = {"ARO": (3.77, 9.67), "PARING": (7.06, 15.2), "SPAR": (6.17, 6.73)}


def printed_ratios(x):
    printed = {(x, "ATRO"): 50}
    for name, (leaf_spine, fat_tree) in ATRO_RATIOS.items():
        printed[x, f"{name}, leaf-spine"] = round(50 / leaf_spine, 2)
        printed[x, f"{name}, fat-tree"] = round(50 / fat_tree, 2)
    return printed


WORKERS = steps("workers", range(60, 91, 5))
AGGREGATORS = steps("aggregators", range(11))
SOLVE_TIME = Panel("solve_ms", "solve time (ms)", logarithmic=True)

ATRO_FIGURES = (
    Figure(
        "atro-3",
        "ATRO, figure 3: 90 workers, 4 aggregators of 20 switches",
        "cluster",
        "workers",
        steps("workers", [90]),
        ATRO_SERIES,
        "violins",
        printed=printed_ratios(90),
    ),
    Figure(
        "atro-4",
        "ATRO, figure 4: over the number of workers, 4 aggregators",
        "cluster",
        "workers",
        WORKERS,
        ATRO_SERIES,
        "lines",
        printed={**{(x, "ATRO"): 100 for x in range(60, 81, 5)}, **printed_ratios(90)},
        remark="ATRO falls from 100 to 50 Gb/s somewhere above 80 workers; the others are drawn, "
        "not printed",
    ),
    Figure(
        "atro-5",
        "ATRO, figure 5: over the number of aggregators, 90 workers",
        "cluster",
        "aggregators",
        AGGREGATORS,
        ATRO_SERIES,
        "lines",
        printed={(4, "ATRO"): 33, (6, "ATRO"): 100},
        remark="all gain by more aggregators, ATRO most",
    ),
    Figure(
        "atro-times",
        "ATRO, section IV-B: solve times over the number of workers, 4 aggregators",
        "cluster",
        "workers",
        WORKERS,
        ATRO_SERIES,
        "lines",
        remark="Gurobi takes 2 to 330 s for ATRO's instances",
        panels=(
            Panel(
                "solve_ms",
                SOLVE_TIME.label,
                logarithmic=True,
                band=(2e3, 330e3, "ATRO by Gurobi, as printed"),
            ),
        ),
    ),
)

# ---- EINA ---------------------------------------------------------------------------------------

# Two seconds prove nearly all optimal real-valued rates; the other plans are feasible and have a
# bound.
SHORT = ("--timeLimit=2",)
EINA = Series("EINA", "eina", SHORT, instance=("--integerRates=0",))
EINA_INTEGER = Series("EINA, integer rates", "eina")
ATP = Series("ATP", "atp")
ATP_ROOT = Series("ATP, root forwards", "atp", ("--rootAggregates=0",))
GRID = Series("GRID", "grid", ("--timeLimit=300",))  # its linear relaxation takes longest
RR = Series("RR", "rr")
AWAY = Series("EINA, away from home", "eina-away", SHORT, instance=("--integerRates=0",))
EINA_SERIES = (EINA, EINA_INTEGER, ATP, ATP_ROOT, GRID, RR, AWAY)


def printed_rates(x, eina, grid, atp, rr):
    """Return the printed rates of one x; the parameters have the order of the paper's table."""
    return {(x, "EINA"): eina, (x, "GRID"): grid, (x, "ATP"): atp, (x, "RR"): rr}


def ranges(argument, lows, width):
    """Return the x values if one argument of the generator takes one range after another. x is the
    lower end of its range."""
    return tuple((low, (f"--{argument}={low}:{low + width}",)) for low in lows)


FIVE_WORKERS = tuple(
    (x, (*arguments, "--workers=5")) for x, arguments in steps("aggregators", range(10, 36, 5))
)
CAPACITIES = range(100, 501, 100)


def capacity_figure(letter, argument, words):
    return Figure(
        f"eina-2{letter}",
        f"EINA, figure 2{letter}: over {words}, 2 PSs, 12 aggregators",
        "edge",
        f"{words} from x to x + 100 Gb/s",
        ranges(argument, CAPACITIES, 100),
        EINA_SERIES,
        "lines",
        remark="drawn, not printed: EINA and RR gain by capacity, GRID and ATP level off",
    )


# Figures 2e and 2f with links as the bottleneck: 15 aggregators, 5 workers each.
NARROW_SERIES = (EINA, ATP, GRID, RR)
NARROW = ("--aggregators=15", "--workers=5")


def narrow_figure(letter, argument, values, remark):
    return Figure(
        f"eina-2{letter}-narrow",
        f"EINA, figure 2{letter} with narrow links: 2 PSs, 15 aggregators, 5 workers each",
        "edge",
        f"{argument} (Gb/s)",
        tuple((value, (*NARROW, f"--{argument}={value}")) for value in values),
        NARROW_SERIES,
        "lines",
        remark=remark,
    )


def large(parameter_servers):
    """Return the figure for EINA, section IV-B, figure 3: 50 aggregators, 10 of them without
    workers."""
    return (
        f"--ps={parameter_servers}",
        "--aggregators=50",
        "--empty=10",
        "--capacity=200:400",
        "--ingress=200:400",
        "--egress=200:400",
    )


EINA_FIGURES = (
    Figure(
        "eina-1",
        "EINA, figure 1: five workers, four aggregators, one PS",
        "edge",
        "workers",
        ((5, ("--figure1=1",)),),
        tuple(
            Series(s.label, s.algorithm, s.options)
            for s in EINA_SERIES
            if s is not EINA_INTEGER  # its only integer rate here is 0
        ),
        "violins",
        printed={
            (5, "EINA"): 0.5,
            (5, "ATP, root forwards"): 0.4,
            (5, "GRID"): 0.333,
            (5, "RR"): 0.333,
        },
    ),
    Figure(
        "eina-2a",
        "EINA, figure 2a: over the number of parameter servers, 12 aggregators",
        "edge",
        "parameter servers",
        steps("ps", range(1, 6)),
        EINA_SERIES,
        "lines",
        printed={
            **printed_rates(1, 20.3, 5.88, 9.9, 16.72),
            **printed_rates(5, 19.9, 25.32, 19.9, 17.23),
        },
    ),
    Figure(
        "eina-2b",
        "EINA, figure 2b: over the number of aggregators, 2 PSs, 5 to 10 workers each",
        "edge",
        "aggregators",
        steps("aggregators", range(10, 36, 5)),
        EINA_SERIES,
        "lines",
        printed={
            **printed_rates(15, 39.4, 33.72, 20.53, 30.41),
            **printed_rates(20, 7.84, 8.95, 7.84, 8.53),
            **printed_rates(25, 7.84, 8.95, 7.84, 8.53),
        },
    ),
    Figure(
        "eina-2b-five",
        "EINA, figure 2b with 5 workers each: where the paper's numbers belong",
        "edge",
        "aggregators",
        FIVE_WORKERS,
        EINA_SERIES,
        "lines",
        printed={
            **printed_rates(15, 39.4, 33.72, 20.53, 30.41),
            **printed_rates(30, 39.4, 18.04, 13, 28.42),
        },
        remark="at 30 aggregators, what the paper prints for 30 to 35 workers",
    ),
    Figure(
        "eina-2c",
        "EINA, figure 2c: over the workers of an aggregator, 2 PSs, 12 aggregators",
        "edge",
        "workers from x to x + 5",
        ranges("workers", range(5, 31, 5), 5),
        EINA_SERIES,
        "lines",
        printed={
            **printed_rates(10, 39.2, 37.04, 39, 29.23),
            **printed_rates(30, 39.4, 18.04, 13, 28.42),
        },
        remark="as printed; 7.84, 8.95, 7.84 and 8.53, printed on figure 2b, belong to 30",
    ),
    capacity_figure("d", "capacity", "aggregation capacity"),
    capacity_figure("e", "ingress", "ingress"),
    capacity_figure("f", "egress", "egress"),
    narrow_figure(
        "e",
        "ingress",
        range(10, 51, 10),
        "EINA and RR go on gaining by ingress",
    ),
    narrow_figure(
        "f",
        "egress",
        (10, 20, 40, 70, 100, 200, 400),
        "GRID and ATP gain by egress at first and level off; EINA gains most over both where links "
        "are limited",
    ),
    Figure(
        "eina-3",
        "EINA, figure 3: integer rates against real ones, 50 aggregators, 10 of them empty",
        "edge",
        "parameter servers",
        ((2, large(2)), (4, large(4))),
        EINA_SERIES,
        "bars",
        remark="integer rates lose at most 8.11 % and are found at most 15.57 times as fast",
        panels=(Panel("rate", "throughput (Gb/s)"), SOLVE_TIME),
    ),
)

FIGURES = {figure.name: figure for figure in (*ATRO_FIGURES, *EINA_FIGURES)}


@dataclass(frozen=True)
class Gain:
    """A claim of a paper: "up to N times" the value of another series."""

    title: str
    over: str  # prefix of the labels of the series in the numerator
    under: str  # prefix of the labels of the series in the denominator
    kind: str  # prefix of the names of the figures to search
    printed: str
    quantity: str = "rate"
    narrow: bool = False  # True: search only the figures with narrow links; False: only the others


GAINS = (
    Gain("ATRO over ARO", "ATRO", "ARO", "atro", "10.4 (abstract), 17.4 (section IV)"),
    Gain("ATRO over PARING", "ATRO", "PARING", "atro", "22.1 (abstract), 24.8 (section IV)"),
    Gain("ATRO over SPAR", "ATRO", "SPAR", "atro", "14.0 (abstract), 10.6 (section IV)"),
    Gain("EINA over ATP", "EINA", "ATP", "eina", "3.02"),
    Gain("EINA over GRID", "EINA", "GRID", "eina", "3.45"),
    Gain("EINA over ATP, narrow links", "EINA", "ATP", "eina", "3.02", narrow=True),
    Gain("EINA over GRID, narrow links", "EINA", "GRID", "eina", "3.45", narrow=True),
    Gain("EINA, real over integer rates", "EINA", "EINA, integer rates", "eina-3",
         "1.09 (8.11 % lost)"),
    Gain("EINA, solve time of real over integer rates", "EINA", "EINA, integer rates", "eina-3",
         "15.57", "solve_ms"),
)  # fmt: skip
