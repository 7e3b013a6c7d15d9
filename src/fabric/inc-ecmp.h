/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_ECMP_H
#define INC_ECMP_H

#include "inc-ecmp-groups.h"
#include "inc-ecmp-hash.h"
#include "inc-forwarding-table.h"
#include "inc-frame.h"

#include <cstdint>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief Scheme by which a switch spreads traffic over equal-cost paths.
enum class IncEcmpScheme : uint8_t
{
    PER_FLOW,    //!< choose by a hash of the five-tuple (figure 1 of the enhanced ECMP draft)
    PER_PACKET,  //!< choose anew for each frame (figure 2)
    INGRESS,     //!< choose by the ECMP number of the ingress interface (section 3.1)
    EGRESS_GROUP //!< choose by a hash within the subgroup of a location (section 3.2)
};

/// \ingroup inc
/// \brief Way in which PER_PACKET chooses a path for each frame.
enum class IncEcmpSpray : uint8_t
{
    RANDOM,     //!< choose at random for each frame
    ROUND_ROBIN //!< use the paths in turn
};

/// \ingroup inc
/// \brief Location that selects the subgroup for EGRESS_GROUP.
enum class IncEcmpLocation : uint8_t
{
    EGRESS, //!< the destination's egress interface, from the attribute of its route
    INGRESS //!< the source's ingress interface, from its group
};

/**
 * \ingroup inc
 * \brief ECMP stage of a switch: chooses a port for every frame, by one of four schemes.
 *
 * If a port fails, only its flows move. Each of them goes to the port of its subgroup that has the
 * highest random weight for this flow. If none is left, the flow uses the whole group.
 */
class IncEcmp
{
  public:
    static constexpr uint32_t NO_PORT = 0xffff; //!< ingress of frames that the switch made itself

    /** \brief Set the key of the hashes and restart the state. Ports that are down stay down. */
    void SetKey(uint64_t key);

    /** \brief Set the scheme of later choices. */
    void SetScheme(IncEcmpScheme scheme)
    {
        m_scheme = scheme;
    }

    /** \return the scheme */
    IncEcmpScheme GetScheme() const
    {
        return m_scheme;
    }

    /** \brief Set the hash of the five-tuple. */
    void SetHash(IncEcmpHash hash)
    {
        m_hash = hash;
    }

    /** \brief Set how PER_PACKET chooses. */
    void SetSpray(IncEcmpSpray spray)
    {
        m_spray = spray;
    }

    /** \brief Set the location that selects the subgroup for EGRESS_GROUP. */
    void SetLocation(IncEcmpLocation location)
    {
        m_location = location;
    }

    /** \brief Set whether flows return to a port when its link is up again. */
    void SetRestoreFlows(bool restore)
    {
        m_restoreFlows = restore;
    }

    /// \brief Set the groups of interfaces, which IncEcmpGroups::Check() accepts. They also define
    /// the ECMP numbers of ingress interfaces.
    void SetGroups(const IncEcmpGroups& groups, std::size_t ports);

    /** \brief Record that the link of a port fails or is up again. */
    void SetPortUp(uint32_t port, bool up);

    /** \brief Return the egress port of a frame that came in by port `ingress`, or NO_PORT. */
    uint16_t Choose(const IncForwardingTable::Group& group, const IncFrame& frame, uint32_t ingress)
    {
        if (group.size == 1)
        {
            return group.ports[0];
        }
        IncForwardingTable::Part part{0, group.size};
        uint32_t member = 0;
        uint64_t hash = frame.flowHash;
        switch (m_scheme)
        {
        case IncEcmpScheme::PER_FLOW:
            member = Reduce(Hash(frame), group.size);
            break;
        case IncEcmpScheme::PER_PACKET:
            ++m_sprayed;
            hash = IncMix64(m_key + m_sprayed);
            member = m_spray == IncEcmpSpray::RANDOM ? Reduce(hash >> 32, group.size)
                                                     : m_sprayed % group.size;
            break;
        case IncEcmpScheme::INGRESS:
            member = ingress < m_number.size() && m_number[ingress] != NO_PORT
                         ? m_number[ingress] % group.size
                         : Reduce(Hash(frame), group.size);
            break;
        case IncEcmpScheme::EGRESS_GROUP:
            // A destination with several egress groups selects one of them by a hash of the flow.
            part =
                SubgroupOf((&group)[Reduce(IncMix64(Hash(frame)) >> 32, group.choices)], ingress);
            member = part.first + Reduce(Hash(frame), part.size);
            break;
        }
        return m_avoided == 0 && !group.usable ? group.ports[member]
                                               : Detour(group, part, member, hash);
    }

