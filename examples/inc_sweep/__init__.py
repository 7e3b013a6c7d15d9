# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Modules of inc-sweep.py, which runs parameter sweeps."""
