/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCHEDULE_WORLD_H
#define INC_SCHEDULE_WORLD_H

#include "inc-schedule-ledger.h"

#include "ns3/inc-aggregator.h"
#include "ns3/inc-net-device.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3
{

/// Parameters of a world.
struct IncScheduleParameters
{
    uint32_t workers{2};  //!< number of workers
    uint32_t levels{1};   //!< levels of switches; 2: the last worker has its own leaf
    uint32_t slots{1};    //!< slots of the tree, and window of the workers
    uint32_t messages{4}; //!< number of messages to reduce
    IncSlotMode mode{IncSlotMode::SHADOW};                //!< mode of the slots
    std::function<void(IncTreeState&, IncFrame&)> damage; //!< called before a switch takes a frame
};

/**
 * \brief A group of workers around real IncAggregators, over a network that is the set of all
 * frames that were ever sent: any of them may arrive now, once more, or never.
 *
 * Workers follow the rules of IncClient and IncUcClientLink; their timers may expire at any moment:
 * a message and its repetition are in the network from the moment that it may be sent.
 */
class IncScheduleWorld
{
  public:
    /// Number of a frame in the list of all frames.
    using FrameId = uint32_t;

    /// State of a worker's window.
    struct Worker
    {
        std::vector<uint32_t> current; //!< by slot: message in flight
        std::vector<bool> waits;       //!< by slot: the switch has answered "pending"
        uint32_t results{0};           //!< number of received results
    };

    /// Variable state of the world.
    struct State
    {
        std::vector<IncTreeState> trees;        //!< state of each switch
        std::vector<IncScheduleLedger> ledgers; //!< expected state of each switch
        std::vector<Worker> workers;            //!< workers by rank
        std::set<FrameId> frames;               //!< frames under way
    };

    /** \param parameters parameters of this world */
    explicit IncScheduleWorld(const IncScheduleParameters& parameters)
        : m_parameters(parameters),
          m_port(CreateObject<IncNetDevice>())
    {
        const auto all = Range(0, parameters.workers);
        const uint32_t last = parameters.workers - 1;
        if (parameters.levels == 1)
        {
            AddSwitch(all);
            InstallTree(0, Singles(all));
        }
        else
        {
            AddSwitch(all);
            AddSwitch(Range(0, last));
            AddSwitch({last});
            InstallTree(0, {Range(0, last), {last}});
            InstallTree(1, Singles(Range(0, last)));
            InstallTree(2, Singles({last}));
        }
    }

    ~IncScheduleWorld()
    {
        for (const Switch& each : m_switches)
        {
            each.aggregator->Dispose();
        }
        Simulator::Destroy();
    }

    /** \return the initial state */
    State Begin()
    {
        State state;
        const bool keeps = m_parameters.mode == IncSlotMode::SHADOW;
        for (const Switch& each : m_switches)
        {
            state.trees.push_back(Clone(*each.aggregator->FindTree(TREE)));
            state.ledgers.emplace_back(each.below,
                                       m_parameters.slots * (keeps ? 2 : 1),
                                       &each == &m_switches.front(),
                                       keeps);
        }
        for (uint32_t worker = 0; worker < m_parameters.workers; ++worker)
        {
            state.workers.emplace_back();
            state.workers[worker].waits.resize(m_parameters.slots);
            for (uint32_t slot = 0; slot < m_parameters.slots; ++slot)
            {
                state.workers[worker].current.push_back(slot);
                Send(state, worker, slot);
            }
        }
        return state;
    }

    /**
     * \param state a state
     * \return a copy that shares no memory with it
     */
    static State Copy(State& state)
    {
        State copy{{}, state.ledgers, state.workers, state.frames};
        for (IncTreeState& tree : state.trees)
        {
            copy.trees.push_back(Clone(tree));
        }
        return copy;
    }

    /**
     * \brief Let a frame arrive.
     * \param state state before; it becomes the state after
     * \param id number of one of the state's frames
     */
    void Deliver(State& state, FrameId id)
    {
        const IncFrame& frame = *m_book[id];
        if (frame.destination >= SWITCH_ADDRESS)
        {
            ToSwitch(state, frame.destination - SWITCH_ADDRESS, frame);
        }
        else
        {
            ToWorker(state, frame.destination - WORKER_ADDRESS, frame);
        }
    }

    /**
     * \brief Lose all frames under way, and deliver all later ones.
     * \param state a state, which changes
     * \return whether all workers get all results
     */
    bool Recovers(State& state)
    {
        state.frames.clear();
        for (uint32_t lap = 0; lap < 3 * m_parameters.messages + 3; ++lap)
        {
            for (uint32_t worker = 0; worker < m_parameters.workers; ++worker)
            {
                Expire(state, worker);
            }
            while (!state.frames.empty())
            {
                const FrameId first = *state.frames.begin();
                state.frames.erase(state.frames.begin());
                Deliver(state, first);
            }
        }
        for (const Worker& worker : state.workers)
        {
            if (worker.results != m_parameters.messages)
            {
                return false;
            }
        }
        return true;
    }

    /**
     * \param state a state
     * \return a text that differs for different states
     */
    static std::string Describe(State& state)
    {
        std::string text;
        const auto add = [&text](int64_t number) { text += std::to_string(number) + ","; };
        for (IncTreeState& tree : state.trees)
        {
            IncSlotPool& slots = tree.GetSlots();
            for (uint32_t version = 0; version < RoundsOf(slots, tree); ++version)
            {
                const IncSlotRound& round = slots.RoundOf(version);
                add(round.sequence);
                add(static_cast<int64_t>(round.state));
                add(tree.GetConfig().parent && round.repaired); // a flag of frames upwards
                add(IncScheduleLedger::SumOf(round));
                text += tree.SeenOf(round).ToHex();
            }
        }
        for (const Worker& worker : state.workers)
        {
            for (uint32_t slot = 0; slot < worker.current.size(); ++slot)
            {
                add(2 * worker.current[slot] + worker.waits[slot]);
            }
        }
        for (FrameId frame : state.frames)
        {
            add(frame);
        }
        return text;
    }

    /** \return first error; empty if there is none */
    const std::string& GetFault() const
    {
        return m_fault;
    }

  private:
    using Workers = std::set<uint32_t>;

    /// Fields that distinguish frames: source, destination, message, flags.
    using Key = std::tuple<uint32_t, uint32_t, uint32_t, uint8_t>;

    static constexpr uint16_t TREE = 1;
    static constexpr uint32_t FIRST_MESSAGE_ID = 0xfffffffe; // wraps around after two messages
    static constexpr uint32_t BITS = 64;
    static constexpr uint32_t WORKER_ADDRESS = 1000;
    static constexpr uint32_t SWITCH_ADDRESS = 2000;

    /// A node that records the frames to send instead of sending them.
    class Node : public IncFrameForwarder
    {
      public:
        Node(IncScheduleWorld& world, uint32_t address)
            : m_world(world),
              m_address(address)
        {
        }

        void Forward(IncFramePtr frame) override
        {
            // An answer "pending" matters only to a worker with other slots.
            if (!frame->inc.Has(IncHeader::PENDING) || m_world.m_parameters.slots > 1)
            {
                m_world.m_sent.push_back(m_world.Register(*frame));
            }
        }

        uint32_t GetIpv4() const override
        {
            return m_address;
        }

        IncIpVersion GetIpVersion() const override
        {
            return IncIpVersion::V4;
        }

      private:
        IncScheduleWorld& m_world; //!< world of the node
        uint32_t m_address;        //!< address in host order
    };

    /// A switch.
    struct Switch
    {
        std::unique_ptr<Node> node;    //!< sends the frames
        Ptr<IncAggregator> aggregator; //!< aggregator under test
        Workers below;                 //!< workers whose data it aggregates
        IncConnection parent;          //!< connection to its parent
    };

    static Workers Range(uint32_t first, uint32_t end)
    {
        Workers workers;
        for (uint32_t worker = first; worker < end; ++worker)
        {
            workers.insert(worker);
        }
        return workers;
    }

    static std::vector<Workers> Singles(const Workers& workers)
    {
        std::vector<Workers> singles;
        for (uint32_t worker : workers)
        {
            singles.push_back({worker});
        }
        return singles;
    }

    static Ptr<const IncSharedBitString> Bits(const Workers& workers)
    {
        IncBitString bits(BITS);
        for (uint32_t worker : workers)
        {
            bits.Set(worker + 1);
        }
        return Create<IncSharedBitString>(bits);
    }

    /// A digit of its own for each worker, and another in each message.
    static int64_t Value(uint32_t message, uint32_t worker)
    {
        return int64_t{message + 1} << (8 * worker);
    }

    static uint32_t RoundsOf(const IncSlotPool& slots, const IncTreeState& tree)
    {
        return slots.GetSize() * (tree.GetConfig().slotMode == IncSlotMode::SHADOW ? 2 : 1);
    }

    static IncTreeState Clone(IncTreeState& tree)
    {
        IncTreeState copy = tree;
        for (uint32_t version = 0; version < RoundsOf(copy.GetSlots(), copy); ++version)
        {
            Ptr<IncPayload>& data = copy.GetSlots().RoundOf(version).data;
            if (data)
            {
                Ptr<IncPayload> own = IncPayload::Create(sizeof(int64_t));
                std::memcpy(own->GetData(), data->GetData(), sizeof(int64_t));
                data = own;
            }
        }
        return copy;
    }

    void AddSwitch(const Workers& below)
    {
        Switch added;
        added.node = std::make_unique<Node>(*this, SWITCH_ADDRESS + m_switches.size());
        added.aggregator = CreateObject<IncAggregator>();
        added.aggregator->Attach(added.node.get(), IncAggregator::FIRST_QPN);
        added.below = below;
        if (!m_switches.empty())
        {
            added.parent = added.aggregator->CreateConnection();
            added.parent.remoteAddress = SWITCH_ADDRESS;
        }
        m_switches.push_back(std::move(added));
    }

    void InstallTree(uint32_t number, const std::vector<Workers>& children)
    {
        Switch& self = m_switches[number];
        const bool haveWorkers = m_parameters.levels == 1 || number > 0;
        IncTreeConfig config;
        config.treeId = TREE;
        config.slots = m_parameters.slots;
        config.slotMode = m_parameters.mode;
        config.firstMessageId = FIRST_MESSAGE_ID;
        config.roundTrip = Time(0); // without a minimum interval, a repetition is always allowed
        config.abm = Bits(self.below);
        config.rank = static_cast<uint16_t>(*self.below.begin());
        config.bslCode = IncBitString::CodeOfLength(BITS);
        for (const Workers& behind : children)
        {
            IncTreeChild child;
            child.connection = self.aggregator->CreateConnection();
            child.bits = Bits(behind);
            child.rank = static_cast<uint16_t>(*behind.begin());
            child.isWorker = haveWorkers;
            if (haveWorkers)
            {
                child.connection.remoteAddress = WORKER_ADDRESS + *behind.begin();
                m_doors[*behind.begin()] = {number, child.connection};
            }
            else
            {
                // The children of the root are the leaves, in this order.
                const std::size_t leaf = 1 + config.children.size();
                IncConnection& parent = m_switches[leaf].parent;
                child.connection.remoteAddress = SWITCH_ADDRESS + leaf;
                child.connection.remoteQpn = parent.localQpn;
                child.connection.remoteKey = parent.localKey;
                parent.remoteQpn = child.connection.localQpn;
                parent.remoteKey = child.connection.localKey;
            }
            config.children.push_back(child);
        }
        if (number > 0)
        {
            config.parent = self.parent;
            config.resultSource = SWITCH_ADDRESS;
            config.sets.push_back({0, config.abm});
        }
        self.aggregator->InstallTree(config);
    }

    /// Return the number of a frame; all frames with the same key must have the same data.
    FrameId Register(const IncFrame& frame)
    {
        // A repeated result counts as the original, which may still be under way.
        const int ignored = frame.inc.Has(IncHeader::RESULT) ? IncHeader::RETRANSMITTED : 0;
        const Key key{frame.source,
                      frame.destination,
                      frame.inc.messageId,
                      static_cast<uint8_t>(frame.inc.flags & ~ignored)};
        const auto [found, isNew] = m_ids.emplace(key, m_book.size());
        if (isNew)
        {
            m_book.push_back(frame.Copy());
        }
        else if (DataOf(*m_book[found->second]) != DataOf(frame))
        {
            Blame("two frames that should be copies differ");
        }
        if (frame.inc.Has(IncHeader::RESULT))
        {
            int64_t sum = 0;
            for (uint32_t worker = 0; worker < m_parameters.workers; ++worker)
            {
                sum += Value(MessageOf(frame), worker);
            }
            if (DataOf(frame) != sum)
            {
                Blame("a result that is not the sum of all");
            }
        }
        return found->second;
    }

    static int64_t DataOf(const IncFrame& frame)
    {
        int64_t data = 0;
        if (frame.payload)
        {
            std::memcpy(&data, frame.payload->GetData(), sizeof(data));
        }
        return data;
    }

    static uint32_t MessageOf(const IncFrame& frame)
    {
        return frame.inc.messageId - FIRST_MESSAGE_ID;
    }

    /// Send the message of a slot, and its repetition.
    void Send(State& state, uint32_t worker, uint32_t slot)
    {
        const uint32_t message = state.workers[worker].current[slot];
        if (message >= m_parameters.messages)
        {
            return;
        }
        const auto& [number, door] = m_doors[worker];
        IncFramePtr frame = IncFrame::Create();
        frame->source = WORKER_ADDRESS + worker;
        frame->destination = SWITCH_ADDRESS + number;
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        frame->bth.destQp = door.localQpn;
        frame->reth.rkey = door.localKey;
        frame->hasInc = true;
        frame->inc.treeId = TREE;
        frame->inc.rank = static_cast<uint16_t>(worker);
        frame->inc.messageId = FIRST_MESSAGE_ID + message;
        frame->inc.dataType = IncDataType::INT64;
        frame->inc.count = 1;
        frame->pbm = Bits({worker});
        frame->payloadSize = sizeof(int64_t);
        frame->payload = IncPayload::Create(frame->payloadSize);
        const int64_t value = Value(message, worker);
        std::memcpy(frame->payload->GetData(), &value, sizeof(value));
        state.frames.insert(Register(*frame));
        frame->inc.flags |= IncHeader::RETRANSMITTED;
        state.frames.insert(Register(*frame));
    }

    /// Let all timers expire; of slots that got "pending" only the oldest message is sent again.
    void Expire(State& state, uint32_t number)
    {
        const Worker& worker = state.workers[number];
        const uint32_t oldest = *std::min_element(worker.current.begin(), worker.current.end());
        for (uint32_t slot = 0; slot < m_parameters.slots; ++slot)
        {
            if (!worker.waits[slot] || worker.current[slot] == oldest)
            {
                Send(state, number, slot);
            }
        }
    }

    void ToWorker(State& state, uint32_t number, const IncFrame& frame)
    {
        Worker& worker = state.workers[number];
        const uint32_t message = MessageOf(frame);
        const uint32_t slot = message % m_parameters.slots;
        if (worker.current[slot] != message)
        {
            return; // the frame belongs to an earlier message
        }
        if (frame.inc.Has(IncHeader::PENDING))
        {
            worker.waits[slot] = true;
            return;
        }
        worker.waits.assign(m_parameters.slots, false);
        worker.current[slot] += m_parameters.slots;
        ++worker.results;
        Send(state, number, slot);
    }

    void ToSwitch(State& state, uint32_t number, const IncFrame& frame)
    {
        const uint32_t message = MessageOf(frame);
        if (frame.inc.Has(IncHeader::RESULT))
        {
            state.ledgers[number].Result(message);
        }
        else if (frame.pbm)
        {
            Workers workers;
            for (uint32_t bit = frame.pbm->bits.FindFirst(); bit != 0;
                 bit = frame.pbm->bits.FindNext(bit))
            {
                workers.insert(bit - 1);
            }
            state.ledgers[number].Contribute(message, workers);
        }
        IncAggregator& aggregator = *m_switches[number].aggregator;
        IncTreeState& tree = *aggregator.FindTree(TREE);
        tree = std::move(state.trees[number]);
        IncFramePtr copy = frame.Copy();
        if (m_parameters.damage)
        {
            m_parameters.damage(tree, *copy);
        }
        m_sent.clear();
        aggregator.Process(copy, *m_port);
        state.trees[number] = Clone(tree);
        state.frames.insert(m_sent.begin(), m_sent.end());
        Blame(state.ledgers[number].Compare(state.trees[number], Value));
    }

    void Blame(const std::string& fault)
    {
        if (m_fault.empty())
        {
            m_fault = fault;
        }
    }

    IncScheduleParameters m_parameters; //!< parameters of the world
    std::vector<Switch> m_switches;     //!< switches, the root first
    std::map<uint32_t, std::pair<uint32_t, IncConnection>>
        m_doors;                     //!< switch and its end, by worker
    std::map<Key, FrameId> m_ids;    //!< frames of all states, by content
    std::vector<IncFramePtr> m_book; //!< frames of all states, by number
    std::vector<FrameId> m_sent;     //!< frames that the active switch has sent
    std::string m_fault;             //!< value of GetFault()
    Ptr<IncNetDevice> m_port;        //!< port by which frames arrive
};

} // namespace ns3

#endif // INC_SCHEDULE_WORLD_H
