/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_BFR_H
#define INC_BFR_H

#include "inc-bier-forwarder.h"
#include "inc-bier-imposition.h"
#include "inc-bier-memory.h"

#include "ns3/inc-frame-sink.h"
#include "ns3/inc-net-device.h"
#include "ns3/inc-state-fields.h"
#include "ns3/node.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Counters of a BFR.
struct IncBierCounters
{
    uint64_t copies{0};                                     //!< copies that were sent
    uint64_t deliveries{0};                                 //!< packets delivered to this BFER
    std::array<uint64_t, INC_BIER_DROP_REASONS> discards{}; //!< packets that lost bits, by reason

    INC_FIELDS(IncBierCounters, INC_COUNT(copies) + INC_COUNT(deliveries) + INC_COUNT(discards))
};

/**
 * \ingroup inc
 * \brief Interface that changes a copy before it reaches its BFER, such as to set the receiver's
 * queue pair.
 *
 * All copies of a packet have equal bytes behind the BIER header. Fields that differ between
 * receivers are set here. This is not part of BIER; the implementation may keep state per group.
 */
class IncBierLastHop
{
  public:
    virtual ~IncBierLastHop() = default;

    /** \brief Change a copy with the single BFER `bfrId`; its BIER header may be removed.
     * Return false to drop the copy. */
    virtual bool Rewrite(IncFrame& copy, uint16_t bfrId) = 0;
};

/**
 * \ingroup inc
 * \brief Interface of a multicast flow overlay (RFC 8279, section 4.3), which receives the packets
 * that end at a BFER.
 */
class IncBierReceiver
{
  public:
    virtual ~IncBierReceiver() = default;

    /** \brief Receive a packet, still with its BIER header. Return true if the packet was for
     * this receiver; false to offer it to the next one. */
    virtual bool Receive(const IncFrame& frame) = 0;
};

/**
 * \ingroup inc
 * \brief A bit-forwarding router: the BIER layer of a switch or a host (RFC 8279).
 *
 * BIER multicasts without trees and without state per flow. A packet carries a bit for each
 * receiver, and each router sends one copy to every neighbor that is next for some of the bits.
 * This class is the router on a node of the fabric. The node's switch or NIC hands it every frame
 * with a BIER header. It sends the copies through the node's ports. A packet that ends here goes to
 * the receivers, or without its BIER header back to the switch or NIC.
 *
 * A switch is a transit BFR and may be a BFIR and a BFER. A host is BFIR and BFER, but forwards
 * nothing for others. A BFR owns its tables, which it computes from the routes of its own node
 * (IncBierUnderlay). It never repeats a packet. IncBierHelper makes every node a BFR; the object is
 * aggregated to its node.
 */
class IncBfr : public Object, public IncFrameSink
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Take over the connected IncNetDevices of a node. Unless `transit`, the node is a
     * host, which forwards nothing for others. */
    void Attach(Ptr<Node> node, IncBierUnderlay underlay, bool transit);

    /** \param next sink of packets that end here, without their BIER header; nullptr for none */
    void SetNext(IncFrameSink* next)
    {
        m_next = next;
    }

    /** \param lastHop changes every copy with a single BFER, and every delivery; or nullptr */
    void SetLastHop(IncBierLastHop* lastHop)
    {
        m_lastHop = lastHop;
    }

    /** \param receiver overlay that gets packets before the sink of SetNext() */
    void AddReceiver(IncBierReceiver* receiver);

    /** \param receiver overlay that gets no more packets */
    void RemoveReceiver(IncBierReceiver* receiver);

    /** \param key key of the choices by entropy, see IncBierForwarder::SetKey() */
    void SetKey(uint64_t key);

    /** \brief Take part in a sub-domain. `routes` is for a topology of its own (RFC 8279, section
     * 2); nullptr: the routes of the underlay. */
    void AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain,
                      IncBierEcmp ecmp,
                      IncBierUnderlay::Routes routes = nullptr);

    /** \brief Take part with tables from IncBierForwarder::MakeTables(), which Recompute() does
     * not change. Hosts with a single link to the same switch share such tables. */
    void AddSubDomain(const IncBierSubDomain& subDomain,
                      std::shared_ptr<const IncBierForwarder::Tables> tables);

    /** \brief Compute all BIFTs again, because routes of the underlay have changed. */
    void Recompute();

    /** \return BIER header that Send() gives a packet to the set of this BIFT-id */
    IncBierHeader MakeHeader(const IncFrame& frame, uint32_t biftId) const;

    /** \brief Send a packet without BIER header as its BFIR: one BIER packet per set of BFERs. */
    void Send(const IncFrame& frame, const IncBierImposition& to);

    /** \brief Send a packet as its BFIR with any header, well-formed or not. All copies get the
     * header's TTL. */
    void Send(const IncFrame& frame, const IncBierHeader& header, const IncBitString& bits);

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

    /** \return whether a trace source of copies has a listener */
    bool IsTraced() const
    {
        return !m_copyTrace.IsEmpty() || !m_deliveryTrace.IsEmpty();
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** \return forwarder with the BIFTs */
    const IncBierForwarder& GetForwarder() const
    {
        return m_forwarder;
    }

    /** \return the counters */
    const IncBierCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \return own BFR-prefix */
    uint32_t GetPrefix() const
    {
        return m_underlay.prefix;
    }

    /** \return the ports */
    const std::vector<IncNetDevice*>& GetPorts() const
    {
        return m_ports;
    }

    /// TracedCallback signature for copies; the size is the Ethernet frame with FCS, bytes.
    typedef void (*CopyTracedCallback)(const IncBierEncapsulation& copy,
                                       const IncNetDevice& port,
                                       uint32_t size);

    /// TracedCallback signature for packets at their BFER, as they arrived.
    typedef void (*DeliveryTracedCallback)(const IncBierEncapsulation& packet);

    /// TracedCallback signature for discarded bits.
    typedef void (*DiscardTracedCallback)(const IncBierHeader& header,
                                          const IncBitString& bits,
                                          IncBierDropReason reason);

  protected:
    void DoDispose() override;

  private:
    class Replication;

    /// A sub-domain in which this BFR takes part.
    struct Membership
    {
        std::shared_ptr<const IncBierSubDomain> subDomain;
        IncBierEcmp ecmp;
        IncBierUnderlay::Routes routes; //!< routes of the sub-domain; empty: routes of the underlay
    };

    void Compute(const Membership& membership);
    void Replicate(IncFramePtr frame, const IncBierReplicas& replicas);
    void SendCopy(IncFramePtr frame, const IncBierReplicas::Copy& copy);
    void Deliver(const IncFrame& frame, IncNetDevice& port);

    IncBierForwarder m_forwarder;
    IncBierMemory m_memory;
    std::vector<IncNetDevice*> m_ports;
    std::vector<IncBierReceiver*> m_receivers; //!< overlays, which are asked in turn
    IncFrameSink* m_next{nullptr};             //!< sink of packets that end here
    IncBierLastHop* m_lastHop{nullptr};
    IncBierUnderlay m_underlay;
    std::vector<Membership> m_memberships;
    IncBierCounters m_counters;
    uint8_t m_initialTtl{64}; //!< TTL of packets that this node sends as BFIR
    Ptr<Node> m_node;

    TracedCallback<const IncBierEncapsulation&, const IncNetDevice&, uint32_t> m_copyTrace;
    TracedCallback<const IncBierEncapsulation&> m_deliveryTrace;
    TracedCallback<const IncBierHeader&, const IncBitString&, IncBierDropReason> m_discardTrace;
};

} // namespace ns3

#endif // INC_BFR_H
