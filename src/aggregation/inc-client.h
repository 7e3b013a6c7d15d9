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

/// \ingroup inc
/// \brief Connection of a client for results that come straight from the root (RC).
struct IncClientResults
{
    uint32_t remoteQpn{0};                            //!< number of the root's queue pair
    uint32_t firstPsn{0};                             //!< first PSN in both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< parameters of the connection
};

/// \ingroup inc
/// \brief Configuration of a client as a member of a group.
struct IncClientConfig
{
    // These members are read for every message and fill one cache line.
    uint16_t treeId{0};            //!< number of the aggregation tree
    uint16_t epoch{0};             //!< generation of the tree
    uint16_t rank{0};              //!< rank of this worker
    uint8_t priority{0};           //!< traffic class of contributions
    uint8_t bslCode{0};            //!< BitString length code of the P-BM; 0: packets have none
    uint8_t si{0};                 //!< set identifier of the P-BM
    uint8_t subDomain{0};          //!< BIER sub-domain of the P-BM
    bool resultsAreEmpty{false};   //!< whether the root keeps the results, and clients get no data
    bool recovers{false};          //!< whether Suspend() and Resume() are possible
    uint32_t packetsPerMessage{1}; //!< UC: packets of one RDMA message
    Ptr<const IncSharedBitString> pbm; //!< P-BM with this worker's bit; null: packets have none
    uint32_t remoteKey{0};             //!< R_Key of the slots of the next switch (VAT node)
    Ipv4Address resultSource;  //!< address that sends results: the next VAT node, or the root
    Ipv4Address pendingSource; //!< address that sends "pending" answers: the next VAT node

    Ptr<IncFrameSeal> seal; //!< computes tags of frames; null: frames have no tag

    uint32_t slots{256};        //!< number of slots: most messages in flight
    uint32_t firstMessageId{0}; //!< MessageID of the first message
    Ipv4Address remote;    //!< address that receives contributions: the next VAT node, or the root
    uint32_t remoteQpn{0}; //!< queue pair that receives contributions
    uint32_t firstPsn{0};  //!< RC: first PSN in both directions, 24 bits
    IncRcParameters rc{IncAggregationRcParameters()}; //!< RC: parameters of the connection
    IncClientResults results;          //!< RC: connection for results straight from the root
    Time roundTrip{MicroSeconds(150)}; //!< longest round trip without loss, all slots in flight
    DataRate maxRate{0};               //!< largest rate of contributions on the wire; 0: no limit
    IncRetransmitTimes times;          //!< UC: limits of message timeouts
    uint32_t maxRetries{1};            //!< UC: timer expiries that fail a message
    Time stragglerTimeout;             //!< UC: how long a late worker excuses expired timers
    bool onTimeoutOnly{false};         //!< UC: whether only expired timers repeat messages
    /// For collectives with a root: bit of the worker by rank; 0: the rank is gone.
    std::shared_ptr<const std::vector<uint32_t>> bits;
};

/// \ingroup inc
/// \brief One rank's share of an AllReduce, Reduce, Broadcast, AllGather, ReduceScatter or Barrier.
struct IncClientRequest : IncRankShare
{
    IncClientRequest()
    {
        operation = IncOperation::SUM;
    }

    uint32_t callTag{0};                     //!< 24 bits that tell calls apart; equal at all ranks
    Callback<void, const std::string&> done; //!< called with "" or the reason of the failure
};

/// \ingroup inc
/// \brief Progress of a request.
struct IncRequestStatus
{
    IncCollective collective{IncCollective::ALLREDUCE}; //!< collective of the request
    uint64_t bytes{0};    //!< bytes of the tensor; AllGather, ReduceScatter: of one block
    uint64_t messages{0}; //!< messages in all; 0 while the request waits for a tree
    uint64_t missing{0};  //!< number of messages without a result
};

/// Counters of a client. Each is a column of --stats.
#define INC_CLIENT_COUNTERS(COUNTER)                                                               \
    COUNTER(messagesSent, COUNT)    /* messages sent, retransmissions included */                  \
    COUNTER(retransmissions, COUNT) /* messages sent again */                                      \
    COUNTER(timeouts, COUNT)        /* expiries of message timers */                               \
    COUNTER(duplicates, COUNT)      /* results that came more than once, and late answers */       \
    COUNTER(pending, COUNT)         /* answers that contributions are missing ("pending") */       \
    COUNTER(slotPeak, PEAK)         /* largest number of messages in flight */

/// \ingroup inc
/// \brief Counters of a client. Over RC, retransmissions are counted by the queue pair, not here.
struct IncClientCounters
{
    INC_CLIENT_COUNTERS(INC_COUNTER)
    INC_FIELDS(IncClientCounters, INC_CLIENT_COUNTERS(INC_COUNTER_ENTRY) + INC_PART(refused))

    IncRefusalCounts refused; //!< number of refused frames for each reason
};

