# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What inc-plot.py consists of: a module for each kind of file that it draws.

Each has make(runs, options), which returns a figure, and OPTIONS, by name what is accepted.
"""
