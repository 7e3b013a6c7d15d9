/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HOST_PEER_H
#define INC_HOST_PEER_H

#include "inc-flow-spread.h"
#include "inc-rank-agent.h"

#include "ns3/inc-state-visitor.h"

#include <cstdint>
#include <optional>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Sizes and windows of the slices that two ranks exchange.
struct IncHostSlices
{
    uint32_t bytes{0};    //!< largest size of a slice
    uint32_t scratch{0};  //!< number of slices for which the receiver has memory, W
    uint32_t posted{0};   //!< largest number of posted slices without acknowledgement
    uint32_t gathered{1}; //!< slices that one acknowledgement of the receiver's NIC covers
};

/**
 * \ingroup inc
 * \brief A connection over which a rank sends slices of elements and receives others, in order.
 *
 * Each kind of connection derives a class: a reliable queue pair to another rank, the scale-up
 * switch of a server, or an aggregation tree. IncHostAgent runs its program over connections
 * without knowing their kinds. A connection copies each slice, so that the elements may change at
 * once. It limits the slices in flight, and MaySend() tells when there is room.
 */
class IncHostPeer
{
  public:
    /// Interface of the rank that uses the connection.
    class Listener
    {
      public:
        virtual ~Listener() = default;

        /** \brief Continue, because a slice has arrived or another slice can be sent. */
        virtual void PeerProgressed() = 0;

        /** \brief Continue, because a slice has arrived from this peer. */
        virtual void PeerArrived(IncHostPeer& peer) = 0;

        /** \brief Continue, because another slice can be sent. */
        virtual void PeerMaySend() = 0;

        /** \brief Handle a failure of the connection, which is now unusable. */
        virtual void PeerFailed(const std::string& why) = 0;
    };

    virtual ~IncHostPeer() = default;

    /** \return largest size of a slice, bytes */
    virtual uint32_t GetSliceBytes() const = 0;

    /** \brief Choose the path of the slices to the peer, as IncFlowSpread::Place() explains; later
     * calls do nothing. The default has no choice. */
    virtual void Place(IncFlowSpread& spread, uint32_t phase, std::optional<uint32_t> rail)
    {
    }

    /** \brief Note that a step of the present task will take `slices` slices from the peer. */
    virtual void Expect(const IncRankTask& task, uint64_t slices)
    {
    }

    /** \return true if the window and the peer's memory have room for a slice */
    virtual bool MaySend() const = 0;

    /** \return true if the connection shares its link with others of this rank: see AwaitRoom() */
    virtual bool SharesLink() const
    {
        return false;
    }

    /** \brief Return true if the shared link has room for a slice. If not, the listener is called
     * when it has. */
    virtual bool AwaitRoom()
    {
        return true;
    }

    /** \brief Send a slice of `bytes` of a task, if MaySend() is true. Virtual elements have null
     * `data`. */
    virtual void Send(const IncRankTask& task, const uint8_t* data, uint32_t bytes) = 0;

    /** \return true if a slice has arrived and Take() has not removed it */
    virtual bool HasArrived() const = 0;

    /** \return elements of the oldest slice that was not taken; valid until Take() */
    virtual const uint8_t* Peek() const = 0;

    /** \brief Remove the oldest slice, so that the peer may send another. */
    virtual void Take() = 0;

    /** \brief Tell the peer that this rank has failed, if the connection works. */
    virtual void Abort() = 0;

    /** \brief Tell a visitor how messages to the peer are numbered. */
    virtual void Announce(IncStateVisitor& visitor) const
    {
    }

    /** \brief Pass the state to a visitor, without that of queue pairs. */
    virtual void VisitState(IncStateVisitor& visitor)
    {
        visitor.Refuse("connections in servers, or over trees, that do not tell their state");
    }

    static constexpr uint32_t NONE = UINT32_MAX; //!< number of no queue
    uint32_t queue{NONE}; //!< number of the rank's queue of steps that receive from this peer
};

} // namespace ns3

#endif // INC_HOST_PEER_H