/**
 * \ingroup inc
 * \brief The end of a group at a worker, which sends a tensor as messages and receives the results
 * (draft-liu-nfsv4-rocev2, sections 3.3 and 7).
 *
 * A client cuts a tensor into messages of one packet. Message n uses slot n mod S of the switch, so
 * at most S messages are in flight. When a message has its result, the next message of its slot
 * leaves. Attribute PacketsPerMessage joins consecutive messages into one RDMA message, as in
 * SwitchML.
 *
 * Over UC the client repeats a message whose timer expires, and the request fails after N expiries
 * without an answer. Over RC the queue pair does this. If a switch answers "pending",
 * contributions of other workers are missing, and the client waits for a while.
 *
 * A client never computes: it sends operands and receives the sum. It owns the group's queue pairs
 * at its host. It serves requests in the order of Post().
 */
class IncClient : public Object, private IncClientLink::Listener, private IncStallWatch::Listener
{
  public:
    /** \return the object's TypeId */
    static TypeId GetTypeId();
    IncClient();
    ~IncClient() override;

    /** \brief Create the queue pairs. `resultsPassBy`: results come straight from the root. */
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

    /** \brief Join a group with the given configuration. */
    void Join(const IncClientConfig& config);

    /** \brief Queue a request. All workers of a group post the same requests in the same order. */
    void Post(const IncClientRequest& request);

    /** \brief Fail all present and later requests, with a reason of one line. */
    void Abort(const std::string& why)
    {
        Fail(why);
    }

    /** \brief Stop using the present tree and make new queue pairs. Requests wait for Resume(). The
     * client must have joined with IncClientConfig::recovers. */
    void Suspend();

    /** \return the record of messages, on which the ranks must agree before they resume */
    const IncReplayLog& GetReplayLog() const
    {
        return *m_hot.log;
    }

    /** \return whether a request, here or at a slower rank, needs all ranks */
    bool NeedsAllRanks() const;

    /**
     * \brief Continue over another tree, after Suspend().
     *
     * A rank that has the result of a message broadcasts it, because the operands may no longer
     * exist. `results` lists these messages and ranks in order. All ranks contribute again to all
     * other messages from `first` on. `first` is the first message that lacks its result at some
     * rank.
     */
    void Resume(const IncClientConfig& config,
                uint64_t first,
                const std::vector<IncReplayRun>& results);

    /**
     * \brief Continue without switches for good, after Suspend(), because no tree is left.
     *
     * The runner runs the unfinished and all later requests over the hosts. As in Resume(), a rank
     * that has a result broadcasts it, and all other messages from `first` on are repeated. No rank
     * has sent message `end` or a later one.
     */
    void RunOverHosts(const std::set<uint32_t>& absent,
                      uint64_t first,
                      uint64_t end,
                      const std::vector<IncReplayRun>& results,
                      IncHostRunner runner);

    /** \return number of bytes of data in a full message */
    uint32_t GetPayload() const
    {
        return m_payload;
    }

    /// Called with the reason when the client or its tree fails. If the link failed and the client
    /// recovers, the client is already suspended.
    using FailureHandler = std::function<void(const std::string& reason)>;

    /** \param handler called when the client, or its tree, fails */
    void SetFailureHandler(FailureHandler handler);

    /** \return counters of the client */
    const IncClientCounters& GetCounters() const
    {
        return m_counters;
    }

    /** \return number of messages in flight */
    uint32_t GetInFlight() const
    {
        return m_hot.inFlight;
    }

    /** \return number of incomplete requests */
    std::size_t GetRequests() const
    {
        return m_hot.requests.size() + m_held.size();
    }

    /** \return status of the incomplete requests, oldest first */
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

    /** \return number of equal messages that the request will still send; 0: no request */
    uint64_t CountEqualRounds() const;

    /** \return whether the newest request has so much left to send that it cannot complete within
     * the delay of a link */
    bool IsFarFromEnd() const;

    /** \return sequence number of the first message after the present request */
    uint64_t GetRequestEnd() const;

    /** \return number of messages after which the roles of the ranks in a request repeat */
    uint64_t GetTurn() const;

    /** \return largest number of messages without elements for which one contribution stands */
    uint32_t GetRunLimit() const;

    /** \return number of messages without elements for which one result stands */
    uint32_t GetResultInterval(IncCollective collective) const;

    /** \return number of slots: most messages in flight */
    std::size_t GetSlots() const
    {
        return m_hot.slots.GetSize();
    }

    /** \return the link to the switch */
    IncClientLink& GetLink()
    {
        return *m_hot.link;
    }

    /** \brief Add the memory that each message touches to that of the client's node. */
    void AppendMemory(IncNodeMemory& memory) const;

    /** \return whether a trace source of messages has a listener */
    bool IsTraced() const
    {
        return !m_sentTrace.IsEmpty() || !m_receivedTrace.IsEmpty();
    }

