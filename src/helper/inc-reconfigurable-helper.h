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

/// \ingroup inc
/// \brief Result of an AllReduce over a reconfigurable cluster.
struct IncReconfigurableMeasurement
{
    Time start;              //!< time when the AllReduce was posted
    Time end;                //!< time when the last rank completed
    uint64_t bytes{0};       //!< size of each rank's data, bytes
    double boundGbps{0};     //!< bound: the plan's rate times the payload efficiency, Gb/s
    std::string status{"-"}; //!< "ok", an error, or "-" if it has not ended

    /** \return rate of each worker's data, Gb/s; 0 if it has not ended */
    double GetGbps() const;
};

/**
 * \ingroup inc
 * \brief A cluster whose switches, workers and parameter server are all linked to one optical
 * switch (ATRO, section II-B). Plans become circuits, routes and aggregation trees.
 *
 * Schedule plans and measurements first; Simulator::Run() carries them out. Destroy the helper
 * before Simulator::Destroy().
 */
class IncReconfigurableHelper
{
  public:
    /** \brief Bring up a cluster without any circuit. Throw IncError if the links of the cluster
     * have several capacities, or if the device has too few ports. `delay` is the propagation
     * delay between a node and the optical switch. */
    IncReconfigurableHelper(const IncCluster& cluster,
                            const IncOpticalDevice& device,
                            Time delay = MicroSeconds(1));
    ~IncReconfigurableHelper();

    IncReconfigurableHelper(const IncReconfigurableHelper&) = delete;
    IncReconfigurableHelper& operator=(const IncReconfigurableHelper&) = delete;

    /** \return ports of an optical switch that a cluster uses: those of its switches, plus one for
     * each worker and parameter server */
    static uint64_t CountPorts(const IncCluster& cluster);

    /** \brief Change the circuits after a time from now; routes change when the circuits are ready.
     * The plan is of a cluster with the same nodes, of which others may aggregate. Throw IncError
     * if nodes differ, or if there is no positive rate. */
    void ApplyPlan(Time when, const IncClusterPlan& plan);

    /**
     * \brief Run an AllReduce over the circuits of the last plan.
     * \param when time from now; the circuits must be ready then
     * \param bytes size of each rank's virtual data, which is float32
     * \param paced true if workers send at the plan's rate
     * \return the result, which the simulation fills in; it lives as long as the helper
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
    struct Configuration
    {
        std::vector<std::pair<uint32_t, uint32_t>> links; //!< node indices at both ends of links
        /// Network of the plan; its topology is complete when the circuits are ready.
        IncPlannedNetwork network;
    };

    uint32_t IndexOf(const std::string& name) const;
    void Apply(const std::shared_ptr<Configuration>& configuration);
    void Route();
    std::vector<IncCircuit> MakeCircuits(const Configuration& configuration) const;
    void Start(IncReconfigurableMeasurement& measurement, bool paced);

    IncFabric m_fabric;
    uint32_t m_optical{0};
    std::shared_ptr<Configuration> m_present; //!< present configuration; null before the first plan
    std::unique_ptr<IncPlannedJob> m_job;
    std::list<IncReconfigurableMeasurement> m_measurements;
};

} // namespace ns3

#endif // INC_RECONFIGURABLE_HELPER_H
