/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-program.h"

#include "inc-error.h"

#include <algorithm>
#include <exception>
#include <iostream>
#include <streambuf>
#include <unistd.h>
#include <vector>

namespace ns3
{

namespace
{

/// The line that an IncBlame wants said, or empty.
std::string g_blamed;

/// Standard error without the lines with which ns-3 ends the program: these are kept.
class KeptStream : public std::streambuf
{
  public:
    KeptStream(const std::string& program)
        : m_program(program),
          m_behind(std::cerr.rdbuf(this)),
          m_log(std::clog.rdbuf(this)) // ns-3 writes the time there in the middle of the line
    {
    }

    ~KeptStream() override
    {
        std::clog.rdbuf(m_log);
        std::cerr.rdbuf(m_behind);
    }

    /// Says in one line why the program ends.
    void Say() const
    {
        std::ostream out(m_behind);
        out << m_program << ": " << IncError(g_blamed.empty() ? Reason() : g_blamed).what()
            << std::endl;
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
        if (m_keeping || piece.rfind("aborted. ", 0) == 0 || piece.rfind("msg=\"", 0) == 0)
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
    /// What stands behind a mark, up to the first of several others.
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

    /// "the message (inc-foo.cc:123)"
    std::string Reason() const
    {
        // Behind the message come the time, if there is a simulation, and the place.
        std::string message = Behind("msg=\"", {"\", +", "\", file="});
        message = message.empty() ? Behind("cond=\"", {"\", ", ", +", ", file="}) : message;
        const std::string file = Behind("file=", {", line="});
        const std::string place = file.substr(file.rfind('/') + 1) + ":" + Behind("line=", {"\n"});
        return (message.empty() ? "ended by ns-3" : message) + " (" + place + ")";
    }

    std::string m_program;    //!< its name
    std::streambuf* m_behind; //!< where the rest goes
    std::streambuf* m_log;    //!< buffer that std::clog had before
    std::string m_kept;       //!< from the first mark on
    bool m_keeping{false};    //!< ns-3 has begun to say why it ends the program
};

const KeptStream* g_stream{nullptr};

/// While it lives, a program that is ended says why in one line.
class EndOfProgram
{
  public:
    explicit EndOfProgram(const KeptStream& stream)
        : m_before(std::set_terminate(End))
    {
        g_stream = &stream;
    }

    ~EndOfProgram()
    {
        std::set_terminate(m_before);
    }

    EndOfProgram(const EndOfProgram&) = delete;
    EndOfProgram& operator=(const EndOfProgram&) = delete;

  private:
    [[noreturn]] static void End()
    {
        std::cout.flush();
        g_stream->Say();
        _exit(IncError::STATUS);
    }

    std::terminate_handler m_before; //!< what to go back to
};

} // namespace

IncBlame::IncBlame(const std::string& line)
{
    g_blamed = line;
}

IncBlame::~IncBlame()
{
    g_blamed.clear();
}

int
IncRunProgram(const std::string& name, const std::function<int()>& body)
{
    const KeptStream stream(name);
    const EndOfProgram end(stream);
    try
    {
        return body();
    }
    catch (const std::exception& error)
    {
        std::cerr << name << ": " << error.what() << "\n";
        return IncError::STATUS;
    }
}

} // namespace ns3