    /** \brief Pass the state to a visitor, which records or advances it. */
    void VisitState(IncStateVisitor& visitor);

    /** TracedCallback signature for messages. */
    typedef void (*MessageTracedCallback)(uint32_t messageId);

  protected:
    void DoDispose() override;

  private:
    struct Request
    {
        uint64_t first;
        uint64_t missing; //!< number of messages without a result
        IncMessageLayout layout;
        IncClientRequest what;
        bool isUniform{false};

        IncMessageLayout::Part PartOf(uint64_t sequence) const
        {
            return layout.GetPart(sequence - first);
        }

        uint64_t End() const
        {
            return first + layout.GetMessages();
        }
    };

    /// Consecutive messages without elements of this rank. One contribution stands for all of them.
    struct Run
    {
        uint64_t first{0}; //!< sequence number of the first message
        uint32_t length{0};

        INC_FIELDS(IncClient::Run, INC_VALUE(length) + INC_UNVISITED(first))
    };

    /// State that each message touches.
    struct HotState
    {
        IncClientSlots slots;
        std::unique_ptr<IncClientLink> link;
        IncSequence sequence;        //!< extends MessageIDs to 64 bits
        std::list<Request> requests; //!< incomplete requests, oldest first
        /// Messages whose results are broadcast over the present tree, and the sending ranks.
        std::vector<IncReplayRun> results;
        std::unique_ptr<IncReplayLog>
            log;          //!< record of messages; null: the client cannot be suspended
        uint64_t end{0};  //!< sequence number after the last message posted
        uint64_t over{0}; //!< earlier messages have, or get, a result with elements
        Run run;          //!< messages for which the next contribution will stand
        uint32_t inFlight{0};
        uint32_t key{0};    //!< R_Key of the memory for results
        IncOpcode opcode{}; //!< opcode of messages of one packet, in both directions
        IncAggregationTransport transport{};
        bool suspended{false};     //!< whether the client waits for Resume()
        bool lastSent{false};      //!< whether the last message posted was sent
        bool resultsPassBy{false}; //!< whether results come straight from the root
        std::string failure;       //!< reason why the client failed; empty: it has not failed

        INC_FIELDS(
            IncClient::HotState,
            INC_PART(sequence) + INC_PART(run) + INC_VALUE(inFlight) + INC_VALUE(suspended) +
                INC_UNVISITED(slots, link, requests, results, log, end, over, key, lastSent) +
                INC_UNVISITED(opcode, transport, resultsPassBy, failure))
    };

    void FillMessage(uint32_t number, uint32_t run, IncFrame& frame) override;
    void Leaves(uint64_t sequence);
    void FillUnpredicted(uint64_t sequence, uint32_t run, IncFrame& frame);
    void FillRequested(uint64_t sequence, IncFrame& frame);
    void FillReplayed(uint64_t sequence, IncFrame& frame) const;
    bool Admits(const IncFrame& frame) override;
    void ReceiveMessage(const IncFrame& frame) override;
    void MessageBroken() override;
    uint32_t GetContinuation(uint64_t sequence) const override;
    void LinkFailed(const std::string& reason) override;
    void Stalled() override;
    std::optional<IncRefusal> Examine(const IncFrame& frame) const;
    std::optional<IncRefusal> ExamineMessage(const IncFrame& frame) const;
    bool SendsData(const Request& request, const IncMessageLayout::Part& part) const;
    bool GetsData(const Request& request, const IncMessageLayout::Part& part) const;
    /// Return the address for the result of a message; nullptr if the result is not stored.
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

    // These members are used for every message, so they share a few cache lines; m_config begins in
    // the last one.
    HotState m_hot;
    uint32_t m_packets;
    IncTracedCallback<uint32_t> m_sentTrace;
    IncTracedCallback<uint32_t> m_receivedTrace;
    IncClientConfig m_config;

    IncHostRunner m_runner; //!< runs operations over the hosts; null: switches aggregate
    uint64_t m_endBySwitches{0};
    Ptr<IncRdmaNic> m_nic;
    Ptr<IncClientList> m_list;
    FailureHandler m_failureHandler; //!< called when the client fails; null: none
    /// Requests posted while the client is suspended. Only the next tree's configuration tells
    /// which ranks can take part.
    std::vector<IncClientRequest> m_held;

    uint32_t m_payload;
    Time m_timeout;
    Time m_minTimeout;
    Time m_maxTimeout;
    Time m_stallTimeout;
    Time m_straggler;
    bool m_onTimeoutOnly;
    uint32_t m_maxRetries;
    DataRate m_maxRate;

    // These members are adjacent because each message uses the end of m_watch and the beginning of
    // m_counters.
    IncHeaderPrediction m_sentLike;     //!< predicts headers of contributions
    IncHeaderPrediction m_receivedLike; //!< predicts headers of results
    IncStallWatch m_watch;
    IncClientCounters m_counters;
};

} // namespace ns3

#endif // INC_CLIENT_H
