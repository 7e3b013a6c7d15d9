/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONCAVE_CUTS_H
#define INC_CONCAVE_CUTS_H

#include <cstdint>
#include <map>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Linear bounds on a sum of concave functions, each counted or not, of which only the number
 * counted and the sum of the arguments are known.
 *
 * Switch v yields F_v(u) with u links, and nothing with none. If N switches with U links together
 * yield Q, then for every price t of a link and m of a switch
 *
 *     Q <= t U + m N + sum over v of max(0, max over u of (F_v(u) - t u) - m).
 */
class IncConcaveCuts
{
  public:
    /** One inequality: Q <= link U + count N + constant. */
    struct Cut
    {
        double link;
        double count;
        double constant;
    };

    /**
     * \param values F(1), F(2), ...; F(0) is 0, and steps do not rise from one to the next
     * \param count how many have this function
     */
    void Add(std::vector<int64_t> values, uint64_t count = 1);

    /** \return the inequalities of all slopes that occur, or of some of them if they are many;
     * without functions that nothing is yielded */
    std::vector<Cut> Cuts() const;

  private:
    std::vector<int64_t> Slopes() const;
    void AddCuts(int64_t slope, std::vector<Cut>& cuts) const;

    std::map<std::vector<int64_t>, uint64_t> m_functions; //!< and how many have it
};

} // namespace ns3

#endif // INC_CONCAVE_CUTS_H
