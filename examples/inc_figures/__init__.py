# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Modules of inc-figures.py, which makes the figures of the papers on ATRO and EINA."""
