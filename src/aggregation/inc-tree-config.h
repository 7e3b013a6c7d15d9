/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_CONFIG_H
#define INC_TREE_CONFIG_H

#include "inc-aggregation-transport.h"
#include "inc-cell-share.h"
#include "inc-reducer.h"

#include "ns3/inc-connection.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-header.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief The collectives and operations that an aggregation tree serves; by default all.
class IncOffer
{
  public:
    IncOffer() = default;

    /** \brief Serve one collective and one operation alone. */
    IncOffer(IncCollective collective, IncOperation operation)
        : m_collectives(BitOf(collective)),
          m_operations(BitOf(operation))
    {
    }

    /** \brief Return the offer that has this number in control messages. */
    explicit IncOffer(uint32_t number)
        : m_collectives(static_cast<uint16_t>(number >> 16)),
          m_operations(static_cast<uint16_t>(number))
    {
    }

    /** \brief Return whether the tree serves a contribution or result with this header. */
    bool Includes(const IncHeader& header) const
    {
        return (m_collectives & BitOf(header.collective)) != 0 &&
               (m_operations & BitOf(header.operation)) != 0;
    }

    /** \brief Serve one more collective and one more operation. */
    void Add(IncCollective collective, IncOperation operation)
    {
        m_collectives |= BitOf(collective);
        m_operations |= BitOf(operation);
    }

    /** \return the number of the offer in control messages */
    operator uint32_t() const
    {
        return uint32_t{m_collectives} << 16 | m_operations;
    }

  private:
    template <typename T>
    static constexpr uint16_t BitOf(T value)
    {
        return static_cast<uint16_t>(1U << (static_cast<uint8_t>(value) & 0x0f)); // 4 bits each
    }

    uint16_t m_collectives{UINT16_MAX}; //!< a bit for each collective
    uint16_t m_operations{UINT16_MAX};  //!< a bit for each operation
};

/// \ingroup inc
/// \brief What happens to a slot after its result was sent.
enum class IncSlotMode : uint8_t
{
    SHADOW, //!< two versions: the last result stays until the slot's next message completes
    LITERAL //!< draft-liu-nfsv4-rocev2, section 5.2: the root clears the slot at once
};

/// \ingroup inc
/// \brief Order in which contributions are reduced.
enum class IncReductionOrder : uint8_t
{
    ARRIVAL, //!< in the order of arrival
    RANK     //!< in the order of each child's lowest rank: bit-exact, costs a row per child
};

/// \ingroup inc
/// \brief Address of packets, which selects the switch that aggregates (draft VAT and BIER, section
/// 2.1).
enum class IncVatAddressing : uint8_t
{
    NEXT, //!< packets are addressed to the next VAT node, and only this node aggregates
    ROOT  //!< packets name the root; the first VAT node that has one of their bits aggregates
};

/// \ingroup inc
/// \brief A child of a VAT node: a worker or another switch.
struct IncTreeChild
{
    IncConnection connection;           //!< connection from the switch to the child
    Ptr<const IncSharedBitString> bits; //!< P-BM of the child: all workers behind it
    uint16_t rank{0};                   //!< lowest rank behind the child
    uint32_t port{ANY_PORT};            //!< port by which the child's frames must come, or ANY_PORT
    bool hasDetours{false}; //!< whether the child is a switch, or a worker with several links
    bool isWorker{false};   //!< whether the child is a worker, not a switch
    bool isLastHop{false};  //!< whether BIER results for the worker pass this switch last

    static constexpr uint32_t ANY_PORT = UINT32_MAX; //!< accept frames from any port
};

/// \ingroup inc
/// \brief The part of an A-BM that one packet can carry (RFC 8279, section 3: set identifiers).
struct IncTreeSet
{
    uint8_t si;                         //!< set identifier of the bits
    Ptr<const IncSharedBitString> bits; //!< the workers of this set
};

/// \ingroup inc
/// \brief Parameters of a group that are equal at all its switches.
struct IncTreeParameters
{
    uint32_t slots{256};                       //!< slots of this tree on every switch
    uint32_t firstMessageId{0};                //!< MessageID of the first message
    IncSlotMode slotMode{IncSlotMode::SHADOW}; //!< what happens to a slot after its result was sent
    IncReductionOrder order{IncReductionOrder::ARRIVAL}; //!< order of the reduction
    IncOverflow overflow{IncOverflow::WRAP};             //!< overflow of integer sums and products
    IncAggregationTransport transport{IncAggregationTransport::UC}; //!< transport of all hops
    IncRcParameters rc{IncAggregationRcParameters()};    //!< RC: parameters of all connections
    IncVatAddressing addressing{IncVatAddressing::NEXT}; //!< VAT node that processes a packet
    bool bitmaps{true};      //!< whether packets have a P-BM (VAT) or only tree id and QPN
    bool checksCalls{false}; //!< whether contributions of different calls (call tags) are refused
    bool resultsAreEmpty{false}; //!< the root keeps results, and only notifies workers
    IncOffer offer;              //!< collectives and operations that the tree serves
    IncCellShare cells;          //!< claim to the cells that switches share

    /** \return slots that a switch keeps for this tree alone; below the root it may share cells */
    uint32_t GetOwnSlots(bool isRoot) const
    {
        return cells.isShared && !isRoot ? cells.least : slots;
    }
};

/// \ingroup inc
/// \brief Configuration of one aggregation tree at a switch.
struct IncTreeConfig : IncTreeParameters
{
    uint16_t treeId{0};        //!< number of the aggregation tree
    uint16_t epoch{0};         //!< generation of the tree; a switch refuses packets of another one
    bool resultsPassBy{false}; //!< whether results go from the root straight to the workers
    Ptr<const IncSharedBitString> abm;   //!< A-BM: all workers below the switch
    std::vector<IncTreeSet> sets;        //!< the A-BM by set identifier; empty at the root
    std::vector<IncTreeChild> children;  //!< children, in the order of their lowest rank
    std::optional<IncConnection> parent; //!< connection to the parent VAT node; none at the root
    uint32_t resultSource{0};            //!< address of the parent VAT node, host order
    uint32_t parentPort{IncTreeChild::ANY_PORT}; //!< port by which the parent's frames come in
    uint32_t rootAddress{0};          //!< ROOT addressing: address of the root, host order
    uint32_t rootQpn{0};              //!< ROOT addressing: queue pair that all contributions name
    Time roundTrip{MicroSeconds(20)}; //!< longest round trip without loss, all slots busy
    uint16_t rank{0};                 //!< lowest rank below the switch
    uint8_t bslCode{0};               //!< BitString length code of P-BMs
    uint8_t subDomain{0};             //!< BIER sub-domain of P-BMs

    /** \return slots that this switch keeps for the tree alone */
    uint32_t GetOwnSlots() const
    {
        return IncTreeParameters::GetOwnSlots(!parent);
    }
};

} // namespace ns3

#endif // INC_TREE_CONFIG_H
