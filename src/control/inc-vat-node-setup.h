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

/**
 * \ingroup inc
 * \brief Ends of a VAT node's queue pairs: its own ends, or the ends of its peers.
 */
struct IncVatNodeEnds
{
    std::vector<IncQueuePairEnd> parent; //!< end of the queue pair to the parent; empty at the root
    std::vector<IncQueuePairEnd> children; //!< ends by child
    std::vector<IncQueuePairEnd> targets;  //!< root: ends towards workers, by rank
    std::vector<IncQueuePairEnd> stream;   //!< root: end of the queue pair for results by BIER

    /**
     * \brief Read the fields PARENT, CHILD, TARGET and STREAM of a message.
     * \param body body of a RESERVED or COMMIT
     */
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

    /**
     * \brief Read a setup from the body of a RESERVE.
     * \param body body with TREE, EPOCH and the fields that Write() adds
     * \param length length of all bit strings, bits
     * \return the setup; nothing if its bit strings contradict each other
     */
    static std::optional<IncVatNodeSetup> Read(const IncControlBody& body, uint32_t length);

    /** \brief Add the setup to the body of a RESERVE, without its connections. */
    void Write(IncControlBody& body) const;

    /**
     * \brief Add the parameters that all VAT nodes of a group have in common.
     * \param profile profile of the group, with the number of slots in effect
     * \param subDomain BIER sub-domain of the tree's BFR-ids
     */
    void SetParameters(const IncGroupProfile& profile, const IncBierSubDomain& subDomain);

    /**
     * \brief Make the queue pairs of the node.
     * \param aggregator aggregator of the node
     * \param profile profile of the group
     * \param seal seal of the group's frames, or null
     */
    void MakeConnections(IncAggregator& aggregator,
                         const IncGroupProfile& profile,
                         const Ptr<IncFrameSeal>& seal);

    /** \return ends of the queue pairs that MakeConnections() has made */
    IncVatNodeEnds GetEnds() const;

    /**
     * \brief Tell the queue pairs of parent and children their other ends.
     * \param ends ends of these queue pairs at the parent and the children
     * \return false if there are too many or too few ends
     */
    bool SetOtherEnds(const IncVatNodeEnds& ends);

    /**
     * \brief Install the tree and, at the root, the dissemination of its results.
     * \param aggregator aggregator of the node
     * \param profile profile of the group
     * \param bfr BFR of the node, which results by BIER need
     * \param subDomain BIER sub-domain of the tree's BFR-ids
     */
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

/**
 * \param body body of a message
 * \param field RECEIVER or TARGET
 * \return the workers that the message names
 */
std::vector<IncResultReceiver> IncReadReceivers(const IncControlBody& body, IncControlField field);

/**
 * \param body body with TREE, EPOCH and STREAM
 * \param seal seal of the group's frames, or null
 * \return origin of results by BIER
 */
IncResultOrigin IncReadOrigin(const IncControlBody& body, Ptr<IncFrameSeal> seal);

/**
 * \brief Add the parameters of a client that follow from the profile of its group.
 * \param config configuration of the client, with the number of slots in effect
 * \param profile profile of the group
 * \param subDomain BIER sub-domain of the tree's BFR-ids
 * \param bfrId BFR-id of the client's worker
 */
void IncSetClientParameters(IncClientConfig& config,
                            const IncGroupProfile& profile,
                            const IncBierSubDomain& subDomain,
                            uint32_t bfrId);

} // namespace ns3

#endif // INC_VAT_NODE_SETUP_H
