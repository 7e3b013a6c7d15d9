/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CHAKRA_FILE_H
#define INC_CHAKRA_FILE_H

#include "inc-workload.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

struct gzFile_s;

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reads the messages of a Chakra execution trace, plain or gzip, one after the other.
 *
 * One message is in memory at a time. Memory grows only as bytes are read, so a wrong length
 * allocates nothing. Any error in the file throws IncWorkloadError.
 */
class IncChakraFile
{
  public:
    static constexpr uint64_t LONGEST_MESSAGE = 64U << 20; //!< largest size of a message, bytes

    explicit IncChakraFile(const std::string& path);

    /** \brief Read the next message, which GetMessage() then returns; return false at the end. */
    bool Next();

    /** \return the present message; valid until the next one is read */
    std::string_view GetMessage() const
    {
        return {m_buffer.data(), m_length};
    }

    /** \brief Throw IncWorkloadError about the present message. */
    [[noreturn]] void Refuse(const std::string& reason) const;

  private:
    struct Closer
    {
        void operator()(gzFile_s* file) const;
    };

    bool ReadLength();
    void ReadMessage();
    std::string GetError() const;

    std::string m_path;
    std::unique_ptr<gzFile_s, Closer> m_file;
    std::vector<char> m_buffer; //!< bytes of the present message
    std::size_t m_length{0};    //!< length of the present message, bytes
    uint64_t m_number{0};       //!< number of the present message, from 1
};

} // namespace ns3

#endif // INC_CHAKRA_FILE_H
