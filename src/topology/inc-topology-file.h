/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TOPOLOGY_FILE_H
#define INC_TOPOLOGY_FILE_H

#include "inc-topology-builder.h"

#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reader of a topology from a file of schema inc-topology/1.
 *
 * \code
   {"schema": "inc-topology/1",
    "nodes": [{"name": "h0", "kind": "host"},
              {"name": "s0", "kind": "switch", "inc": true, "slots": 256},
              {"name": "o0", "kind": "optical"}],
    "links": [{"a": "h0", "b": "s0", "rate": "100Gbps", "delay": "1us"}],
    "workers": ["h0"],
    "root": "s0",
    "vat": {"s0": ["h0"]}}
   \endcode
 *
 * `inc` and `slots` of switches may be omitted (defaults: true; the usual number of slots). So may
 * `workers`, `root` and `vat`. Optical switches may have `circuits`, pairs of neighbors, and
 * `device`, "patch-panel" or "3d-mems". Any other field is refused.
 */
class IncTopologyFile : public IncTopologyBuilder
{
  public:
    /** \param fileName name of the file that Build() reads */
    explicit IncTopologyFile(std::string fileName);

    /** \return the topology in the file
     * \throw IncError with the file, the field, the value and what is accepted */
    IncTopology Build() const override;

    /** \return text of a file from which Build() makes this topology, except for its circuits */
    static std::string ToText(const IncTopology& topology);

    /** \brief Write a topology, over an existing file; throw IncError if that fails. */
    static void Write(const IncTopology& topology, const std::string& fileName);

  private:
    std::string m_fileName;
};

} // namespace ns3

#endif // INC_TOPOLOGY_FILE_H
