/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CONTROL_SEAL_H
#define INC_CONTROL_SEAL_H

#include "inc-control-datagram.h"
#include "inc-hmac.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Reason for which a control datagram, or its message, was refused.
enum class IncControlRefusal : uint8_t
{
    MALFORMED,  //!< the bytes are no control datagram, are cut off, or have another version
    FORGED,     //!< the digest is wrong, or the sender is not the node that it names
    REPLAYED,   //!< the counter was seen before, or is too old to decide
    OLD,        //!< the session was replaced, or the datagram is beyond the window
    UNEXPECTED, //!< this node accepts no messages of this kind
    STRANGER,   //!< the sender does not have the required role in the group
    MISPLACED,  //!< the group's present state does not accept this message
    STALE,      //!< the message names no existing group, attempt or query
    REJECTED,   //!< a JOIN was answered with REJECT
    COUNT       //!< number of reasons
};

/// \brief Return the name of a reason, e.g. "replayed".
const char* IncControlRefusalName(IncControlRefusal refusal);

/**
 * \ingroup inc
 * \brief Protects the authenticity, integrity, freshness and confidentiality of a node's control
 * datagrams (draft-liu-nfsv4-rocev2, section 8, requires authenticity and integrity).
 *
 * Each pair of nodes has a key for HMAC-SHA-256, derived from one secret of the network. The secret
 * stands for the provisioning of real nodes. A second key, for AES-256-CTR, is derived from the
 * first. Bodies are encrypted before they are signed: R_Keys and the topology are confidential.
 *
 * A sender numbers its datagrams with a counter that is at least the time in ns. After a restart, a
 * node therefore repeats no counter, and refuses datagrams sent before the restart.
 */
class IncControlSeal
{
  public:
    /** \brief Seal the datagrams of a node. `address` is in host order, and `secret` is the
     * network's. Datagrams sent before `bornNs` (ns), when the node began to listen, are refused.
     */
    IncControlSeal(uint32_t address, const IncDigest& secret, uint64_t bornNs);

    /** \brief Forget all but the keys and the counts of refusals. The node listens again at
     * `bornNs`. */
    void Forget(uint64_t bornNs);

    /** \brief Set whether datagrams are signed (false: digests are zeros and are not checked) and
     * whether the bodies of signed datagrams are encrypted. */
    void SetAuthentication(bool authenticate, bool encrypt = true);

    /** \brief Return the HMAC of a claim, with a key that only this node has. */
    IncDigest Prove(const std::vector<uint8_t>& claim) const;

    /** \brief Number and sign a datagram, set its sender and counter, and return its bytes.
     * `peer` is a node or a multicast group of this link. */
    std::vector<uint8_t> Close(uint32_t peer, IncControlDatagram& datagram, uint64_t nowNs);

    /** \brief Check and read a datagram, addressed to this node or to a multicast group of this
     * link. Return nothing if the datagram is refused, which is counted by reason. */
    std::optional<IncControlDatagram> Open(uint32_t source,
                                           uint32_t destination,
                                           const uint8_t* data,
                                           std::size_t size);

    /** \brief Count an authentic datagram that is refused. */
    void Refuse(IncControlRefusal refusal)
    {
        ++m_refused[static_cast<std::size_t>(refusal)];
    }

    /** \brief Return the number of datagrams refused for a reason. */
    uint64_t GetRefused(IncControlRefusal refusal) const
    {
        return m_refused[static_cast<std::size_t>(refusal)];
    }

  private:
    /// Remembers the counters seen from a peer (RFC 4303, section 3.4.3, but counters have gaps).
    class Window
    {
      public:
        /// Largest number of counters beyond m_floor that are remembered.
        static constexpr uint32_t SIZE = 64;

        bool Take(uint64_t counter);

      private:
        uint64_t m_floor{0};       //!< all counters up to this one count as seen
        std::set<uint64_t> m_seen; //!< counters beyond m_floor that were seen
    };

    struct Keys
    {
        IncDigest sign;
        IncDigest encrypt;
    };

    /// State of datagrams from this node to another node, or to a multicast group.
    struct Outgoing
    {
        Keys keys;
        uint64_t sent{0}; //!< counter of the latest datagram
    };

    /// State of datagrams from another node to this one, or to a multicast group.
    struct Incoming
    {
        Keys keys;
        Window window;
    };

    Keys KeysBetween(uint32_t a, uint32_t b) const;
    IncDigest Sign(const IncDigest& key, const uint8_t* data, std::size_t size) const;

    uint32_t m_address;
    IncDigest m_secret;
    uint64_t m_bornNs; //!< time when this node began to listen, ns
    bool m_authenticates;
    bool m_encrypts;
    std::unordered_map<uint32_t, Outgoing> m_outgoing;
    std::unordered_map<uint64_t, Incoming> m_incoming;
    std::array<uint64_t, static_cast<std::size_t>(IncControlRefusal::COUNT)> m_refused{};
};

} // namespace ns3

#endif // INC_CONTROL_SEAL_H
