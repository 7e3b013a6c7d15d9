/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TREE_LINK_H
#define INC_TREE_LINK_H

#include "ns3/inc-connection.h"
#include "ns3/inc-frame.h"
#include "ns3/inc-switch.h"

namespace ns3
{

/**
 * \ingroup inc
 * \brief A VAT node's queue pair with one neighbour in the tree: its parent or a child.
 *
 * What goes over it has its INC header and payload set; the link makes a RoCEv2 packet of it.
 */
class IncTreeLink
{
  public:
    virtual ~IncTreeLink() = default;

    /** \param frame INC header, RETH and payload are set */
    virtual void Send(IncFramePtr frame) = 0;

    /** \return the two ends */
    virtual const IncConnection& GetConnection() const = 0;
};

/**
 * \ingroup inc
 * \brief A link over UC: packets are numbered and sent, and may be lost
 * (draft-liu-nfsv4-rocev2, section 7).
 */
class IncUcTreeLink : public IncTreeLink
{
  public:
    /**
     * \param device whose queue pair it is
     * \param connection sealed
     */
    IncUcTreeLink(IncSwitch& device, const IncConnection& connection)
        : m_switch(device),
          m_connection(connection)
    {
    }

    void Send(IncFramePtr frame) override
    {
        frame->bth.opcode = IncOpcode::UC_WRITE_ONLY_IMM;
        m_connection.Stamp(*frame);
        frame->UpdateSize();
        m_switch.Forward(std::move(frame));
    }

    const IncConnection& GetConnection() const override
    {
        return m_connection;
    }

  private:
    IncSwitch& m_switch;        //!< whose queue pair it is
    IncConnection m_connection; //!< the two ends
};

} // namespace ns3

#endif // INC_TREE_LINK_H
