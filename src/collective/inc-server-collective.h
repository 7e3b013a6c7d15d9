/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVER_COLLECTIVE_H
#define INC_SERVER_COLLECTIVE_H

#include "inc-host-collective.h"
#include "inc-server-program.h"

#include "ns3/inc-scale-up-switch.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

class IncScaleUpChannel;

/**
 * \ingroup inc
 * \brief Collectives over servers of several GPUs: inside servers over their scale-up switches, and
 * between servers over hosts or in the network.
 *
 * A rank is a GPU. Each rank runs the program of IncMakeServerProgram(). Ranks of one server are
 * connected by channels of their scale-up switch, without queue pairs. The heads of a rail in
 * different servers are connected by queue pairs, or they are the workers of an aggregation tree.
 * Each rail has a tree of its own, in which a server is one worker.
 */
class IncServerCollective : public IncHostCollective
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncServerCollective();

    /** \brief Set the scale-up switches of each server in the layout (none for a host), and what
     * runs. Call it before Setup(); see IncMakeServerProgram(). Without `between` call UseTree()
     * for each rail. */
    void SetServers(const IncServerLayout& layout,
                    const std::vector<std::vector<Ptr<IncScaleUpSwitch>>>& switches,
                    IncInServer inServer,
                    const IncHostAlgorithm* between);

    /** \brief Let an aggregation tree reduce the sums of all servers on the next rail. Its ranks
     * are the heads of the rail by server. `payload` are the bytes of a message, and `slots` the
     * messages of a window. The creator disposes of the tree's algorithm. */
    void UseTree(Ptr<IncCollectiveAlgorithm> tree, uint32_t payload, uint32_t slots);

    bool Knows(IncCollective collective) const override;

    /** \return part inside servers of a collective: the one that was set, or FLAT if that part does
     * not know the collective */
    IncInServer GetInServer(IncCollective collective) const;

    /** \return the switch that joins two ranks of a server */
    Ptr<IncScaleUpSwitch> GetSwitch(uint32_t a, uint32_t b) const;

    /** \return the algorithm over hosts; null if there are aggregation trees */
    const IncHostAlgorithm* GetBetween() const
    {
        return m_between ? &*m_between : nullptr;
    }

  protected:
    void DoDispose() override;
    IncHostProgram MakeProgram(const IncHostCall& call) const override;
    void Connect(uint32_t rank, const IncHostStep& step) override;
    std::optional<uint32_t> RailOf(uint32_t rank, const IncHostStep& step) const override;

  private:
    /// Aggregation tree of a rail.
    struct Tree
    {
        Ptr<IncCollectiveAlgorithm> algorithm;
        uint32_t sliceBytes;
        uint32_t slices;
    };

    void ConnectInside(uint32_t a, uint32_t b, const IncHostChannel& channel);
    void ConnectGroup(uint32_t head, const IncHostChannel& channel);

    /// Return a rank's number at a switch.
    uint32_t GpuOf(const Ptr<IncScaleUpSwitch>& hub, uint32_t rank) const
    {
        return *hub->FindGpu(GetAgent(rank).GetHost());
    }

    IncServerLayout m_layout;
    /// By server of the layout: its switch, or one for each pair of its GPUs.
    std::vector<std::vector<Ptr<IncScaleUpSwitch>>> m_switches;
    IncInServer m_inServer{IncInServer::DIRECT};
    std::optional<IncHostAlgorithm> m_between;
    std::vector<Tree> m_trees; //!< by rail
    bool m_wholeSteps;
    Time m_stepOverhead;
    Time m_launchOverhead;
};

} // namespace ns3

#endif // INC_SERVER_COLLECTIVE_H
