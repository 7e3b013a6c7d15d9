/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BIER_TRACE_H
#define INC_BIER_TRACE_H

#include "ns3/inc-bier-helper.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Writes the events of BIER as one JSON object per line, and counts the copies on each link.
 *
 * With these lines a reader can check a multicast by hand. doc/inc-bier.rst lists the fields.
 */
class IncBierTrace
{
  public:
    /** \brief Trace a BIER domain of a network to a stream, which must outlive the simulation;
     * nullptr: only count. */
    IncBierTrace(const IncFabric& fabric, const IncBierDomain& domain, std::ostream* out);
    IncBierTrace(const IncBierTrace&) = delete;
    IncBierTrace& operator=(const IncBierTrace&) = delete;
    ~IncBierTrace();

    /** \return number of copies sent on all links */
    uint64_t GetCopies() const;

    /** \return largest number of copies that one link carried in one direction */
    uint64_t GetMaxLinkCopies() const;

  private:
    void OnCopy(uint32_t node,
                const IncBierEncapsulation& copy,
                const IncNetDevice& port,
                uint32_t size);
    void OnDelivery(uint32_t node, const IncBierEncapsulation& packet);
    void OnDiscard(uint32_t node,
                   const IncBierHeader& header,
                   const IncBitString& bits,
                   IncBierDropReason reason);

    /// Callbacks bound to one node.
    struct Observer
    {
        Callback<void, const IncBierEncapsulation&, const IncNetDevice&, uint32_t> copy;
        Callback<void, const IncBierEncapsulation&> delivery;
        Callback<void, const IncBierHeader&, const IncBitString&, IncBierDropReason> discard;
    };

    std::vector<std::string> m_names;
    std::vector<std::vector<uint32_t>> m_peers;  //!< node at the other end, by node and port
    std::vector<std::vector<uint64_t>> m_copies; //!< copies by node and port
    std::vector<Ptr<IncBfr>> m_bfrs;
    std::vector<Observer> m_observers;
    std::ostream* m_out;
};

} // namespace ns3

#endif // INC_BIER_TRACE_H
