# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Values of case 12: those predicted before, and those measured."""

MEASURED = {}
