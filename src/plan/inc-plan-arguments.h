/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_ARGUMENTS_H
#define INC_PLAN_ARGUMENTS_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Arguments of the form --name=value, taken as strings and validated one by one: an unknown
 * name, a value out of range or a missing value is an IncPlanError.
 */
class IncPlanArguments
{
  public:
    /** An argument: what --help shows of it. */
    struct Known
    {
        std::string name;
        std::string fallback; //!< used when it is not given
        std::string help;
    };

    /** \param known the arguments this call takes */
    explicit IncPlanArguments(std::vector<Known> known);

    /** Read the words of the command line after the verb. */
    void Parse(const std::vector<std::string>& words);

    /** \return true if the user gave it */
    bool Given(const std::string& name) const;
    /** \return the arguments that the user gave, in the order of their names */
    std::vector<std::string> GetGiven() const;
    /** \return the value as it is */
    const std::string& Text(const std::string& name) const;
    /** \return one of the values */
    const std::string& Choice(const std::string& name, const std::vector<std::string>& of) const;
    /** \return an integer from low to high */
    int64_t Integer(const std::string& name, int64_t low, int64_t high) const;
    /** \return integers "5" or "5:10", each from low to high, not falling */
    std::pair<int64_t, int64_t> Range(const std::string& name, int64_t low, int64_t high) const;
    /** \return integers "5" or "5,10,…", each from low to high */
    std::vector<int64_t> Integers(const std::string& name, int64_t low, int64_t high) const;
    /** \return a number above 0 */
    double Positive(const std::string& name) const;
    /** \return a number above 0 and at most 1 */
    double Share(const std::string& name) const;
    /** \return a number of at least 0 */
    double NonNegative(const std::string& name) const;

    /** \return the table for --help */
    std::string Help() const;

  private:
    [[noreturn]] void Refuse(const std::string& name, const std::string& accepted) const;
    double Number(const std::string& name, const std::string& accepted) const;

    std::vector<Known> m_known;
    std::map<std::string, std::string> m_values;
    std::map<std::string, bool> m_given;
};

} // namespace ns3

#endif // INC_PLAN_ARGUMENTS_H
