/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-refusal.h"

namespace ns3
{

const char*
IncRefusalName(IncRefusal refusal)
{
    switch (refusal)
    {
    case IncRefusal::UNKNOWN_QP:
        return "unknown-qp";
    case IncRefusal::WRONG_SERVICE:
        return "wrong-service";
    case IncRefusal::WRONG_TREE:
        return "wrong-tree";
    case IncRefusal::STALE_EPOCH:
        return "stale-epoch";
    case IncRefusal::WRONG_SOURCE:
        return "wrong-source";
    case IncRefusal::WRONG_PORT:
        return "wrong-port";
    case IncRefusal::WRONG_RANK:
        return "wrong-rank";
    case IncRefusal::WRONG_KEY:
        return "wrong-key";
    case IncRefusal::NOT_OFFERED:
        return "not-offered";
    case IncRefusal::EMPTY_BITMAP:
        return "empty-bitmap";
    case IncRefusal::FOREIGN_BITS:
        return "foreign-bits";
    case IncRefusal::NOBODYS_BITS:
        return "nobodys-bits";
    case IncRefusal::OVERLAP:
        return "overlap";
    case IncRefusal::MISMATCH:
        return "mismatch";
    case IncRefusal::OLD_MESSAGE:
        return "old-message";
    case IncRefusal::BEYOND_WINDOW:
        return "beyond-window";
    case IncRefusal::NOT_WAITING:
        return "not-waiting";
    case IncRefusal::FORGED:
        return "forged";
    case IncRefusal::OUT_OF_ORDER:
        return "out-of-order";
    case IncRefusal::COUNT:
        break;
    }
    return "unknown";
}

} // namespace ns3
