/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JSON_FIELDS_H
#define INC_JSON_FIELDS_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reads the fields of one JSON object strictly: every error names the field.
 *
 * An IncError refuses a missing field, a wrong type, a value out of range, and a field that was not
 * read.
 * \tparam Json nlohmann::json, or nlohmann::ordered_json if the order of fields matters
 */
template <typename Json>
class IncBasicJsonFields
{
  public:
    /**
     * \param object the JSON value, which must be an object
     * \param path place of the object in the file, e.g. "switches[3]"; empty for the whole file
     * \param file beginning of error messages, e.g. "topology file 'a.json': "
     */
    IncBasicJsonFields(const Json& object, std::string path, std::string file = "");

    bool Has(const std::string& name);
    /** \return a capacity or rate of a link or switch, from 1e-6 to 1e9 Gb/s */
    double Gbps(const std::string& name);
    /** \return a number >= 0 */
    double NonNegative(const std::string& name);
    int64_t Integer(const std::string& name, int64_t low, int64_t high);
    bool Boolean(const std::string& name);
    /** \return a string that is not empty */
    std::string Text(const std::string& name);
    const Json& Array(const std::string& name, const std::string& accepted = "an array");
    const Json& Object(const std::string& name, const std::string& accepted = "an object");
    const Json& Value(const std::string& name);
    /** Refuse the object unless its "schema" has the expected value. */
    void Schema(const std::string& expected);
    /** Refuse fields that were not read. */
    void Finish() const;

    std::string PathOf(const std::string& name) const;

    [[noreturn]] void Refuse(const std::string& name,
                             const std::string& value,
                             const std::string& accepted) const;
    /** Refuse the value of a field that was read, unless `holds`. */
    void Require(bool holds, std::string_view name, std::string_view accepted) const;

    /** Call `read` with the fields of each object in an array; refuse fields that it did not read.
     */
    template <typename Read>
    void Each(const std::string& name, Read read)
    {
        const Json& list = Array(name);
        for (std::size_t i = 0; i < list.size(); ++i)
        {
            IncBasicJsonFields fields(list[i],
                                      PathOf(name) + "[" + std::to_string(i) + "]",
                                      m_file);
            read(fields);
            fields.Finish();
        }
    }

  private:
    [[noreturn]] void Fail(const std::string& path, const std::string& why) const;

    const Json& m_object;
    std::string m_path;
    std::string m_file;
    std::vector<std::string> m_known; //!< names of the fields that were read
};

extern template class IncBasicJsonFields<nlohmann::json>;
extern template class IncBasicJsonFields<nlohmann::ordered_json>;

using IncJsonFields = IncBasicJsonFields<nlohmann::json>; //!< fields of an object, in any order

/** \return the value in one short line, for error messages */
std::string IncShortJson(const nlohmann::json& value);

} // namespace ns3

#endif // INC_JSON_FIELDS_H
