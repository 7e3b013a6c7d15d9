/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERIES_CONFIG_H
#define INC_SERIES_CONFIG_H

#include "ns3/nstime.h"

#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;

/**
 * \ingroup inc
 * \brief The arguments of inc-sim about time series and timelines.
 */
struct IncSeriesConfig
{
    std::string file;                   //!< file to write; empty: none
    std::string timeline;               //!< Chrome trace to write; empty: none
    bool hasCounters{false};            //!< the timeline has samples
    Time interval{MicroSeconds(10)};    //!< time between two samples
    std::vector<std::string> selection; //!< patterns of OBJECT/METRIC; empty: all

    /** \param table table that gets the arguments; this object must outlive it */
    void AddArguments(IncArgumentTable& table);

    /** \param table parsed; arguments without effect are refused */
    void Check(const IncArgumentTable& table);
};

} // namespace ns3

#endif // INC_SERIES_CONFIG_H
