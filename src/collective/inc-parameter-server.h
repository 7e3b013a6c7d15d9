/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PARAMETER_SERVER_H
#define INC_PARAMETER_SERVER_H

#include "inc-collective.h"
#include "inc-parameter-config.h"
#include "inc-parameter-server-agent.h"
#include "inc-parameter-worker.h"

#include "ns3/node-container.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief AllReduce by a parameter server over reliable queue pairs.
 *
 * Every worker pushes its elements to one host, the server, which reduces them and sends the
 * results back. The server's link carries the elements of every remote worker once in each
 * direction. Let n be the number of workers, B the rate of links and eta the payload efficiency.
 * The bandwidth is at most eta * B / (n-1) if the server is on a worker's host, else eta * B / n.
 * Contributions are reduced in the order of their arrival; the longest chain has n - 1 operations.
 * With RankOrder the reduction is a left fold from rank 0 to n - 1.
 */
class IncParameterServer : public IncCollectiveAlgorithm, public IncParameterConfig
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Connect the workers, by rank, to the server, which may be one of them. Each host has
     * an IncRdmaNic. */
    void Setup(const NodeContainer& workers, Ptr<Node> server);

    /** \return the parameters in use; call it after Setup() */
    const IncParameterConfig& GetConfig() const
    {
        return m_config;
    }

    uint32_t GetRanks() const override
    {
        return m_server ? ranks : 0;
    }

    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;
    void UseRail(uint32_t rail, const std::shared_ptr<IncFlowSpread>& spread) override;
    std::unique_ptr<IncRepeater> MakeRepeater() const override;

  protected:
    void DoDispose() override;

  private:
    IncParameterConfig Complete(const IncRdmaNic& nic) const;

    IncParameterConfig m_config; //!< attributes; values that the user did not set are computed
    uint32_t m_localRank{0}; //!< rank of the worker on the server's host, or IncRankAgent::NO_RANK
    std::vector<uint64_t> m_started; //!< number of operations that each rank has started
    uint64_t m_served{0}; //!< number of operations that the server, if not a worker, has started
    Ptr<IncParameterServerAgent> m_server;          //!< also serves the worker on its host
    std::vector<Ptr<IncParameterWorker>> m_workers; //!< agents of the workers on other hosts
};

} // namespace ns3

#endif // INC_PARAMETER_SERVER_H
