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

/// \ingroup inc
/// \brief A worker as a receiver of results.
struct IncResultReceiver
{
    uint32_t bfrId{0};     //!< bit of the worker in the A-BM
    uint32_t address{0};   //!< IPv4 address, host order
    uint32_t qpn{0};       //!< number of the worker's queue pair, 24 bits
    uint32_t psnOffset{0}; //!< PSN of the worker minus PSN of the BIER packet, 24 bits
    uint32_t rkey{0};      //!< R_Key of the worker's memory for results
    uint16_t rank{0};      //!< rank of the worker in the group
};

/// \ingroup inc
/// \brief The root of a tree, from which results travel by BIER.
struct IncResultOrigin
{
    uint16_t treeId{0};       //!< id of the aggregation tree
    uint16_t epoch{0};        //!< generation of the tree
    uint32_t address{0};      //!< address of the root, host order
    uint32_t key{0};          //!< R_Key in the results that the root sends
    Ptr<IncFrameSeal> seal{}; //!< computes tags of frames; null: frames have no tag
};

/**
 * \ingroup inc
 * \brief Maker of RoCEv2 packets for single workers from BIER copies of a result (draft VAT and
 * BIER, section 2.2).
 *
 * All BIER copies of a result have equal bytes. The last switch before the worker removes the BIER
 * header and sets address, queue pair, PSN, R_Key and rank. It also removes the elements if the
 * worker needs none.
 *
 * The object refuses a packet to a tree's group address if the packet does not come from the root,
 * because it would get the worker's key. Setting up a group installs its table of workers. BIER
 * itself keeps no state per flow. Aggregate the object to the node of a switch, or of a
 * worker whose NIC does this work.
 */
class IncLastHop : public Object, public IncBierLastHop
{
  public:
    /// Queue pair number in packets before the last hop (IBTA, 10.5).
    static constexpr uint32_t MULTICAST_QPN = 0xffffff;

    /// Notified of each result that leaves for a worker.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief Note that a result, not yet rewritten, leaves for the worker with this BFR-id. */
        virtual void ResultPasses(const IncFrame& result, uint16_t bfrId) = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \return group address of a tree's results, organisation-local (RFC 2365), host order */
    static constexpr uint32_t GroupAddress(uint16_t treeId)
    {
        return 0xefc00000 | treeId; // 239.192.0.0
    }

    /** \return whether GroupAddress() gives this address (host order) for any tree */
    static constexpr bool IsGroupAddress(uint32_t address)
    {
        return (address ^ GroupAddress(0)) <= UINT16_MAX;
    }

    /** \brief Add a worker that is connected to this switch. A new epoch of the worker's tree
     * removes all earlier workers. */
    void Install(const IncResultOrigin& origin, const IncResultReceiver& receiver);

    /** \brief Remove all workers of a tree. */
    void Remove(uint16_t treeId);

    /** \param listener object to notify, at most one */
    void SetListener(Listener* listener)
    {
        m_listener = listener;
    }

    bool Rewrite(IncFrame& copy, uint16_t bfrId) override;

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \return number of refused copies for each reason */
    const IncRefusalCounts& GetRefused() const
    {
        return m_refused;
    }

  private:
    struct Group
    {
        IncResultOrigin origin;
        std::vector<IncResultReceiver> receivers; //!< workers by rising BFR-id; at least one
    };

    static const IncResultReceiver* FindReceiver(const Group& group, uint32_t bfrId);
    static const IncResultReceiver* SearchReceiver(const Group& group, uint32_t bfrId);
    static std::optional<IncRefusal> Examine(const Group& group, const IncFrame& copy);

    Listener* m_listener{nullptr}; //!< notified of results that leave; null: none
    IncRefusalCounts m_refused;
    std::vector<std::unique_ptr<Group>> m_groups; //!< groups by tree id; null if unknown
};

} // namespace ns3

#endif // INC_LAST_HOP_H
