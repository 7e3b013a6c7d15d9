# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""The figures of the papers on ATRO and EINA: what inc-figures.py consists of."""
