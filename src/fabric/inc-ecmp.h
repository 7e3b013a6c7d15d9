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

/**
 * \ingroup inc
 * \brief Scheme by which a switch spreads traffic over equal-cost paths.
 */
enum class IncEcmpScheme : uint8_t
{
    PER_FLOW,    //!< by a hash of the five-tuple (figure 1 of the enhanced ECMP draft)
    PER_PACKET,  //!< for each frame anew (figure 2)
    INGRESS,     //!< by the ECMP number of the ingress interface (section 3.1)
    EGRESS_GROUP //!< by a hash within the subgroup of a location (section 3.2)
};

/**
 * \ingroup inc
 * \brief Choice of a path for each frame with PER_PACKET.
 */
enum class IncEcmpSpray : uint8_t
{
    RANDOM,     //!< each frame at random
    ROUND_ROBIN //!< frames take the paths in turn
};

/**
 * \ingroup inc
 * \brief Location that selects the subgroup for EGRESS_GROUP.
 */
enum class IncEcmpLocation : uint8_t
{
    EGRESS, //!< the destination's egress interface, from the attribute of its route
    INGRESS //!< the source's ingress interface, from its group
};

/**
 * \ingroup inc
 * \brief ECMP stage of a switch: chooses one of a group's ports for every frame, by one of four
 * schemes.
 *
 * If a member fails, only the flows on it move. They go to the members with the highest random
 * weight within their subgroup. If no member of it is left, the whole group is used.
 */
class IncEcmp
{
  public:
    static constexpr uint32_t NO_PORT = 0xffff; //!< ingress of frames that the switch made itself

    /**
     * \brief Set the key and forget all earlier choices, as a new switch.
     * \param key differs from switch to switch
     */
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

    /** \brief Set whether flows return to a member that is up again. */
    void SetRestoreFlows(bool restore)
    {
        m_restoreFlows = restore;
    }

    /**
     * \brief Set the groups of interfaces, which number the ingress interfaces.
     * \param groups checked groups
     * \param ports number of ports of the switch
     */
    void SetGroups(const IncEcmpGroups& groups, std::size_t ports);

    /** \brief Take note that the link of a port fails or is up again. */
    void SetPortUp(uint32_t port, bool up);

    /**
     * \brief Return the egress port of a frame.
     * \param group ports to choose from, at least one
     * \param frame frame to forward
     * \param ingress port by which it came in, or NO_PORT
     */
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

    /**
     * \brief Return the egress port of a flow if there is neither frame nor ingress, as on a host.
     * \param group ports to choose from, at least one
     * \param flowHash hash by IncFlowHash()
     */
    uint16_t Choose(const IncForwardingTable::Group& group, uint64_t flowHash) const
    {
        const uint32_t member = Reduce(IncMix64(flowHash ^ m_key) >> 32, group.size);
        return m_avoided == 0 && !group.usable ? group.ports[member]
                                               : Detour(group, {0, group.size}, member, flowHash);
    }

  private:
    /// State of a port as bits; 0 if frames may take it.
    enum State : uint8_t
    {
        DOWN = 1,     //!< the link has failed
        ABANDONED = 2 //!< the link had failed, and flows do not return
    };

    /// Map 32 bits of a hash to a number below size.
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

    // The number of sprayed frames determines choices, so it is no counter.
    INC_FIELDS(IncEcmp,
               INC_VALUE(m_sprayed) + INC_VALUE(m_avoided) + INC_VALUE(m_state) +
                   INC_UNVISITED(m_key, m_scheme, m_hash, m_spray, m_location) +
                   INC_UNVISITED(m_restoreFlows, m_number, m_ingressGroup))

    uint64_t m_key{0};     //!< key of this switch
    uint64_t m_sprayed{0}; //!< number of frames that PER_PACKET has spread
    uint32_t m_avoided{0}; //!< number of ports with a state other than 0
    IncEcmpScheme m_scheme{IncEcmpScheme::PER_FLOW}; //!< how to choose
    IncEcmpHash m_hash{IncEcmpHash::MIXER};          //!< hash of the five-tuple
    IncEcmpSpray m_spray{IncEcmpSpray::RANDOM};      //!< for PER_PACKET: how frames are spread
    IncEcmpLocation m_location{
        IncEcmpLocation::EGRESS};         //!< location that selects the subgroup for EGRESS_GROUP
    bool m_restoreFlows{true};            //!< whether flows return to a member that is up again
    std::vector<uint16_t> m_number;       //!< ECMP number by port, from 0
    std::vector<uint16_t> m_ingressGroup; //!< group by port, from 1; 0: none
    std::vector<uint8_t> m_state;         //!< state by port: bits of State
};

} // namespace ns3

#endif // INC_ECMP_H
