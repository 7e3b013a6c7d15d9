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
 * \brief A JSON file whose root is an object. An IncError with the file's name refuses malformed
 * text and fields that occur twice. IncBasicJsonFields checks the fields. Objects keep the order of
 * their fields.
 */
class IncJsonFile
{
  public:
    using Json = nlohmann::ordered_json;

    /**
     * \brief Read a file whose root is an object.
     * \param kind kind of the file for errors, e.g. "topology file"
     * \param fileName name of the file
     */
    IncJsonFile(const std::string& kind, const std::string& fileName);

    /// \return the root object
    const Json& GetRoot() const;

    /**
     * \brief Refuse a field or object.
     * \param where path of the field or object, e.g. "links[3].rate"
     * \param why what is wrong, and the accepted values
     */
    [[noreturn]] void Fail(const std::string& where, const std::string& why) const;
    /**
     * \brief Refuse the value of a field.
     * \param where path of the field
     * \param value the value; errors show its beginning
     * \param accepted values that are accepted
     */
    [[noreturn]] void FailValue(const std::string& where,
                                const Json& value,
                                const std::string& accepted) const;

    /**
     * \brief Refuse a value that is not an array.
     * \param where path of the field
     * \param value value of the field
     * \param accepted content that the array should have, for the error
     */
    void CheckArray(const std::string& where, const Json& value, const std::string& accepted) const;

    /**
     * \param where path of the object; empty for the root
     * \param value the object
     * \return the fields of the object
     */
    IncBasicJsonFields<Json> Fields(const std::string& where, const Json& value) const;

  private:
    std::string m_name; //!< kind and name of the file
    Json m_root;
};

/** \return the content of the file; unlike IncJsonFile it does not keep the order of fields */
nlohmann::json IncReadJsonFile(const std::string& path);

} // namespace ns3

#endif // INC_JSON_FILE_H
