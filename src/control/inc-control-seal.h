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

/**
 * \ingroup inc
 * \brief Why a control datagram, or the message in it, was not heeded.
 */
enum class IncControlRefusal : uint8_t
{
    MALFORMED,  //!< not a control datagram, cut off, or of another version
    FORGED,     //!< the digest is wrong, or the sender is not the node that it names
    REPLAYED,   //!< the counter was seen before, or is too old to decide
    OLD,        //!< the exchange was replaced, or the datagram is beyond the window
    UNEXPECTED, //!< nobody here takes messages of this kind
    STRANGER,   //!< the sender does not have this part in the group that it names
    MISPLACED,  //!< nothing that is taken in the present state of that group
    STALE,      //!< names no group, attempt or question that is there
    REJECTED,   //!< a JOIN that was answered with REJECT
    COUNT       //!< number of reasons
};

/**
 * \ingroup inc
 * \param refusal a reason
 * \return its name, e.g. "replayed"
 */
const char* IncControlRefusalName(IncControlRefusal refusal);

/**
 * \ingroup inc
 * \brief Authenticity, integrity, freshness and confidentiality of a node's control datagrams
 * (draft-liu-nfsv4-rocev2, section 8, asks for the first two).
 *
 * Each pair of nodes has a key for HMAC-SHA-256, derived from one secret: that stands for what
 * provisions real nodes. Another one is derived from it for AES-256-CTR, by which bodies are
 * encrypted before they are signed: R_Keys and the topology are no business of others. Each side
 * counts what it sends; counters are no less than the time in ns, so that a node that has lost its
 * memory neither repeats one nor takes what is older than itself.
 */
class IncControlSeal
{
  public:
    /**
     * \param address own, host order
     * \param secret of the whole network
     * \param bornNs when this node began to listen; what was sent before is not taken
     */
    IncControlSeal(uint32_t address, const IncDigest& secret, uint64_t bornNs);

    /**
     * \brief Lose all memory but the keys and what was counted.
     * \param bornNs as in the constructor
     */
    void Forget(uint64_t bornNs);

    /**
     * \param authenticate false: digests are zeros and nobody looks at them
     * \param encrypt whether bodies are encrypted, where authenticate is true
     */
    void SetAuthentication(bool authenticate, bool encrypt = true);

    /**
     * \param claim any bytes
     * \return their digest by a key that no other node has
     */
    IncDigest Prove(const std::vector<uint8_t>& claim) const;

    /**
     * \brief Number and sign a datagram.
     * \param peer whom it is for: a node or a group of this link
     * \param datagram sender and counter are set
     * \param nowNs present time
     * \return its bytes
     */
    std::vector<uint8_t> Close(uint32_t peer, IncControlDatagram& datagram, uint64_t nowNs);

    /**
     * \brief Check and read a datagram.
     * \param source its IP source address
     * \param destination its IP destination address: own, or a group of this link
     * \param data its bytes
     * \param size number of elements
     * \return the datagram, or nothing: then it is counted by reason
     */
    std::optional<IncControlDatagram> Open(uint32_t source,
                                           uint32_t destination,
                                           const uint8_t* data,
                                           std::size_t size);

    /** \param refusal of a datagram that was authentic, but of no use */
    void Refuse(IncControlRefusal refusal)
    {
        ++m_refused[static_cast<std::size_t>(refusal)];
    }

    /**
     * \param refusal a reason
     * \return how many datagrams were refused for it
     */
    uint64_t GetRefused(IncControlRefusal refusal) const
    {
        return m_refused[static_cast<std::size_t>(refusal)];
    }

  private:
    /// The counters of a peer that have been seen (as RFC 4303, section 3.4.3, but with gaps).
    class Window
    {
      public:
        static constexpr uint32_t SIZE = 64; //!< counters that are remembered, the largest ones

        /// \brief Return true if a counter is new, and mark it as seen.
        bool Take(uint64_t counter);

      private:
        uint64_t m_floor{0};       //!< counter up to which all count as seen
        std::set<uint64_t> m_seen; //!< counters beyond m_floor that were seen
    };

    /// The keys of a pair of nodes.
    struct Keys
    {
        IncDigest sign;    //!< key for digests
        IncDigest encrypt; //!< key for bodies
    };

    /// To another node, or to a group.
    struct Outgoing
    {
        Keys keys;        //!< keys of the pair of nodes
        uint64_t sent{0}; //!< counter of the latest datagram
    };

    /// From another node to this one, or to a group.
    struct Incoming
    {
        Keys keys;     //!< keys of the pair of nodes
        Window window; //!< counters that were seen
    };

    Keys KeysBetween(uint32_t a, uint32_t b) const;
    IncDigest Sign(const IncDigest& key, const uint8_t* data, std::size_t size) const;

    uint32_t m_address;   //!< address of this node
    IncDigest m_secret;   //!< secret of the whole network
    uint64_t m_bornNs;    //!< see the constructor
    bool m_authenticates; //!< whether datagrams are signed, set by SetAuthentication()
    bool m_encrypts;      //!< whether bodies are encrypted, set by SetAuthentication()
    std::unordered_map<uint32_t, Outgoing>
        m_outgoing; //!< counters of sent datagrams, by destination
    std::unordered_map<uint64_t, Incoming> m_incoming; //!< by source and destination
    std::array<uint64_t, static_cast<std::size_t>(IncControlRefusal::COUNT)> m_refused{};
};

} // namespace ns3

#endif // INC_CONTROL_SEAL_H
