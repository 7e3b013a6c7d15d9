/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-seal.h"

#include "ns3/inc-byte-order.h"

#include <algorithm>
#include <iterator>

namespace ns3
{

namespace
{

/// \brief Encrypt or decrypt a body in place. Counter blocks contain the sender's address and
/// counter, so each datagram has its own.
void
Cipher(const IncDigest& key, const IncControlDatagram& datagram, uint8_t* body, std::size_t size)
{
    std::array<uint8_t, 16> block{}; // sender, counter, block number from 0
    IncPut32(block.data(), datagram.sender);
    IncPut64(block.data() + 4, datagram.counter);
    IncCipher(key, block, body, size);
}

} // namespace

const char*
IncControlRefusalName(IncControlRefusal refusal)
{
    constexpr const char* NAMES[] = {"malformed",
                                     "forged",
                                     "replayed",
                                     "old",
                                     "unexpected",
                                     "stranger",
                                     "misplaced",
                                     "stale",
                                     "rejected"};
    static_assert(std::size(NAMES) == static_cast<std::size_t>(IncControlRefusal::COUNT));
    const auto place = static_cast<std::size_t>(refusal);
    return place < std::size(NAMES) ? NAMES[place] : "?";
}

IncControlSeal::IncControlSeal(uint32_t address, const IncDigest& secret, uint64_t bornNs)
    : m_address(address),
      m_secret(secret),
      m_bornNs(bornNs),
      m_authenticates(IncHmacIsAvailable()),
      m_encrypts(m_authenticates)
{
}

void
IncControlSeal::SetAuthentication(bool authenticate, bool encrypt)
{
    m_authenticates = authenticate;
    m_encrypts = authenticate && encrypt;
}

IncDigest
IncControlSeal::Prove(const std::vector<uint8_t>& claim) const
{
    return m_authenticates
               ? IncHmac(KeysBetween(m_address, m_address).sign, claim.data(), claim.size())
               : IncDigest{};
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

IncControlSeal::Keys
IncControlSeal::KeysBetween(uint32_t a, uint32_t b) const
{
    if (!m_authenticates)
    {
        return {};
    }
    const auto [low, high] = std::minmax(a, b);
    std::array<uint8_t, 8> pair;
    IncPut32(pair.data(), low);
    IncPut32(pair.data() + 4, high);
    const IncDigest sign = IncHmac(m_secret, pair.data(), pair.size());
    constexpr uint8_t PURPOSE = 'E';
    return {sign, IncHmac(sign, &PURPOSE, 1)};
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
        found = m_outgoing.emplace(peer, Outgoing{KeysBetween(m_address, peer)}).first;
    }
    found->second.sent = std::max(found->second.sent + 1, nowNs);
    datagram.sender = m_address;
    datagram.counter = found->second.sent;
    datagram.flags |= m_encrypts ? IncControlDatagram::ENCRYPTED : 0;
    std::vector<uint8_t> bytes = datagram.Write();
    if (m_encrypts)
    {
        Cipher(found->second.keys.encrypt,
               datagram,
               bytes.data() + IncControlDatagram::HEADER_SIZE,
               datagram.body.size());
    }
    const IncDigest digest = Sign(found->second.keys.sign, bytes.data(), bytes.size());
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
    const Keys keys =
        found == m_incoming.end() ? KeysBetween(source, destination) : found->second.keys;
    const IncDigest digest = Sign(keys.sign, data, size);
    if (datagram->sender != source ||
        (m_authenticates && !std::equal(digest.begin(), digest.end(), data + size - digest.size())))
    {
        Refuse(IncControlRefusal::FORGED);
        return std::nullopt;
    }
    if (found == m_incoming.end())
    {
        // Allocate memory only for a sender that has proved its identity.
        found = m_incoming.emplace(direction, Incoming{keys, {}}).first;
    }
    if (datagram->counter < m_bornNs || !found->second.window.Take(datagram->counter))
    {
        Refuse(IncControlRefusal::REPLAYED);
        return std::nullopt;
    }
    if (((datagram->flags & IncControlDatagram::ENCRYPTED) != 0) != m_encrypts)
    {
        Refuse(IncControlRefusal::MALFORMED);
        return std::nullopt;
    }
    if (m_encrypts)
    {
        Cipher(keys.encrypt, *datagram, datagram->body.data(), datagram->body.size());
    }
    return datagram;
}

} // namespace ns3
