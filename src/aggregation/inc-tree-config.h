/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_CONFIG_H
#define INC_TREE_CONFIG_H

#include "inc-aggregation-transport.h"
#include "inc-reducer.h"

#include "ns3/inc-connection.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-header.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The collectives and operations that an aggregation tree serves; by default all.
 */
class IncOffer
{
  public:
    IncOffer() = default;

    /**
     * \brief Serve one collective and one operation.
     * \param collective of all requests
     * \param operation of all requests
     */
    IncOffer(IncCollective collective, IncOperation operation)
        : m_collectives(BitOf(collective)),
          m_operations(BitOf(operation))
    {
    }

    /**
     * \param header of a contribution or result
     * \return whether the tree serves it
     */
    bool Includes(const IncHeader& header) const
    {
        return (m_collectives & BitOf(header.collective)) != 0 &&
               (m_operations & BitOf(header.operation)) != 0;
    }

    /**
     * \brief Serve one more collective and one more operation.
     * \param collective of some requests
     * \param operation of some requests
     */
    void Add(IncCollective collective, IncOperation operation)
    {
        m_collectives |= BitOf(collective);
        m_operations |= BitOf(operation);
    }

    /** \return the same as a number, as control messages have it */
    uint32_t ToNumber() const
    {
        return uint32_t{m_collectives} << 16 | m_operations;
    }

    /**
     * \param number of ToNumber()
     * \return the offer
     */
    static IncOffer FromNumber(uint32_t number)
    {
        IncOffer offer;
        offer.m_collectives = static_cast<uint16_t>(number >> 16);
        offer.m_operations = static_cast<uint16_t>(number);
        return offer;
    }

  private:
    template <typename T>
    static constexpr uint16_t BitOf(T value)
    {
        return static_cast<uint16_t>(1U << (static_cast<uint8_t>(value) & 0x0f)); // 4 bits each
    }

    uint16_t m_collectives{UINT16_MAX}; //!< a bit for each
    uint16_t m_operations{UINT16_MAX};  //!< a bit for each operation
};

/**
 * \ingroup inc
 * \brief Treatment of a slot whose result was sent.
 */
enum class IncSlotMode : uint8_t
{
    SHADOW, //!< two versions: the last result is kept until the slot's next round completes
    LITERAL //!< draft-liu-nfsv4-rocev2, section 5.2: the root clears the slot at once
};

/**
 * \ingroup inc
 * \brief The order in which contributions are reduced.
 */
enum class IncReductionOrder : uint8_t
{
    ARRIVAL, //!< reduce contributions in the order of arrival
    RANK     //!< by the lowest rank of each child: bit-exact, at the cost of a row per child
};

/**
 * \ingroup inc
 * \brief Choice of the VAT node that processes a packet (draft VAT and BIER, section 2.1).
 */
enum class IncVatAddressing : uint8_t
{
    NEXT, //!< packets are addressed to the next VAT node and only that one aggregates
    ROOT  //!< packets are addressed to the root; the first VAT node with a non-zero AND takes them
};

/**
 * \ingroup inc
 * \brief A child of a VAT node: a worker or another switch.
 */
struct IncTreeChild
{
    IncConnection connection;           //!< from the switch to the child
    Ptr<const IncSharedBitString> bits; //!< the workers behind it: its P-BM
    uint16_t rank{0};                   //!< lowest rank behind it
    uint32_t port{ANY_PORT};            //!< where its frames must come in, if it is a neighbor
    bool hasDetours{false};             //!< a switch, or a worker with several links
    bool isWorker{false};               //!< a worker, not a switch
    bool isLastHop{false};              //!< results by BIER for this worker pass the switch

    static constexpr uint32_t ANY_PORT = UINT32_MAX; //!< accept frames from any port
};

/**
 * \ingroup inc
 * \brief The part of an A-BM that one packet can carry (RFC 8279, section 3: set identifiers).
 */
struct IncTreeSet
{
    uint8_t si;                         //!< set identifier of the bits
    Ptr<const IncSharedBitString> bits; //!< the workers of this set
};

/**
 * \ingroup inc
 * \brief Parameters of a group that all its switches share.
 */
struct IncTreeParameters
{
    uint32_t slots{256};                       //!< aggregator slots of this tree on every switch
    uint32_t firstMessageId{0};                //!< MessageID of the first message
    IncSlotMode slotMode{IncSlotMode::SHADOW}; //!< keep or clear results
    IncReductionOrder order{IncReductionOrder::ARRIVAL}; //!< order of the reduction
    IncOverflow overflow{IncOverflow::WRAP};             //!< overflow of integer sums and products
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< transport of all hops
    IncRcParameters rc{IncAggregationRcParameters()};               //!< RC: of all hops
    IncVatAddressing addressing{IncVatAddressing::NEXT};            //!< who processes a packet
    bool bitmaps{true};          //!< P-BM in the packets (VAT), or tree id and QP alone
    bool checksCalls{false};     //!< messages of calls with different tags are refused
    bool resultsAreEmpty{false}; //!< the root keeps the results: workers are told of rounds, but
                                 //!< get no data; goes with results by the tree
    IncOffer offer;              //!< the collectives and operations that switches let in
};

/**
 * \ingroup inc
 * \brief Configuration of one aggregation tree at a switch.
 */
struct IncTreeConfig : IncTreeParameters
{
    uint16_t treeId{0};                  //!< number of the aggregation tree
    uint16_t epoch{0};                   //!< generation of the tree
    bool resultsPassBy{false};           //!< results go from the root straight to the workers
    Ptr<const IncSharedBitString> abm;   //!< A-BM: all workers below
    std::vector<IncTreeSet> sets;        //!< the A-BM by set identifier; not at the root
    std::vector<IncTreeChild> children;  //!< children, in the order of their lowest rank
    std::optional<IncConnection> parent; //!< towards the parent VAT node; none at the root
    uint32_t resultSource{0};            //!< address of the parent VAT node, host order
    uint32_t parentPort{IncTreeChild::ANY_PORT}; //!< where its frames must come in, as of children
    uint32_t rootAddress{0};          //!< ROOT addressing: where all contributions go, host order
    uint32_t rootQpn{0};              //!< ROOT addressing: the queue pair that they name
    Time roundTrip{MicroSeconds(20)}; //!< longest without loss, all slots of the group busy
    uint16_t rank{0};                 //!< lowest rank below
    uint8_t bslCode{0};               //!< BitString length of P-BMs
    uint8_t subDomain{0};             //!< BIER sub-domain of P-BMs
};

} // namespace ns3

#endif // INC_TREE_CONFIG_H
