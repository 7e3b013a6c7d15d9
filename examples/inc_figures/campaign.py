# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the missing points, several at a time."""

import concurrent.futures

from inc_script.progress import Progress

from . import points


def run_missing(program, wanted, store, jobs):
    """Run the points that the store does not have yet; return how many failed.

    After an interruption the store keeps the finished points.
    """
    missing = list(dict.fromkeys(point for point in wanted if store.get(point) is None))
    if not missing:
        return 0
    progress = Progress("inc-figures.py", len(missing))
    progress.say(f"{len(missing)} points to run, {jobs} at a time")
    failed = 0
    # Threads suffice because each only waits for a process that does the work.
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
