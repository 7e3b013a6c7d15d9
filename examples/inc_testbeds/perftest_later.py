# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Case 13: further tables of perftest, predicted with what case 12 has taught.

Case 12 calibrates IncQueuePair::MessageGap, and shows that a latency has one more stage that stores
whole packets. These two were added to the model, and these rules were committed, before a table of
this case was looked at:

- Rates, path MTUs, queue pairs and messages in flight are those of the source.
- As in case 12, the rate at 1 KiB (256 bytes on links below 100 Gb/s) calibrates the cost of a message,
  and a latency is shifted by its value at 512 bytes. These values do not judge. A table of one size
  has the cost of profile connectx5-100g.
- The gap is that of case 12. Bands are those of case 12.
- Latencies have a switch as the stage that stores packets, and the bus of case 12.
"""
