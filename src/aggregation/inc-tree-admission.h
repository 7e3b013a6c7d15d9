/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_ADMISSION_H
#define INC_TREE_ADMISSION_H

#include "inc-admitted-frame.h"
#include "inc-refusal.h"
#include "inc-tree-config.h"
#include "inc-tree.h"

#include "ns3/inc-frame.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <vector>

namespace ns3
{

/// \ingroup inc
/// \brief The tree and neighbor that use a queue pair of a switch: one cache line.
struct alignas(64) IncTreeEndpoint
{
    static constexpr uint32_t PARENT = UINT32_MAX; //!< value of `child` for the parent
    /// Value of `child` for a worker that gets results.
    static constexpr uint32_t RESULTS = UINT32_MAX - 1;

    IncTree* tree{nullptr};      //!< tree of the queue pair; null: none yet, or it was removed
    uint32_t child{0};           //!< number of the child, PARENT or RESULTS
    IncTreeLink* link{nullptr};  //!< queue pair of the tree
    IncAdmittedFrame admitted{}; //!< fields of the latest accepted frame
};

/// \ingroup inc
/// \brief The aggregation trees of one switch and the queue pairs that lead to them.
class IncTreeTable
{
  public:
    /** \brief Set the number of the first queue pair, before any is reserved. */
    void SetFirstQpn(uint32_t qpn)
    {
        m_firstQpn = qpn;
    }

    /** \return number of the first queue pair */
    uint32_t GetFirstQpn() const
    {
        return m_firstQpn;
    }

    /** \brief Reserve the QPN that has been free for the longest time, or a new one. */
    uint32_t ReserveQpn();

    /** \brief Give back a QPN that no installed tree has. */
    void ReleaseQpn(uint32_t qpn);

    /** \return number of reserved queue pairs */
    std::size_t GetReserved() const
    {
        return m_endpoints.size() - m_freeQpns.size();
    }

    /** \brief Assign a reserved queue pair to a tree and a neighbor. */
    void Connect(uint32_t qpn, const IncTreeEndpoint& endpoint);

    /** \brief Return whether a queue pair was ever reserved under this QPN. */
    bool Knows(uint32_t qpn) const
    {
        return qpn - m_firstQpn < m_endpoints.size();
    }

    /** \brief Return the tree and neighbor of a QPN for which Knows() returns true. */
    const IncTreeEndpoint& GetEndpoint(uint32_t qpn) const
    {
        return m_endpoints[qpn - m_firstQpn];
    }

    /** \copydoc GetEndpoint() */
    IncTreeEndpoint& GetEndpoint(uint32_t qpn)
    {
        return m_endpoints[qpn - m_firstQpn];
    }

    /** \brief Check the next frame of each queue pair in full, because the rules have changed. */
    void ForgetAdmitted();

    /** \brief Add a tree under an id that is free. */
    IncTree& Add(std::unique_ptr<IncTree> tree);

    /** \brief Remove an installed tree. Its queue pairs stay reserved, without a tree. */
    void Remove(uint16_t treeId);

    /** \brief Return the tree with this id; nullptr if it is not installed. */
    IncTree* Find(uint16_t treeId) const
    {
        return treeId < m_trees.size() ? m_trees[treeId].get() : nullptr;
    }

    /** \return all trees, by rising id */
    std::vector<IncTree*> GetTrees() const;

    /** \return queue pairs to the children, to the parent if there is one, then those that carry
     * results straight to workers */
    std::vector<const IncTreeLink*> GetLinks(const IncTree& tree) const;

  private:
    uint32_t m_firstQpn{0};
    std::vector<std::unique_ptr<IncTree>> m_trees; //!< trees by tree id; null: not installed
    std::vector<IncTreeEndpoint> m_endpoints;      //!< endpoints by QPN - m_firstQpn
    std::deque<uint32_t> m_freeQpns;               //!< QPNs given back, oldest first
};

/**
 * \ingroup inc
 * \brief Check of the frames that name an aggregation tree of a switch.
 *
 * A frame is checked before it can change the state of a connection or a slot.
 */
class IncTreeAdmission
{
  public:
    /** \brief Set whether frames may come by any port, as for IncAggregator::AdmitDetours(). */
    void AdmitDetours(bool admit)
    {
        m_admitsDetours = admit;
    }

    /** \return whether this switch aggregates a contribution that is on its way to the root */
    static bool Intercepts(const IncTreeConfig& config, const IncFrame& frame);

    /** \return reason to refuse the frame; no value if it is accepted */
    std::optional<IncRefusal> ExamineIntercepted(const IncTree& tree, const IncFrame& frame) const;

    /** \return reason to refuse a frame to an endpoint's queue pair; no value if it is accepted */
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

    bool m_admitsDetours{false}; //!< value of IncAggregator::AdmitDetours()
};

} // namespace ns3

#endif // INC_TREE_ADMISSION_H
