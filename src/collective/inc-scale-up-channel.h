/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SCALE_UP_CHANNEL_H
#define INC_SCALE_UP_CHANNEL_H

#include "inc-host-peer.h"

#include "ns3/inc-reducer.h"
#include "ns3/inc-scale-up-switch.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3
{

class IncScaleUpPeer;

/**
 * \ingroup inc
 * \brief A stream of slices inside a server, from some GPUs through the scale-up switch to others.
 *
 * With one source and one destination the slices are writes. With several destinations the switch
 * makes copies: a multicast. With several sources the switch reduces: it waits for slice k of all
 * sources, adds them in the order of the sources, and sends one slice to each destination. A source
 * sends a slice after all destinations have granted it. A destination grants slices for which it
 * has memory. If the channel pulls, the destination grants only slices that its program expects, so
 * that a grant is the read request of NVLS. A source that is also a destination gets its own slice
 * back over its link, as in NVLS.
 */
class IncScaleUpChannel : public IncScaleUpSwitch::Channel,
                          public std::enable_shared_from_this<IncScaleUpChannel>
{
  public:
    /// A GPU of the channel.
    struct End
    {
        uint32_t gpu;  //!< number of the GPU at the switch
        uint32_t rank; //!< rank of the GPU
    };

    /** \brief Make a channel; `isPull` tells that destinations ask for each slice. */
    IncScaleUpChannel(Ptr<IncScaleUpSwitch> hub,
                      std::vector<End> sources,
                      std::vector<End> destinations,
                      bool isPull);

    /** \brief Set the peer of the source `number`; null: none. */
    void SetSource(uint32_t number, IncScaleUpPeer* peer)
    {
        m_peers[number] = peer;
    }

    /** \brief Set the peer of the destination `number`; null: none. */
    void SetDestination(uint32_t number, IncScaleUpPeer* peer)
    {
        m_peers[m_sources.size() + number] = peer;
    }

    /** \return largest size of a slice, bytes */
    uint32_t GetSliceBytes() const
    {
        return m_sliceBytes;
    }

    /** \return true if all destinations have granted the next slice of a source */
    bool MaySend(uint32_t source) const;

    /** \brief Return true if the link of a source has room, else call its rank when it has. */
    bool AwaitRoom(uint32_t source);

    /** \brief Send the next slice of a source; `data` is null for virtual elements. */
    void Send(uint32_t source, const IncRankTask& task, const uint8_t* data, uint32_t bytes);

    /** \brief Note that a destination expects further slices. */
    void Expect(uint32_t destination, uint64_t slices);

    /** \return true if a slice has arrived at a destination that Take() has not removed */
    bool HasArrived(uint32_t destination) const
    {
        return m_states[destination].taken < m_states[destination].arrived;
    }

    /** \return elements of the oldest slice at a destination */
    const uint8_t* Peek(uint32_t destination) const
    {
        return Memory(m_states[destination].taken, 0);
    }

    /** \brief Remove the oldest slice at a destination. */
    void Take(uint32_t destination);

    /** \return whether the channel uses the link of two GPUs of a mesh */
    bool IsPair() const
    {
        return m_hub->IsPair();
    }

    /** \brief Tell all other GPUs of the channel that a source or destination has failed. */
    void Abort(const IncScaleUpPeer* failed);

    void ReachedSwitch(uint32_t source, const IncScaleUpSwitch::Unit& unit) override;
    void ReachedGpu(uint32_t destination) override;
    void Signalled(const IncScaleUpSwitch::Signal& signal) override;
    void HasRoom(uint32_t source) override;

  private:
    /// Progress of a destination.
    struct State
    {
        uint64_t arrived{0};
        uint64_t taken{0};
        uint64_t expected{0};
        uint64_t granted{0}; //!< number of slices in the latest grant
    };

    /// Slice at the switch that waits for some sources.
    struct Waiting
    {
        IncScaleUpSwitch::Unit unit{};
        uint32_t sources{0}; //!< number of sources whose slice has arrived
    };

    uint8_t* Memory(uint64_t slice, uint32_t source) const;
    void Count(uint32_t bytes);
    void Grant(uint32_t destination, bool isDue);
    const End& EndOf(uint32_t number) const;

    Ptr<IncScaleUpSwitch> m_hub;
    std::vector<End> m_sources;
    std::vector<End> m_destinations;
    bool m_isPull;
    IncScaleUpLink::Use m_use;
    uint32_t m_sliceBytes;
    uint32_t m_window;                           //!< number of slices in memory
    std::vector<IncScaleUpPeer*> m_peers;        //!< peers of sources, then of destinations
    std::vector<uint64_t> m_sent;                //!< number of slices by source
    std::vector<uint64_t> m_reached;             //!< number of slices at the switch by source
    std::vector<uint64_t> m_grants;              //!< as a source knows, by source and destination
    std::vector<State> m_states;                 //!< by destination
    std::vector<Waiting> m_waiting;              //!< by number of the slice modulo the window
    mutable std::unique_ptr<uint8_t[]> m_memory; //!< operands by slice and source; null: virtual
    IncReduceFunction m_reduce{nullptr};
    uint32_t m_elementSize{1};
};

/// \ingroup inc
/// \brief A rank's end of a channel in each direction; one of them may be missing.
class IncScaleUpPeer : public IncHostPeer
{
  public:
    /// One direction: a channel, and the rank's number as source or destination.
    struct Direction
    {
        std::shared_ptr<IncScaleUpChannel> channel; //!< null if there is none
        uint32_t number{0};                         //!< number of the source or destination
    };

    /** \brief Make the end of a rank, which sends into `out` and takes from `in`. */
    IncScaleUpPeer(Listener& listener, Direction out, Direction in);
    ~IncScaleUpPeer() override;

    IncScaleUpPeer(const IncScaleUpPeer&) = delete;
    IncScaleUpPeer& operator=(const IncScaleUpPeer&) = delete;

    uint32_t GetSliceBytes() const override
    {
        return (m_out.channel ? m_out : m_in).channel->GetSliceBytes();
    }

    void Expect(const IncRankTask& task, uint64_t slices) override
    {
        m_in.channel->Expect(m_in.number, slices);
    }

    bool MaySend() const override
    {
        return m_out.channel->MaySend(m_out.number);
    }

    bool SharesLink() const override
    {
        return !(m_out.channel ? m_out : m_in).channel->IsPair();
    }

    bool AwaitRoom() override
    {
        return !SharesLink() || m_out.channel->AwaitRoom(m_out.number);
    }

    void Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes) override
    {
        m_out.channel->Send(m_out.number, task, data, bytes);
    }

    bool HasArrived() const override
    {
        return m_in.channel->HasArrived(m_in.number);
    }

    const uint8_t* Peek() const override
    {
        return m_in.channel->Peek(m_in.number);
    }

    void Take() override
    {
        m_in.channel->Take(m_in.number);
    }

    void Abort() override;

    /** \return listener of the rank */
    Listener& GetListener() const
    {
        return m_listener;
    }

  private:
    Listener& m_listener;
    Direction m_out;
    Direction m_in;
};

} // namespace ns3

#endif // INC_SCALE_UP_CHANNEL_H
