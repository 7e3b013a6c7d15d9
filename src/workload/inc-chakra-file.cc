/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-chakra-file.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <zlib.h>

namespace ns3
{

namespace
{

constexpr unsigned READ_AHEAD = 1U << 17;       // size of zlib's read buffer, bytes
constexpr std::size_t SMALLEST_STEP = 1U << 16; // least growth of the message buffer, bytes
constexpr unsigned VARINT_BITS = 35;            // most bits of a length in protocol buffers

} // namespace

void
IncChakraFile::Closer::operator()(gzFile_s* file) const
{
    gzclose_r(file);
}

IncChakraFile::IncChakraFile(const std::string& path)
    : m_path(path)
{
    errno = 0;
    m_file.reset(gzopen(path.c_str(), "rb"));
    if (!m_file)
    {
        throw IncWorkloadError(path + ": cannot be read: " + std::strerror(errno ? errno : ENOMEM) +
                               "; accepted: a readable Chakra trace");
    }
    gzbuffer(m_file.get(), READ_AHEAD);
}

std::string
IncChakraFile::GetError() const
{
    int code = Z_OK;
    const std::string text = gzerror(m_file.get(), &code);
    return code == Z_ERRNO ? std::strerror(errno) : code == Z_OK ? "" : text;
}

bool
IncChakraFile::ReadLength()
{
    uint64_t length = 0;
    for (unsigned shift = 0; shift < VARINT_BITS; shift += 7)
    {
        const int byte = gzgetc(m_file.get());
        if (byte < 0)
        {
            const std::string error = GetError();
            if (!error.empty())
            {
                throw IncWorkloadError(m_path + ": cannot be read: " + error +
                                       "; accepted: a Chakra trace, plain or gzip");
            }
            if (shift > 0)
            {
                Refuse("the file ends within the message's length; accepted: a whole file");
            }
            return false;
        }
        length |= static_cast<uint64_t>(byte & 0x7f) << shift;
        if ((byte & 0x80) == 0)
        {
            if (length > LONGEST_MESSAGE)
            {
                break;
            }
            m_length = length;
            return true;
        }
    }
    Refuse("its length is beyond " + std::to_string(LONGEST_MESSAGE) +
           " bytes; accepted: a Chakra trace, plain or gzip");
}

void
IncChakraFile::ReadMessage()
{
    for (std::size_t got = 0; got < m_length;)
    {
        if (got == m_buffer.size())
        {
            m_buffer.resize(std::max(SMALLEST_STEP, 2 * got));
        }
        const std::size_t wanted = std::min(m_length, m_buffer.size()) - got;
        const int read = gzread(m_file.get(), m_buffer.data() + got, static_cast<unsigned>(wanted));
        if (read <= 0)
        {
            const std::string error = GetError();
            Refuse(error.empty() ? "the file ends within it; accepted: a whole file"
                                 : "cannot be read: " + error + "; accepted: a whole file");
        }
        got += static_cast<std::size_t>(read);
    }
}

bool
IncChakraFile::Next()
{
    ++m_number;
    if (!ReadLength())
    {
        return false;
    }
    ReadMessage();
    return true;
}

void
IncChakraFile::Refuse(const std::string& reason) const
{
    throw IncWorkloadError(m_path + ": message " + std::to_string(m_number) + ": " + reason);
}

} // namespace ns3
