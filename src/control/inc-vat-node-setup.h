/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_VAT_NODE_SETUP_H
#define INC_VAT_NODE_SETUP_H

#include "inc-group-profile.h"
#include "inc-queue-pair-exchange.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-bfr.h"
#include "ns3/inc-bier-sub-domain.h"
#include "ns3/inc-client.h"

#include <memory>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Ends of a VAT node's queue pairs: its own ends, or the ends of its peers.
struct IncVatNodeEnds
{
    std::vector<IncQueuePairEnd> parent; //!< end of the queue pair to the parent; empty at the root
    std::vector<IncQueuePairEnd> children; //!< ends by child
    std::vector<IncQueuePairEnd> targets;  //!< root: ends towards workers, by rank
    std::vector<IncQueuePairEnd> stream;   //!< root: end of the queue pair for results by BIER

    /** \brief Read the fields PARENT, CHILD, TARGET and STREAM of a RESERVED or COMMIT. */
    static IncVatNodeEnds Read(const IncControlBody& body);

    /** \brief Add all ends to the body of a RESERVED. */
    void Write(IncControlBody& body) const;
};

/**
 * \ingroup inc
 * \brief The part of one VAT node in a group.
 *
 * A group is set up in four steps, the same with a manager and without. IncGroupLayout makes the
 * setups from the tree. Each node adds the parameters of the group and makes its queue pairs. Then
 * each queue pair learns its other end, and the node installs the tree. IncGroupHelper takes these
 * steps by calls. A manager takes them by messages, and IncSwitchAgent carries them out.
 */
struct IncVatNodeSetup
{
    IncTreeConfig config;                   //!< tree of the node, with the addresses of its peers
    std::vector<IncResultReceiver> targets; //!< root: workers that have a queue pair of their own
    std::vector<IncConnection> targetLinks; //!< root: connections to the targets
    IncConnection stream; //!< root: connection for results by BIER, which gives PSNs

    /** \brief Read a setup from a RESERVE; bit strings have `length` bits. Return nothing if they
     * contradict each other. */
    static std::optional<IncVatNodeSetup> Read(const IncControlBody& body, uint32_t length);

    /** \brief Add the setup to the body of a RESERVE, without its connections. */
    void Write(IncControlBody& body) const;

    /** \brief Add the parameters that all VAT nodes of a group have in common. The profile has the
     * number of slots in effect. */
    void SetParameters(const IncGroupProfile& profile, const IncBierSubDomain& subDomain);

    /** \brief Make the queue pairs of the node. `seal` is null if the group's frames have none. */
    void MakeConnections(IncAggregator& aggregator,
                         const IncGroupProfile& profile,
                         const Ptr<IncFrameSeal>& seal);

    /** \return ends of the queue pairs that MakeConnections() has made */
    IncVatNodeEnds GetEnds() const;

    /** \brief Tell the queue pairs of parent and children their other ends. Return false if there
     * are too many or too few ends. */
    bool SetOtherEnds(const IncVatNodeEnds& ends);

    /** \brief Install the tree and, at the root, the dissemination of its results. Only results by
     * BIER need the BFR and the sub-domain. */
    void Install(IncAggregator& aggregator,
                 const IncGroupProfile& profile,
                 const Ptr<IncBfr>& bfr,
                 const std::shared_ptr<const IncBierSubDomain>& subDomain);

    /** \brief Release all queue pairs of the node, after its tree was removed. */
    void ReleaseConnections(IncAggregator& aggregator) const;
};

/** \brief Tell a connection the queue pair and the R_Key of its other end. */
void IncSetOtherEnd(IncConnection& connection, const IncQueuePairEnd& end);

/** \return end of a connection, as the other end must know it */
IncQueuePairEnd IncEndOf(const IncConnection& connection);

/** \brief Add a worker to a message, as a field RECEIVER or TARGET. */
void IncWriteReceiver(IncControlBody& body, IncControlField field, const IncResultReceiver& worker);

/** \return the workers that a message names in its fields RECEIVER or TARGET */
std::vector<IncResultReceiver> IncReadReceivers(const IncControlBody& body, IncControlField field);

/** \return origin of results by BIER, from the fields TREE, EPOCH and STREAM of a message */
IncResultOrigin IncReadOrigin(const IncControlBody& body, Ptr<IncFrameSeal> seal);

/** \brief Add the parameters of a client that follow from the profile of its group. `config` has
 * the number of slots in effect. */
void IncSetClientParameters(IncClientConfig& config,
                            const IncGroupProfile& profile,
                            const IncBierSubDomain& subDomain,
                            uint32_t bfrId);

} // namespace ns3

#endif // INC_VAT_NODE_SETUP_H
