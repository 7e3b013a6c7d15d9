/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_EXPOSURE_H
#define INC_EXPOSURE_H

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Accounts of one rank's time: what it computes, what it communicates, and the part of the
 * latter that no computation hides.
 *
 * Where several communications are exposed at the same time, the one that began first is charged,
 * so that their parts add up to the whole.
 */
class IncExposure
{
  public:
    /** \param nowNs a kernel begins on the accelerator */
    void BeginComputing(int64_t nowNs);

    /** \param nowNs a kernel has ended */
    void EndComputing(int64_t nowNs);

    /**
     * \brief A communication begins.
     * \param nowNs the time
     * \param node which
     */
    void BeginCommunicating(int64_t nowNs, uint32_t node);

    /**
     * \brief A communication has ended.
     * \param nowNs the time
     * \param node which
     * \return how long it was charged as exposed, ns
     */
    int64_t EndCommunicating(int64_t nowNs, uint32_t node);

    /** \return time with a kernel at work, ns */
    int64_t GetComputingNs() const
    {
        return m_computingNs;
    }

    /** \return time with a communication under way, ns */
    int64_t GetCommunicatingNs() const
    {
        return m_communicatingNs;
    }

    /** \return time with a communication under way and no kernel at work, ns */
    int64_t GetExposedNs() const
    {
        return m_exposedNs;
    }

    /// From when to when, ns.
    using Spell = std::pair<int64_t, int64_t>;

    /** \return spells in which communication is exposed, in order; their sum is GetExposedNs() */
    const std::vector<Spell>& GetExposedSpells() const
    {
        return m_exposed;
    }

  private:
    void Advance(int64_t nowNs);

    std::map<uint64_t, int64_t> m_open;   //!< charges in the order in which they began, ns
    std::map<uint32_t, uint64_t> m_order; //!< by node: its place there
    uint64_t m_begun{0};                  //!< communications
    uint32_t m_kernels{0};                //!< at work
    int64_t m_lastNs{0};                  //!< until when all is accounted for
    int64_t m_computingNs{0};             //!< see GetComputingNs()
    int64_t m_communicatingNs{0};         //!< see GetCommunicatingNs()
    int64_t m_exposedNs{0};               //!< see GetExposedNs()
    std::vector<Spell> m_exposed;         //!< see GetExposedSpells()
};

} // namespace ns3

#endif // INC_EXPOSURE_H
