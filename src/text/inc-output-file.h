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
#include <string>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Find out before a simulation starts whether a file can be written after it.
 *
 * Nothing is left behind. Throws IncError.
 * \param argument name of the argument that names the file, for the message
 * \param path the file; an existing regular file will be replaced
 */
void IncCheckOutputFile(const std::string& argument, const std::string& path);

/**
 * \ingroup inc
 * \brief Find out before a simulation starts whether files can be made in the folder of a path.
 * \param argument name of the argument, for the message
 * \param path a file or a prefix of files; its folder is what matters
 */
void IncCheckOutputFolder(const std::string& argument, const std::string& path);

/**
 * \ingroup inc
 * \brief Write a file whole or not at all: into a temporary file beside it, then renamed.
 *
 * An interrupted program leaves the old file or the new one, never half of it. Devices and pipes
 * (/dev/stdout) are written directly. Throws IncError.
 * \param path the file
 * \param content its bytes
 */
void IncWriteOutputFile(const std::string& path, const std::string& content);

/** \return a new file to be written piece by piece, see IncKeepOutputFile(); throws IncError */
std::shared_ptr<std::ofstream> IncOpenOutputFile(const std::string& path);

/**
 * \ingroup inc
 * \brief Let IncRunProgram() close a file at its end, complain if it is not whole, and remove it
 * if the program ends with a complaint. Other programs are on their own.
 * \param path the file
 * \param close closes it; returns whether all of it was written
 */
void IncKeepOutputFile(const std::string& path, const std::function<bool()>& close);

/** \brief From now on files are kept, until IncCloseOutputFiles(). */
void IncKeepOutputFiles();

/**
 * \brief Close all files that are kept. If one is not whole, remove all and throw IncError.
 * \param discard remove them without a complaint
 */
void IncCloseOutputFiles(bool discard);

} // namespace ns3

#endif // INC_OUTPUT_FILE_H
