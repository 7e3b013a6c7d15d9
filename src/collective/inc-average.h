/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AVERAGE_H
#define INC_AVERAGE_H

#include "ns3/inc-types.h"

#include <cstdint>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Divides elements, each rounded once; integers towards zero.
 * \param type the elements' type
 * \param elements the first one; need not be aligned
 * \param count how many
 * \param divisor by what, at least 1
 */
void IncDivide(IncDataType type, uint8_t* elements, uint64_t count, uint32_t divisor);

} // namespace ns3

#endif // INC_AVERAGE_H
