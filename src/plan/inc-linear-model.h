/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LINEAR_MODEL_H
#define INC_LINEAR_MODEL_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/** \ingroup inc \brief A linear program, or mixed-integer linear program (MILP), whose objective is
 * maximised. IncSimplex solves linear programs, external solvers both kinds. */
class IncLinearModel
{
  public:
    /** Index of a variable, and its coefficient. */
    using Term = std::pair<uint32_t, double>;
    using Terms = std::vector<Term>;

    enum class Sense
    {
        LESS,
        EQUAL,
        GREATER
    };

    struct Variable
    {
        std::string name;
        double low;  //!< lower bound; finite
        double high; //!< upper bound; may be infinite
        bool integer;
        double objective; //!< coefficient in the objective
    };

    struct Row
    {
        std::string name;
        Terms terms;
        Sense sense;
        double right; //!< right-hand side

        /** \return violation of the row (0 or less: it holds), and 1 + the largest term */
        std::pair<double, double> Excess(const std::vector<double>& values) const;
    };

    /** Name of a variable or row. The name {"x", 3, 7} is "x3_7". */
    struct Name
    {
        template <class Prefix, class... Indices>
        Name(const Prefix& prefix, Indices... indices)
            : text(prefix)
        {
            [[maybe_unused]] const char* gap = "";
            ((text += gap + std::to_string(indices), gap = "_"), ...);
        }

        std::string text;
    };

    /** Add a variable and return its number. Bounds of integers are rounded into the interval. */
    uint32_t AddVariable(Name name,
                         double low,
                         double high,
                         bool integer = false,
                         double objective = 0);
    /** Add a row; merge terms of one variable; keep a row without terms only if it is false. */
    void AddRow(Name name, Terms terms, Sense sense, double right);
    void AddComment(const std::string& line);

    const std::vector<Variable>& Variables() const;
    const std::vector<Row>& Rows() const;
    void SetBounds(uint32_t variable, double low, double high);

    /** \return true if all bounds and rows hold; `tolerance` is relative to 1 + the largest term */
    bool Holds(const std::vector<double>& values, double tolerance) const;

    /** \return the model in CPLEX's LP format; the objective lists every variable, in order */
    std::string ToLp() const;

  private:
    std::vector<Variable> m_variables;
    std::vector<Row> m_rows;
    std::vector<std::string> m_comments;
};

} // namespace ns3

#endif // INC_LINEAR_MODEL_H
