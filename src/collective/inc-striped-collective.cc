/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-striped-collective.h"

#include "inc-collective-shape.h"

#include "ns3/abort.h"

#include <algorithm>
#include <cstring>
#include <memory>

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncStripedCollective);

namespace
{

/// An equal range of elements in every block of a rank's operands or results.
struct Stripe
{
    uint64_t blocks;
    uint64_t whole; //!< size of a block, bytes
    uint64_t first; //!< offset of the stripe in each block, bytes
    uint64_t bytes; //!< size of the stripe in each block, bytes

    bool IsScattered() const
    {
        return blocks > 1;
    }

    void Gather(const uint8_t* from, uint8_t* to) const
    {
        for (uint64_t block = 0; block < blocks; ++block)
        {
            std::memcpy(to + block * bytes, from + block * whole + first, bytes);
        }
    }

    void Scatter(const uint8_t* from, uint8_t* to) const
    {
        for (uint64_t block = 0; block < blocks; ++block)
        {
            std::memcpy(to + block * whole + first, from + block * bytes, bytes);
        }
    }
};

/// A rank's request for one stripe, and memory if the stripe is scattered.
struct RankStripe
{
    IncCollectiveRequest request;
    Stripe results;
    uint8_t* to{nullptr};          //!< final memory of the results
    std::vector<uint8_t> operands; //!< operands, gathered from the blocks
    std::vector<uint8_t>
        landing; //!< memory where results land before they are scattered to the blocks

    RankStripe(const IncCollectiveRequest& all,
               uint32_t rank,
               uint32_t ranks,
               uint64_t first,
               uint64_t count)
        : request(all)
    {
        const uint64_t size = IncSizeOf(all.type);
        const bool isRoot = rank == all.root;
        const auto stripe = [&](uint64_t blocks) {
            return Stripe{blocks, all.count * size, first * size, count * size};
        };
        // If each block has one element, the number of elements is the number of blocks.
        results = stripe(IncReceiveElements(all.collective, ranks, 1, isRoot));
        request.count = count;
        if (all.IsVirtual())
        {
            return;
        }
        request.send.assign(ranks, nullptr);
        request.buffers.assign(ranks, nullptr);
        const Stripe sent = stripe(IncSendElements(all.collective, ranks, 1, isRoot));
        if (const uint8_t* from = all.SendOf(rank))
        {
            if (sent.IsScattered())
            {
                operands.resize(sent.blocks * sent.bytes);
                sent.Gather(from, operands.data());
            }
            request.send[rank] = sent.IsScattered() ? operands.data() : from + sent.first;
        }
        to = all.ReceiveOf(rank);
        if (to && results.IsScattered())
        {
            landing.resize(results.blocks * results.bytes);
            request.buffers[rank] = landing.data();
        }
        else if (to)
        {
            request.buffers[rank] = to + results.first;
        }
    }

    void Finish() const
    {
        if (!landing.empty())
        {
            results.Scatter(landing.data(), to);
        }
    }
};

struct Pending
{
    uint32_t missing{0}; //!< number of stripes that have not completed
    std::string status;  //!< first error; or empty
};

} // namespace

TypeId
IncStripedCollective::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncStripedCollective")
                            .SetParent<IncCollectiveAlgorithm>()
                            .SetGroupName("Inc")
                            .AddConstructor<IncStripedCollective>();
    return tid;
}

void
IncStripedCollective::AddRail(Ptr<IncCollectiveAlgorithm> rail)
{
    NS_ABORT_MSG_UNLESS(m_rails.empty() || rail->GetRanks() == GetRanks(),
                        "IncStripedCollective::AddRail: " << rail->GetRanks()
                                                          << " ranks; accepted: " << GetRanks()
                                                          << ", those of the first rail");
    m_rails.push_back(rail);
}

bool
IncStripedCollective::Knows(IncCollective collective) const
{
    return std::all_of(m_rails.begin(), m_rails.end(), [collective](const auto& rail) {
        return rail->Knows(collective);
    });
}

void
IncStripedCollective::StartRank(uint32_t rank,
                                const IncCollectiveRequest& request,
                                CompletionCallback done)
{
    Check(request);
    const uint64_t rails = m_rails.size();
    auto pending = std::make_shared<Pending>();
    // A request without elements runs only on the first rail.
    const uint64_t used = std::clamp<uint64_t>(request.count, 1, rails);
    pending->missing = static_cast<uint32_t>(used);
    uint64_t first = 0;
    for (uint64_t i = 0; i < used; ++i)
    {
        const uint64_t count = request.count / rails + (i < request.count % rails ? 1 : 0);
        const auto stripe = std::make_shared<RankStripe>(request, rank, GetRanks(), first, count);
        first += count;
        m_rails[i]->StartRank(
            rank,
            stripe->request,
            CompletionCallback([pending, stripe, done](uint32_t of, const std::string& status) {
                stripe->Finish();
                if (pending->status.empty())
                {
                    pending->status = status;
                }
                if (--pending->missing == 0)
                {
                    done(of, pending->status);
                }
            }));
    }
}

void
IncStripedCollective::DoDispose()
{
    m_rails.clear();
    IncCollectiveAlgorithm::DoDispose();
}

} // namespace ns3
