/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LAST_HOP_H
#define INC_LAST_HOP_H

#include "inc-refusal.h"

#include "ns3/inc-bfr.h"
#include "ns3/inc-frame-seal.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief A worker as a receiver of results.
 */
struct IncResultReceiver
{
    uint32_t bfrId{0};     //!< bit of the worker in the A-BM
    uint32_t address{0};   //!< IPv4, host order
    uint32_t qpn{0};       //!< queue pair of the worker, 24 bits
    uint32_t psnOffset{0}; //!< PSN of the worker less the PSN of the common packet, 24 bits
    uint32_t rkey{0};      //!< R_Key of its memory for results
    uint16_t rank{0};      //!< rank of the worker in the group
};

/**
 * \ingroup inc
 * \brief Origin of the results of a tree that travel by BIER.
 */
struct IncResultOrigin
{
    uint16_t treeId{0};       //!< aggregation tree
    uint16_t epoch{0};        //!< generation of the tree
    uint32_t address{0};      //!< address of the root, host order
    uint32_t key{0};          //!< R_Key in the results that the root sends
    Ptr<IncFrameSeal> seal{}; //!< seal of the group's frames; null: frames have no tag
};

/**
 * \ingroup inc
 * \brief Table of receivers that turns a copy of a result into a RoCEv2 packet for one worker
 * (draft VAT and BIER, section 2.2).
 *
 * All BIER copies of a result have equal bytes. The switch before the worker removes the BIER
 * header and sets address, queue pair, PSN, R_Key and rank. It also removes the elements if they
 * are not for this worker. Checksums and ICRC follow from the fields when bytes are made.
 *
 * It refuses a packet to a tree's address that does not come from the tree's root, because the
 * packet would get the worker's key. The table is installed with a group; BIER itself keeps no
 * state per flow. The object is aggregated to the node of a switch, or to that of a worker whose
 * NIC then finds the queue pair here.
 */
class IncLastHop : public Object, public IncBierLastHop
{
  public:
    /// Queue pair number in packets before the last hop (IBTA, 10.5).
    static constexpr uint32_t MULTICAST_QPN = 0xffffff;

    /// Notified of results on their last hop.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /**
         * \brief Take note that a result leaves for a worker.
         * \param result as it came, not yet rewritten
         * \param bfrId BFR-id of the worker
         */
        virtual void ResultPasses(const IncFrame& result, uint16_t bfrId) = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /**
     * \brief Return the address of a tree's results before the last hop: organisation-local
     * multicast (RFC 2365).
     * \param treeId aggregation tree
     * \return IPv4 address, host order
     */
    static constexpr uint32_t GroupAddress(uint16_t treeId)
    {
        return 0xefc00000 | treeId; // 239.192.0.0
    }

    /**
     * \param address IPv4 address, host order
     * \return whether GroupAddress() gives this address for any tree
     */
    static constexpr bool IsGroupAddress(uint32_t address)
    {
        return (address ^ GroupAddress(0)) <= UINT16_MAX;
    }

    /**
     * \brief Add a worker on one of the switch's links.
     * \param origin origin of its results; a new epoch of the tree removes all earlier receivers
     * \param receiver the worker
     */
    void Install(const IncResultOrigin& origin, const IncResultReceiver& receiver);

    /**
     * \brief Remove all workers of a tree.
     * \param treeId id of any tree
     */
    void Remove(uint16_t treeId);

    /** \param listener listener of the same switch, at most one */
    void SetListener(Listener* listener)
    {
        m_listener = listener;
    }

    bool Rewrite(IncFrame& copy, uint16_t bfrId) override;

    /** \brief Pass the state to a visitor. */
    void VisitState(IncStateVisitor& visitor);

    /** \return numbers of refused copies by reason */
    const IncRefusalCounts& GetRefused() const
    {
        return m_refused;
    }

  private:
    /// The workers of a tree.
    struct Group
    {
        IncResultOrigin origin;                   //!< origin of their results
        std::vector<IncResultReceiver> receivers; //!< by rising BFR-id; at least one
    };

    static const IncResultReceiver* FindReceiver(const Group& group, uint32_t bfrId);
    static const IncResultReceiver* SearchReceiver(const Group& group, uint32_t bfrId);
    static std::optional<IncRefusal> Examine(const Group& group, const IncFrame& copy);

    Listener* m_listener{nullptr};                //!< notified of results; or null
    IncRefusalCounts m_refused;                   //!< numbers of refused copies by reason
    std::vector<std::unique_ptr<Group>> m_groups; //!< groups by tree id; null if unknown
};

} // namespace ns3

#endif // INC_LAST_HOP_H
