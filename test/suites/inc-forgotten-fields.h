/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FORGOTTEN_FIELDS_H
#define INC_FORGOTTEN_FIELDS_H

#include "ns3/inc-state-record.h"
#include "ns3/test.h"

#include <functional>
#include <set>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc-tests
 * \brief Every field of a state is left out in turn, as where its class has forgotten it: a jump
 * must find that, and name the field, or it changes nothing.
 * \tparam OUTCOME of a simulation that jumps: with fields, report and IsSame()
 */
template <typename OUTCOME>
class IncForgottenFieldsTestCase : public TestCase
{
  public:
    /**
     * \param name of what is simulated
     * \param goOn fields that must be found, for they go on in it
     * \param unnamed those that need not be named: others are relative to them
     * \param simulate a simulation that jumps
     */
    IncForgottenFieldsTestCase(const std::string& name,
                               const std::vector<std::string>& goOn,
                               const std::set<std::string>& unnamed,
                               const std::function<OUTCOME()>& simulate)
        : TestCase(name + ": a field that a jump does not advance is found, and named"),
          m_goOn(goOn),
          m_unnamed(unnamed),
          m_simulate(simulate)
    {
    }

  private:
    void DoRun() override
    {
        const OUTCOME complete = m_simulate();
        NS_TEST_ASSERT_MSG_GT(complete.report.jumpedEvents, 0, complete.report.reason);
        std::set<std::string> found;
        for (const std::string& field : complete.fields)
        {
            IncStateWriter::LeaveOut(field);
            try
            {
                const bool isSame = m_simulate().IsSame(complete);
                NS_TEST_EXPECT_MSG_EQ(isSame, true, field << " was left out, and is missed");
            }
            catch (const std::runtime_error& error)
            {
                const std::string line = error.what();
                const bool isNamed = line.find(field) != std::string::npos;
                NS_TEST_EXPECT_MSG_EQ((isNamed || m_unnamed.count(field) > 0),
                                      true,
                                      field << " was left out: " << line);
                found.insert(field);
            }
            IncStateWriter::LeaveOut("");
        }
        for (const std::string& field : m_goOn)
        {
            NS_TEST_EXPECT_MSG_EQ(found.count(field), 1, field);
        }
    }

    std::vector<std::string> m_goOn;     // fields that must be found
    std::set<std::string> m_unnamed;     // those that need not be named
    std::function<OUTCOME()> m_simulate; // a simulation that jumps
};

} // namespace ns3

#endif // INC_FORGOTTEN_FIELDS_H
