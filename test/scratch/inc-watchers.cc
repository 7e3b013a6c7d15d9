/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

/*
 * The tools with which a script watches a run, on a star: its own log, captures and NetAnim.
 *
 *   h0 ---- s0 ---- h1      one RDMA WRITE of 10000 bytes
 *
 * Exit status: 0 if the log has printed, the captures have the names and resolution of inc-sim's
 * captures, and NetAnim's file has the nodes and links.
 */

#include "ns3/core-module.h"
#include "ns3/inc-fabric-helper.h"
#include "ns3/inc-star-topology.h"
#include "ns3/inc-transfer.h"
#include "ns3/netanim-module.h"
#include "ns3/network-module.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>

using namespace ns3;

NS_LOG_COMPONENT_DEFINE("IncWatchers");

namespace
{

std::string
TakeFile(const std::string& name)
{
    std::ifstream file(name, std::ios::binary);
    std::string content{std::istreambuf_iterator<char>(file), {}};
    std::remove(name.c_str());
    return content;
}

bool
Expect(bool holds, const std::string& what)
{
    std::cout << (holds ? "" : "NOT ") << what << "\n";
    return holds;
}

} // namespace

int
main()
{
    const std::string folder = SystemPath::MakeTemporaryDirectoryName();
    SystemPath::MakeDirectories(folder);
    const std::string prefix = SystemPath::Append(folder, "w");
    LogComponentEnable("IncWatchers", LOG_LEVEL_INFO);
    std::ostringstream log;
    std::streambuf* before = std::clog.rdbuf(log.rdbuf());

    {
        const IncFabric fabric = IncFabricHelper().Install(IncStarTopology(2).Build());
        IncFabricHelper().EnablePcap(prefix, fabric.GetDevices(), true);
        const IncTransfer transfer(fabric, 0, 1, 10000);
        {
            AnimationInterface animation(prefix + ".xml");
            Simulator::Stop(MilliSeconds(1));
            Simulator::Run();
        }
        NS_LOG_INFO("took " << transfer.GetCompletionTime().As(Time::US));
    }
    Simulator::Destroy();
    std::clog.rdbuf(before);

    bool good = Expect(log.str().find("took +") != std::string::npos, "logged: " + log.str());
    for (const std::string name : {"h0-0", "h1-0", "s0-0", "s0-1"})
    {
        const std::string capture = TakeFile(prefix + "-" + name + ".pcap");
        // The magic number of a capture with nanoseconds, written by a little-endian machine.
        const bool isFine = capture.size() > 10000 && capture.substr(0, 4) == "\x4d\x3c\xb2\xa1";
        good = Expect(isFine, "captured at " + name) && good;
    }
    const std::string animation = TakeFile(prefix + ".xml");
    std::size_t nodes = 0;
    for (std::size_t at = animation.find("<node "); at != std::string::npos;
         at = animation.find("<node ", at + 1))
    {
        ++nodes;
    }
    good = Expect(nodes == 3, "NetAnim has " + std::to_string(nodes) + " nodes") && good;
    std::filesystem::remove(folder);
    return good ? 0 : 1;
}
