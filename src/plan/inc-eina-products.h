/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EINA_PRODUCTS_H
#define INC_EINA_PRODUCTS_H

#include "inc-edge.h"
#include "inc-ratio-search.h"

#include <vector>

namespace ns3
{

/** \ingroup inc \brief Build EINA's reduced model, in which rates r and numbers of children k are
 * both unknown. Its first variables are the rates r, from `low` to `high`, Gb/s; the products k r
 * follow. The model enforces the depth limit only if this is one or two hops. */
IncRatioModel IncEinaProducts(const IncEdge& edge,
                              const std::vector<double>& low,
                              const std::vector<double>& high);

} // namespace ns3

#endif // INC_EINA_PRODUCTS_H
