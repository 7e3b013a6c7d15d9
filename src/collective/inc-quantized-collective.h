/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUANTIZED_COLLECTIVE_H
#define INC_QUANTIZED_COLLECTIVE_H

#include "inc-block-quantizer.h"
#include "inc-collective.h"

#include <deque>
#include <memory>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Runs AllReduce and Reduce of float32 sums as sums of integers, which switches can add.
 *
 * Each request becomes two requests of another algorithm, the carrier. The first is an
 * AllReduce of one exponent per block (uint8, maximum). When a rank has the exponents, it quantises
 * its operands and starts the second, a sum of integers (IncBlockQuantizer). At most one request of
 * a rank waits for exponents, so that all ranks start the carrier's requests in one order. With a
 * factor for all blocks there are no exponents.
 *
 * An infinity or a NaN cannot be quantised. Its exponent makes the request fail at all ranks. With
 * a factor the request fails at the rank that has it, and the others stall.
 */
class IncQuantizedCollective : public IncCollectiveAlgorithm
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the algorithm that runs the requests, which is disposed of with this object, and
     * the conversion to integers, whose number of ranks is set here. */
    void Setup(Ptr<IncCollectiveAlgorithm> carrier, const IncBlockQuantizer& quantizer);

    uint32_t GetRanks() const override
    {
        return m_quantizer.ranks;
    }

    bool Knows(IncCollective collective) const override;
    void StartRank(uint32_t rank,
                   const IncCollectiveRequest& request,
                   CompletionCallback done) override;

  protected:
    void DoDispose() override;

  private:
    struct Call;

    struct Rank
    {
        std::deque<std::shared_ptr<Call>> waiting; //!< requests without all exponents
        bool isBusy{false};  //!< whether the exponents of the first request are being collected
        std::string failure; //!< reason why no further request runs, or empty
    };

    void Advance(uint32_t rank);
    void GotExponents(uint32_t rank, const std::string& status);
    void Carry(uint32_t rank, const std::shared_ptr<Call>& call);

    Ptr<IncCollectiveAlgorithm> m_carrier;
    IncBlockQuantizer m_quantizer;
    std::vector<Rank> m_ranks;
};

} // namespace ns3

#endif // INC_QUANTIZED_COLLECTIVE_H
