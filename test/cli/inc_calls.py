# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""For gdb -x: runs its program and prints which of the functions in INC_CALLS are called, in order.

A line "call NAME" for each call; functions that the program does not have are left out.
"""

import os

import gdb  # pylint: disable=import-error

CALLS = []


class Call(gdb.Breakpoint):
    """Notes that a function is called, and goes on."""

    def __init__(self, name):
        super().__init__(f"ns3::{name}")
        self.silent = True
        self.name = name

    def stop(self):
        # A function of a library begins twice: where the call goes through, and in the function.
        CALLS.append(self.name)
        return False


def main():
    for setting in ("pagination off", "confirm off", "breakpoint pending on", "debuginfod enabled off"):
        gdb.execute(f"set {setting}")
    gdb.execute("tbreak main")
    gdb.execute("run")  # libraries are there afterwards
    for name in os.environ["INC_CALLS"].split():
        Call(name)
    gdb.execute("continue")
    for name in CALLS:
        print("call", name)


main()
