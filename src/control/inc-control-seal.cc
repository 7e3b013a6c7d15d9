/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-seal.h"

#include <algorithm>

namespace ns3
{

const char*
IncControlRefusalName(IncControlRefusal refusal)
{
    switch (refusal)
    {
    case IncControlRefusal::MALFORMED:
        return "malformed";
    case IncControlRefusal::FORGED:
        return "forged";
    case IncControlRefusal::REPLAYED:
        return "replayed";
    case IncControlRefusal::OLD:
        return "old";
    case IncControlRefusal::UNEXPECTED:
        return "unexpected";
    case IncControlRefusal::COUNT:
        break;
    }
    return "?";
}

IncControlSeal::IncControlSeal(uint32_t address, const IncDigest& secret, uint64_t bornNs)
    : m_address(address),
      m_secret(secret),
      m_bornNs(bornNs),
      m_authenticates(IncHmacIsAvailable())
{
}

void
IncControlSeal::SetAuthentication(bool authenticate)
{
    m_authenticates = authenticate;
}

void
IncControlSeal::Forget(uint64_t bornNs)
{
    m_bornNs = bornNs;
    m_outgoing.clear();
    m_incoming.clear();
}

bool
IncControlSeal::Window::Take(uint64_t counter)
{
    if (counter <= m_floor || !m_seen.insert(counter).second)
    {
        return false;
    }
    if (m_seen.size() > SIZE)
    {
        m_floor = *m_seen.begin();
        m_seen.erase(m_seen.begin());
    }
    return true;
}

IncDigest
IncControlSeal::KeyBetween(uint32_t a, uint32_t b) const
{
    if (!m_authenticates)
    {
        return IncDigest{};
    }
    const auto [low, high] = std::minmax(a, b);
    std::array<uint8_t, 8> pair;
    for (uint32_t i = 0; i < 4; ++i)
    {
        pair[i] = static_cast<uint8_t>(low >> (24 - 8 * i));
        pair[4 + i] = static_cast<uint8_t>(high >> (24 - 8 * i));
    }
    return IncHmac(m_secret, pair.data(), pair.size());
}

IncDigest
IncControlSeal::Sign(const IncDigest& key, const uint8_t* data, std::size_t size) const
{
    return m_authenticates ? IncHmac(key, data, size - sizeof(IncDigest)) : IncDigest{};
}

std::vector<uint8_t>
IncControlSeal::Close(uint32_t peer, IncControlDatagram& datagram, uint64_t nowNs)
{
    auto found = m_outgoing.find(peer);
    if (found == m_outgoing.end())
    {
        found = m_outgoing.emplace(peer, Outgoing{KeyBetween(m_address, peer)}).first;
    }
    found->second.sent = std::max(found->second.sent + 1, nowNs);
    datagram.sender = m_address;
    datagram.counter = found->second.sent;
    std::vector<uint8_t> bytes = datagram.Write();
    const IncDigest digest = Sign(found->second.key, bytes.data(), bytes.size());
    std::copy(digest.begin(), digest.end(), bytes.end() - digest.size());
    return bytes;
}

std::optional<IncControlDatagram>
IncControlSeal::Open(uint32_t source, uint32_t destination, const uint8_t* data, std::size_t size)
{
    auto datagram = IncControlDatagram::Read(data, size);
    if (!datagram)
    {
        Refuse(IncControlRefusal::MALFORMED);
        return std::nullopt;
    }
    const uint64_t direction = uint64_t{source} << 32 | destination;
    auto found = m_incoming.find(direction);
    const IncDigest key =
        found == m_incoming.end() ? KeyBetween(source, destination) : found->second.key;
    const IncDigest digest = Sign(key, data, size);
    if (datagram->sender != source ||
        (m_authenticates && !std::equal(digest.begin(), digest.end(), data + size - digest.size())))
    {
        Refuse(IncControlRefusal::FORGED);
        return std::nullopt;
    }
    if (found == m_incoming.end())
    {
        // Only who has proved who it is takes memory.
        found = m_incoming.emplace(direction, Incoming{key, {}}).first;
    }
    if (datagram->counter < m_bornNs || !found->second.window.Take(datagram->counter))
    {
        Refuse(IncControlRefusal::REPLAYED);
        return std::nullopt;
    }
    return datagram;
}

} // namespace ns3
