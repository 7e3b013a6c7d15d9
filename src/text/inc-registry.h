/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REGISTRY_H
#define INC_REGISTRY_H

#include <map>
#include <stdexcept>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief Registers a Part, such as a planner or a traffic pattern, by its name. Define a
/// constant of this type in the part's own file.
template <class Part>
class IncRegistration
{
  public:
    /// Fills the record, whose name is set; called once, when the parts are first asked for.
    using Describe = void (*)(Part& self);

    /** \brief Register a part before main(); a name that is taken ends the program. */
    IncRegistration(const std::string& name, Describe describe)
    {
        if (!GetRegistered().emplace(name, describe).second)
        {
            throw std::logic_error("IncRegistration: " + name + " is there twice");
        }
    }

    static const std::map<std::string, Part>& GetAll()
    {
        static const std::map<std::string, Part> parts = [] {
            std::map<std::string, Part> all;
            for (const auto& [name, describe] : GetRegistered())
            {
                all[name].name = name;
                describe(all[name]);
            }
            return all;
        }();
        return parts;
    }

  private:
    static std::map<std::string, Describe>& GetRegistered()
    {
        static std::map<std::string, Describe> registered;
        return registered;
    }
};

} // namespace ns3

#endif // INC_REGISTRY_H
