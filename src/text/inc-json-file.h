/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JSON_FILE_H
#define INC_JSON_FILE_H

#include "inc-error.h"
#include "inc-json-fields.h"

#include <nlohmann/json.hpp>
#include <string>

namespace ns3
{

/// \ingroup inc
/// \brief A JSON file whose root is an object. An IncError with the file's name refuses malformed
/// text and fields that occur twice. Objects keep the order of their fields.
class IncJsonFile
{
  public:
    using Json = nlohmann::ordered_json;

    /** \brief Read a file of a kind that errors name, e.g. "topology file". */
    IncJsonFile(const std::string& kind, const std::string& fileName);

    const Json& GetRoot() const;

    /** \brief Refuse a field or object at a path, e.g. "links[3].rate". `why` tells what is wrong,
     * and the accepted values. */
    [[noreturn]] void Fail(const std::string& where, const std::string& why) const;
    /** \brief Refuse the value of a field; errors show the beginning of the value. */
    [[noreturn]] void FailValue(const std::string& where,
                                const Json& value,
                                const std::string& accepted) const;

    /** \brief Refuse a value that is not an array; `accepted` is the content that it should
     * have. */
    void CheckArray(const std::string& where, const Json& value, const std::string& accepted) const;

    /** \return the fields of the object at a path, which is empty for the root */
    IncBasicJsonFields<Json> Fields(const std::string& where, const Json& value) const;

  private:
    std::string m_name; //!< kind and name of the file
    Json m_root;
};

/** \return the content of the file; the order of fields is lost */
nlohmann::json IncReadJsonFile(const std::string& path);

} // namespace ns3

#endif // INC_JSON_FILE_H
