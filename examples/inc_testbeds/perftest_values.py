# Copyright (c) 2026 The inc authors
#
# SPDX-License-Identifier: GPL-2.0-only
"""Values of case 12: those predicted before, and those measured."""

# Before calibration: what the wire allows, or a time without what is outside of the model. By row.
PREDICTED = {
    "1 WRITE: 2 KiB": 31.3246,  # Gb/s, ±10 %
    "1 WRITE: 4 KiB": 31.4449,  # Gb/s, ±5 %
    "1 WRITE: 16 KiB": 31.5357,  # Gb/s, ±5 %
    "1 WRITE: 64 KiB": 31.5584,  # Gb/s, ±5 %
    "1 WRITE: 1 MiB": 31.5674,  # Gb/s, ±5 %
    "1 SEND: 2 KiB": 31.5661,  # Gb/s, ±10 %
    "1 SEND: 4 KiB": 31.5661,  # Gb/s, ±5 %
    "1 SEND: 16 KiB": 31.5661,  # Gb/s, ±5 %
    "1 SEND: 64 KiB": 31.5661,  # Gb/s, ±5 %
    "1 SEND: 1 MiB": 31.5678,  # Gb/s, ±5 %
    "1 READ: 2 KiB": 31.5054,  # Gb/s, ±10 %
    "1 READ: 4 KiB": 31.5054,  # Gb/s, ±5 %
    "1 READ: 16 KiB": 31.5509,  # Gb/s, ±5 %
    "1 READ: 64 KiB": 31.5623,  # Gb/s, ±5 %
    "1 READ: 1 MiB": 31.5676,  # Gb/s, ±5 %
    "3 SEND: 2 KiB": 23.1455,  # Gb/s, ±10 %
    "3 SEND: 4 KiB": 23.1455,  # Gb/s, ±5 %
    "3 SEND: 16 KiB": 23.1455,  # Gb/s, ±5 %
    "3 SEND: 64 KiB": 23.1455,  # Gb/s, ±5 %
    "3 SEND: 1 MiB": 23.1462,  # Gb/s, ±5 %
    "6 WRITE: 2 KiB": 91.9162,  # Gb/s, ±10 %
    "6 WRITE: 4 KiB": 92.2474,  # Gb/s, ±5 %
    "6 WRITE: 16 KiB": 92.4974,  # Gb/s, ±5 %
    "6 WRITE: 64 KiB": 92.5601,  # Gb/s, ±5 %
    "6 WRITE: 1 MiB": 92.5834,  # Gb/s, ±5 %
    "9 WRITE: 2 KiB": 195.774,  # Gb/s, ±10 %
    "9 WRITE: 4 KiB": 197.842,  # Gb/s, ±5 %
    "9 WRITE: 16 KiB": 198.417,  # Gb/s, ±5 %
    "9 WRITE: 64 KiB": 198.561,  # Gb/s, ±5 %
    "9 WRITE: 1 MiB": 198.631,  # Gb/s, ±5 %
    "10 WRITE: 2 KiB": 195.774,  # Gb/s, ±10 %
    "10 WRITE: 4 KiB": 197.842,  # Gb/s, ±5 %
    "10 WRITE: 16 KiB": 198.417,  # Gb/s, ±5 %
    "10 WRITE: 64 KiB": 198.561,  # Gb/s, ±5 %
    "10 WRITE: 1 MiB": 198.631,  # Gb/s, ±5 %
    "14 WRITE, host memory: 2 KiB": 381.683,  # Gb/s, ±10 %
    "14 WRITE, host memory: 4 KiB": 390.576,  # Gb/s, ±5 %
    "14 WRITE, host memory: 16 KiB": 391.697,  # Gb/s, ±5 %
    "14 WRITE, host memory: 64 KiB": 391.978,  # Gb/s, ±5 %
    "18 WRITE, DC: 2 KiB": 95.4253,  # Gb/s, ±10 %
    "18 WRITE, DC: 4 KiB": 97.6488,  # Gb/s, ±5 %
    "18 WRITE, DC: 16 KiB": 97.9289,  # Gb/s, ±5 %
    "18 WRITE, DC: 64 KiB": 97.9992,  # Gb/s, ±5 %
    "18 WRITE, DC: 1 MiB": 98.0324,  # Gb/s, ±5 %
    "19 SEND: 2 KiB": 96.1421,  # Gb/s, ±10 %
    "19 SEND: 4 KiB": 98.0227,  # Gb/s, ±5 %
    "19 SEND: 16 KiB": 98.0227,  # Gb/s, ±5 %
    "19 SEND: 64 KiB": 98.0227,  # Gb/s, ±5 %
    "19 SEND: 1 MiB": 98.0339,  # Gb/s, ±5 %
    "21 SEND: 2 KiB": 98.6428,  # Gb/s, ±10 %
    "21 SEND: 4 KiB": 99.3062,  # Gb/s, ±5 %
    "21 SEND: 16 KiB": 99.3062,  # Gb/s, ±5 %
    "21 SEND: 64 KiB": 99.3062,  # Gb/s, ±5 %
    "21 SEND: 1 MiB": 99.3175,  # Gb/s, ±5 %
    "26 WRITE: 2 KiB": 97.8884,  # Gb/s, ±10 %
    "26 WRITE: 4 KiB": 98.9224,  # Gb/s, ±5 %
    "26 WRITE: 16 KiB": 99.2099,  # Gb/s, ±5 %
    "26 WRITE: 64 KiB": 99.2821,  # Gb/s, ±5 %
    "26 WRITE: 1 MiB": 99.316,  # Gb/s, ±5 %
    "7 WRITE: 64 KiB": 92.5601,  # Gb/s, ±5 %
    "7 READ: 64 KiB": 92.5705,  # Gb/s, ±5 %
    "7 SEND: 64 KiB": 92.5811,  # Gb/s, ±5 %
    "23 WRITE: 64 KiB": 397.109,  # Gb/s, ±5 %
    "23 READ: 64 KiB": 397.157,  # Gb/s, ±5 %
    "23 SEND: 64 KiB": 397.205,  # Gb/s, ±5 %
    "25 WRITE: 1 MiB": 52.9868,  # Gb/s, ±5 %
    "25 READ: 1 MiB": 52.9868,  # Gb/s, ±5 %
    "25 SEND: 1 MiB": 52.9868,  # Gb/s, ±5 %
    "31 WRITE: 1 MiB": 196.064,  # Gb/s, ±5 %
    "31 READ: 1 MiB": 196.065,  # Gb/s, ±5 %
    "1 WRITE latency: 512 B": 0.808,  # us, ±10 %, calibrates
    "1 WRITE latency: 2 B": 0.062,  # us, ±10 %
    "1 WRITE latency: 4 KiB": 1.943,  # us, ±10 %
    "1 WRITE latency: 16 KiB": 5.057,  # us, ±10 %
    "1 WRITE latency: 64 KiB": 17.513,  # us, ±10 %
    "1 WRITE latency: 1 MiB": 266.633,  # us, ±10 %
    "1 SEND latency: 512 B": 0.804,  # us, ±10 %, calibrates
    "1 SEND latency: 2 B": 0.062,  # us, ±10 %
    "1 SEND latency: 4 KiB": 1.939,  # us, ±10 %
    "1 SEND latency: 16 KiB": 5.053,  # us, ±10 %
    "1 SEND latency: 64 KiB": 17.509,  # us, ±10 %
    "1 SEND latency: 1 MiB": 266.629,  # us, ±10 %
    "1 READ latency: 512 B": 0.805,  # us, ±10 %, calibrates
    "1 READ latency: 2 B": 0.613,  # us, ±10 %
    "1 READ latency: 4 KiB": 1.941,  # us, ±10 %
    "1 READ latency: 16 KiB": 5.055,  # us, ±10 %
    "1 READ latency: 64 KiB": 17.511,  # us, ±10 %
    "1 READ latency: 1 MiB": 266.631,  # us, ±10 %
    "9 WRITE latency: 512 B": 0.967,  # us, ±10 %, calibrates
    "9 WRITE latency: 2 B": 0.028,  # us, ±10 %
    "9 WRITE latency: 4 KiB": 1.245,  # us, ±10 %
    "9 WRITE latency: 16 KiB": 1.74,  # us, ±10 %
    "9 WRITE latency: 64 KiB": 3.719,  # us, ±10 %
    "9 WRITE latency: 1 MiB": 43.31,  # us, ±10 %
    "4 SEND latency: 1 KiB, MTU 1024": 0.74,  # us, ±10 %, calibrates
    "4 SEND latency: 32 B, MTU 256": 0.034,  # us, ±10 %
    "4 SEND latency: 4 KiB, MTU 256": 0.961,  # us, ±10 %
    "4 SEND latency: 32 KiB, MTU 256": 3.506,  # us, ±10 %
    "4 SEND latency: 32 B, MTU 1024": 0.034,  # us, ±10 %
    "4 SEND latency: 4 KiB, MTU 1024": 0.992,  # us, ±10 %
    "4 SEND latency: 32 KiB, MTU 1024": 3.349,  # us, ±10 %
    "4 SEND latency: 32 B, MTU 4096": 0.034,  # us, ±10 %
    "4 SEND latency: 4 KiB, MTU 4096": 1.217,  # us, ±10 %
    "4 SEND latency: 32 KiB, MTU 4096": 3.527,  # us, ±10 %
    "30 switch: raw Ethernet, difference of round trips": 0.496,  # us, ±10 %
    "30 switch: TCP/IP, difference of round trips": 0.496,  # us, ±10 %
    "16 WRITE: 1 MiB, application": 12.2536,  # GB/s, ±5 %
    "16 WRITE: 1 MiB, bytes counted": 12.4273,  # GB/s, ±5 %
    "16 WRITE: 1 MiB, packets of data": 2.9916,  # M/s, ±5 %
    "16 WRITE: frame of 0 B, bytes counted": 74,  # B, ±5 %
    "16 WRITE: frame of 1 B, bytes counted": 78,  # B, ±5 %
    "14 AllGather: 256 MiB": 2741.91,  # us, ±5 %
    "14 AllGather: 1024 MiB": 10967.6,  # us, ±5 %
    "14 AllGather: 8192 MiB": 87741.2,  # us, ±5 %
}

