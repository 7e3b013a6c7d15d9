# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""For gdb -x: runs its program and prints which of the functions in INC_CALLS are called, in order.

Prints a line "call NAME" for each call, and none for functions that the program does not have.
"""

import os

import gdb  # pylint: disable=import-error

CALLS = []


class Call(gdb.Breakpoint):
    """A breakpoint that records the call of a function and lets the program continue."""

    def __init__(self, name):
        super().__init__(f"ns3::{name}")
        self.silent = True
        self.name = name

    def stop(self):
        # A call of a library's function stops twice: in the procedure linkage table and in the
        # function.
        CALLS.append(self.name)
        return False


def main():
    for setting in ("pagination off", "confirm off", "breakpoint pending on", "debuginfod enabled off"):
        gdb.execute(f"set {setting}")
    gdb.execute("tbreak main")
    gdb.execute("run")  # after this the libraries are loaded
    for name in os.environ["INC_CALLS"].split():
        Call(name)
    gdb.execute("continue")
    for name in CALLS:
        print("call", name)


main()
