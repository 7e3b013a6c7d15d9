/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_COLLECTIVE_DATA_H
#define INC_COLLECTIVE_DATA_H

#include "inc-collective.h"
#include "inc-test-data.h"
#include "inc-verifier.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The memory of a collective: seeded operands, room for the results, and what these must be.
 *
 * Reductions are checked by IncVerifier. What is only moved must be the bits of where it comes
 * from, and nothing beyond a result, and no operand apart from it, may have changed.
 */
class IncCollectiveData
{
  public:
    static constexpr uint32_t SERVER = UINT32_MAX; //!< root of a Reduce to parameter servers

    /**
     * \param request the operation, its memory empty; root SERVER for a Reduce to servers
     * \param ranks number of ranks
     * \param inPlace whether operands and results share memory, as nccl-tests has it
     * \param seed of the operands
     */
    IncCollectiveData(const IncCollectiveRequest& request,
                      uint32_t ranks,
                      bool inPlace,
                      uint64_t seed);

    /**
     * \brief Write the operands.
     * \return the operation with its memory
     */
    IncCollectiveRequest MakeRequest();

    /**
     * \param describe tells the verifier of a reduction what is known of its order; or nothing
     * \param gone ranks whose results do not count; their operands do
     * \return wrong elements over all other ranks
     */
    uint64_t CountWrong(const std::function<void(IncVerifier&)>& describe = nullptr,
                        const std::set<uint32_t>& gone = {}) const;

    /**
     * \brief Count wrong elements of an AllReduce during which ranks have gone. Each message has
     * the sum over all ranks, or over all but those that were absent at some time. All ranks that
     * are left have the same sum.
     * \param gone ranks whose results are not looked at
     * \param absent who took no part any more, first and later, each time that some had gone
     * \param perMessage elements of a message
     * \return wrong elements over all ranks that are left
     */
    uint64_t CountWrongWithout(const std::set<uint32_t>& gone,
                               const std::vector<std::set<uint32_t>>& absent,
                               uint64_t perMessage) const;

  private:
    /// The memory of one rank.
    struct Rank
    {
        std::unique_ptr<uint8_t[]> operands; //!< operands and, in place, results
        std::unique_ptr<uint8_t[]> results;  //!< null in place
        uint8_t* send{nullptr};              //!< first byte of the operands
        uint8_t* receive{nullptr};           //!< first byte of the results
    };

    void Allocate(uint32_t rank);
    uint64_t SendCount(uint32_t rank) const;
    uint64_t ReceiveCount(uint32_t rank) const;
    uint64_t CountWrongReduced(const std::function<void(IncVerifier&)>& describe,
                               const std::set<uint32_t>& gone) const;
    uint64_t CountWrongMoved(const std::set<uint32_t>& gone) const;
    uint64_t CountWrongOwn(const std::set<uint32_t>& gone) const;
    /// The ranks that are not among some.
    std::vector<uint32_t> RanksWithout(const std::set<uint32_t>& some) const;
    uint64_t CountWrongBehind() const;
    uint64_t CountWrongOperands() const;
    /// Return true if an operand lies in the memory of results.
    bool IsResult(uint32_t rank, const uint8_t* at) const;
    /// Operands of a rank that are not as they were, apart from where results go.
    uint64_t CountChanged(uint32_t rank, uint64_t first, uint64_t n, const uint8_t* expected) const;
    /// Elements that differ from those of a rank.
    uint64_t CountDifferent(const uint8_t* found, uint32_t rank, uint64_t first) const;

    IncCollectiveRequest m_request;      //!< request without memory
    uint32_t m_ranks;                    //!< number of ranks
    bool m_inPlace;                      //!< operands and results share memory
    IncTestData m_source;                //!< makes the operands
    uint32_t m_size;                     //!< bytes of an element
    std::vector<Rank> m_memory;          //!< memory of each rank
    std::unique_ptr<uint8_t[]> m_server; //!< results of the servers
};

} // namespace ns3

#endif // INC_COLLECTIVE_DATA_H
