/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_FUZZ_PARSER_H
#define INC_FUZZ_PARSER_H

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <string>

namespace ns3
{

/// A parser of outside data, for a fuzzer and a replay of stored inputs. It reads bytes, and
/// aborts if a check fails.
struct IncFuzzParser
{
    /// Function that reads some bytes.
    using Read = std::function<void(const uint8_t* data, std::size_t size)>;
    /// Function that changes an input in place and returns its new size.
    using Mutate = std::size_t (*)(uint8_t* data,
                                   std::size_t size,
                                   std::size_t most,
                                   uint32_t seed);

    /**
     * \brief Register a parser. Each parser has one object of static duration.
     * \param name name of the parser, and of the folder of its corpus
     * \param read function that parses an input
     * \param mutate function that changes an input by its structure; null: bytes change at random
     */
    IncFuzzParser(const std::string& name, Read read, Mutate mutate = nullptr);

    /** \return all registered parsers by name */
    static std::map<std::string, IncFuzzParser*>& All();

    Read read;     //!< function that parses an input
    Mutate mutate; //!< changes inputs by their structure, or null
};

/**
 * \brief Abort with one line if a condition is false.
 * \param holds true if the condition holds
 * \param what description of the condition
 */
void IncFuzzExpect(bool holds, const char* what);

/**
 * \brief Run a function that may refuse its input by an error of the module: one line of printable
 * text. Any other exception passes, and ends the fuzzer.
 * \param read function to run
 * \return whether the function accepted its input
 */
bool IncFuzzAccepts(const std::function<void()>& read);

/**
 * \brief Change one value of a JSON text, or its place: IncFuzzParser::Mutate of JSON files.
 * \param data the text, changed in place
 * \param size size of the data
 * \param most bytes that there is room for
 * \param seed seed of the change
 * \return the new size
 */
std::size_t IncFuzzJson(uint8_t* data, std::size_t size, std::size_t most, uint32_t seed);

/**
 * \brief Change one word or line of a text: IncFuzzParser::Mutate of what people write by hand.
 * \param data the text, changed in place
 * \param size size of the data
 * \param most bytes that there is room for
 * \param seed seed of the change
 * \return the new size
 */
std::size_t IncFuzzLines(uint8_t* data, std::size_t size, std::size_t most, uint32_t seed);

/// A file without a place in any folder, for readers that want a name.
class IncFuzzFile
{
  public:
    /**
     * \param ending ending of the name, for readers that look at it
     */
    explicit IncFuzzFile(const std::string& ending = "");
    ~IncFuzzFile();
    IncFuzzFile(const IncFuzzFile&) = delete;
    IncFuzzFile& operator=(const IncFuzzFile&) = delete;

    /**
     * \param data its new content
     * \param size size of the data
     * \return its name
     */
    const std::string& Fill(const uint8_t* data, std::size_t size);

  private:
    int m_descriptor;
    std::string m_folder; //!< folder of the file, if its name has an ending
    std::string m_name;
};

} // namespace ns3

#endif // INC_FUZZ_PARSER_H
