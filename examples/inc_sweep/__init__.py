# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Parameter sweeps: what inc-sweep.py consists of."""
