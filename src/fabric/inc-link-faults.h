/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_LINK_FAULTS_H
#define INC_LINK_FAULTS_H

#include "inc-frame.h"

#include "ns3/error-model.h"
#include "ns3/inc-ethernet.h"
#include "ns3/nstime.h"

namespace ns3
{

class IncImpairment;

/// \ingroup inc
/// \brief Faults of a link for the frames that arrive at one of its ends.
class IncLinkFaults
{
  public:
    IncLinkFaults();
    ~IncLinkFaults();

    /** \param model drops frames; or nullptr */
    void SetErrorModel(Ptr<ErrorModel> model);
    /** \return model that drops frames; or nullptr */
    Ptr<ErrorModel> GetErrorModel() const;
    /** \param impairment repeats and delays frames; or nullptr */
    void SetImpairment(Ptr<IncImpairment> impairment);
    /** \return impairment that repeats and delays frames; or nullptr */
    Ptr<IncImpairment> GetImpairment() const;
    /** \return whether there is an error model or an impairment */
    bool IsAny() const;

    /** \return whether the error model drops the frame */
    bool IsLost(const IncFrame& frame, const IncMacOctets& from, const IncMacOctets& to);

    /** \brief Return whether an arriving frame must arrive a second time. */
    bool IsRepeated(const IncFrame& frame);

    /** \return additional delay of a frame */
    Time DrawDelay();

  private:
    Ptr<ErrorModel> m_errorModel;    //!< drops frames; or null
    bool m_errorModelReads{false};   //!< whether the error model may read the bytes of a packet
    Ptr<IncImpairment> m_impairment; //!< repeats and delays frames; or null
};

} // namespace ns3

#endif // INC_LINK_FAULTS_H
