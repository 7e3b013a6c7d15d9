# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Runs the main() of every script and reports output that cannot be written."""

import os
import sys


def run_program(script, main):
    """Call main() and return its exit status, or 2 if standard output cannot be written.

    Without this, Python would find the failure at its own end and print a traceback.
    """
    if sys.stdout is None:  # standard output is closed: discard what is printed
        sys.stdout = open(os.devnull, encoding="utf-8")
    status = None
    try:
        try:
            status = main()
        finally:
            sys.stdout.flush()
    except OSError as error:
        if status != 2:  # main() has not reported an error yet
            said = " ".join(str(error.strerror or error).split())
            print(f"{script}: {error.filename or 'standard output'}: {said}", file=sys.stderr)
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)  # stop Python from failing again at its end
        return 2
    return status
