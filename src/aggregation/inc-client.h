/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_CLIENT_H
#define INC_CLIENT_H

#include "inc-aggregation-transport.h"
#include "inc-client-link.h"
#include "inc-client-slots.h"
#include "inc-header-prediction.h"
#include "inc-host-operation.h"
#include "inc-message-layout.h"
#include "inc-refusal.h"
#include "inc-replay-log.h"
#include "inc-sequence.h"

#include "ns3/callback.h"
#include "ns3/data-rate.h"
#include "ns3/inc-rdma-nic.h"
#include "ns3/inc-retransmit-times.h"
#include "ns3/inc-stall-watch.h"
#include "ns3/inc-traced-callback.h"
#include "ns3/inc-types.h"
#include "ns3/object.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <list>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ns3
{

class IncClientList;

/**
 * \ingroup inc
 * \brief Over RC: the connection by which results come that pass the next VAT node by.
 */
struct IncClientResults
{
    uint32_t remoteQpn{0};                            //!< queue pair of the root
    uint32_t firstPsn{0};                             //!< first PSN of both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< parameters of the connection
};

/**
 * \ingroup inc
 * \brief What a client must know of its group.
 */
struct IncClientConfig
{
    // Used for every message: one cache line.
    uint16_t treeId{0};                //!< aggregation tree
    uint16_t epoch{0};                 //!< generation of the tree
    uint16_t rank{0};                  //!< rank of this worker
    uint8_t priority{0};               //!< traffic class of contributions
    uint8_t bslCode{0};                //!< BitString length of the P-BM, 0 without
    uint8_t si{0};                     //!< set identifier of the P-BM
    uint8_t subDomain{0};              //!< BIER sub-domain of the P-BM
    bool resultsAreEmpty{false};       //!< the root keeps the results; the client is told of rounds
    bool recovers{false};              //!< Suspend() and Resume() are to be possible
    uint32_t packetsPerMessage{1};     //!< UC: of full RDMA messages; see IncClient
    Ptr<const IncSharedBitString> pbm; //!< this worker's bit; null in tree-id mode
    uint32_t remoteKey{0};             //!< R_Key of the next VAT node's slots
    Ipv4Address resultSource;          //!< where results come from: the next VAT node, or the root
    Ipv4Address pendingSource;         //!< where else answers come from: the next VAT node

    Ptr<IncFrameSeal> seal; //!< seal of the group's frames, or null: they have no tag

    // Used when a client connects.
    uint32_t slots{256};        //!< window: messages in flight, one a slot
    uint32_t firstMessageId{0}; //!< MessageID of the first message
    Ipv4Address remote;         //!< where contributions go: next VAT node, or the root
    uint32_t remoteQpn{0};      //!< queue pair there
    uint32_t firstPsn{0};       //!< RC: of both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< RC: of the connection
    IncClientResults results;                         //!< RC: see there
    Time roundTrip{MicroSeconds(150)}; //!< the longest without loss, all slots in flight
    DataRate maxRate{0};               //!< limit of contributions on the wire; 0: not limited
    IncRetransmitTimes times;          //!< UC: of the timers of messages
    uint32_t maxRetries{1};            //!< UC: expiries of one message without an answer
    Time stragglerTimeout;             //!< UC: IncClient::StragglerTimeout
    bool onTimeoutOnly{false};         //!< UC: IncClient::RetransmitOnTimeoutOnly
    /// Bits of the group's workers by rank, for collectives with a root; 0: the rank is gone.
    std::shared_ptr<const std::vector<uint32_t>> bits;
};

/**
 * \ingroup inc
 * \brief A rank's part in an AllReduce, Reduce, Broadcast, AllGather, ReduceScatter or Barrier.
 */
struct IncClientRequest
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective to take part in
    IncOperation operation{IncOperation::SUM};          //!< operation of a reduction
    IncDataType dataType{IncDataType::FLOAT32};         //!< type of the elements
    uint32_t callTag{0};          //!< 24 bits that must be the same at all ranks: tells calls apart
    const uint8_t* send{nullptr}; //!< own data; nullptr: virtual, or none
    uint8_t* receive{nullptr};    //!< the result; may be the same memory
    uint64_t count{0}; //!< elements; of one rank's block in an AllGather and ReduceScatter
    uint32_t root{0};  //!< rank: of a Reduce and Broadcast
    Callback<void, const std::string&> done; //!< called with "" or what went wrong
};

