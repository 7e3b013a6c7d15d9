/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SERVERS_CONFIG_H
#define INC_SERVERS_CONFIG_H

#include "ns3/data-rate.h"
#include "ns3/inc-server-program.h"
#include "ns3/inc-topology.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ns3
{

class IncArgumentTable;
struct IncRowsConfig;

/// Way of data between GPUs whose NICs are on different rails.
enum class IncCrossRail : uint8_t
{
    PXN,   //!< through the GPU of the sender's server that owns a NIC of the receiver's rail
    SPINE, //!< over the network, if the sender owns a NIC
    REFUSE //!< none: such data are an error
};

/** \ingroup inc \brief Arguments of inc-sim about servers of several GPUs. */
struct IncServersConfig
{
    uint32_t gpus{1};                       //!< GPUs of every server; 1: hosts without servers
    std::optional<uint32_t> servers;        //!< number of servers; nothing: as many as have places
    std::vector<uint32_t> owners;           //!< GPU that owns each NIC, if listed
    bool firstOwns{false};                  //!< whether GPU 0 owns all NICs
    DataRate rate{uint64_t{3600000000000}}; //!< rate of a GPU's link to the scale-up switch
    Time delay{NanoSeconds(468)};           //!< delay of this link
    /// What the switches can do; NONE if one in a topology file does not reduce.
    IncScaleUpReduction reduction{IncScaleUpReduction::NONE};
    IncCrossRail crossRail{IncCrossRail::PXN}; //!< way of data to another rail
    bool areMeshes{false}; //!< whether links join the GPUs in pairs, without a switch
    /// Parts inside servers as the user gave them.
    std::vector<std::optional<IncInServer>> inServer;
    bool areInFile{false};       //!< whether the topology file has servers
    bool isReductionOpen{false}; //!< whether the topology file leaves open what their switches do

    /** \brief Add the arguments to a table, which must not outlive this object. */
    void AddArguments(IncArgumentTable& table);

    /** \return whether hosts are GPUs of servers */
    bool AreOn() const
    {
        return gpus > 1 || areInFile;
    }

    /** \brief Refuse arguments without effect, and schemes that servers do not run. */
    void Check(const IncArgumentTable& table, uint32_t nics, const IncRowsConfig& rows) const;

    /** \return part inside servers of each row of a scheme; nothing: chosen by scheme */
    std::vector<std::optional<IncInServer>> GetParts() const
    {
        return inServer.empty() ? std::vector<std::optional<IncInServer>>{std::nullopt} : inServer;
    }

    /** \brief Put a scheme for each pair of scheme and part inside servers into the rows. */
    void MakeSchemes(IncRowsConfig& rows) const;

    /** \brief Return a network of servers in the places of hosts. `places` hosts make a server of
     * `nics` NICs, each with a port in each plane. */
    IncTopology Build(const IncTopology& hosts,
                      uint32_t places,
                      uint32_t nics,
                      uint32_t planes) const;

    /** \brief Return the number of GPUs in a network that has places for so many hosts. */
    uint64_t CountGpus(uint64_t hosts, uint32_t places) const
    {
        return std::min<uint64_t>(servers.value_or(UINT32_MAX), hosts / places) * gpus;
    }

    /** \brief Refuse a way between rails that some ranks lack, or that the user does not accept. */
    void CheckCrossing(const IncArgumentTable& table,
                       const IncRowsConfig& rows,
                       IncCollective collective,
                       const IncServerLayout& layout,
                       bool isOneNetwork) const;

    /** \brief Choose the part inside servers for a scheme that leaves it open. `gpus` are ranks of
     * the largest server; `reduces` tells whether all scale-up switches do. */
    static IncInServer Choose(const std::string& scheme,
                              IncCollective collective,
                              uint32_t gpus,
                              bool reduces);
};

} // namespace ns3

#endif // INC_SERVERS_CONFIG_H
