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

    /** \brief Make an empty table with a plural name; `labels` are columns that identify a row. */
    IncCounterTable(std::string name, std::vector<std::string> labels, std::vector<Column> columns);

    /** \brief Append a row for the object that the labels identify. */
    void Add(Labels labels, std::vector<uint64_t> values);

    /** \brief Subtract earlier values of this table. An object without earlier values counts from
     * zero. */
    void Subtract(const IncCounterTable& before);

    /** \brief Also show a counter, divided by `whole`, in a column called `name`. */
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

    /** \return sum of a counter for each value of a label, in the order of the rows */
    nlohmann::ordered_json SumBy(const std::string& label, const std::string& column) const;

    /** \return an array with an object for each row */
    nlohmann::ordered_json ToJson() const;

    /** \return a line `table,object,counter,value`, with a prefix, for each counter of each row.
     * The object consists of the row's labels with slashes between them, except labels that are
     * measurements */
    std::string ToCsv(const std::string& prefix) const;

    /** \return name, header and rows as lines with a prefix, without columns of zeros; empty if
     * there are no rows */
    std::string ToText(const std::string& prefix) const;

  private:
    struct Row
    {
        Labels labels;
        std::vector<uint64_t> values;
    };

    /// A counter that is also shown as a ratio.
    struct Ratio
    {
        std::string name; //!< name of the ratio's column; empty: no ratio is shown
        std::size_t column;
        double whole;
    };

    std::vector<std::vector<std::string>> Cells() const;

    std::string m_name;
    std::vector<std::string> m_labels;
    std::vector<Column> m_columns;
    std::vector<Row> m_rows;
    Ratio m_ratio{"", 0, 0};
};

/** \brief Return a counter's name in results: "results_sent" for member "resultsSent". */
std::string IncCounterName(const std::string& member);

/** \brief Return a column for each counter in the tables of fields of classes, INC_FIELDS. */
template <typename... COUNTERS>
std::vector<IncCounterTable::Column>
IncColumnsOf()
{
    std::vector<IncCounterTable::Column> columns;
    const auto add = [&columns](const auto& entry, const auto&) {
        columns.push_back(
            {IncCounterName(entry.name.member), std::decay_t<decltype(entry)>::isPeak});
    };
    (IncForEachCounter(static_cast<const COUNTERS&>(COUNTERS{}), add), ...);
    return columns;
}

/** \brief Return the values of counters, in the order of IncColumnsOf(). */
template <typename... COUNTERS>
std::vector<uint64_t>
IncValuesOf(const COUNTERS&... counters)
{
    std::vector<uint64_t> values;
    const auto add = [&values](const auto&, const auto& counter) { values.push_back(counter); };
    (IncForEachCounter(counters, add), ...);
    return values;
}

} // namespace ns3

#endif // INC_COUNTER_TABLE_H
