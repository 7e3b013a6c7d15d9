/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BENCH_TURNS_H
#define INC_BENCH_TURNS_H

#include "inc-bench-result.h"

#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The runs of a benchmark: our side on each network and the baseline, turn by turn, since
 * what else the machine does changes from one to the next.
 */
class IncBenchTurns
{
  public:
    /** \param k ports of a switch of each network of ours */
    explicit IncBenchTurns(std::vector<uint32_t> k);

    /**
     * \brief Keep a turn.
     * \param ours by network
     * \param baseline beside it, in every turn or in none
     */
    void Add(const std::vector<IncBenchFigures>& ours,
             const std::optional<IncBenchFigures>& baseline);

    /** \return our side, a row for each network: its median run, the median of its ratios */
    std::vector<IncBenchRow> Rows() const;

    /** \return the baseline's median run, or one that failed; nothing without a baseline */
    std::optional<IncBenchFigures> Baseline() const;

  private:
    std::vector<uint32_t> m_k;                        //!< ports of a switch of each network
    std::vector<std::vector<IncBenchFigures>> m_ours; //!< by network and turn
    std::vector<IncBenchFigures> m_baseline;          //!< figures of the baseline, by turn
};

} // namespace ns3

#endif // INC_BENCH_TURNS_H
