/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * Simulates an AllReduce from the shell: in the network, by a ring and by a parameter server.
 *
 *       h0    h1        Each host has 64 KiB, then 1 MiB, of float32; links have 100 Gb/s and 1 us.
 *         \  /
 *          s0
 *         /  \
 *       h2    h3
 *
 *   ./inc run inc-sim --topology=star --hosts=4 --scheme=inc,ring,ps --size=64KiB,1MiB
 *
 * Expected output:
 *
 *   # inc-sim --hosts=4 --scheme=inc,ring,ps --size=64KiB,1MiB --topology=star
 *   # busbw is algbw times nccl-tests' factor for host algorithms: in the network it may
 *   # exceed the links' rate, so compare algbw. GB = 10^9 bytes.
 *   #
 *   #       size         count      type   redop      scheme     time   algbw   busbw  #wrong
 *   #        (B)    (elements)                                   (us)  (GB/s)  (GB/s)
 *          65536         16384   float32     sum         inc     8.00    8.19   12.29       0
 *        1048576        262144   float32     sum         inc    96.63   10.85   16.28       0
 *          65536         16384   float32     sum        ring    23.10    2.84    4.26       0
 *        1048576        262144   float32     sum        ring   140.90    7.44   11.16       0
 *          65536         16384   float32     sum          ps    27.61    2.37    3.56       0
 *        1048576        262144   float32     sum          ps   287.79    3.64    5.47       0
 *   # Out of bounds values : 0 OK
 *   # Avg bus bandwidth    : 8.83487
 *
 * inc-sim --help lists all arguments; doc/inc-sim.rst explains them.
 */

#include "inc-scenario.h"

using namespace ns3;

int
main(int argc, char* argv[])
{
    return IncScenario::Main("inc-sim", argc, argv);
}
