/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_WORKLOAD_READER_H
#define INC_WORKLOAD_READER_H

#include "inc-workload.h"

#include <istream>
#include <map>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reads the lines of a workload file, one format a method. Used by IncWorkload::Read().
 */
class IncWorkloadReader
{
  public:
    /**
     * \param stream the text
     * \param name of the file, for messages
     */
    IncWorkloadReader(std::istream& stream, const std::string& name);

    /** \return the workload; throws IncWorkloadError */
    IncWorkload Read();

  private:
    /// The fields of a line that has any, comments taken off.
    struct Line
    {
        unsigned number;                 //!< from 1
        std::vector<std::string> fields; //!< at least one
    };

    static bool IsAstraSimHeader(const Line& line);
    void ReadOwn();
    void ReadAstraSim();
    void ReadAstraSimHeader();
    void MarkCheckpoints(const std::vector<uint64_t>& values, bool IncWorkloadLayer::*mark);
    IncWorkloadLayer ParseOwn(const Line& line) const;
    IncWorkloadLayer ParseAstraSim(const Line& line) const;
    IncWorkloadPhase ParsePhase(const Line& line,
                                std::size_t column,
                                const std::string& usualGroup) const;
    double ParseTime(const Line& line, std::size_t column) const;
    uint64_t ParseBytes(const Line& line, std::size_t column) const;
    [[noreturn]] void Refuse(const Line& line, const std::string& reason) const;

    std::vector<Line> m_lines; //!< all lines of the file
    IncWorkload m_workload;    //!< what was read
    bool m_namesGroups{false}; //!< whether its header says how the ranks share the model
    std::map<std::string, std::vector<uint64_t>> m_header; //!< its numbers, by their key
};

} // namespace ns3

#endif // INC_WORKLOAD_READER_H
