/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FLOW_TRIGGER_H
#define INC_FLOW_TRIGGER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Trigger that starts flows when other flows have ended, as in htsim.
 */
class IncFlowTrigger
{
  public:
    /// Effect of an activation.
    enum class Kind : uint8_t
    {
        ONE_SHOT,   //!< the first one starts all flows
        MULTI_SHOT, //!< each one starts the next flow
        BARRIER     //!< the last of a number starts all flows
    };

    /**
     * \brief Say what it is; a one-shot until then.
     * \param kind what an activation does
     * \param count of activations, for a barrier
     */
    void Define(Kind kind, uint32_t count);

    /** \param start of a flow that waits */
    void Add(const std::function<void()>& start);

    /** \brief A flow that this waits for has ended. */
    void Activate();

  private:
    Kind m_kind{Kind::ONE_SHOT};                  //!< effect of an activation
    uint32_t m_missing{1};                        //!< activations that are missing
    std::size_t m_next{0};                        //!< flow that has not started
    std::vector<std::function<void()>> m_waiting; //!< starts of the flows, in order
};

} // namespace ns3

#endif // INC_FLOW_TRIGGER_H
