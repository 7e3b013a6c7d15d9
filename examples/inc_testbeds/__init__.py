# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Published testbeds, simulated: what ./inc testbeds is made of."""
