/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_REGISTERED_TYPES_H
#define INC_REGISTERED_TYPES_H

#include "ns3/type-id.h"

#include <map>
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief The registered classes derived from a base, by the words that users write: "fat-tree" is
 * ns3::IncFatTreeTopology.
 *
 * The word is the class's name without namespace, "Inc" and suffix, in lower case with dashes.
 * Classes of a user's program that call NS_OBJECT_ENSURE_REGISTERED belong to them.
 */
class IncRegisteredTypes
{
  public:
    /// \brief Collect the derived classes with a constructor. The word of a class is its name
    /// without "Inc" and `suffix`, e.g. "Topology".
    IncRegisteredTypes(TypeId base, const std::string& suffix);

    /** \return the classes by word, in alphabetical order */
    const std::map<std::string, TypeId>& All() const&;
    // Deleted, because a loop over the result would use the temporary object after its end.
    void All() const&& = delete;

    /** \brief Return the word that stands for a class. */
    std::string WordOf(TypeId tid) const;

  private:
    std::string m_suffix;
    std::map<std::string, TypeId> m_types;
};

} // namespace ns3

#endif // INC_REGISTERED_TYPES_H
