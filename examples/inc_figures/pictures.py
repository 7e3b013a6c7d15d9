# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Draws the figures with matplotlib: our values in colours, the paper's printed numbers hollow."""

from inc_script.pictures import pyplot

COLOURS = ("#0072B2", "#56B4E9", "#E69F00", "#D55E00", "#009E73", "#CC79A7", "#999999")
MARKS = "osD^vP*"
WIDTH, HEIGHT = 7.5, 4.2  # size of one panel in inches
PAPER = "as printed in the paper"


def colour_of(figure, label):
    labels = [series.label for series in figure.series]
    return COLOURS[labels.index(label) % len(COLOURS)]


def rows_by_series(figure, rows):
    """Return (label, rows in the order of x) of each series that has rows."""
    for series in figure.series:
        own = [row for row in rows if row.series == series.label]
        if own:
            yield series.label, own


def draw_lines(axes, figure, rows, panel):
    """Draw the centre of each series over x as a line, and its range as a band."""
    for i, (label, own) in enumerate(rows_by_series(figure, rows)):
        xs = [row.x for row in own]
        colour = colour_of(figure, label)
        values = [row.values(panel.quantity) for row in own]
        axes.plot(xs, [row.centre(panel.quantity) for row in own], marker=MARKS[i % len(MARKS)],
                  markersize=5, color=colour, label=label)  # fmt: skip
        axes.fill_between(xs, [min(v) for v in values], [max(v) for v in values], color=colour,
                          alpha=0.12, linewidth=0)  # fmt: skip
        if panel.quantity == "rate":
            paper = [(row.x, row.printed) for row in own if row.printed is not None]
            for x, printed in paper:
                axes.plot(x, printed, marker=MARKS[i % len(MARKS)], markersize=10,
                          color=colour, fillstyle="none", linestyle="none")  # fmt: skip
    axes.set_xlabel(figure.x_label)
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(alpha=0.3)


def draw_violins(axes, figure, rows, panel):
    """Draw how the runs of each series spread, with the mean in red, as figure 3 of ATRO does."""
    groups = list(rows_by_series(figure, rows))
    highest = max(max(row.values(panel.quantity)) for row in rows)
    for i, (label, (row, *_)) in enumerate(groups):
        values, centre = row.values(panel.quantity), row.centre(panel.quantity)
        if min(values) < max(values):
            body = axes.violinplot(values, [i], widths=0.8, showextrema=False)["bodies"][0]
            body.set_color(colour_of(figure, label))
        else:
            axes.bar(i, centre, width=0.6, color=colour_of(figure, label), alpha=0.4)
        axes.hlines(centre, i - 0.3, i + 0.3, colors="red")
        top = max(*values, centre, row.printed or 0)
        axes.text(i, top + 0.04 * highest, f"{centre:.3g}", ha="center", size=9)
        if row.printed is not None:
            axes.plot(i, row.printed, "D", color="black", fillstyle="none", markersize=8)
    axes.set_xticks(range(len(groups)))
    axes.set_xticklabels([label.replace(", ", "\n", 1) for label, _ in groups], size=8)
    axes.set_ylim(0, 1.12 * highest)


def draw_bars(axes, figure, rows, panel):
    """Draw a group of bars at each x."""
    groups = list(rows_by_series(figure, rows))
    xs = [x for x, _ in figure.xs]
    width = 0.8 / len(groups)
    for i, (label, own) in enumerate(groups):
        places = [xs.index(row.x) + (i - (len(groups) - 1) / 2) * width for row in own]
        heights = [row.centre(panel.quantity) for row in own]
        axes.bar(places, heights, width=0.9 * width, color=colour_of(figure, label), label=label)
    axes.set_xticks(range(len(xs)))
    axes.set_xticklabels([str(x) for x in xs])
    axes.set_xlabel(figure.x_label)
    axes.grid(axis="y", alpha=0.3)


PICTURES = {"lines": draw_lines, "violins": draw_violins, "bars": draw_bars}


def draw(figure, rows, path):
    """Draw a figure and write it to path."""
    plt = pyplot()
    count = len(figure.panels)
    drawing, panels = plt.subplots(1, count, figsize=(WIDTH + 3.5 * (count - 1), HEIGHT),
                                   squeeze=False)  # fmt: skip
    for axes, panel in zip(panels[0], figure.panels):
        PICTURES[figure.picture](axes, figure, rows, panel)
        axes.set_ylabel(panel.label)
        if panel.logarithmic:
            axes.set_yscale("log")
        elif figure.picture != "violins":
            axes.set_ylim(bottom=0)
        if panel.band:
            low, high, legend = panel.band
            axes.axhspan(low, high, color="black", alpha=0.15, label=legend)
    legend_on = panels[0][-1]
    if any(row.printed is not None for row in rows):
        legend_on.plot([], [], "D", color="black", fillstyle="none", markersize=8, label=PAPER)
    legend_on.legend(frameon=False, fontsize=8, loc="upper left", bbox_to_anchor=(1, 1))
    drawing.suptitle(figure.title, size=11)
    drawing.tight_layout()
    drawing.savefig(path, format="png", dpi=90)
    plt.close(drawing)
