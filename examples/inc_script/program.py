# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What every script's main() runs in: output that is lost is told."""

import os
import sys


def run_program(script, main):
    """Call main() and return its exit status, or 2 if standard output cannot be written.

    Python would write the rest at its own end: with a traceback, and another status.
    """
    if sys.stdout is None:  # it is closed: whatever is printed is refused
        sys.stdout = open(os.devnull, encoding="utf-8")
    status = None
    try:
        try:
            status = main()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if status != 2:  # main() has not complained
            said = " ".join(str(error.strerror or error).split())
            print(f"{script}: {error.filename or 'standard output'}: {said}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # nothing is left to be said
        return 2
    return status
