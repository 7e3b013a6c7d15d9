# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Values of case 13: those predicted before, and those measured."""

# Before calibration: what the wire and the gap allow, or a time without what is outside of the model.
PREDICTED = {
    "32 SEND: 2 KiB": 132.123,  # Gb/s, ±10 %
    "32 SEND: 4 KiB": 159.827,  # Gb/s, ±5 %
    "32 SEND: 16 KiB": 187.222,  # Gb/s, ±5 %
    "32 SEND: 64 KiB": 195.604,  # Gb/s, ±5 %
    "32 SEND: 1 MiB": 198.447,  # Gb/s, ±5 %
    "33 SEND: 2 KiB": 9.05161,  # Gb/s, ±10 %
    "33 SEND: 4 KiB": 9.15274,  # Gb/s, ±5 %
    "33 SEND: 16 KiB": 9.23203,  # Gb/s, ±5 %
    "33 SEND: 64 KiB": 9.25158,  # Gb/s, ±5 %
    "33 SEND: 1 MiB": 9.25809,  # Gb/s, ±5 %
    "34 SEND: 2 KiB": 132.123,  # Gb/s, ±10 %
    "34 SEND: 4 KiB": 159.827,  # Gb/s, ±5 %
    "34 SEND: 16 KiB": 187.222,  # Gb/s, ±5 %
    "34 SEND: 64 KiB": 195.604,  # Gb/s, ±5 %
    "34 SEND: 1 MiB": 198.447,  # Gb/s, ±5 %
    "36 WRITE: 4 KiB": 23.6904,  # Gb/s, ±5 %
    "36 WRITE: 64 KiB": 24.4539,  # Gb/s, ±5 %
    "36 WRITE: 1 MiB": 24.5053,  # Gb/s, ±5 %
    "37 SEND: 2 KiB": 132.123,  # Gb/s, ±10 %
    "37 SEND: 4 KiB": 159.827,  # Gb/s, ±5 %
    "37 SEND: 16 KiB": 187.222,  # Gb/s, ±5 %
    "38 WRITE: 1 MiB": 92.5417,  # Gb/s, ±5 %
    "39 WRITE: 64 KiB": 9.24946,  # Gb/s, ±5 %
    "40 WRITE: 64 KiB": 370.257,  # Gb/s, ±5 %
    "41 SEND: 64 KiB": 53.943,  # Gb/s, ±5 %
    "42 SEND: 64 KiB": 9.79499,  # Gb/s, ±5 %
    "43 WRITE: 8 MiB": 392.054,  # Gb/s, ±5 %
    "35 SEND latency: 512 B": 1.081,  # us, ±10 %, calibrates
    "35 SEND latency: 2 B": 0.068,  # us, ±10 %
    "35 SEND latency: 4 KiB": 1.924,  # us, ±10 %
    "37 SEND latency: 512 B": 1.012,  # us, ±10 %, calibrates
    "37 SEND latency: 2 B": 0.056,  # us, ±10 %
    "37 SEND latency: 4 KiB": 1.433,  # us, ±10 %
    "37 SEND latency: 16 KiB": 1.928,  # us, ±10 %
}

# As in case 12.
MEASURED = {
    "32 SEND": {1024: 20.5169, 2048: 41.0145, 4096: 79.8715, 16384: 145.514, 65536: 170.938, 1048576: 193.754},
    "33 SEND": {256: 5.56794, 2048: 9.19693, 4096: 9.21874, 16384: 9.25062, 65536: 9.22898, 1048576: 9.23259},
    "34 SEND": {1024: 26.56, 2048: 51.75, 4096: 82.11, 16384: 87.24, 65536: 108.83, 1048576: 187.28},
    "36 WRITE": {512: 15.43, 4096: 24.4, 65536: 24.5, 1048576: 24.51},
    "37 SEND": {1024: 39.5048, 2048: 78.0234, 4096: 153.364, 16384: 197.535},
    "38 WRITE": {1048576: 92.62},
    "39 WRITE": {65536: 9.25582},
    "40 WRITE": {65536: 363.47},
    "41 SEND": {65536: 52.16},
    "42 SEND": {65536: 9.81},
    "43 WRITE": {8388608: 226.27},
    "35 SEND latency": {512: 3.2, 2: 2.38, 4096: 3.96},
    "37 SEND latency": {512: 2.16, 2: 1.6, 4096: 2.85, 16384: 3.76},
}  # fmt: skip
