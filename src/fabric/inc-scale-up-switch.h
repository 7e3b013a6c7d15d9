/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCALE_UP_SWITCH_H
#define INC_SCALE_UP_SWITCH_H

#include "inc-clock.h"
#include "inc-scale-up-link.h"
#include "inc-topology.h"

#include "ns3/inc-state-fields.h"
#include "ns3/node.h"
#include "ns3/object.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Units that a scale-up switch has passed on, by kind of their channel.
struct IncScaleUpCounters
{
    uint64_t puts{0};         //!< from one GPU to another
    uint64_t pulls{0};        //!< sums that a GPU read
    uint64_t pushes{0};       //!< sums of what GPUs sent
    uint64_t multicasts{0};   //!< units of one GPU that were copied
    uint64_t reducedBytes{0}; //!< payload of all operands, bytes

    INC_FIELDS(IncScaleUpCounters,
               INC_COUNT(puts) + INC_COUNT(pulls) + INC_COUNT(pushes) + INC_COUNT(multicasts) +
                   INC_COUNT(reducedBytes))
};

/**
 * \ingroup inc
 * \brief The switch inside a server that joins its GPUs, such as NVSwitch.
 *
 * The switch is non-blocking: units wait only for the link to their GPU. It has no address and no
 * routes. Each unit belongs to a channel, which decides what the switch does with the unit: pass it
 * to one GPU, copy it to several, or reduce it with the units of other GPUs. Scheduled events share
 * the ownership of a channel.
 */
class IncScaleUpSwitch : public Object
{
  public:
    /// A unit that has reached the switch.
    struct Unit
    {
        uint32_t bytes;          //!< payload, bytes
        int64_t headPs;          //!< time from which the switch may send the unit, ps
        int64_t tailPs;          //!< time of the last byte, ps
        IncScaleUpLink::Use use; //!< kind of the unit
    };

    /// A message without payload from one GPU of a channel to another. The channel numbers them.
    struct Signal
    {
        uint32_t from;  //!< number of the sender
        uint32_t to;    //!< number of the receiver
        uint64_t value; //!< meaning known to the channel
    };

    /// Interface of a channel, to which units and signals belong. Its sources and destinations are
    /// GPUs, numbered from 0.
    class Channel
    {
      public:
        virtual ~Channel() = default;

        /** \brief Handle the next unit from source number `source`, at the switch. */
        virtual void ReachedSwitch(uint32_t source, const Unit& unit) = 0;

        /** \brief Handle the arrival of the next unit at destination number `destination`. */
        virtual void ReachedGpu(uint32_t destination) = 0;

        /** \brief Handle a signal at one of the channel's GPUs. */
        virtual void Signalled(const Signal& signal) = 0;

        /** \brief Continue to send from source number `source`, whose link has room again. */
        virtual void HasRoom(uint32_t source) = 0;
    };

    /** \return the object's TypeId */
    static TypeId GetTypeId();

    /** \brief Set the node of the switch, and what the switch can do for collectives. `isPair`
     * tells that the switch stands for a link between two GPUs of a mesh. */
    void Setup(Ptr<Node> node, IncScaleUpReduction reduction, bool isPair = false);

    /** \return whether the switch stands for a link between two GPUs */
    bool IsPair() const
    {
        return m_isPair;
    }

    /** \return what the switch can do for collectives */
    IncScaleUpReduction GetReduction() const
    {
        return m_reduction;
    }

    /** \brief Add a GPU with a link of `rate` bit/s and a delay in ps; return its number. */
    uint32_t AddGpu(Ptr<Node> gpu, uint64_t rate, int64_t delayPs);

    /** \return link of a GPU */
    Ptr<IncScaleUpLink> GetLink(uint32_t gpu) const
    {
        return m_ports.at(gpu).link;
    }

    /** \brief Return the number of the GPU with this node, or nothing. */
    std::optional<uint32_t> FindGpu(Ptr<Node> node) const;

    /** \brief Let the link of a GPU fail, or repair it. A link that has failed loses all units and
     * signals. A node without a link is ignored. */
    void SetUp(Ptr<Node> gpu, bool isUp);

    /** \return number of GPUs */
    uint32_t GetGpus() const
    {
        return static_cast<uint32_t>(m_ports.size());
    }

    /**
     * \brief Return whether the link of a GPU to the switch has at most one unit to send.
     *
     * A GPU offers no unit before, so that it can choose the unit late. If the link has more, the
     * channel's source number `source` is told when the link has room. Several channels of one
     * `sender` are told once, so that the sender can choose between them.
     */
    bool AwaitRoom(uint32_t gpu,
                   const std::shared_ptr<Channel>& channel,
                   uint32_t source,
                   const void* sender);

    /** \brief Send a unit from a GPU, which is source number `source` of the channel. */
    void SendUp(uint32_t gpu,
                uint32_t bytes,
                IncScaleUpLink::Use use,
                const std::shared_ptr<Channel>& channel,
                uint32_t source);

    /** \brief Send a unit from the switch to a GPU, destination number `destination`. */
    void SendDown(uint32_t gpu,
                  const Unit& unit,
                  const std::shared_ptr<Channel>& channel,
                  uint32_t destination);

    /** \brief Send a signal from one GPU to another. It takes no time on the links but their
     * delays. */
    void Tell(uint32_t from,
              uint32_t to,
              const std::shared_ptr<Channel>& channel,
              const Signal& signal);

    IncScaleUpCounters counters; //!< counters, which channels raise

  protected:
    void DoDispose() override;

  private:
    void Wake(uint32_t gpu);

    /// Source of a channel that waits for room on its link.
    struct Waiter
    {
        std::shared_ptr<Channel> channel;
        uint32_t source;
        const void* sender;
    };

    /// Units under way in one direction of a GPU's link. They arrive in the order in which they
    /// were sent, so that one event serves all of them.
    class Lane
    {
      public:
        Lane(Ptr<Node> end, bool isUp);
        ~Lane();

        Lane(const Lane&) = delete;
        Lane& operator=(const Lane&) = delete;

        /// Let a unit arrive at the far end; `number` is that of its source or destination.
        void Send(int64_t arrivalPs,
                  const Unit& unit,
                  const std::shared_ptr<Channel>& channel,
                  uint32_t number);

      private:
        struct Entry
        {
            Unit unit;
            std::shared_ptr<Channel> channel;
            uint32_t number;
        };

        void Arrive();

        using ArrivalEvent = IncReusableEvent<Lane, &Lane::Arrive>;

        const uint32_t m_end; //!< context of the node at the far end
        const bool m_isUp;    //!< whether the far end is the switch
        std::deque<Entry> m_entries;
        Ptr<ArrivalEvent> m_arrival;
    };

    /// Link of a GPU.
    struct Port
    {
        Ptr<IncScaleUpLink> link;
        std::unique_ptr<Lane> up;
        std::unique_ptr<Lane> down;
        std::vector<Waiter> waiters; //!< an event is scheduled if there are any
        bool isUp{true};             //!< false after a failure
    };

    Ptr<Node> m_node;
    IncScaleUpReduction m_reduction{IncScaleUpReduction::NONE};
    bool m_isPair{false};
    std::vector<Port> m_ports; //!< by GPU
};

} // namespace ns3

#endif // INC_SCALE_UP_SWITCH_H
