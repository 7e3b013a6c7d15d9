/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_PLAN_PROGRAM_H
#define INC_PLAN_PROGRAM_H

#include "inc-plan-answer.h"
#include "inc-plan-arguments.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The program inc-plan: planners, generators and checkers from the shell.
 */
class IncPlanProgram
{
  public:
    /**
     * \param words the command line after the program's name
     * \return exit status: 0 done, 1 no plan or a violated constraint; throws IncError for bad
     * arguments or files
     */
    int Run(const std::vector<std::string>& words);

  private:
    int Help() const;
    int Generate(const std::vector<std::string>& words);
    int Check(const std::vector<std::string>& words);
    int Plan(const std::vector<std::string>& words);
    int PlanJobs(const std::string& algorithm,
                 const nlohmann::json& value,
                 const IncPlanArguments& arguments);
    int Finish(const IncPlanAnswer& answer,
               const nlohmann::ordered_json& plan,
               const IncPlanArguments& arguments);
};

} // namespace ns3

#endif // INC_PLAN_PROGRAM_H
