/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TIMELINE_H
#define INC_TIMELINE_H

#include "ns3/nstime.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Timeline of a run, as a Chrome trace that Perfetto opens.
 *
 * A track is a thread of a process in the trace: `h0` has `compute`, `communication` and `exposed`.
 * Spans of a track that follow each other or nest are written as slices. Spans that overlap
 * otherwise are written as asynchronous spans.
 */
class IncTimeline : public SimpleRefCount<IncTimeline>
{
  public:
    static constexpr std::size_t MOST = 1'000'000; //!< limit on events; the rest is left out

    /// A span of time on a track.
    struct Span
    {
        std::string process;  //!< name of the process, such as h0
        std::string thread;   //!< name of the track, such as communication
        std::string name;     //!< name of the span
        std::string category; //!< category of the span
        Time begin;           //!< time since the start of the simulation
        Time end;             //!< time since the start of the simulation, not before `begin`
        uint64_t bytes{0};    //!< bytes that the span moved; 0: not shown
    };

    /** \brief Add a span that has ended. */
    void Add(const Span& span);

    /** \brief Add an event without duration to a process. */
    void AddInstant(const std::string& process, const std::string& name, Time at);

    /** \brief Add a value as a decimal number. It holds for a process from a time, in ps, on. */
    void AddCounter(const std::string& process,
                    const std::string& name,
                    int64_t atPs,
                    const std::string& value);

    /** \brief Join spans that belong together, such as the ranks of a collective, by arrows.
     * Each end is a process and thread with a time in one of its spans; the ends are in
     * order of time. */
    void AddArrow(const std::string& name,
                  const std::vector<std::pair<std::pair<std::string, std::string>, Time>>& ends);

    /** \return content of the file */
    std::string ToJson() const;

  private:
    struct Track
    {
        uint32_t process; //!< process id, pid
        uint32_t thread;  //!< thread id, tid
    };

    bool HasRoom();
    Track TrackOf(const std::string& process, const std::string& thread);
    static std::string Micros(int64_t ps);
    std::string Spans() const;

    struct Placed
    {
        Track track;
        Span span;
    };

    std::map<std::string, uint32_t> m_processes; //!< process ids by name of the process
    /// Thread ids by process and track.
    std::map<std::pair<uint32_t, std::string>, uint32_t> m_threads;
    std::vector<Placed> m_spans; //!< spans in the order of their ends
    std::string m_others;        //!< other events as JSON
    std::size_t m_events{0};
    std::size_t m_omitted{0};
    uint64_t m_arrows{0};
};

} // namespace ns3

#endif // INC_TIMELINE_H
