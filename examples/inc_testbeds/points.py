# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Measured values and simulated ones side by side."""

import statistics

PRINTED = "printed"
FIGURE = "read off a figure"
COMPUTED = "computed"
CALIBRATED = "calibrated"  # a parameter was chosen for it, or it is an input: it does not judge
NOT_JUDGED = "not judged"


class Within:
    """The simulated value differs by no more than a share of the measured one; `below`: another
    share for smaller values."""

    def __init__(self, share, below=None):
        self._share = share
        self._below = share if below is None else below

    def __str__(self):
        above = f"{100 * self._share:g} %"
        return f"±{above}" if self._below == self._share else f"-{100 * self._below:g} to +{above}"

    def limits(self, measured):
        return measured * (1 - self._below), measured * (1 + self._share)


class Near:
    """The simulated value differs by no more than so much."""

    def __init__(self, difference):
        self._difference = difference

    def __str__(self):
        return f"±{self._difference:g}"

    def limits(self, measured):
        return measured - self._difference, measured + self._difference


class AtLeast:
    """What was measured is a bound from below."""

    def __str__(self):
        return "at least"

    def limits(self, measured):
        return measured, float("inf")


class AtMost:
    """What was measured is a bound from above."""

    def __str__(self):
        return "at most"

    def limits(self, measured):
        return float("-inf"), measured


class AtMostAbove:
    """The simulation is a bound: the measured value is not above it, and below it by no more than a
    share of it."""

    def __init__(self, share):
        self._share = share

    def __str__(self):
        return f"bound, -{100 * self._share:g} %"

    def limits(self, measured):
        return measured, measured / (1 - self._share)


class Point:
    """A value that a source says, and what the simulations of several seeds say."""

    def __init__(self, label, unit, measured, read, simulated, band=None, note=""):
        """measured: None where the source has none; read: PRINTED, FIGURE or COMPUTED; simulated: a
        value for each seed; band: None where it is not judged; note: CALIBRATED or nothing."""
        self.label = label
        self.unit = unit
        self.measured = measured
        self.read = read
        self.samples = list(simulated)
        self.simulated = statistics.median(self.samples)
        self.band = band
        self.note = note
        self.before = None  # value of a former model, if it stands beside this one

    def difference(self):
        """As text: relative, or absolute where the band is."""
        if self.measured is None:
            return ""
        if isinstance(self.band, Near):
            return f"{self.simulated - self.measured:+.3f}"
        return f"{100 * (self.simulated / self.measured - 1):+.1f} %"

    def verdict(self):
        """'yes', 'no', CALIBRATED, NOT_JUDGED or, without a measured value, ''."""
        if self.measured is None:
            return ""
        if self.note == CALIBRATED:
            return CALIBRATED
        if self.band is None:
            return NOT_JUDGED
        low, high = self.band.limits(self.measured)
        return "yes" if low <= self.simulated <= high else "no"


def digits(value):
    """Four significant digits, without an exponent."""
    if value is None:
        return ""
    text = f"{value:.4g}"
    return f"{value:.0f}" if "e" in text else text
