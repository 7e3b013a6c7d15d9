/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SWITCH_AGENT_H
#define INC_SWITCH_AGENT_H

#include "inc-control-agent.h"
#include "inc-vat-node-setup.h"

#include "ns3/inc-last-hop.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The manager's hand on a switch (draft-liu-nfsv4-rocev2, section 3.2): puts slots and queue
 * pairs aside, serves groups, and forgets them.
 */
class IncSwitchAgent : public IncControlAgent
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncSwitchAgent();
    ~IncSwitchAgent() override;

    /// What the agent disposes of.
    struct Resources
    {
        Ptr<IncSwitch> device;                             //!< where flows are pinned
        Ptr<IncAggregator> aggregator;                     //!< null: does not aggregate
        Ptr<IncBfr> bfr;                                   //!< BFR of the switch
        Ptr<IncLastHop> lastHop;                           //!< results by BIER for its hosts
        std::shared_ptr<const IncBierSubDomain> subDomain; //!< its BFR-ids are the bits of trees
    };

    /** \param resources what the agent disposes of; before Attach() */
    void SetResources(const Resources& resources);

    /** \return groups that have resources here */
    std::size_t GetGroups() const
    {
        return m_groups.size();
    }

    /** \return queue pairs that were, or are being, set up with their other ends */
    std::size_t GetExchanged() const
    {
        return m_exchange->GetLinks();
    }

    /** \return slots that groups have here */
    uint32_t GetSlotsInUse() const
    {
        return m_slotsInUse;
    }

    std::vector<IncGroupStatistics::Part> GetParts() const override;

  protected:
    void DoDispose() override;
    void Listen() override;
    void ManagerIsBack() override;
    void Forget() override;
    void Describe(IncControlBody& body) const override;
    void AddGroups(IncControlBody& body) const override;
    IncGroupState GetState(const IncControlBody& body) const override;

  private:
    /// The port by which a flow leaves.
    struct Pin
    {
        uint32_t destination; //!< address
        uint32_t qpn;         //!< queue pair there
        uint32_t port;        //!< port of this switch
    };

    /// A group here.
    struct Group
    {
        uint16_t epoch{0};          //!< epoch of the tree
        uint32_t identity{0};       //!< identity of this switch in the tree
        uint32_t slots{0};          //!< slots put aside
        bool isVatNode{false};      //!< aggregates; else only a last hop
        bool isInstalled{false};    //!< the aggregator serves it
        bool isCommitted{false};    //!< its tables are being written, or are
        bool isConfigured{false};   //!< committed, and the tables are written
        std::string proof;          //!< committed: of its part in the tree
        std::size_t unconnected{0}; //!< queue pairs whose other end is not known
        IncQueuePairSetup setup{IncQueuePairSetup::MANAGER}; //!< how queue pairs are set up
        IncGroupProfile profile;                             //!< how it works
        IncVatNodeSetup node;                                //!< VAT node: its part in the tree
        IncResultOrigin origin; //!< BIER: what results have in common; the seal in any case
        std::vector<IncResultReceiver> receivers; //!< workers that this switch is the last hop of
        std::vector<Pin> pins;                    //!< flows with a port of their own
        EventId lease;                            //!< ends a reservation that nobody commits
        EventId configuration;                    //!< when the tables are written

        /// State of the group on this switch.
        IncGroupState GetState() const
        {
            return isInstalled   ? IncGroupState::READY
                   : isCommitted ? IncGroupState::COMMITTING
                                 : IncGroupState::RESERVING;
        }
    };

    void Reserve(const IncControlBody& body);
    void ExpectPeers(const Group& group);
    void OpenToParent(const Group& group);
    void Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote);
    void Configured(uint16_t treeId);
    void Commit(const IncControlBody& body);
    void Install(uint16_t treeId);
    bool ReadPins(const IncControlBody& body, Group& group) const;
    void Release(const IncControlBody& body);
    void Asked(const IncControlBody& body);
    IncGroupStatistics::Part GetPart(uint16_t treeId) const;
    void Free(uint16_t treeId);
    void Refuse(const IncControlBody& request, const std::string& reason);
    void Answer(IncControlKind kind, uint16_t treeId, uint16_t epoch);
    uint32_t GetTotalLength() const;
    uint32_t GetSlotsLeft() const;

    Resources m_resources;                            //!< what the agent disposes of
    std::unique_ptr<IncQueuePairExchange> m_exchange; //!< with children, parents and workers
    std::map<uint16_t, Group> m_groups;               //!< by tree id
    uint32_t m_slots{0};                              //!< in all; 0: no limit
    uint32_t m_slotsInUse{0};                         //!< slots of all groups
    Time m_configurationTime;                         //!< attribute ConfigurationTime
    Time m_leaseTime;                                 //!< attribute Lease
    uint32_t m_maxTrees{0};                           //!< attribute MaxTrees
};

} // namespace ns3

#endif // INC_SWITCH_AGENT_H
