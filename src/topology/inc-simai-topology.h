/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_SIMAI_TOPOLOGY_H
#define INC_SIMAI_TOPOLOGY_H

#include "inc-topology-builder.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reader of a topology file of the simulator SimAI, such as its template generator writes.
 *
 * The first line has the numbers of nodes, GPUs of a server, NVSwitches, other switches and links,
 * and the type of the GPUs. The second line lists the ids of all switches, NVSwitches first. Each
 * further line is a link: two ids, rate, delay and error rate. GPUs have the ids from 0 on, server
 * by server.
 *
 * GPU 0 becomes host h0, and the first switch that is no NVSwitch becomes s0, and so on. All
 * NVSwitches of a server become its scale-up switch, and the rates of a GPU's links to them are
 * added.
 */
class IncSimaiTopology : public IncTopologyBuilder
{
  public:
    /** \brief Read a file; the scale-up switches can do `reduction`, which the file does not tell.
     */
    IncSimaiTopology(std::string fileName, IncScaleUpReduction reduction);

    /** \return the topology in the file
     * \throw IncError with the file, the line, the value and what is accepted */
    IncTopology Build() const override;

  private:
    std::string m_fileName;
    IncScaleUpReduction m_reduction;
};

} // namespace ns3

#endif // INC_SIMAI_TOPOLOGY_H
