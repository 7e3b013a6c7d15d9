/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_ADMISSION_H
#define INC_TREE_ADMISSION_H

#include "inc-refusal.h"
#include "inc-tree-config.h"
#include "inc-tree-table.h"

#include "ns3/inc-frame.h"

#include <cstdint>
#include <optional>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Decides which frames get into the aggregation trees of a switch.
 *
 * Nothing that is refused here has moved the state of a connection or a slot.
 */
class IncTreeAdmission
{
  public:
    /** \param admit see IncAggregator::AdmitDetours() */
    void AdmitDetours(bool admit)
    {
        m_admitsDetours = admit;
    }

    /**
     * \param config of the tree that a frame names
     * \param frame addressed to another node
     * \return whether it is a contribution that this switch takes out on its way to the root
     */
    static bool Intercepts(const IncTreeConfig& config, const IncFrame& frame);

    /**
     * \param tree that takes a frame out on its way
     * \param frame that is intercepted
     * \return why it is refused, if it is
     */
    std::optional<IncRefusal> ExamineIntercepted(const IncTree& tree, const IncFrame& frame) const;

    /**
     * \param endpoint of an installed tree
     * \param frame addressed to its queue pair
     * \return why it is refused, if it is
     */
    std::optional<IncRefusal> Examine(const IncTreeEndpoint& endpoint, const IncFrame& frame) const;

  private:
    std::optional<IncRefusal> ExamineAnswer(const IncTreeConfig& config,
                                            const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineSender(const IncTreeChild& child, const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineContribution(const IncTree& tree,
                                                  uint32_t child,
                                                  const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineBits(const IncTree& tree,
                                          uint32_t child,
                                          const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineOperation(const IncTreeConfig& config,
                                               const IncTreeChild& sender,
                                               const IncFrame& frame) const;

    bool m_admitsDetours{false}; //!< see AdmitDetours()
};

} // namespace ns3

#endif // INC_TREE_ADMISSION_H
