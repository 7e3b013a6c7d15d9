/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_RECONFIGURABLE_HELPER_H
#define INC_RECONFIGURABLE_HELPER_H

#include "inc-fabric-helper.h"
#include "inc-planned-job.h"

#include "ns3/inc-optical-switch.h"
#include "ns3/inc-plan-answer.h"
#include "ns3/nstime.h"

#include <list>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Result of an AllReduce over a reconfigurable cluster.
 */
struct IncReconfigurableMeasurement
{
    Time start;              //!< time when it was posted
    Time end;                //!< time when the last rank completed
    uint64_t bytes{0};       //!< size for each rank
    double boundGbps{0};     //!< the plan's rate times the payload efficiency
    std::string status{"-"}; //!< "ok", what went wrong, or "-": it has not ended

    /** \return bytes a second of each worker, Gb/s; 0 without an end */
    double GetGbps() const;
};

/**
 * \ingroup inc
 * \brief A cluster whose switches, workers and parameter server all hang on one optical switch
 * (ATRO, section II-B): plans become circuits, routes and aggregation trees.
 *
 * Everything is scheduled first; Simulator::Run() does it. The helper ends before
 * Simulator::Destroy().
 */
class IncReconfigurableHelper
{
  public:
    /**
     * \brief Bring up a cluster without any circuit.
     * \param cluster instance of a planner, homogeneous in capacity; IncError if it is not, or
     * if the device has too few ports
     * \param device what the nodes hang on
     * \param delay propagation between a node and the device
     */
    IncReconfigurableHelper(const IncCluster& cluster,
                            const IncOpticalDevice& device,
                            Time delay = MicroSeconds(1));
    ~IncReconfigurableHelper();

    IncReconfigurableHelper(const IncReconfigurableHelper&) = delete;
    IncReconfigurableHelper& operator=(const IncReconfigurableHelper&) = delete;

    /**
     * \brief Ports that a cluster takes of an optical switch.
     * \param cluster any cluster
     * \return those of its switches, and one for each worker and parameter server
     */
    static uint64_t CountPorts(const IncCluster& cluster);

    /**
     * \brief Let circuits follow a plan; when they are lit, routes follow.
     * \param when from now
     * \param plan of a cluster with the same nodes; which of them aggregate may differ.
     * IncError where it has others, or nothing to run
     */
    void ApplyPlan(Time when, const IncClusterPlan& plan);

    /**
     * \brief Run an AllReduce over what the last plan has made.
     * \param when from now; the circuits must be lit then
     * \param bytes of each rank, virtual data of float32
     * \param paced whether workers send at the plan's rate
     * \return what it achieves, filled in by the simulation; it lives as long as the helper
     */
    const IncReconfigurableMeasurement& Measure(Time when, uint64_t bytes, bool paced = true);

    /** \return the installed network */
    const IncFabric& GetFabric() const
    {
        return m_fabric;
    }

    /** \return the optical switch */
    Ptr<IncOpticalSwitch> GetOpticalSwitch() const;

  private:
    /// A plan that is applied, or will be.
    struct Configuration
    {
        std::vector<std::pair<uint32_t, uint32_t>>
            links; //!< node indices at both ends of each link
        IncPlannedNetwork
            network; //!< network of the plan; its topology is complete when the circuits are lit
    };

    uint32_t IndexOf(const std::string& name) const;
    void Apply(const std::shared_ptr<Configuration>& configuration);
    void Route();
    std::vector<IncCircuit> MakeCircuits(const Configuration& configuration) const;
    void Start(IncReconfigurableMeasurement& measurement, bool paced);

    IncFabric m_fabric;                       //!< fabric of all nodes
    uint32_t m_optical{0};                    //!< index of the node
    std::shared_ptr<Configuration> m_present; //!< present configuration, or null
    std::unique_ptr<IncPlannedJob> m_job;     //!< job of the last measurement
    std::list<IncReconfigurableMeasurement>
        m_measurements; //!< measurements, in the order of Measure()
};

} // namespace ns3

#endif // INC_RECONFIGURABLE_HELPER_H
