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
 * \brief Memory of a collective whose results are checked: seeded operands, and room for results.
 *
 * IncVerifier checks reductions. Elements that are moved without reduction must have the bits of
 * their source. Bytes behind results, and operands outside results, must be unchanged.
 */
class IncCollectiveData
{
  public:
    static constexpr uint32_t SERVER = UINT32_MAX; //!< `root` of a Reduce to parameter servers

    /** \brief Make the memory of a request that has none itself. The root of a Reduce to servers is
     * SERVER. Operands and results share memory if `inPlace`, as in nccl-tests. */
    IncCollectiveData(const IncCollectiveRequest& request,
                      uint32_t ranks,
                      bool inPlace,
                      uint64_t seed);

    /** \brief Write the operands, and return the request with its memory. */
    IncCollectiveRequest MakeRequest();

    /** \brief Return the number of wrong elements over all ranks but those in `gone`, whose
     * operands count. `describe` sets the order of reduction in the verifier, or is null. */
    uint64_t CountWrong(const std::function<void(IncVerifier&)>& describe = nullptr,
                        const std::set<uint32_t>& gone = {}) const;

    /**
     * \brief Return the number of wrong elements of an AllReduce during which the ranks `gone`
     * failed.
     *
     * Each message of `perMessage` elements must be the sum over all ranks, or over all ranks
     * outside one of the growing sets `absent`. All remaining ranks must have equal sums.
     */
    uint64_t CountWrongWithout(const std::set<uint32_t>& gone,
                               const std::vector<std::set<uint32_t>>& absent,
                               uint64_t perMessage) const;

  private:
    struct Rank
    {
        std::unique_ptr<uint8_t[]> operands; //!< also the results if the collective is in place
        std::unique_ptr<uint8_t[]> results;  //!< null if the collective is in place
        uint8_t* send{nullptr};              //!< operands in `operands` or `results`; or nullptr
        uint8_t* receive{nullptr};           //!< results in `results` or `operands`; or nullptr
    };

    void Allocate(uint32_t rank);
    uint64_t SendCount(uint32_t rank) const;
    uint64_t ReceiveCount(uint32_t rank) const;
    uint64_t CountWrongReduced(const std::function<void(IncVerifier&)>& describe,
                               const std::set<uint32_t>& gone) const;
    uint64_t CountWrongMoved(const std::set<uint32_t>& gone) const;
    uint64_t CountWrongOwn(const std::set<uint32_t>& gone) const;
    std::vector<uint32_t> RanksWithout(const std::set<uint32_t>& some) const;
    uint64_t CountWrongBehind() const;
    uint64_t CountWrongOperands() const;
    bool IsResult(uint32_t rank, const uint8_t* at) const;
    /// Count a rank's changed operands outside the memory of results.
    uint64_t CountChanged(uint32_t rank, uint64_t first, uint64_t n, const uint8_t* expected) const;
    uint64_t CountDifferent(const uint8_t* found, uint32_t rank, uint64_t first) const;

    IncCollectiveRequest m_request; //!< request without its memory
    uint32_t m_ranks;
    bool m_inPlace;
    IncTestData m_source;
    uint32_t m_size;                     //!< size of an element, bytes
    std::vector<Rank> m_memory;          //!< memory of each rank
    std::unique_ptr<uint8_t[]> m_server; //!< results of the parameter servers
};

} // namespace ns3

#endif // INC_COLLECTIVE_DATA_H
