# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Modules of inc-plot.py, one for each kind of file that it draws.

Each module has make(runs, options), which returns a figure, and OPTIONS, which maps the name of an
option to the values that it accepts.
"""