/**
 * \ingroup inc
 * \brief How far a request is.
 */
struct IncRequestStatus
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the request
    uint64_t bytes{0};    //!< own elements; of a rank's block in an AllGather and ReduceScatter
    uint64_t messages{0}; //!< messages of the request; 0 while it waits for another tree
    uint64_t missing{0};  //!< messages without a result
};

/// Counters of a client: a line here is a column of statistics.
#define INC_CLIENT_COUNTERS(COUNTER)                                                               \
    COUNTER(messagesSent, COUNT)    /* retransmissions included */                                 \
    COUNTER(retransmissions, COUNT) /* messages sent again */                                      \
    COUNTER(timeouts, COUNT)        /* timers that expired */                                      \
    COUNTER(duplicates, COUNT)      /* results that had come before */                             \
    COUNTER(pending, COUNT)         /* "pending" answers */                                        \
    COUNTER(slotPeak, PEAK)         /* most messages in flight at once */

/**
 * \ingroup inc
 * \brief What a client counted; what its RC queue pair repeats, that one counts.
 */
struct IncClientCounters
{
    INC_CLIENT_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncClientCounters, INC_CLIENT_COUNTERS(INC_COUNTER_ENTRY) + INC_PART(refused))

    IncRefusalCounts refused; //!< frames by reason
};

/**
 * \ingroup inc
 * \brief The end of a group at a worker: sends a tensor as messages, and takes the results
 * (draft-liu-nfsv4-rocev2, sections 3.3 and 7).
 *
 * A client cuts a tensor into messages of one packet. Message n uses slot n mod S of the switch, so
 * S messages are in flight at most. Each slot goes on by itself: when its result has come, its next
 * message leaves. With PacketsPerMessage so many neighboring messages are one RDMA message, as in
 * SwitchML; their slots go on together.
 *
 * Loss is repaired here over UC. A message whose timer expires is sent again, and N expiries
 * without an answer fail the request. Over RC the queue pair does both. If a switch answers that
 * others are missing, the client believes it for a time and waits.
 *
 * A client never computes: it sends the operands, and the sum comes back. It owns the queue pairs
 * of the group at its host. Requests are served in the order of Post().
 */
