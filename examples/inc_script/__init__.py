# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""What the scripts behind ./inc figures and ./inc sweep share."""
