/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_OUTPUT_FILE_H
#define INC_OUTPUT_FILE_H

#include <fstream>
#include <functional>
#include <memory>
#include <optional>
#include <string>

namespace ns3
{

/**
 * \brief Check before a simulation whether a file can be written after it.
 *
 * The check leaves no file behind. An existing regular file will be replaced. Throws IncError,
 * which names the argument, if the file cannot be written.
 */
void IncCheckOutputFile(const std::string& argument, const std::string& path);

/** \brief Check before a simulation whether files can be made in the folder of a path. Throws
 * IncError, which names the argument. */
void IncCheckOutputFolder(const std::string& argument, const std::string& path);

/**
 * \brief Write a whole file, or none if that fails: rename a temporary file in the same folder.
 *
 * An interrupted program leaves the old file or the new one, never a part. Devices and pipes
 * (/dev/stdout) are written directly. Throws IncError if the file cannot be written.
 */
void IncWriteOutputFile(const std::string& path, const std::string& content);

/// \ingroup inc
/// \brief A whole file that is written again and again, with more in it each time.
class IncGrowingOutputFile
{
  public:
    /** \brief Name the file; nothing is written if the path is empty. */
    explicit IncGrowingOutputFile(const std::string& path);

    /** \brief Write the content that a function makes; throws IncError if that fails. Devices and
     * pipes wait until the content is complete. */
    void Write(const std::function<std::string()>& content, bool isComplete);

    /** \brief Make the file what it was before the first Write(). */
    void Restore();

  private:
    std::string m_path;
    bool m_isWritten{false};
    std::optional<std::string> m_before; //!< content before Write(); nothing if no file
};

/** \return a new file that is written piece by piece, see IncKeepOutputFile(); throws IncError */
std::shared_ptr<std::ofstream> IncOpenOutputFile(const std::string& path);

/**
 * \brief Let IncRunProgram() call `close` at the end of the program; `close` returns true if all of
 * the file was written.
 *
 * IncRunProgram() reports an incomplete file, and removes the file if the program ends with an
 * error. Programs without IncRunProgram() must do this themselves.
 */
void IncKeepOutputFile(const std::string& path, const std::function<bool()>& close);

/** \brief Begin to keep a list of open files, until IncCloseOutputFiles(). */
void IncKeepOutputFiles();

/** \brief Close all files in the list. If one is incomplete, remove all and throw IncError;
 * `discard` removes all without an error. */
void IncCloseOutputFiles(bool discard);

} // namespace ns3

#endif // INC_OUTPUT_FILE_H
