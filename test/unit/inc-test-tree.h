/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TEST_TREE_H
#define INC_TEST_TREE_H

#include "ns3/inc-clock.h"
#include "ns3/inc-tree.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3
{

/// A tree of workers with the bits 1 and 2 at a switch without a network. It records the
/// frames that its links send.
class IncTestTree : private IncFrameForwarder, private IncTreeLink::Listener
{
  public:
    static constexpr uint32_t SWITCH = 0x0a000001; //!< address of the switch
    static constexpr uint32_t PARENT = 0x0a000002; //!< address of the parent VAT node
    static constexpr uint32_t WORKER = 0x0a000010; //!< address of worker 1; other workers follow
    static constexpr uint32_t BITS = 64;           //!< length of a BitString

    /** \return longest round trip of the group without loss */
    static Time RoundTrip()
    {
        return MicroSeconds(1);
    }

    /// A dissemination that only records the results to send again.
    class Dissemination : public IncTreeDissemination
    {
      public:
        void SendAgain(IncTree&, const IncSlotRound&, uint32_t, const IncBitString& bits) override
        {
            again.push_back(bits);
        }

        std::vector<IncBitString> again; //!< P-BMs
    };

    /** \param configure function that changes the tree's configuration */
    template <typename Configure>
    explicit IncTestTree(Configure configure)
    {
        IncTreeConfig config = MakeConfig();
        configure(config);
        m_tree = std::make_unique<IncTree>(config, m_times, counters);
        for (const IncTreeChild& child : config.children)
        {
            m_tree->children.push_back(MakeLink(child.connection));
        }
        if (config.parent)
        {
            m_tree->parent = MakeLink(*config.parent);
        }
        auto dissemination = std::make_unique<Dissemination>();
        m_dissemination = dissemination.get();
        m_tree->dissemination = std::move(dissemination);
    }

    ~IncTestTree() override
    {
        Simulator::Destroy();
    }

    /** \return a tree of two workers under a parent */
    static IncTreeConfig MakeConfig()
    {
        IncTreeConfig config;
        config.treeId = 3;
        config.epoch = 7;
        config.slots = 4;
        config.roundTrip = RoundTrip();
        config.bslCode = IncBitString::CodeOfLength(BITS);
        config.abm = Create<IncSharedBitString>(IncBitString(BITS, {1, 2}));
        config.sets = {{0, config.abm}};
        for (uint32_t worker = 1; worker <= 2; ++worker)
        {
            IncTreeChild child;
            child.bits = Create<IncSharedBitString>(IncBitString(BITS, {worker}));
            child.rank = static_cast<uint16_t>(worker - 1);
            child.port = worker;
            child.isWorker = true;
            child.isLastHop = true;
            child.connection = Connection(WORKER + worker - 1, 16 + worker - 1);
            config.children.push_back(child);
        }
        config.parent = Connection(PARENT, 18);
        config.resultSource = PARENT;
        config.parentPort = 3;
        return config;
    }

    /** \return the tree */
    IncTree& Get()
    {
        return *m_tree;
    }

    /**
     * \param worker 1 or 2
     * \param message MessageID
     * \param flags flags of the INC header
     * \return a contribution without data
     */
    static IncFramePtr Contribution(uint32_t worker, uint32_t message, uint8_t flags = 0)
    {
        IncFramePtr frame = IncFrame::Create();
        frame->hasInc = true;
        frame->source = WORKER + worker - 1;
        frame->destination = SWITCH;
        frame->ingress = worker;
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        frame->bth.destQp = 16 + worker - 1;
        frame->reth.rkey = KEY;
        frame->inc.treeId = 3;
        frame->inc.epoch = 7;
        frame->inc.rank = static_cast<uint16_t>(worker - 1);
        frame->inc.messageId = message;
        frame->inc.flags = flags;
        frame->pbm = Create<IncSharedBitString>(IncBitString(BITS, {worker}));
        return frame;
    }

    /**
     * \brief Add the first contributions of workers to a message.
     * \param workers some of 1 and 2
     * \param message MessageID
     * \return round of the message; if all have contributed, it is COMPLETE and sent to the parent
     */
    IncSlotRound& Contribute(const std::vector<uint32_t>& workers, uint32_t message)
    {
        IncSlotRound* round = nullptr;
        for (uint32_t worker : workers)
        {
            IncFramePtr frame = Contribution(worker, message);
            const auto outcome =
                m_tree->state.Contribute(*frame, frame->pbm->bits, worker - 1, round);
            if (outcome == IncTreeState::Outcome::COMPLETED)
            {
                round->state = IncSlotRound::State::COMPLETE;
                round->sentPs = round->parentPs = IncClock::NowPs();
            }
        }
        return *round;
    }

    /**
     * \brief Repeat the contribution of a worker.
     * \param round round of the message
     * \param worker 1 or 2
     * \param flags flags of the INC header
     */
    void Repeat(IncSlotRound& round, uint32_t worker, uint8_t flags = IncHeader::RETRANSMITTED)
    {
        const IncFramePtr frame = Contribution(worker, round.header.messageId, flags);
        m_tree->recovery.DuplicateArrived(round, worker - 1, frame->pbm->bits, *frame);
    }

    /** \return frames that were sent since the last call */
    std::vector<IncFramePtr> TakeSent()
    {
        return std::exchange(m_sent, {});
    }

    /** \return P-BMs for which results were sent again since the last call */
    std::vector<IncBitString> TakeSentAgain()
    {
        return std::exchange(m_dissemination->again, {});
    }

    /** \param delay time to add to the clock */
    static void Wait(Time delay)
    {
        Simulator::Stop(delay);
        Simulator::Run();
    }

    static constexpr uint32_t KEY = 0x1234; //!< R_Key of the switch's memory

    IncAggregatorCounters counters; //!< counters of the switch
    Time resend;                    //!< time as in IncRecoveryTimes
    Time crossing;                  //!< time as in IncRecoveryTimes
    Time parentTimeout;             //!< time as in IncRecoveryTimes

  private:
    static IncConnection Connection(uint32_t remote, uint32_t qpn)
    {
        IncConnection connection;
        connection.localAddress = SWITCH;
        connection.remoteAddress = remote;
        connection.localQpn = qpn;
        connection.localKey = KEY;
        connection.Seal();
        return connection;
    }

    std::unique_ptr<IncTreeLink> MakeLink(const IncConnection& connection)
    {
        IncFrameForwarder& node = *this;
        IncTreeLink::Listener& listener = *this;
        return std::make_unique<IncUcTreeLink>(node,
                                               connection,
                                               IncTreeLink::Notification{},
                                               listener);
    }

    void Forward(IncFramePtr frame) override
    {
        m_sent.push_back(std::move(frame));
    }

    uint32_t GetIpv4() const override
    {
        return SWITCH;
    }

    IncIpVersion GetIpVersion() const override
    {
        return IncIpVersion::V4;
    }

    IncMessageVerdict MessageArrived(uint32_t, IncFrame&) override
    {
        return IncMessageVerdict::TAKEN;
    }

    void MessageBroken(uint32_t, const IncFrame&) override
    {
    }

    void MessageAcknowledged(uint32_t, uint32_t) override
    {
    }

    void LinkFailed(uint32_t, IncCompletionStatus) override
    {
    }

    void CongestionReported(uint32_t) override
    {
    }

    const IncRecoveryTimes m_times{resend, crossing, parentTimeout};
    std::unique_ptr<IncTree> m_tree;
    Dissemination* m_dissemination{nullptr};
    std::vector<IncFramePtr> m_sent;
};

} // namespace ns3

#endif // INC_TEST_TREE_H
