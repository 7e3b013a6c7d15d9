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
 * \brief Connection of an RC client for results that come straight from the root.
 */
struct IncClientResults
{
    uint32_t remoteQpn{0};                            //!< queue pair of the root
    uint32_t firstPsn{0};                             //!< first PSN of both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< parameters of the connection
};

/**
 * \ingroup inc
 * \brief Configuration of a client as a member of its group.
 */
struct IncClientConfig
{
    // Read for every message: one cache line.
    uint16_t treeId{0};                //!< aggregation tree
    uint16_t epoch{0};                 //!< generation of the tree
    uint16_t rank{0};                  //!< rank of this worker
    uint8_t priority{0};               //!< traffic class of contributions
    uint8_t bslCode{0};                //!< BitString length code of the P-BM, 0 without P-BM
    uint8_t si{0};                     //!< set identifier of the P-BM
    uint8_t subDomain{0};              //!< BIER sub-domain of the P-BM
    bool resultsAreEmpty{false};       //!< the root keeps the results; clients get no data
    bool recovers{false};              //!< whether Suspend() and Resume() are possible
    uint32_t packetsPerMessage{1};     //!< UC: IncClient::PacketsPerMessage
    Ptr<const IncSharedBitString> pbm; //!< bit of this worker; null in tree-id mode
    uint32_t remoteKey{0};             //!< R_Key of the next VAT node's slots
    Ipv4Address resultSource;          //!< sender of results: the next VAT node, or the root
    Ipv4Address pendingSource;         //!< sender of "pending" answers: the next VAT node

    Ptr<IncFrameSeal> seal; //!< seal of the group's frames; null: frames have no tag

    // Read when a client connects.
    uint32_t slots{256};        //!< window: messages in flight, one per slot
    uint32_t firstMessageId{0}; //!< MessageID of the first message
    Ipv4Address remote;         //!< receiver of contributions: the next VAT node, or the root
    uint32_t remoteQpn{0};      //!< queue pair that receives contributions
    uint32_t firstPsn{0};       //!< RC: first PSN of both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< RC: parameters of the connection
    IncClientResults results;          //!< RC: connection for results straight from the root
    Time roundTrip{MicroSeconds(150)}; //!< longest round trip without loss, all slots in flight
    DataRate maxRate{0};               //!< limit of contributions on the wire; 0: no limit
    IncRetransmitTimes times;          //!< UC: limits of the timeouts of messages
    uint32_t maxRetries{1};            //!< UC: expiries without an answer that fail a message
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
    uint32_t callTag{0};          //!< 24 bits that tell calls apart; must be equal at all ranks
    const uint8_t* send{nullptr}; //!< own data; nullptr: virtual data, or none
    uint8_t* receive{nullptr};    //!< memory for the result; may be that of `send`
    uint64_t count{0}; //!< number of elements; in AllGather and ReduceScatter those of one rank's
                       //!< block
    uint32_t root{0};  //!< root rank of Reduce and Broadcast
    Callback<void, const std::string&> done; //!< called with "" or the reason of the failure
};

/**
 * \ingroup inc
 * \brief Progress of a request.
 */
struct IncRequestStatus
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the request
    uint64_t bytes{0}; //!< size of the own elements; in AllGather and ReduceScatter of one rank's
                       //!< block
    uint64_t messages{0}; //!< messages of the request; 0 while it waits for another tree
    uint64_t missing{0};  //!< messages without a result
};

/// Counters of a client. Each line is also a column of statistics.
#define INC_CLIENT_COUNTERS(COUNTER)                                                               \
    COUNTER(messagesSent, COUNT)    /* messages sent, retransmissions included */                  \
    COUNTER(retransmissions, COUNT) /* messages sent again */                                      \
    COUNTER(timeouts, COUNT)        /* timers that expired */                                      \
    COUNTER(duplicates, COUNT)      /* results that came more than once */                         \
    COUNTER(pending, COUNT)         /* "pending" answers received */                               \
    COUNTER(slotPeak, PEAK)         /* most messages in flight at once */

/**
 * \ingroup inc
 * \brief Counters of a client. Over RC the queue pair counts retransmissions, not the client.
 */
struct IncClientCounters
{
    INC_CLIENT_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncClientCounters, INC_CLIENT_COUNTERS(INC_COUNTER_ENTRY) + INC_PART(refused))

    IncRefusalCounts refused; //!< refused frames by reason
};

/**
 * \ingroup inc
 * \brief Sends a tensor as messages and takes the results: the end of a group at a worker
 * (draft-liu-nfsv4-rocev2, sections 3.3 and 7).
 *
 * A client cuts a tensor into messages of one packet. Message n uses slot n mod S of the switch, so
 * S messages are in flight at most. When the result of a slot's message has come, the next message
 * of this slot leaves. Attribute PacketsPerMessage joins neighboring messages in one RDMA message,
 * as in SwitchML; their slots go on together.
 *
 * Over UC the client repairs losses. A message whose timer expires is sent again, and N expiries
 * without an answer fail the request. Over RC the queue pair does both. If a switch answers
 * "pending", other contributions are missing, and the client waits for a time.
 *
 * A client never computes: it sends the operands, and the sum comes back. It owns the queue pairs
 * of the group at its host. It serves requests in the order of Post().
 */
