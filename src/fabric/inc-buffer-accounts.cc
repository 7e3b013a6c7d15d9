/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-buffer-accounts.h"

#include "ns3/inc-attribute-error.h"

#include <limits>
#include <numeric>
#include <string>

namespace ns3
{

namespace
{

void
CheckThresholds(const IncBufferParameters& parameters)
{
    if (parameters.xoffThreshold != 0 && parameters.xonOffset >= parameters.xoffThreshold)
    {
        throw IncAttributeError(
            {"ns3::IncSharedBuffer::XonOffset", "ns3::IncSharedBuffer::XoffThreshold"},
            "IncSharedBuffer::XonOffset: " + std::to_string(parameters.xonOffset) +
                " bytes, must be below XoffThreshold, " + std::to_string(parameters.xoffThreshold) +
                " bytes");
    }
}

} // namespace

void
IncBufferAccounts::Configure(const IncBufferParameters& parameters,
                             const std::vector<uint64_t>& headroom)
{
    CheckThresholds(parameters);
    m_lossless = parameters.lossless;
    m_losslessCount = 0;
    for (uint32_t priority = 0; priority < INC_PRIORITIES; ++priority)
    {
        m_rank[priority] = static_cast<uint8_t>(m_losslessCount);
        m_losslessCount += IsLossless(priority);
    }
    m_ports = static_cast<uint32_t>(headroom.size());
    m_reserved = parameters.reserved;
    m_alpha = parameters.alpha;
    m_losslessAlpha = parameters.losslessAlpha;
    m_xoffThreshold = parameters.xoffThreshold ? parameters.xoffThreshold
                                               : std::numeric_limits<double>::infinity();
    m_xonOffset = parameters.xonOffset;

    const uint64_t headrooms =
        m_losslessCount * std::accumulate(headroom.begin(), headroom.end(), uint64_t(0));
    const uint64_t reserves = uint64_t(m_ports) * INC_PRIORITIES * m_reserved;
    const uint64_t local = uint64_t(m_losslessCount) * parameters.localReserve;
    if (headrooms + reserves + local > parameters.bufferSize)
    {
        throw IncAttributeError(
            {"ns3::IncSharedBuffer::BufferSize",
             "ns3::IncSharedBuffer::Headroom",
             "ns3::IncSharedBuffer::Reserved",
             "ns3::IncSharedBuffer::LocalReserve",
             "ns3::IncSharedBuffer::LosslessPriorities"},
            "IncSharedBuffer::BufferSize: " + std::to_string(parameters.bufferSize) +
                " bytes, must hold Headroom " + std::to_string(headrooms) + " + Reserved " +
                std::to_string(reserves) + " + LocalReserve " + std::to_string(local) +
                " bytes of " + std::to_string(m_ports) + " ports, lossless priorities \"" +
                IncFormatPriorities(m_lossless) + "\"");
    }
    m_sharedSize = parameters.bufferSize - headrooms - reserves - local;
    m_sharedUsed = 0;

    m_accounts.assign((m_ports + 1) * m_losslessCount, Account());
    for (std::size_t i = 0; i < m_accounts.size(); ++i)
    {
        const std::size_t port = i / m_losslessCount;
        m_accounts[i].reserved = port < m_ports ? m_reserved : parameters.localReserve;
        m_accounts[i].headroom = port < m_ports ? static_cast<uint32_t>(headroom[port]) : 0;
    }
}

IncBufferAccounts::Verdict
IncBufferAccounts::AdmitLossless(const Charge& charge)
{
    Account& account = m_accounts[IndexOf(charge.ingress, charge.priority)];
    const uint32_t before = Beyond(account.used, account.reserved);
    const uint32_t after = Beyond(account.used + charge.size, account.reserved);
    if (after == before ||
        (after <= LosslessThreshold() && m_sharedUsed + (after - before) <= m_sharedSize))
    {
        account.used += charge.size;
        m_sharedUsed += after - before;
        return {true, false, IncDropReason::HEADROOM_FULL};
    }
    if (charge.ingress == LOCAL)
    {
        return {false, false, IncDropReason::BUFFER_FULL};
    }
    if (account.headroomUsed + charge.size > account.headroom)
    {
        return {false, false, IncDropReason::HEADROOM_FULL};
    }
    account.headroomUsed += charge.size;
    const bool pause = !account.pausing;
    account.pausing = true;
    return {true, pause, IncDropReason::HEADROOM_FULL};
}

bool
IncBufferAccounts::ReleaseLossless(const Charge& charge)
{
    Account& account = m_accounts[IndexOf(charge.ingress, charge.priority)];
    // Release headroom first: bytes that were in the headroom then count in the reserve or pool.
    const uint32_t fromHeadroom = std::min(account.headroomUsed, charge.size);
    account.headroomUsed -= fromHeadroom;
    const uint32_t before = Beyond(account.used, account.reserved);
    account.used -= charge.size - fromHeadroom;
    const uint32_t after = Beyond(account.used, account.reserved);
    m_sharedUsed -= before - after;
    if (!account.pausing || account.headroomUsed > 0 ||
        (after > 0 && after + m_xonOffset > LosslessThreshold()))
    {
        return false;
    }
    account.pausing = false;
    return true;
}

} // namespace ns3
