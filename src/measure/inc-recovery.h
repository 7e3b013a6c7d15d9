/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RECOVERY_H
#define INC_RECOVERY_H

#include <nlohmann/json.hpp>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief How a row got over failing links.
 */
struct IncRecovery
{
    std::optional<double> us; //!< longest; nothing where nothing was under way on them, or is lost
    bool hasFailed{false};    //!< a link failed before the row ended
    std::string failure;      //!< what the row failed of; empty: it did not

    /** \return recovery_us of the result file and of a CSV file */
    nlohmann::ordered_json ToJson() const;

    /** \return the same as text */
    std::string ToText() const;
};

} // namespace ns3

#endif // INC_RECOVERY_H
