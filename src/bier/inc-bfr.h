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

/**
 * \ingroup inc
 * \brief Counters of a BFR.
 */
struct IncBierCounters
{
    uint64_t copies{0};                                     //!< copies that were sent
    uint64_t deliveries{0};                                 //!< packets for this BFER
    std::array<uint64_t, INC_BIER_DROP_REASONS> discards{}; //!< packets that lost bits, by reason

    INC_FIELDS(IncBierCounters, INC_COUNT(copies) + INC_COUNT(deliveries) + INC_COUNT(discards))
};

/**
 * \ingroup inc
 * \brief What the last hop before a BFER does to its copy, e.g. to give it the receiver's queue
 * pair.
 *
 * All copies of a packet have the same bytes inside; what must differ per receiver is set here. It
 * is not part of BIER, and holds whatever its own protocol keeps per group.
 */
class IncBierLastHop
{
  public:
    virtual ~IncBierLastHop() = default;

    /**
     * \brief Change a copy that goes to its only BFER.
     * \param copy to change; it may lose its BIER header
     * \param bfrId of the BFER, in the sub-domain of the copy's BIFT-id
     * \return false: the copy is none of those that go there, and is dropped
     */
    virtual bool Rewrite(IncFrame& copy, uint16_t bfrId) = 0;
};

/**
 * \ingroup inc
 * \brief Takes the packets for which a BFER is an egress: the multicast flow overlay (RFC 8279,
 * section 4.3).
 */
class IncBierReceiver
{
  public:
    virtual ~IncBierReceiver() = default;

    /**
     * \brief Look at a packet, still with its BIER header.
     * \param frame the packet
     * \return true when it was for this receiver
     */
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
    IncBfr();

    /**
     * \brief Take over the IncNetDevices of a node.
     * \param node all its devices connected
     * \param underlay asked when a sub-domain is added and in Recompute()
     * \param transit false for a host
     */
    void Attach(Ptr<Node> node, IncBierUnderlay underlay, bool transit);

    /** \param next who takes packets for this BFER, their BIER header removed, or nullptr */
    void SetNext(IncFrameSink* next);

    /** \param lastHop sees every copy that goes to its only BFER, or is delivered; or nullptr */
    void SetLastHop(IncBierLastHop* lastHop);

    /** \param receiver asked before SetNext()'s */
    void AddReceiver(IncBierReceiver* receiver);

    /** \param receiver no longer asked */
    void RemoveReceiver(IncBierReceiver* receiver);

    /** \param key see IncBierForwarder::SetKey */
    void SetKey(uint64_t key);

    /**
     * \brief Take part in a sub-domain.
     * \param subDomain the sub-domain
     * \param ecmp how its BIFTs use equal-cost paths
     * \param routes of a sub-domain with a topology of its own (RFC 8279, section 2); none: the
     *        underlay's
     */
    void AddSubDomain(std::shared_ptr<const IncBierSubDomain> subDomain,
                      IncBierEcmp ecmp,
                      IncBierUnderlay::Routes routes = nullptr);

    /**
     * \brief Take part in a sub-domain with tables that no change of the underlay touches: those
     * of a host with a single link, which its neighbors behind the same switch share.
     * \param subDomain the sub-domain
     * \param tables the tables
     */
    void AddSubDomain(const IncBierSubDomain& subDomain,
                      std::shared_ptr<const IncBierForwarder::Tables> tables);

    /** \brief The underlay changed: compute all BIFTs anew. */
    void Recompute();

    /**
     * \param frame a packet without BIER header
     * \param biftId of the set that it goes to
     * \return the header that Send() gives it
     */
    IncBierHeader MakeHeader(const IncFrame& frame, uint32_t biftId) const;

    /**
     * \brief Send a packet as its BFIR, one for each set.
     * \param frame the packet without BIER header
     * \param to the BFERs
     */
    void Send(const IncFrame& frame, const IncBierImposition& to);

    /**
     * \brief Send a packet as its BFIR with any header, well-formed or not.
     * \param frame the packet without BIER header
     * \param header its BIER header, whose TTL the copies get
     * \param bits its BitString
     */
    void Send(const IncFrame& frame, const IncBierHeader& header, const IncBitString& bits);

    void Receive(IncFramePtr frame, IncNetDevice& port) override;

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    /** \return the BIFTs */
    const IncBierForwarder& GetForwarder() const;
    /** \return the counters */
    const IncBierCounters& GetCounters() const;
    /** \return own BFR-prefix */
    uint32_t GetPrefix() const;
    /** \return the ports */
    const std::vector<IncNetDevice*>& GetPorts() const;

    /**
     * TracedCallback signature for copies.
     * \param copy BIER header and BitString of the copy
     * \param port where it leaves, and so the link
     * \param size bytes of the Ethernet frame with FCS
     */
    typedef void (*CopyTracedCallback)(const IncBierEncapsulation& copy,
                                       const IncNetDevice& port,
                                       uint32_t size);

    /**
     * TracedCallback signature for packets at their BFER.
     * \param packet as it came
     */
    typedef void (*DeliveryTracedCallback)(const IncBierEncapsulation& packet);

    /**
     * TracedCallback signature for bits that go no further.
     * \param header of the packet
     * \param bits dropped bits
     * \param reason why
     */
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
        std::shared_ptr<const IncBierSubDomain> subDomain; //!< sub-domain of the tables
        IncBierEcmp ecmp;                                  //!< choice among equal-cost paths
        IncBierUnderlay::Routes routes;                    //!< routes of the sub-domain, or none
    };

    void Compute(const Membership& membership);
    void Replicate(IncFramePtr frame, const IncBierReplicas& replicas);
    void SendCopy(IncFramePtr frame, const IncBierReplicas::Copy& copy);
    void Deliver(const IncFrame& frame, IncNetDevice& port);

    IncBierForwarder m_forwarder;              //!< replicates by the BIFTs
    IncBierMemory m_memory;                    //!< cache of the forwarder's copies
    std::vector<IncNetDevice*> m_ports;        //!< ports by port number
    std::vector<IncBierReceiver*> m_receivers; //!< overlays, asked in turn
    IncFrameSink* m_next{nullptr};             //!< the rest of the node
    IncBierLastHop* m_lastHop{nullptr};        //!< sees copies to their only BFER
    IncBierUnderlay m_underlay;                //!< routes of the node
    std::vector<Membership> m_memberships;     //!< sub-domains of this BFR
    IncBierCounters m_counters;                //!< counters of the BFR
    uint8_t m_initialTtl{64};                  //!< TTL of own packets
    Ptr<Node> m_node;                          //!< node of the BFR

    TracedCallback<const IncBierEncapsulation&, const IncNetDevice&, uint32_t>
        m_copyTrace;                                             //!< a copy leaves
    TracedCallback<const IncBierEncapsulation&> m_deliveryTrace; //!< a packet for this BFER
    TracedCallback<const IncBierHeader&, const IncBitString&, IncBierDropReason>
        m_discardTrace; //!< bits that go no further
};

} // namespace ns3

#endif // INC_BFR_H
