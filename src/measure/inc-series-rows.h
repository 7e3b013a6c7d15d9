/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERIES_ROWS_H
#define INC_SERIES_ROWS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Name of a metric, as the text that rows contain.
class IncSeriesMetric
{
  public:
    static constexpr std::size_t SIZE = 32; //!< bytes of a name, including a comma

    /** \brief Use the first SIZE - 1 characters of a name; values may be millionths. */
    constexpr explicit IncSeriesMetric(std::string_view name, bool isInMillionths = false)
        : m_size(std::min(name.size(), SIZE - 1) + 1),
          m_isInMillionths(isInMillionths)
    {
        for (std::size_t i = 0; i + 1 < m_size; ++i)
        {
            m_text[i] = name[i];
        }
        m_text[m_size - 1] = ',';
    }

    /** \return the name */
    std::string GetName() const
    {
        return {m_text.data(), m_size - 1};
    }

    /** \return true if values count millionths */
    bool IsInMillionths() const
    {
        return m_isInMillionths;
    }

    /** \brief Copy the text to at least SIZE bytes; return the end of the name and its comma. */
    char* Copy(char* to) const
    {
        std::memcpy(to, m_text.data(), SIZE);
        return to + m_size;
    }

  private:
    std::array<char, SIZE> m_text{}; //!< name and comma
    std::size_t m_size;
    bool m_isInMillionths;
};

/// \ingroup inc
/// \brief Name of an object, as the text that rows contain.
class IncSeriesObject
{
  public:
    /** \param name name of the object */
    explicit IncSeriesObject(const std::string& name)
        : m_text("," + name + ","),
          m_size(m_text.size())
    {
        m_text.resize(std::max(m_size, SHORT));
    }

    /** \return the name */
    std::string GetName() const
    {
        return m_text.substr(1, m_size - 2);
    }

    /** \return bytes that Copy() writes */
    std::size_t GetSize() const
    {
        return m_text.size();
    }

    /** \brief Copy the text to GetSize() bytes; return the end of the name and its commas. */
    char* Copy(char* to) const
    {
        // The size is constant, so that the compiler uses a few move instructions.
        std::memcpy(to, m_text.data(), SHORT);
        if (m_size > SHORT)
        {
            std::memcpy(to + SHORT, m_text.data() + SHORT, m_size - SHORT);
        }
        return to + m_size;
    }

  private:
    static constexpr std::size_t SHORT = 32; //!< number of bytes up to which Copy() is fast

    std::string m_text; //!< name between commas, padded to SHORT
    std::size_t m_size;
};

/// \ingroup inc
/// \brief Rows of a series as text, `t_us,object,metric,value`, in blocks that are never copied.
class IncSeriesRows
{
  public:
    /// Represents an infinite value.
    static constexpr uint64_t INFINITE = std::numeric_limits<uint64_t>::max();

    /** \brief Set the time of the following rows, ps. */
    void SetTime(int64_t ps);

    /** \brief Add a row; the value is a whole number, INFINITE, or millionths, which are written
     * without trailing zeros.
     * \return the value as text, valid until the next row */
    std::string_view Add(const IncSeriesObject& object,
                         const IncSeriesMetric& metric,
                         uint64_t value);

    /** \return header and rows */
    std::string GetText() const;

  private:
    static constexpr std::size_t BLOCK = 4000; //!< size of most blocks, bytes
    /// Most bytes of a number: 20 digits, a point and six digits.
    static constexpr std::size_t NUMBER = 32;

    struct Block
    {
        std::unique_ptr<char[]> text;
        std::size_t size;
    };

    void BeginBlock(std::size_t least);

    std::array<char, NUMBER> m_time{}; //!< time as text, us
    std::size_t m_timeSize{0};
    std::vector<Block> m_blocks;
    std::unique_ptr<char[]> m_text; //!< last block; or null
    char* m_end{nullptr};           //!< end of the rows in the last block
    char* m_limit{nullptr};         //!< end of the last block
};

} // namespace ns3

#endif // INC_SERIES_ROWS_H
