/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RESULT_TABLE_H
#define INC_RESULT_TABLE_H

#include "inc-result.h"

#include <ostream>
#include <string>
#include <tuple>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A table in the form of nccl-tests, printed row by row while the simulations run.
 *
 * Every line except rows starts with `#`. Sizes are in bytes, times in us, bandwidths in GB/s
 * (10^9).
 */
class IncResultTable
{
  public:
    /** \param stream stream for the table */
    explicit IncResultTable(std::ostream& stream);

    /** \brief Print lines that describe the simulation, without `#`, and the columns with units. */
    void PrintHeader(const std::vector<std::string>& description);

    /** \return the lines of a row; after the first, as comments, the reason of a failure and the
     * layers of a workload */
    static std::string Describe(const IncResultRow& row);

    /** \brief Print a row. */
    void PrintRow(const IncRowReport& row);

    /** \brief Print the iterations of execution traces, the number of wrong elements, the
     * average bus bandwidth, and notes "name : text". Empty notes are left out. */
    void PrintFooter(const std::vector<std::string>& notes = {});

  private:
    static void PrintLayers(const IncResultRow& row, std::ostream& text);
    void PrintIterations();

    std::ostream& m_stream;
    uint64_t m_wrong{0};
    uint32_t m_verified{0};
    uint32_t m_failed{0};
    uint32_t m_completed{0};
    double m_busbwSum{0}; //!< sum over the completed rows, GB/s
    /// Rows of execution traces: scheme, iteration and exposed communication, us.
    std::vector<std::tuple<std::string, double, double>> m_iterations;
};

} // namespace ns3

#endif // INC_RESULT_TABLE_H
