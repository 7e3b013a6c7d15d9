# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Shows the progress of a script on standard error."""

import sys
import time

QUIET = 10  # seconds between two lines without a terminal
BAR = 20  # width of the bar in characters


class Progress:
    """Shows progress on standard error: one line that changes on a terminal, else a line now and
    then."""

    def __init__(self, name, total):
        """Start at 0 of `total` points; `name` is the name of the script."""
        self._name = name
        self._total = total
        self._done = 0
        self._start = self._last = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def say(self, text):
        self._clear()
        print(f"{self._name}: {text}", file=sys.stderr, flush=True)

    def step(self, points=1):
        self._done += points
        now = time.monotonic()
        if now - self._last < (0.2 if self._terminal else QUIET) and self._done < self._total:
            return
        self._last = now
        left = (now - self._start) / self._done * (self._total - self._done)
        text = f"{self._done} of {self._total} points, {left:.0f} s left"
        if self._terminal:
            bar = "#" * (BAR * self._done // self._total)
            print(f"\r{self._name}: [{bar:.<{BAR}}] {text}\033[K", end="", file=sys.stderr,
                  flush=True)  # fmt: skip
        else:
            self.say(text)

    def close(self):
        self._clear()

    def _clear(self):
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
