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
    PER_FLOW,    //!< hash of the five-tuple (figure 1 of the enhanced ECMP draft)
    PER_PACKET,  //!< every frame for itself (figure 2)
    INGRESS,     //!< by the ECMP number of the ingress interface (section 3.1)
    EGRESS_GROUP //!< hash within the subgroup of a location (section 3.2)
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
 * \brief From what EGRESS_GROUP knows the subgroup.
 */
enum class IncEcmpLocation : uint8_t
{
    EGRESS, //!< the destination's egress interface: the attribute of its route
    INGRESS //!< the source's ingress interface: the group of that
};

/**
 * \ingroup inc
 * \brief The ECMP stage of a switch: one of a group's ports for every frame, by one of four
 * schemes.
 *
 * Where a member fails, the flows on it, and no others, move to the members that highest random
 * weight finds for them: within their subgroup, or the whole group if nothing of it is left.
 */
class IncEcmp
{
  public:
    static constexpr uint32_t NO_PORT = 0xffff; //!< frames that the switch made itself

    /**
     * \brief Choose from now on as with a new switch of that key.
     * \param key differs from switch to switch
     */
    void SetKey(uint64_t key);

    /** \param scheme from now on */
    void SetScheme(IncEcmpScheme scheme)
    {
        m_scheme = scheme;
    }

    /** \return the scheme */
    IncEcmpScheme GetScheme() const
    {
        return m_scheme;
    }

    /** \param hash of the five-tuple */
    void SetHash(IncEcmpHash hash)
    {
        m_hash = hash;
    }

    /** \param spray how PER_PACKET chooses */
    void SetSpray(IncEcmpSpray spray)
    {
        m_spray = spray;
    }

    /** \param location from what EGRESS_GROUP knows the subgroup */
    void SetLocation(IncEcmpLocation location)
    {
        m_location = location;
    }

    /** \param restore true: flows return to a member that is up again */
    void SetRestoreFlows(bool restore)
    {
        m_restoreFlows = restore;
    }

    /**
     * \brief Number the ingress interfaces.
     * \param groups checked
     * \param ports of the switch
     */
    void SetGroups(const IncEcmpGroups& groups, std::size_t ports);

    /**
     * \brief Tell the stage of a link's state.
     * \param port of the link
     * \param up false: it has failed
     */
    void SetPortUp(uint32_t port, bool up);

    /**
     * \param group not empty
     * \param frame to forward
     * \param ingress port where it came in, or NO_PORT
     * \return the egress port
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
            // A destination with several egress groups has one of them for each flow.
            part =
                SubgroupOf((&group)[Reduce(IncMix64(Hash(frame)) >> 32, group.choices)], ingress);
            member = part.first + Reduce(Hash(frame), part.size);
            break;
        }
        return m_avoided == 0 && !group.usable ? group.ports[member]
                                               : Detour(group, part, member, hash);
    }

    /**
     * \brief A flow's port where there is neither frame nor ingress interface, as on a host.
     * \param group not empty
     * \param flowHash see IncFlowHash
     * \return the egress port
     */
    uint16_t Choose(const IncForwardingTable::Group& group, uint64_t flowHash) const
    {
        const uint32_t member = Reduce(IncMix64(flowHash ^ m_key) >> 32, group.size);
        return m_avoided == 0 && !group.usable ? group.ports[member]
                                               : Detour(group, {0, group.size}, member, flowHash);
    }

  private:
    /// State of a port: bits, 0 if frames may take it.
    enum State : uint8_t
    {
        DOWN = 1,     //!< the link has failed
        ABANDONED = 2 //!< the flow had a member that failed, and flows do not return
    };

    /// From 32 bits of a hash to a number below size.
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

    // The number of sprayed frames decides: it is no counter.
    INC_FIELDS(IncEcmp,
               INC_VALUE(m_sprayed) + INC_VALUE(m_avoided) + INC_VALUE(m_state) +
                   INC_UNVISITED(m_key, m_scheme, m_hash, m_spray, m_location) +
                   INC_UNVISITED(m_restoreFlows, m_number, m_ingressGroup))

    uint64_t m_key{0};                               //!< key of this switch
    uint64_t m_sprayed{0};                           //!< frames of PER_PACKET
    uint32_t m_avoided{0};                           //!< ports whose state is not 0
    IncEcmpScheme m_scheme{IncEcmpScheme::PER_FLOW}; //!< how to choose
    IncEcmpHash m_hash{IncEcmpHash::MIXER};          //!< hash of the five-tuple
    IncEcmpSpray m_spray{IncEcmpSpray::RANDOM};      //!< for PER_PACKET: how frames are spread
    IncEcmpLocation m_location{
        IncEcmpLocation::EGRESS};         //!< for EGRESS_GROUP: group that selects the subgroup
    bool m_restoreFlows{true};            //!< whether flows return to a member that is up again
    std::vector<uint16_t> m_number;       //!< ECMP number by port, from 0
    std::vector<uint16_t> m_ingressGroup; //!< by port, from 1; 0: none
    std::vector<uint8_t> m_state;         //!< by port, see State
};

} // namespace ns3

#endif // INC_ECMP_H
