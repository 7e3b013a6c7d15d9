/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_JSON_FIELDS_H
#define INC_JSON_FIELDS_H

#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Reads the fields of one JSON object strictly: every error names the field.
 *
 * A missing field, a wrong type, a value out of range and a field nobody asked for are all
 * refused with an IncError. IncJsonFile reads the file.
 */
class IncJsonFields
{
  public:
    /**
     * \param object the JSON value, which must be an object
     * \param path its place in the file, e.g. "switches[3]"; empty for the whole file
     */
    IncJsonFields(const nlohmann::json& object, std::string path);

    /** \return true if the object has that field */
    bool Has(const std::string& name);
    /** \return a capacity or rate of a link or switch, from 1e-6 to 1e9 Gb/s */
    double Gbps(const std::string& name);
    /** \return a number >= 0 */
    double NonNegative(const std::string& name);
    /** \return an integer from low to high */
    int64_t Integer(const std::string& name, int64_t low, int64_t high);
    /** \return true or false */
    bool Boolean(const std::string& name);
    /** \return a string that is not empty */
    std::string Text(const std::string& name);
    /** \return an array, of any length */
    const nlohmann::json& Array(const std::string& name);
    /** \return an object */
    const nlohmann::json& Object(const std::string& name);
    /** Refuse any other value of "schema". */
    void Schema(const std::string& expected);
    /** Refuse the fields nobody asked for. */
    void Finish() const;

    /** Throw an IncError about a field of this object. */
    [[noreturn]] void Refuse(const std::string& name,
                             const std::string& value,
                             const std::string& accepted) const;

  private:
    const nlohmann::json& Get(const std::string& name);
    std::string PathOf(const std::string& name) const;

    const nlohmann::json& m_object;
    std::string m_path;
    std::set<std::string> m_known;
};

/**
 * \ingroup inc
 * \param path a file
 * \return its content, read as IncJsonFile reads
 */
nlohmann::json IncReadJsonFile(const std::string& path);

/**
 * \ingroup inc
 * \param value a JSON value
 * \return it in one short line, for error messages
 */
std::string IncShortJson(const nlohmann::json& value);

} // namespace ns3

#endif // INC_JSON_FIELDS_H
