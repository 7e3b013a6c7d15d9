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
 * \brief Control plane of a switch (draft-liu-nfsv4-rocev2, section 3.2).
 *
 * The agent receives the manager's messages at its IncControlEndpoint. It reserves slots and queue
 * pairs for a group, installs the group's tree in the IncAggregator, and removes it again. It owns
 * a record of each group and the set-up of queue pairs. It never chooses a tree, because the
 * manager does, and data frames never pass it.
 */
class IncSwitchAgent : public IncControlAgent
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /// Parts of the switch that the agent configures.
    struct Resources
    {
        Ptr<IncSwitch> device;         //!< switch on which flows are pinned
        Ptr<IncAggregator> aggregator; //!< aggregator; null: the switch does not aggregate
        Ptr<IncBfr> bfr;               //!< BFR of the switch
        Ptr<IncLastHop> lastHop;       //!< table of receivers for results by BIER
        std::shared_ptr<const IncBierSubDomain> subDomain; //!< sub-domain of results by BIER
    };

    /** \brief Set the parts that the agent configures. Call it before Attach(). */
    void SetResources(const Resources& resources);

    /** \return number of groups that have resources here */
    std::size_t GetGroups() const
    {
        return m_groups.size();
    }

    /** \return number of slots that groups have here */
    uint32_t GetSlotsInUse() const
    {
        return m_slotsInUse;
    }

    std::vector<IncGroupStatistics::Part> GetParts() const override;

  protected:
    void DoDispose() override;
    void SetHandlers() override;
    void Connected(const IncQueuePairExchange::Link& link, const IncQueuePairEnd& remote) override;
    void ManagerIsBack() override;
    void Forget() override;
    void Describe(IncControlBody& body) const override;
    void AddGroups(IncControlBody& body) const override;
    IncGroupState GetState(const IncControlBody& body) const override;

  private:
    /// A flow that must leave this switch by a given port.
    struct Pin
    {
        uint32_t destination; //!< destination address of the flow
        uint32_t qpn;         //!< destination queue pair of the flow
        uint32_t port;        //!< port of this switch
    };

    struct Group
    {
        uint16_t epoch{0};
        uint32_t identity{0};
        uint32_t slots{0};
        bool isVatNode{false};    //!< true: the switch aggregates; false: it is only a last hop
        bool isInstalled{false};  //!< whether the aggregator serves the group
        bool isCommitted{false};  //!< whether the group's tables are written, or are being written
        bool isConfigured{false}; //!< whether the group's tables are written
        std::string proof;        //!< proof of the switch's part in the tree, once committed
        std::size_t unconnected{0}; //!< number of queue pairs that do not know their other end
        IncQueuePairSetup setup{IncQueuePairSetup::MANAGER};
        IncGroupProfile profile;
        IncVatNodeSetup node;   //!< part of the switch in the tree, if it is a VAT node
        IncResultOrigin origin; //!< origin of results by BIER; its seal is also used without BIER
        std::vector<IncResultReceiver> receivers; //!< workers for which this switch is the last hop
        std::vector<Pin> pins;                    //!< flows with a fixed port
        EventId lease;
        EventId configuration;

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

    Resources m_resources;
    std::map<uint16_t, Group> m_groups; //!< groups by tree id
    uint32_t m_slots{0};                //!< number of slots of the switch; 0: no limit
    uint32_t m_slotsInUse{0};
    Time m_configurationTime;
    Time m_leaseTime;
    uint32_t m_maxTrees{0};
};

} // namespace ns3

#endif // INC_SWITCH_AGENT_H
