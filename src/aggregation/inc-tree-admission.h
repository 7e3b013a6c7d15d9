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

/**
 * \ingroup inc
 * \brief The tree and the neighbor to which a queue pair of a switch belongs: one cache line.
 */
struct alignas(64) IncTreeEndpoint
{
    static constexpr uint32_t PARENT = UINT32_MAX;      //!< the parent, not a child
    static constexpr uint32_t RESULTS = UINT32_MAX - 1; //!< a worker that gets results

    IncTree* tree{nullptr};      //!< null: reserved, or its tree was removed
    uint32_t child{0};           //!< number of the child, PARENT or RESULTS
    IncTreeLink* link{nullptr};  //!< the queue pair
    IncAdmittedFrame admitted{}; //!< the latest that was let in
};

/**
 * \ingroup inc
 * \brief The aggregation trees of one switch and the queue pairs that lead to them.
 */
class IncTreeTable
{
  public:
    /** \param qpn number of the first queue pair, before any is reserved */
    void SetFirstQpn(uint32_t qpn)
    {
        m_firstQpn = qpn;
    }

    /** \return see SetFirstQpn() */
    uint32_t GetFirstQpn() const
    {
        return m_firstQpn;
    }

    /** \return number of a queue pair that nobody has: of those given back the one longest ago */
    uint32_t ReserveQpn();

    /** \param qpn of ReserveQpn(), that no installed tree has */
    void ReleaseQpn(uint32_t qpn);

    /** \return queue pairs that are reserved */
    std::size_t GetReserved() const
    {
        return m_endpoints.size() - m_freeQpns.size();
    }

    /**
     * \param qpn reserved
     * \param endpoint whom it leads to
     */
    void Connect(uint32_t qpn, const IncTreeEndpoint& endpoint);

    /**
     * \param qpn any QPN
     * \return whether such a queue pair was ever reserved
     */
    bool Knows(uint32_t qpn) const
    {
        return qpn - m_firstQpn < m_endpoints.size();
    }

    /**
     * \param qpn that this knows
     * \return whom it leads to
     */
    const IncTreeEndpoint& GetEndpoint(uint32_t qpn) const
    {
        return m_endpoints[qpn - m_firstQpn];
    }

    /** \copydoc GetEndpoint() */
    IncTreeEndpoint& GetEndpoint(uint32_t qpn)
    {
        return m_endpoints[qpn - m_firstQpn];
    }

    /** \brief What was let in before may have to be refused now. */
    void ForgetAdmitted();

    /**
     * \param tree whose id is free
     * \return the tree
     */
    IncTree& Add(std::unique_ptr<IncTree> tree);

    /** \param treeId of a tree that is there; its queue pairs stay reserved, and lead nowhere */
    void Remove(uint16_t treeId);

    /**
     * \param treeId any tree id
     * \return the tree, or nullptr
     */
    IncTree* Find(uint16_t treeId) const
    {
        return treeId < m_trees.size() ? m_trees[treeId].get() : nullptr;
    }

    /** \return the trees, by rising id */
    std::vector<IncTree*> GetTrees() const;

    /**
     * \param tree that is there
     * \return its queue pairs: those of the children, the parent's if there is one, then those
     *         that carry results straight to the workers
     */
    std::vector<const IncTreeLink*> GetLinks(const IncTree& tree) const;

  private:
    uint32_t m_firstQpn{0};                        //!< number of the first queue pair
    std::vector<std::unique_ptr<IncTree>> m_trees; //!< trees by tree id; null where unknown
    std::vector<IncTreeEndpoint> m_endpoints;      //!< endpoints by QPN - m_firstQpn
    std::deque<uint32_t> m_freeQpns;               //!< given back, longest ago first
};

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

    bool m_admitsDetours{false}; //!< see IncAggregator::AdmitDetours()
};

} // namespace ns3

#endif // INC_TREE_ADMISSION_H