class IncClient : public Object, private IncClientLink::Listener, private IncStallWatch::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncClient();
    ~IncClient() override;

    /**
     * \brief Make the client's queue pair.
     * \param nic of the host
     * \param transport its kind
     * \param resultsPassBy whether results come straight from the root
     */
    void Attach(Ptr<IncRdmaNic> nic,
                IncAggregationTransport transport = IncAggregationTransport::UC,
                bool resultsPassBy = false);

    /** \return the queue pair number, for the next VAT node to know */
    uint32_t GetQpn() const;

    /** \return number of the queue pair for results, for who sends them to know */
    uint32_t GetResultQpn() const;

    /** \return R_Key of the memory for results, for who sends them to know */
    uint32_t GetKey() const
    {
        return m_hot.key;
    }

    /** \param config of the group */
    void Join(const IncClientConfig& config);

    /**
     * \brief Queue a tensor; requests are served in their order.
     * \param request all workers of a group post the same ones
     */
    void Post(const IncClientRequest& request);

    /**
     * \brief Give up: all requests fail, and all that are posted later.
     * \param why one line
     */
    void Abort(const std::string& why)
    {
        Fail(why);
    }

    /**
     * \brief Send nothing more over the present tree, and take nothing from it; requests wait.
     *
     * The client has new queue pairs then. It must have joined with IncClientConfig::recovers.
     */
    void Suspend();

    /** \return what the ranks must agree on before they resume */
    const IncReplayLog& GetReplayLog() const
    {
        return *m_hot.log;
    }

    /** \return whether a request, here or at a rank that lags, has no meaning without a rank */
    bool NeedsAllRanks() const;

    /**
     * \brief Go on over another tree, after Suspend().
     *
     * Messages whose result some rank has are broadcast by that rank: results do not change, and
     * the operands may be gone. All others from the first one on are contributed once more.
     * \param config of the new tree
     * \param first sequence number of the first message that some rank has no result of
     * \param results messages that are broadcast, by whom, in order
     */
    void Resume(const IncClientConfig& config,
                uint64_t first,
                const std::vector<IncReplayRun>& results);

    /**
     * \brief Go on over the hosts, for good, after Suspend(): there is no tree any more.
     *
     * As in Resume() messages whose result some rank has are broadcast by that rank, and all others
     * are done once more.
     * \param absent ranks that are gone
     * \param first sequence number of the first message that some rank has no result of
     * \param end one beyond the last message that some rank has sent
     * \param results messages that are broadcast, by whom, in order
     * \param runner runs what is left, and all that is posted later
     */
    void RunOverHosts(const std::set<uint32_t>& absent,
                      uint64_t first,
                      uint64_t end,
                      const std::vector<IncReplayRun>& results,
                      IncHostRunner runner);

    /** \return data in a full message, bytes */
    uint32_t GetPayload() const
    {
        return m_payload;
    }

    /// Told why the client has failed; one that recovers is suspended then, but for Suspend().
    using FailureHandler = std::function<void(const std::string& reason)>;

    /** \param handler told when the client, or its way over the present tree, fails */
    void SetFailureHandler(FailureHandler handler);

    /** \return what was counted */
    const IncClientCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \return messages in flight */
    uint32_t GetInFlight() const
    {
        return m_hot.inFlight;
    }

    /** \return requests that are not complete */
    std::size_t GetRequests() const
    {
        return m_hot.requests.size() + m_held.size();
    }

    /** \return those requests, oldest first */
    std::vector<IncRequestStatus> GetRequestStatus() const;

    /** \return its queue pairs */
    std::vector<Ptr<IncQueuePair>> GetQueuePairs() const;

    /** \return the tree that it takes part in */
    uint16_t GetTreeId() const
    {
        return m_config.treeId;
    }

    /** \return messages that are over: sequence number of the oldest that has no result */
    uint64_t GetFinishedRounds() const;

    /** \return how many messages of the present request are like those in flight now, beyond
     * them; 0 where there is no request */
    uint64_t CountEqualRounds() const;

    /** \return sequence number of the first message after the present request */
    uint64_t GetRequestEnd() const;

    /** \return messages that one contribution without elements stands for, at most */
    uint32_t GetRunLimit() const;

    /**
     * \param collective of a request
     * \return messages that one result without elements stands for
     */
    uint32_t GetResultInterval(IncCollective collective) const;

    /** \return messages in flight at most */
    std::size_t GetSlots() const
    {
        return m_hot.slots.GetSize();
    }

    /** \return its queue pair's half of the work */
    IncClientLink& GetLink()
    {
        return *m_hot.link;
    }

    /** \param memory of its node, where what its messages touch is added */
    void AppendMemory(IncNodeMemory& memory) const;

    /** \param visitor of the state */
    void VisitState(IncStateVisitor& visitor);

    /**
     * TracedCallback signature for messages.
     * \param messageId of the message
     */
    typedef void (*MessageTracedCallback)(uint32_t messageId);

  protected:
    void DoDispose() override;

  private:
    /// A tensor on its way.
    struct Request
    {
        uint64_t first;          //!< sequence number of its first message
        uint64_t missing;        //!< messages without a result
        IncMessageLayout layout; //!< what is in its messages
        IncClientRequest what;   //!< request as posted
        bool isUniform{false};   //!< see IsUniform()
        bool holds{false};       //!< it may complete soon: see IncSimulatorImpl::HoldWindows()

        /// What is in a message.
        IncMessageLayout::Part PartOf(uint64_t sequence) const
        {
            return layout.GetPart(sequence - first);
        }

        /// One beyond the sequence number of its last message.
        uint64_t End() const
        {
            return first + layout.GetMessages();
        }
    };

    /// Messages in which others have the elements: one contribution stands for all of them.
    struct Run
    {
        uint64_t first{0};  //!< sequence number of the first
        uint32_t length{0}; //!< number of messages

        INC_FIELDS(IncClient::Run, INC_VALUE(length) + INC_UNVISITED(first))
    };

    /// The part that every message touches.
    struct HotState
    {
        IncClientSlots slots;                //!< slots of messages
        std::unique_ptr<IncClientLink> link; //!< to the switch
        IncSequence sequence;                //!< MessageIDs in 64 bits
        std::list<Request> requests;         //!< not complete, oldest first
        /// Results that this rank broadcasts over the present tree.
        std::vector<IncReplayRun> results;
        std::unique_ptr<IncReplayLog> log; //!< null: it cannot be suspended
        uint64_t end{0};                   //!< one beyond the last message posted
        uint64_t over{0};                  //!< answered before, or to be answered with elements
        Run run;              //!< contributions without elements, which wait for their next message
        uint32_t inFlight{0}; //!< slots with a message in flight
        uint32_t key{0};      //!< R_Key of the memory for results
        IncOpcode opcode{};   //!< opcode of messages in both directions
        IncAggregationTransport transport{}; //!< transport of the queue pairs
        bool suspended{false};               //!< waits for Resume()
        bool resultsPassBy{false};           //!< see Attach()
        std::string failure;                 //!< why it gave up; empty: it did not

        INC_FIELDS(IncClient::HotState,
                   INC_PART(sequence) + INC_VALUE(over) + INC_PART(run) + INC_VALUE(inFlight) +
                       INC_VALUE(suspended) +
                       INC_UNVISITED(slots, link, requests, results, log, end, key) +
                       INC_UNVISITED(opcode, transport, resultsPassBy, failure))
    };

    void FillMessage(uint32_t number, uint32_t run, IncFrame& frame) override;
    void Leaves(uint64_t sequence);
    void FillUnpredicted(uint64_t sequence, uint32_t run, IncFrame& frame);
    void FillRequested(uint64_t sequence, IncFrame& frame);
    void FillReplayed(uint64_t sequence, IncFrame& frame) const;
    static void HoldWindows(Request& request);
    static void ReleaseWindows(const Request& request);
    bool Admits(const IncFrame& frame) override;
    void ReceiveMessage(const IncFrame& frame) override;
    void MessageBroken() override;
    uint32_t GetContinuation(uint64_t sequence) const override;
    void LinkFailed(const std::string& reason) override;
    void Stalled() override;
    /// Why a frame is refused, if it is.
    std::optional<IncRefusal> Examine(const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineMessage(const IncFrame& frame) const;
    bool SendsData(const Request& request, const IncMessageLayout::Part& part) const;
    bool GetsData(const Request& request, const IncMessageLayout::Part& part) const;
    /// Where the result of a message goes; nullptr where there is nothing to be stored.
    uint8_t* PlaceOf(const Request& request, const IncMessageLayout::Part& part) const;
    bool Fits(const IncFrame& frame, const Request& request, uint64_t sequence) const;
    /// Virtual address of a message with elements: call and offset.
    static uint64_t AddressOf(const Request& request, const IncMessageLayout::Part& part);
    bool FitsAwaited(const IncFrame& frame, uint64_t sequence) const;
    bool FitsReplayed(const IncFrame& frame, uint64_t sequence) const;
    void ReceiveResult(uint32_t number, const IncFrame& frame);
    void StoreResult(uint64_t sequence, const IncFrame& frame);
    bool IsUniform(const IncClientRequest& request) const;
    static void Predict(IncHeaderPrediction& prediction,
                        const Request& request,
                        uint64_t sequence,
                        const IncFrame& frame);
    const IncReplayRun* FindResult(uint64_t sequence) const;

    bool IsReplayed(uint64_t sequence) const
    {
        return m_hot.log && IsLogged(sequence);
    }

    bool IsLogged(uint64_t sequence) const;
    void Connect(const IncClientConfig& config, uint64_t first);
    IncHostMessage MakeHostMessage(uint64_t sequence, const Request* request) const;
    IncHostMessage MakeRememberedMessage(uint64_t sequence, const Request* request) const;
    void HandOver(uint64_t first, uint64_t end, Request* request);
    void HandOver(Request& request, uint64_t first);
    void DoneByHosts(uint64_t sequence, uint64_t messages, const std::string& status);
    void StopSending();
    void Fail(const std::string& reason);
    void MakeLink();
    void Unlist();
    bool ResultMayWait(const Request& request, uint64_t sequence) const;
    void ReceiveResultsBefore(uint64_t sequence, bool repaired);
    void Answered(uint32_t number, bool repaired);
    bool IsSilent(uint64_t sequence) const;
    void Offer(uint32_t number);
    void SendRun();
    void LogRun(uint64_t first, uint32_t messages);
    void SendNewMessages();
    void SendNewMessages(uint32_t begin, uint32_t end);
    void GoOn(uint32_t number);
    void GoOnTogether(uint32_t number);
    void PostHeld();
    void FinishRequest();

    void FinishRequests()
    {
        while (!m_hot.requests.empty() && m_hot.requests.front().missing == 0)
        {
            FinishRequest();
        }
    }

    Request& RequestOf(uint64_t sequence);
    const Request& FindRequest(uint64_t sequence) const;

    const Request& RequestOf(uint64_t sequence) const
    {
        return !m_hot.requests.empty() && sequence < m_hot.requests.front().End()
                   ? m_hot.requests.front()
                   : FindRequest(sequence);
    }

    // Used for every message: a few cache lines, of which the last is the first of m_config.
    HotState m_hot;                              //!< the part that every message touches
    uint32_t m_packets;                          //!< attribute PacketsPerMessage
    IncTracedCallback<uint32_t> m_sentTrace;     //!< a message leaves
    IncTracedCallback<uint32_t> m_receivedTrace; //!< a result came
    IncClientConfig m_config;                    //!< what is known of the group

    IncHostRunner m_runner;      //!< runs operations over the hosts; null: there is a tree
    uint64_t m_endBySwitches{0}; //!< one beyond the last sent by a rank before the hosts took over
    Ptr<IncRdmaNic> m_nic;       //!< NIC of the host
    Ptr<IncClientList> m_list;   //!< list of clients that this one is in
    FailureHandler m_failureHandler; //!< told when it gives up, or null
    /// Posted while suspended. Only the next tree tells whether all ranks take part in them.
    std::vector<IncClientRequest> m_held;

    uint32_t m_payload;    //!< attribute Payload
    Time m_timeout;        //!< attribute RetransmitTimeout
    Time m_minTimeout;     //!< attribute MinRetransmitTimeout
    Time m_maxTimeout;     //!< attribute MaxRetransmitTimeout
    Time m_stallTimeout;   //!< attribute StallTimeout
    Time m_straggler;      //!< attribute StragglerTimeout
    bool m_onTimeoutOnly;  //!< attribute RetransmitOnTimeoutOnly
    uint32_t m_maxRetries; //!< attribute MaxRetries
    DataRate m_maxRate;    //!< attribute MaxRate

    // Used for every message: of the watch its end, of the counters their beginning.
    IncHeaderPrediction m_sentLike;     //!< messages
    IncHeaderPrediction m_receivedLike; //!< predicts results
    IncStallWatch m_watch;              //!< watches that results come
    IncClientCounters m_counters;       //!< what was counted
};

} // namespace ns3

#endif // INC_CLIENT_H