    /** \brief Return the egress port of a flow of a host, which has no ingress port. */
    uint16_t Choose(const IncForwardingTable::Group& group, uint64_t flowHash) const
    {
        const uint32_t member = Reduce(IncMix64(flowHash ^ m_key) >> 32, group.size);
        return m_avoided == 0 && !group.usable ? group.ports[member]
                                               : Detour(group, {0, group.size}, member, flowHash);
    }

  private:
    /// Bits of a port's state; 0 if frames may use the port.
    enum State : uint8_t
    {
        DOWN = 1,     //!< the link has failed
        ABANDONED = 2 //!< the link is up again, but flows do not return to it
    };

    static uint32_t Reduce(uint64_t hash, uint32_t size)
    {
        return static_cast<uint32_t>((hash * size) >> 32);
    }

    uint32_t Hash(const IncFrame& frame) const
    {
        return m_hash == IncEcmpHash::MIXER
                   ? static_cast<uint32_t>(IncMix64(frame.flowHash ^ m_key) >> 32)
                   : CrcHash(frame);
    }

    IncForwardingTable::Part SubgroupOf(const IncForwardingTable::Group& group,
                                        uint32_t ingress) const
    {
        if (m_location == IncEcmpLocation::EGRESS)
        {
            return group.part;
        }
        const uint32_t location = ingress < m_ingressGroup.size() ? m_ingressGroup[ingress] : 0;
        return location > 0 ? group.subgroups[(location - 1) % group.subgroupCount]
                            : IncForwardingTable::Part{0, group.size};
    }

    uint32_t CrcHash(const IncFrame& frame) const;
    uint16_t Detour(const IncForwardingTable::Group& group,
                    IncForwardingTable::Part part,
                    uint32_t member,
                    uint64_t hash) const;
    uint16_t Heaviest(const IncForwardingTable::Group& group,
                      IncForwardingTable::Part part,
                      uint8_t avoid,
                      uint64_t hash) const;

    // The number of sprayed frames determines later choices, so it is a value, not a counter.
    INC_FIELDS(IncEcmp,
               INC_VALUE(m_sprayed) + INC_VALUE(m_avoided) + INC_VALUE(m_state) +
                   INC_UNVISITED(m_key, m_scheme, m_hash, m_spray, m_location) +
                   INC_UNVISITED(m_restoreFlows, m_number, m_ingressGroup))

    uint64_t m_key{0};
    uint64_t m_sprayed{0}; //!< frames that PER_PACKET has spread so far
    uint32_t m_avoided{0}; //!< number of ports with a state other than 0
    IncEcmpScheme m_scheme{IncEcmpScheme::PER_FLOW};
    IncEcmpHash m_hash{IncEcmpHash::MIXER};
    IncEcmpSpray m_spray{IncEcmpSpray::RANDOM};
    IncEcmpLocation m_location{IncEcmpLocation::EGRESS};
    bool m_restoreFlows{true};
    std::vector<uint16_t> m_number;       //!< ECMP number of each ingress port, from 0; or NO_PORT
    std::vector<uint16_t> m_ingressGroup; //!< ingress group of each port, from 1; 0: none
    std::vector<uint8_t> m_state;         //!< bits of State, by port
};

} // namespace ns3

#endif // INC_ECMP_H