# By measurement and size in bytes, with path MTU and size, or by name; in the units of the rows.
MEASURED = {
    "1 WRITE": {256: 10.8418, 2048: 29.8371, 4096: 30.2975, 16384: 30.6396, 65536: 30.5027,
        1048576: 30.7536},
    "1 SEND": {256: 10.3102, 2048: 28.1186, 4096: 29.3465, 16384: 30.3755, 65536: 30.6455,
        1048576: 30.7203},
    "1 READ": {256: 12.9419, 2048: 27.5002, 4096: 29.6111, 16384: 30.7823, 65536: 30.7859,
        1048576: 30.7641},
    "3 SEND": {256: 4.51, 2048: 22.54, 4096: 22.96, 16384: 23.1, 65536: 23.13, 1048576: 23.15},
    "6 WRITE": {1024: 39, 2048: 68.3, 4096: 85.62, 16384: 87.69, 65536: 88.08, 1048576: 83.78},
    "9 WRITE": {1024: 21.0281, 2048: 41.4386, 4096: 86.246, 16384: 171.993, 65536: 190.544,
        1048576: 195.424},
    "10 WRITE": {1024: 44.46, 2048: 88.77, 4096: 156.59, 16384: 196.57, 65536: 196.75,
        1048576: 196.8},
    "14 WRITE, host memory": {1024: 25.65, 2048: 49.38, 4096: 80.69, 16384: 280.96,
        65536: 381.41},
    "18 WRITE, DC": {1024: 47.17, 2048: 82.79, 4096: 96.65, 16384: 97.34, 65536: 97.5,
        1048576: 97.56},
    "19 SEND": {1024: 22.64, 2048: 44.89, 4096: 84.23, 16384: 98.08, 65536: 98.14,
        1048576: 97.93},
    "21 SEND": {1024: 35.9714, 2048: 71.4563, 4096: 95.9721, 16384: 96.6876, 65536: 95.0584,
        1048576: 96.5599},
    "26 WRITE": {1024: 30.9, 2048: 53.34, 4096: 86.35, 16384: 98.2, 65536: 98.32,
        1048576: 98.38},
    "7 WRITE": {65536: 92.6419},
    "7 READ": {65536: 88.7898},
    "7 SEND": {65536: 93.2472},
    "23 WRITE": {65536: 392.34},
    "23 READ": {65536: 328.61},
    "23 SEND": {65536: 390.549},
    "25 WRITE": {1048576: 55.86},
    "25 READ": {1048576: 55.97},
    "25 SEND": {1048576: 55.88},
    "31 WRITE": {1048576: 195.397},
    "31 READ": {1048576: 195.474},
    "1 WRITE latency": {512: 2.04, 2: 0.98, 4096: 3.74, 16384: 7.08, 65536: 19.97,
        1048576: 275.4},
    "1 SEND latency": {512: 2.05, 2: 1.07, 4096: 3.77, 16384: 6.92, 65536: 20.08,
        1048576: 275.47},
    "1 READ latency": {512: 2.32, 2: 1.99, 4096: 4.02, 16384: 7.19, 65536: 20, 1048576: 275.04},
    "9 WRITE latency": {512: 2.96, 2: 1.87, 4096: 3.85, 16384: 4.39, 65536: 6.76,
        1048576: 46.92},
    "4 SEND latency": {(1024, 1024): 1.52, (256, 32): 0.83, (256, 4096): 2.26,
        (256, 32768): 4.56, (1024, 32): 0.82, (1024, 4096): 2.25, (1024, 32768): 4.57,
        (4096, 32): 0.83, (4096, 4096): 2.28, (4096, 32768): 4.57},
    "30 switch": {"raw Ethernet": 0.538, "TCP/IP": 0.543},
    "16 WRITE": {"1 MiB, application": 12.3, "1 MiB, bytes counted": 12.4876,
        "1 MiB, packets of data": 3.00612, "frame of 0 B, bytes counted": 74,
        "frame of 1 B, bytes counted": 78},
    "14 AllGather": {"WRITE of 1 MiB, GPU memory": 140.29, 268435456: 4526, 1073741824: 17261,
        8589934592: 133370},
}  # fmt: skip
