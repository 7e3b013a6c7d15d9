/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COUNTER_TABLE_H
#define INC_COUNTER_TABLE_H

#include "ns3/inc-state-fields.h"

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Table of counters with a row for each object, such as a port, and a column for each
/// counter.
class IncCounterTable
{
  public:
    /// Values in the columns before the counters, which identify the row's object.
    using Labels = std::vector<nlohmann::ordered_json>;

    /// Name and kind of a counter.
    struct Column
    {
        std::string name;    //!< name, with a unit unless it counts frames or events
        bool isLevel{false}; //!< whether the counter is a maximum, which cannot be subtracted
    };

    /**
     * \param name name of the table, in the plural
     * \param labels names of the columns that identify a row
     * \param columns the counters
     */
    IncCounterTable(std::string name, std::vector<std::string> labels, std::vector<Column> columns);

    /**
     * \brief Append a row.
     * \param labels labels that identify the object
     * \param values values of the counters
     */
    void Add(Labels labels, std::vector<uint64_t> values);

    /**
     * \brief Subtract the counters of an earlier moment.
     * \param before this table as it was at that moment; objects that it lacks begin at zero
     */
    void Subtract(const IncCounterTable& before);

    /**
     * \brief Also show a counter as its ratio to a given value.
     * \param name name of the new column
     * \param column name of the counter
     * \param whole value by which the counter is divided
     */
    void ShowRatio(const std::string& name, const std::string& column, double whole);

    /** \brief Remove rows in which all counters are zero. */
    void DropZeros();

    /** \return name of the table */
    const std::string& GetName() const
    {
        return m_name;
    }

    /** \brief Return the sum of a counter over all rows; 0 if there is no such counter. */
    uint64_t Sum(const std::string& column) const;

    /**
     * \param label name of a label
     * \param column name of a counter
     * \return sum of the counter for each value of the label, in the order of the rows
     */
    nlohmann::ordered_json SumBy(const std::string& label, const std::string& column) const;

    /** \return an array with an object for each row */
    nlohmann::ordered_json ToJson() const;

    /**
     * \param prefix beginning of each line
     * \return a line `table,object,counter,value` for each counter of each row. The object consists
     * of the row's labels with slashes between them, except labels that are measurements
     */
    std::string ToCsv(const std::string& prefix) const;

    /**
     * \brief Return the table as text, without columns of zeros.
     * \param prefix beginning of each line
     * \return name, header and rows, each line ending in a newline; empty if there are no rows
     */
    std::string ToText(const std::string& prefix) const;

  private:
    /// Labels and counters of one object.
    struct Row
    {
        Labels labels;                //!< labels of the row's object
        std::vector<uint64_t> values; //!< values by column
    };

    /// A counter that is also shown as a ratio.
    struct Ratio
    {
        std::string name;   //!< name of the ratio's column; empty: no ratio is shown
        std::size_t column; //!< index of the counter's column
        double whole;       //!< value by which the counter is divided
    };

    std::vector<std::vector<std::string>> Cells() const;

    std::string m_name;                //!< name of the table, in the plural
    std::vector<std::string> m_labels; //!< names of the label columns
    std::vector<Column> m_columns;     //!< columns of counters
    std::vector<Row> m_rows;           //!< rows in the order of addition
    Ratio m_ratio{"", 0, 0};           //!< ratio that is shown
};

/**
 * \ingroup inc
 * \brief Return a counter's name in results: "results_sent" for member "resultsSent".
 */
std::string IncCounterName(const std::string& member);

/**
 * \ingroup inc
 * \brief Add a column for each counter in a class's table of fields, INC_FIELDS.
 * \param columns columns to extend
 */
template <typename COUNTERS>
void
IncAddColumns(std::vector<IncCounterTable::Column>& columns)
{
    const COUNTERS none{};
    IncForEachCounter(none, [&columns](const auto& entry, const auto&) {
        columns.push_back(
            {IncCounterName(entry.name.member), std::decay_t<decltype(entry)>::isPeak});
    });
}

/**
 * \ingroup inc
 * \brief Add the values of counters, in the order of IncAddColumns().
 * \param values values to extend
 * \param counters counters of a class with a table of fields
 */
template <typename COUNTERS>
void
IncAddValues(std::vector<uint64_t>& values, const COUNTERS& counters)
{
    IncForEachCounter(counters,
                      [&values](const auto&, const auto& counter) { values.push_back(counter); });
}

} // namespace ns3

#endif // INC_COUNTER_TABLE_H
