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

/**
 * \ingroup inc
 * \brief A JSON file whose root is an object: malformed text and fields named twice are refused
 * with an IncError that names the file; IncBasicJsonFields sees to the fields. Objects keep the
 * order of their fields.
 */
class IncJsonFile
{
  public:
    using Json = nlohmann::ordered_json;

    /**
     * \brief Reads a file whose root is an object.
     * \param kind what the file is called in errors, e.g. "topology file"
     * \param fileName the file
     */
    IncJsonFile(const std::string& kind, const std::string& fileName);

    /// \return the root object
    const Json& GetRoot() const;

    /**
     * \brief Refuses something.
     * \param where path of the field or object, e.g. "links[3].rate"
     * \param why what is wrong, and the accepted values
     */
    [[noreturn]] void Fail(const std::string& where, const std::string& why) const;
    /**
     * \brief Refuses a value.
     * \param where path of the field
     * \param value the value, of which a beginning is shown
     * \param accepted what would be accepted
     */
    [[noreturn]] void FailValue(const std::string& where,
                                const Json& value,
                                const std::string& accepted) const;

    /**
     * \brief Refuses anything but an array.
     * \param where path of the field
     * \param value its value
     * \param accepted what the array should hold, for the error
     */
    void CheckArray(const std::string& where, const Json& value, const std::string& accepted) const;

    /**
     * \param where path of the object; empty for the root
     * \param value the object
     * \return its fields
     */
    IncBasicJsonFields<Json> Fields(const std::string& where, const Json& value) const;

  private:
    void Parse(const std::string& text);

    std::string m_name; //!< kind and file name
    Json m_root;
};

/**
 * \ingroup inc
 * \param path a file
 * \return its content, read as IncJsonFile reads, but with the fields in no order
 */
nlohmann::json IncReadJsonFile(const std::string& path);

} // namespace ns3

#endif // INC_JSON_FILE_H
