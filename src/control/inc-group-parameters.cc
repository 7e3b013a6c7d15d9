/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-group-parameters.h"

namespace ns3
{

std::string
IncGroupParameters::FindCellFault() const
{
    return !cells.isShared ? ""
           : !bitmaps      ? "a contribution that is passed on needs its P-BM"
           : addressing != IncVatAddressing::NEXT ? "two switches may take one packet"
           : order != IncReductionOrder::ARRIVAL  ? "a partial sum has lost the ranks' order"
           : slotMode != IncSlotMode::SHADOW      ? "a literal slot forgets results"
           : resultsAreEmpty                      ? "results are passed on by message"
           : cells.hold == IncCellHold::RESULT && ResultsPassBy()
               ? "results that pass switches by do not free cells"
               : "";
}

} // namespace ns3
