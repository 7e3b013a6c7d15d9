# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the points that are missing, several at a time."""

import concurrent.futures
import sys
import time

from . import points

QUIET = 10  # seconds between two lines where nobody watches


class Progress:
    """How far it is, on standard error: one line that changes on a terminal, else now and then."""

    def __init__(self, total):
        self._total = total
        self._done = 0
        self._start = self._last = time.monotonic()
        self._terminal = sys.stderr.isatty()

    def say(self, text):
        self._clear()
        print(f"inc-figures.py: {text}", file=sys.stderr, flush=True)

    def step(self):
        self._done += 1
        now = time.monotonic()
        if now - self._last < (0.2 if self._terminal else QUIET) and self._done < self._total:
            return
        self._last = now
        left = (now - self._start) / self._done * (self._total - self._done)
        text = f"{self._done} of {self._total} points, {left:.0f} s left"
        if self._terminal:
            print(f"\rinc-figures.py: {text}\033[K", end="", file=sys.stderr, flush=True)
        else:
            self.say(text)

    def close(self):
        self._clear()

    def _clear(self):
        if self._terminal:
            print("\r\033[K", end="", file=sys.stderr, flush=True)


def run_missing(program, wanted, store, jobs):
    """Run what the store does not have yet; the number of points that failed.

    An interruption leaves what is finished in the store.
    """
    missing = list(dict.fromkeys(point for point in wanted if store.get(point) is None))
    if not missing:
        return 0
    progress = Progress(len(missing))
    progress.say(f"{len(missing)} points to run, {jobs} at a time")
    failed = 0
    # Threads: the work is in the processes that they wait for.
    with concurrent.futures.ThreadPoolExecutor(jobs) as pool:
        futures = {pool.submit(points.run, program, point): point for point in missing}
        try:
            for future in concurrent.futures.as_completed(futures):
                try:
                    store.add(futures[future], future.result())
                except (points.PointError, OSError, ValueError, KeyError) as error:
                    failed += 1
                    progress.say(f"failed: {error}")
                progress.step()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise
    progress.close()
    return failed