class IncClient : public Object, private IncClientLink::Listener, private IncStallWatch::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncClient();
    ~IncClient() override;

    /**
     * \brief Make the client's queue pairs.
     * \param nic NIC of the host
     * \param transport transport of the queue pairs
     * \param resultsPassBy whether results come straight from the root
     */
    void Attach(Ptr<IncRdmaNic> nic,
                IncAggregationTransport transport = IncAggregationTransport::UC,
                bool resultsPassBy = false);

    /** \return number of the queue pair that sends contributions; the next VAT node needs it */
    uint32_t GetQpn() const;

    /** \return number of the queue pair for results; the sender of results needs it */
    uint32_t GetResultQpn() const;

    /** \return R_Key of the memory for results; the sender of results needs it */
    uint32_t GetKey() const
    {
        return m_hot.key;
    }

    /** \brief Join a group as its configuration says. */
    void Join(const IncClientConfig& config);

    /**
     * \brief Queue a request. All workers of a group post the same requests in the same order.
     * \param request the rank's part
     */
    void Post(const IncClientRequest& request);

    /**
     * \brief Fail all requests, the present and later ones.
     * \param why reason, one line
     */
    void Abort(const std::string& why)
    {
        Fail(why);
    }

    /**
     * \brief Stop sending and receiving over the present tree, with new queue pairs. Requests wait.
     *
     * The client must have joined with IncClientConfig::recovers.
     */
    void Suspend();

    /** \return the log on which the ranks must agree before they resume */
    const IncReplayLog& GetReplayLog() const
    {
        return *m_hot.log;
    }

    /** \return whether a request, here or at a rank that lags, is impossible without all ranks */
    bool NeedsAllRanks() const;

    /**
     * \brief Continue over another tree, after Suspend().
     *
     * If a rank has the result of a message, it broadcasts this result: results do not change, and
     * the operands may be gone. All other messages from the first one on are contributed again.
     * \param config configuration of the new tree
     * \param first sequence number of the first message without a result at some rank
     * \param results messages with results to broadcast, and the sending ranks, in order
     */
    void Resume(const IncClientConfig& config,
                uint64_t first,
                const std::vector<IncReplayRun>& results);

    /**
     * \brief Continue over the hosts for good, after Suspend(), because no tree is left.
     *
     * As in Resume(), a rank that has a result broadcasts it, and all other messages are repeated.
     * \param absent ranks that are gone
     * \param first sequence number of the first message without a result at some rank
     * \param end sequence number after the last message that some rank has sent
     * \param results messages with results to broadcast, and the sending ranks, in order
     * \param runner runs the unfinished requests and all later ones
     */
    void RunOverHosts(const std::set<uint32_t>& absent,
                      uint64_t first,
                      uint64_t end,
                      const std::vector<IncReplayRun>& results,
                      IncHostRunner runner);

    /** \return bytes of data in a full message */
    uint32_t GetPayload() const
    {
        return m_payload;
    }

    /// Called with the reason when the client has failed. A client that recovers is suspended then,
    /// except for Suspend() itself.
    using FailureHandler = std::function<void(const std::string& reason)>;

    /** \param handler called when the client, or its way over the present tree, fails */
    void SetFailureHandler(FailureHandler handler);

    /** \return the counters */
    const IncClientCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \return number of messages in flight */
    uint32_t GetInFlight() const
    {
        return m_hot.inFlight;
    }

    /** \return number of requests that are not complete */
    std::size_t GetRequests() const
    {
        return m_hot.requests.size() + m_held.size();
    }

    /** \return status of the requests that are not complete, oldest first */
    std::vector<IncRequestStatus> GetRequestStatus() const;

    /** \return the client's queue pairs */
    std::vector<Ptr<IncQueuePair>> GetQueuePairs() const;

    /** \return id of the client's aggregation tree */
    uint16_t GetTreeId() const
    {
        return m_config.treeId;
    }

    /** \return sequence number of the oldest message without a result */
    uint64_t GetFinishedRounds() const;

    /** \return number of messages after those in flight that the present request will send and that
     * are equal to them; 0 without a request */
    uint64_t CountEqualRounds() const;

    /** \return sequence number of the first message after the present request */
    uint64_t GetRequestEnd() const;

    /** \return largest number of messages for which one contribution without elements stands */
    uint32_t GetRunLimit() const;

    /**
     * \param collective collective of a request
     * \return number of messages for which one result without elements stands
     */
    uint32_t GetResultInterval(IncCollective collective) const;

    /** \return largest number of messages in flight */
    std::size_t GetSlots() const
    {
        return m_hot.slots.GetSize();
    }

    /** \return the link to the switch */
    IncClientLink& GetLink()
    {
        return *m_hot.link;
    }

    /** \brief Add the memory that messages of this client touch to that of its node. */
    void AppendMemory(IncNodeMemory& memory) const;

    /** \brief Pass the state to a visitor. */
    void VisitState(IncStateVisitor& visitor);

    /**
     * TracedCallback signature for messages.
     * \param messageId MessageID of the message
     */
    typedef void (*MessageTracedCallback)(uint32_t messageId);

  protected:
    void DoDispose() override;

  private:
    /// A request that is not complete.
    struct Request
    {
        uint64_t first;          //!< sequence number of its first message
        uint64_t missing;        //!< messages without a result
        IncMessageLayout layout; //!< division of the elements into messages
        IncClientRequest what;   //!< request as posted
        bool isUniform{false};   //!< result of IsUniform()
        bool holds{false};       //!< whether it holds windows, because it may complete soon

        /// Return the elements of a message.
        IncMessageLayout::Part PartOf(uint64_t sequence) const
        {
            return layout.GetPart(sequence - first);
        }

        /// Return the sequence number after its last message.
        uint64_t End() const
        {
            return first + layout.GetMessages();
        }
    };

    /// Messages without elements of this rank. One contribution stands for all of them.
    struct Run
    {
        uint64_t first{0};  //!< sequence number of the first message
        uint32_t length{0}; //!< number of messages

        INC_FIELDS(IncClient::Run, INC_VALUE(length) + INC_UNVISITED(first))
    };

    /// State that every message touches.
    struct HotState
    {
        IncClientSlots slots;                //!< slots of messages
        std::unique_ptr<IncClientLink> link; //!< link to the switch
        IncSequence sequence;                //!< extends MessageIDs to 64 bits
        std::list<Request> requests;         //!< incomplete requests, oldest first
        /// Results that this rank broadcasts over the present tree.
        std::vector<IncReplayRun> results;
        std::unique_ptr<IncReplayLog> log; //!< null: the client cannot be suspended
        uint64_t end{0};                   //!< sequence number after the last message posted
        uint64_t over{0};     //!< all messages before have a result, or will get one with elements
        Run run;              //!< contributions without elements that wait for their next message
        uint32_t inFlight{0}; //!< slots with a message in flight
        uint32_t key{0};      //!< R_Key of the memory for results
        IncOpcode opcode{};   //!< opcode of messages in both directions
        IncAggregationTransport transport{}; //!< transport of the queue pairs
        bool suspended{false};               //!< whether it waits for Resume()
        bool resultsPassBy{false};           //!< whether results come straight from the root
        std::string failure;                 //!< reason of the failure; empty: none

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
    /// Return the reason to refuse a frame, if there is one.
    std::optional<IncRefusal> Examine(const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineMessage(const IncFrame& frame) const;
    bool SendsData(const Request& request, const IncMessageLayout::Part& part) const;
    bool GetsData(const Request& request, const IncMessageLayout::Part& part) const;
    /// Return the memory for the result of a message; nullptr if nothing is stored.
    uint8_t* PlaceOf(const Request& request, const IncMessageLayout::Part& part) const;
    bool Fits(const IncFrame& frame, const Request& request, uint64_t sequence) const;
    /// Return the virtual address of a message with elements: call tag and offset.
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

    // Used for every message: a few cache lines. The last of them begins m_config.
    HotState m_hot;
    uint32_t m_packets;                          //!< attribute PacketsPerMessage
    IncTracedCallback<uint32_t> m_sentTrace;     //!< trace source of messages that leave
    IncTracedCallback<uint32_t> m_receivedTrace; //!< trace source of results
    IncClientConfig m_config;                    //!< configuration of the group

    IncHostRunner m_runner;      //!< runs operations over the hosts; null: a tree does
    uint64_t m_endBySwitches{0}; //!< sequence number after the last message sent before the hosts
                                 //!< took over
    Ptr<IncRdmaNic> m_nic;       //!< NIC of the host
    Ptr<IncClientList> m_list;   //!< list of the host's clients
    FailureHandler m_failureHandler; //!< called when the client fails; or null
    /// Requests posted while suspended. Only the next tree tells whether all ranks take part in
    /// them.
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

    // Used for every message: the end of m_watch and the beginning of m_counters.
    IncHeaderPrediction m_sentLike;     //!< predicts contributions
    IncHeaderPrediction m_receivedLike; //!< predicts results
    IncStallWatch m_watch;              //!< fails the requests if no results come
    IncClientCounters m_counters;
};

} // namespace ns3

#endif // INC_CLIENT_H
