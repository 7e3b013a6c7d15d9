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
 * \brief Leaves out every field of a state in turn, as if its class had forgotten it. Fast-forward
 * must report an error that names the field, unless the field does not change the results.
 * \tparam OUTCOME outcome of a simulation that jumps, with fields, report and IsSame()
 */
template <typename OUTCOME>
class IncForgottenFieldsTestCase : public TestCase
{
  public:
    /**
     * \param name name of the scenario
     * \param goOn fields that advance in it, so that their absence must cause an error
     * \param unnamed fields that the error need not name, because others are relative to them
     * \param simulate function that runs a simulation that jumps
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

    std::vector<std::string> m_goOn;     // fields whose absence must cause an error
    std::set<std::string> m_unnamed;     // fields that the error need not name
    std::function<OUTCOME()> m_simulate; // runs a simulation that jumps
};

} // namespace ns3

#endif // INC_FORGOTTEN_FIELDS_H
