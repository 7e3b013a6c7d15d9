/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-bier-encapsulation.h"

namespace ns3
{

/// \brief Keeps encapsulations for reuse, so that a copy allocates nothing.
class IncBierEncapsulationPool
{
  public:
    ~IncBierEncapsulationPool()
    {
        while (m_free)
        {
            delete Pop();
        }
    }

    IncBierEncapsulation* Take()
    {
        if (!m_free)
        {
            return new IncBierEncapsulation();
        }
        auto* taken = const_cast<IncBierEncapsulation*>(Pop());
        taken->m_references = 1;
        return taken;
    }

    void Give(const IncBierEncapsulation* encapsulation)
    {
#ifdef __SANITIZE_ADDRESS__
        delete encapsulation; // lets the sanitizer detect a use after the end
#else
        encapsulation->m_next = m_free;
        m_free = encapsulation;
#endif
    }

  private:
    const IncBierEncapsulation* Pop()
    {
        const auto* first = m_free;
        m_free = first->m_next;
        return first;
    }

    const IncBierEncapsulation* m_free{nullptr}; //!< list of free objects
};

namespace
{

IncBierEncapsulationPool g_encapsulations;

} // namespace

Ptr<IncBierEncapsulation>
IncBierEncapsulation::Create()
{
    return Ptr<IncBierEncapsulation>(g_encapsulations.Take(), false);
}

void
IncBierEncapsulation::Recycle() const
{
    g_encapsulations.Give(this);
}

} // namespace ns3
