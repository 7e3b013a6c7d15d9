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
 * \ingroup inc
 * \brief Check before a simulation whether a file can be written after it.
 *
 * The check leaves no file behind. Throws IncError if the file cannot be written.
 * \param argument name of the argument that names the file, for the message
 * \param path path of the file; an existing regular file will be replaced
 */
void IncCheckOutputFile(const std::string& argument, const std::string& path);

/**
 * \ingroup inc
 * \brief Check before a simulation whether files can be made in the folder of a path.
 * \param argument name of the argument, for the message
 * \param path path of a file or a prefix of files; its folder is checked
 */
void IncCheckOutputFolder(const std::string& argument, const std::string& path);

/**
 * \ingroup inc
 * \brief Write a whole file, or none if that fails. The content goes into a temporary file in the
 * same folder, which is then renamed.
 *
 * An interrupted program leaves the old file or the new one, never a part. Devices and pipes
 * (/dev/stdout) are written directly. Throws IncError if the file cannot be written.
 * \param path path of the file
 * \param content content of the file
 */
void IncWriteOutputFile(const std::string& path, const std::string& content);

/// \ingroup inc
/// \brief A whole file that is written again and again, with more in it each time.
class IncGrowingOutputFile
{
  public:
    /** \param path path of the file; empty: nothing is written */
    explicit IncGrowingOutputFile(const std::string& path);

    /**
     * \brief Write the file. Throws IncError if it cannot be written.
     * \param content function that makes the content
     * \param isComplete false: more is to come, and devices and pipes have to wait
     */
    void Write(const std::function<std::string()>& content, bool isComplete);

    /** \brief Make the file what it was before the first Write(). */
    void Restore();

  private:
    std::string m_path;                  //!< path of the file
    bool m_isWritten{false};             //!< Write() has written the file
    std::optional<std::string> m_before; //!< content before Write(); nothing if no file
};

/** \return a new file that is written piece by piece, see IncKeepOutputFile(); throws IncError */
std::shared_ptr<std::ofstream> IncOpenOutputFile(const std::string& path);

/**
 * \ingroup inc
 * \brief Let IncRunProgram() close a file at the end of the program. It reports an incomplete file,
 * and removes the file if the program ends with an error. Programs without IncRunProgram() must do
 * this themselves.
 * \param path path of the file
 * \param close function that closes the file and returns true if all of it was written
 */
void IncKeepOutputFile(const std::string& path, const std::function<bool()>& close);

/** \brief Begin to keep a list of open files, until IncCloseOutputFiles(). */
void IncKeepOutputFiles();

/**
 * \brief Close all files in the list. If one is incomplete, remove all of them and throw IncError.
 * \param discard true to remove them without an error
 */
void IncCloseOutputFiles(bool discard);

} // namespace ns3

#endif // INC_OUTPUT_FILE_H
