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

/**
 * \ingroup inc
 * \brief The name of a metric, as a row has it.
 */
class IncSeriesMetric
{
  public:
    static constexpr std::size_t SIZE = 32; //!< bytes, a comma included

    /**
     * \param name of which SIZE - 1 characters are kept
     * \param isInMillionths whether its values are numbers of millionths, not whole ones
     */
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

    /** \return whether its values are numbers of millionths */
    bool IsInMillionths() const
    {
        return m_isInMillionths;
    }

    /**
     * \param to gets SIZE bytes
     * \return where the name and its comma end
     */
    char* Copy(char* to) const
    {
        std::memcpy(to, m_text.data(), SIZE);
        return to + m_size;
    }

  private:
    std::array<char, SIZE> m_text{}; //!< name and comma
    std::size_t m_size;              //!< bytes of them
    bool m_isInMillionths;
};

/**
 * \ingroup inc
 * \brief The name of an object, as a row has it.
 */
class IncSeriesObject
{
  public:
    /** \param name of the object */
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

    /**
     * \param to gets GetSize() bytes
     * \return where the name and its commas end
     */
    char* Copy(char* to) const
    {
        // The size is constant, so that the compiler makes a few moves.
        std::memcpy(to, m_text.data(), SHORT);
        if (m_size > SHORT)
        {
            std::memcpy(to + SHORT, m_text.data() + SHORT, m_size - SHORT);
        }
        return to + m_size;
    }

  private:
    static constexpr std::size_t SHORT = 32; //!< bytes of most names

    std::string m_text; //!< name between commas, and what is missing to SHORT
    std::size_t m_size; //!< bytes of them
};

/**
 * \ingroup inc
 * \brief A series as text, `t_us,object,metric,value`. Nothing in it is copied while it grows.
 */
class IncSeriesRows
{
  public:
    /// Stands for an infinite value.
    static constexpr uint64_t INFINITE = std::numeric_limits<uint64_t>::max();

    /** \param ps the time that the following rows have */
    void SetTime(int64_t ps);

    /**
     * \brief Add a row.
     * \param object its second column
     * \param metric its third
     * \param value a whole number, INFINITE, or millionths, which have no more decimal places than
     *        needed
     * \return the value as text, until the next row
     */
    std::string_view Add(const IncSeriesObject& object,
                         const IncSeriesMetric& metric,
                         uint64_t value);

    /** \return header and rows */
    std::string GetText() const;

  private:
    static constexpr std::size_t BLOCK = 4000; //!< bytes of most blocks
    static constexpr std::size_t NUMBER = 32;  //!< bytes: 20 digits, a point and six more

    /// A part of the text.
    struct Block
    {
        std::unique_ptr<char[]> text; //!< text, with room for more
        std::size_t size;             //!< bytes in use
    };

    void BeginBlock(std::size_t least);

    std::array<char, NUMBER> m_time{}; //!< time as text, us
    std::size_t m_timeSize{0};         //!< bytes of it
    std::vector<Block> m_blocks;       //!< blocks that are full
    std::unique_ptr<char[]> m_text;    //!< the last block, or null
    char* m_end{nullptr};              //!< end of the block's rows
    char* m_limit{nullptr};            //!< end of the block
};

} // namespace ns3

#endif // INC_SERIES_ROWS_H
