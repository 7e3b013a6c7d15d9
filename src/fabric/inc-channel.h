/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CHANNEL_H
#define INC_CHANNEL_H

#include "ns3/channel.h"
#include "ns3/nstime.h"

namespace ns3
{

class IncNetDevice;

/// \ingroup inc
/// \brief A full-duplex link with a propagation delay. It schedules no events, because each device
/// schedules the arrival of its frames at its peer.
class IncChannel : public Channel
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncChannel();

    /** \brief Connect two ports. */
    void Connect(Ptr<IncNetDevice> a, Ptr<IncNetDevice> b);

    /** \brief Let the link fail, or repair it, in both directions. */
    void SetUp(bool up);

    /** \return one-way propagation delay */
    Time GetDelay() const
    {
        return m_delay;
    }

    std::size_t GetNDevices() const override;
    Ptr<NetDevice> GetDevice(std::size_t i) const override;

  protected:
    void DoDispose() override;

  private:
    Time m_delay;
    Ptr<IncNetDevice> m_device[2];
};

} // namespace ns3

#endif // INC_CHANNEL_H
