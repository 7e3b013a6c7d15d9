/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_DATA_H
#define INC_SCENARIO_DATA_H

#include "inc-scenario-config.h"
#include "inc-scenario-job.h"

#include "ns3/inc-collective.h"
#include "ns3/inc-test-data.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The elements of one collective: each rank's buffer, filled from the seed and checked
 * against a reference that is computed apart.
 */
class IncScenarioData
{
  public:
    /**
     * \param config of the scenario: operation, seed, real or virtual
     * \param type of the elements
     * \param count elements of each rank
     * \param ranks how many
     * \param number tells collectives of one run apart: each has other elements
     */
    IncScenarioData(const IncScenarioConfig& config,
                    IncDataType type,
                    uint64_t count,
                    uint32_t ranks,
                    uint64_t number);

    /** \return a request for these elements, which are filled in anew */
    IncCollectiveRequest MakeRequest();

    /**
     * \param job that has run the request
     * \return wrong elements over all ranks; nothing with virtual data
     */
    std::optional<uint64_t> CountWrong(const IncScenarioJob& job) const;

  private:
    IncTestData m_source;                             //!< operands
    uint64_t m_count;                                 //!< elements of each rank
    uint32_t m_ranks;                                 //!< how many
    std::vector<std::unique_ptr<uint8_t[]>> m_memory; //!< by rank; empty with virtual data
    IncCollective m_collective;                       //!< what is done with them
    std::unique_ptr<uint8_t[]> m_result;              //!< at the parameter servers, of a reduce
};

} // namespace ns3

#endif // INC_SCENARIO_DATA_H
