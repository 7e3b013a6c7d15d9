/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TEST_TRAFFIC_H
#define INC_TEST_TRAFFIC_H

#include "ns3/inc-address-plan.h"
#include "ns3/inc-ecmp.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-frame-sink.h"
#include "ns3/inc-priority.h"
#include "ns3/simulator.h"

#include <array>
#include <cstdint>

namespace ns3
{

/// A host without a transport, so that the fabric alone decides. It sends frames whenever its
/// port lets it, and counts the frames that it receives.
class IncTestHost : public IncFrameSource, public IncFrameSink
{
  public:
    /**
     * \param fabric an installed network
     * \param node node index of the host
     */
    IncTestHost(const IncFabric& fabric, uint32_t node)
        : m_device(fabric.GetDevice(node, 0)),
          m_node(node)
    {
        m_device->SetSource(this);
        m_device->SetSink(this);
    }

    /**
     * \brief Send frames from now on.
     * \param destination node index of the destination
     * \param priority priority of the frames
     * \param payload payload of each frame, bytes
     * \param frames number of frames
     */
    void Send(uint32_t destination, uint8_t priority, uint32_t payload, uint64_t frames)
    {
        m_flows[priority] = {destination, payload, frames};
        m_device->Kick();
    }

    IncPrioritySet GetReady() override
    {
        IncPrioritySet ready = 0;
        for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
        {
            ready |= (m_flows[priority].frames > 0) << priority;
        }
        return ready;
    }

    IncFramePtr Pull(uint32_t priority) override
    {
        Flow& flow = m_flows[priority];
        --flow.frames;
        IncFramePtr frame = IncFrame::Create();
        frame->source = IncAddressPlan::AddressOf(m_node);
        frame->destination = IncAddressPlan::AddressOf(flow.destination);
        frame->flowHash = IncFlowHash(frame->source, frame->destination, 0);
        frame->priority = static_cast<uint8_t>(priority);
        frame->ecn = IncFrame::ECT0;
        frame->bth.opcode = IncOpcode::UC_SEND_ONLY;
        frame->payloadSize = flow.payload;
        frame->UpdateSize();
        return frame;
    }

    void Receive(IncFramePtr frame, IncNetDevice& port) override
    {
        received[frame->priority] += 1;
        receivedBytes[frame->priority] += frame->GetSize();
        marked += frame->ecn == IncFrame::CE;
        last = Simulator::Now();
    }

    /** \return the port */
    Ptr<IncNetDevice> GetDevice() const
    {
        return m_device;
    }

    std::array<uint64_t, INC_PRIORITIES> received{};      //!< received frames, by priority
    std::array<uint64_t, INC_PRIORITIES> receivedBytes{}; //!< bytes of these frames, by priority
    uint64_t marked{0};                                   //!< received frames with CE
    Time last;                                            //!< arrival of the latest frame

  private:
    /// \brief Frames of one priority that remain to be sent.
    struct Flow
    {
        uint32_t destination{0}; //!< node index of the destination
        uint32_t payload{0};     //!< payload of a frame, bytes
        uint64_t frames{0};      //!< number of frames to send
    };

    Ptr<IncNetDevice> m_device;               //!< port of the host
    uint32_t m_node;                          //!< node index of the host
    std::array<Flow, INC_PRIORITIES> m_flows; //!< flows by priority
};

/**
 * \param fabric a network
 * \return number of frames dropped for lack of buffer, over all ports
 */
inline uint64_t
IncBufferDrops(const IncFabric& fabric)
{
    uint64_t drops = 0;
    for (uint32_t i = 0; i < fabric.GetDevices().GetN(); ++i)
    {
        drops += DynamicCast<IncNetDevice>(fabric.GetDevices().Get(i))->GetCounters().bufferDrops;
    }
    return drops;
}

} // namespace ns3

#endif // INC_TEST_TRAFFIC_H
