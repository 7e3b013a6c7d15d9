/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-program.h"

#include "inc-error.h"
#include "inc-output-file.h"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <fcntl.h>
#include <iostream>
#include <streambuf>
#include <unistd.h>
#include <utility>
#include <vector>

namespace ns3
{

namespace
{

/// Line that an IncAbortExplanation prints when the program ends, or empty. Never destroyed,
/// because standard output may fail after destructors have run.
std::string& g_blamed = *new std::string;

/// Standard output; the program ends at once if it cannot be written.
class CheckedOutput : public std::streambuf
{
  public:
    CheckedOutput()
        : m_behind(std::cout.rdbuf(this))
    {
    }

    ~CheckedOutput() override
    {
        std::cout.rdbuf(m_behind);
    }

  protected:
    int_type overflow(int_type c) override
    {
        Check(m_behind->sputc(traits_type::to_char_type(c)) == c);
        return c;
    }

    int sync() override
    {
        Check(m_behind->pubsync() == 0 &&
              std::ferror(stdout) == 0); // the stream includes output of printf()
        return 0;
    }

  private:
    void Check(bool isWritten)
    {
        if (!isWritten && !std::exchange(m_hasFailed, true))
        {
            g_blamed = std::string("standard output: cannot be written: ") + std::strerror(errno);
            std::terminate();
        }
    }

    std::streambuf* m_behind;
    bool m_hasFailed{false};
};

class KeptStream;
const KeptStream* g_stream{nullptr};

/// Keeps the lines that ns-3 prints when it ends the program out of standard error, because one
/// line of ours tells the reason.
class KeptStream : public std::streambuf
{
  public:
    KeptStream(const std::string& program)
        : m_program(program),
          m_behind(std::cerr.rdbuf(this)),
          // ns-3 also writes to std::clog: the time, in the middle of a message
          m_log(std::clog.rdbuf(this)),
          m_before(std::set_terminate(End))
    {
        g_stream = this;
    }

    ~KeptStream() override
    {
        std::set_terminate(m_before);
        std::clog.rdbuf(m_log);
        std::cerr.rdbuf(m_behind);
    }

  protected:
    int_type overflow(int_type c) override
    {
        if (traits_type::eq_int_type(c, traits_type::eof()))
        {
            return traits_type::not_eof(c);
        }
        const char character = traits_type::to_char_type(c);
        return xsputn(&character, 1) == 1 ? c : traits_type::eof();
    }

    std::streamsize xsputn(const char* text, std::streamsize size) override
    {
        const std::string piece(text, static_cast<std::size_t>(size));
        if (m_keeping || piece.rfind("aborted. ", 0) == 0 || piece.rfind("msg=\"", 0) == 0 ||
            piece.rfind("assert failed. ", 0) == 0)
        {
            m_keeping = true;
            m_kept += piece;
            return size;
        }
        return m_behind->sputn(text, size);
    }

    int sync() override
    {
        return m_behind->pubsync();
    }

  private:
    [[noreturn]] static void End()
    {
        std::cout.flush();
        IncCloseOutputFiles(true);
        std::ostream out(g_stream->m_behind);
        out << g_stream->m_program << ": "
            << IncError(g_blamed.empty() ? g_stream->Reason() : g_blamed).what() << std::endl;
        _exit(IncError::STATUS);
    }

    /// Return the part of m_kept after `mark`, up to the first of `ends`.
    std::string Behind(const std::string& mark, const std::vector<std::string>& ends) const
    {
        const auto from = m_kept.find(mark);
        if (from == std::string::npos)
        {
            return "";
        }
        const std::string rest = m_kept.substr(from + mark.size());
        auto size = rest.size();
        for (const auto& end : ends)
        {
            size = std::min(size, rest.find(end));
        }
        return rest.substr(0, size);
    }

    std::string Reason() const
    {
        // The time, if there is a simulation, and the place in the code follow the message.
        std::string message = Behind("msg=\"", {"\", +", "\", file="});
        message = message.empty() ? Behind("cond=\"", {"\", ", ", +", ", file="}) : message;
        const std::string file = Behind("file=", {", line="});
        const std::string place = file.substr(file.rfind('/') + 1) + ":" + Behind("line=", {"\n"});
        return (message.empty() ? "ended by ns-3" : message) + " (" + place + ")";
    }

    std::string m_program;
    std::streambuf* m_behind;
    std::streambuf* m_log;
    std::terminate_handler m_before;
    std::string m_kept;    //!< what ns-3 has printed since it began to end the program
    bool m_keeping{false}; //!< true after ns-3 has begun to tell why it ends the program
};

} // namespace

IncAbortExplanation::IncAbortExplanation(const std::string& line)
{
    g_blamed = line;
}

IncAbortExplanation::~IncAbortExplanation()
{
    g_blamed.clear();
}

int
IncRunProgram(const std::string& name, const std::function<int()>& body)
{
    // Occupy closed standard streams, so that no file gets their numbers.
    for (int file = 0; file >= 0 && file < STDERR_FILENO;)
    {
        file = open("/dev/null", O_RDONLY);
    }
    std::signal(SIGPIPE, SIG_IGN); // report a closed pipe as an error of writing
    IncKeepOutputFiles();
    const CheckedOutput output;
    const KeptStream stream(name);
    try
    {
        const int status = body();
        std::cout.flush();
        IncCloseOutputFiles(false);
        return status;
    }
    catch (const std::exception& error)
    {
        IncCloseOutputFiles(true);
        std::cerr << name << ": " << error.what() << "\n";
        return IncError::STATUS;
    }
}

} // namespace ns3
