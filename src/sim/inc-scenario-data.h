/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCENARIO_DATA_H
#define INC_SCENARIO_DATA_H

#include "ns3/inc-collective-data.h"
#include "ns3/inc-collective.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <vector>

namespace ns3
{

class IncScenarioJob;
struct IncCollectiveConfig;
struct IncJobSetting;

/**
 * \ingroup inc
 * \brief The elements of one collective of a scenario, from its seed.
 */
class IncScenarioData
{
  public:
    /**
     * \param setting of the row
     * \param call collective and type of the elements, which need not be those of the row
     * \param count of the request
     * \param ranks number of ranks
     * \param number tells collectives of one run apart: each has other elements
     */
    IncScenarioData(const IncJobSetting& setting,
                    const IncCollectiveConfig& call,
                    uint64_t count,
                    uint32_t ranks,
                    uint64_t number);

    /** \return a request for these elements, which are filled in anew */
    IncCollectiveRequest MakeRequest();

    /** \return the request without memory: operation and root */
    const IncCollectiveRequest& GetRequest() const
    {
        return m_request;
    }

    /**
     * \param job that has run the request
     * \param gone ranks that are gone, whose results do not count
     * \return wrong elements over all other ranks; nothing with virtual data
     */
    std::optional<uint64_t> CountWrong(const IncScenarioJob& job,
                                       const std::set<uint32_t>& gone) const;

  private:
    IncCollectiveRequest m_request;          //!< request without memory
    uint32_t m_payload{0};                   //!< data in a full message, bytes
    std::optional<IncCollectiveData> m_data; //!< nothing with virtual data
};

} // namespace ns3

#endif // INC_SCENARIO_DATA_H
