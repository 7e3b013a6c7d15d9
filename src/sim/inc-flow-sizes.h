/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_SIZES_H
#define INC_FLOW_SIZES_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A distribution of flow sizes, piecewise linear between the points of its cumulative one.
 *
 * `websearch` is the cluster of DCTCP (Alizadeh and others, SIGCOMM 2010), `hadoop` Facebook's (Roy
 * and others, SIGCOMM 2015), both with the points that the experiments of HPCC (SIGCOMM 2019) use.
 */
class IncFlowSizes
{
  public:
    /// A size, bytes, and the share of the flows that are no larger.
    using Point = std::pair<double, double>;

    /**
     * \brief Read websearch, hadoop, uniform:LOW:HIGH or file:PATH, a file of lines "bytes
     * percent".
     * \param text the distribution
     * \return it, or nothing; IncError if a file cannot be read or is no distribution
     */
    static std::optional<IncFlowSizes> Parse(const std::string& text);

    /**
     * \param share of the flows that are no larger, 0 to 1
     * \return the size, whole bytes from 1
     */
    uint64_t At(double share) const;

    /** \return mean size, bytes */
    double GetMean() const;

  private:
    explicit IncFlowSizes(std::vector<Point> points);

    std::vector<Point> m_points; //!< both rise, to a share of 1
};

} // namespace ns3

#endif // INC_FLOW_SIZES_H
