/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_QUEUE_PAIR_COUNTERS_H
#define INC_QUEUE_PAIR_COUNTERS_H

#include "inc-traced-counter.h"

#include <cstdint>

namespace ns3
{

class IncStateVisitor;

/**
 * \ingroup inc
 * \brief What a queue pair counted; every counter is a trace source of IncQueuePair.
 *
 * A base of IncQueuePair, since ns-3's accessors reach members of bases. Data packets are those
 * of SENDs and WRITEs; bytes are their payload.
 */
struct IncQueuePairCounters
{
    using Counter = IncTracedCounter; //!< counts, and tells who listens

    // Counted for every packet: side by side.
    Counter packetsSent{0};      //!< data packets, retransmissions included
    Counter bytesSent{0};        //!< payload of the packets sent
    Counter packetsReceived{0};  //!< data packets that arrived, duplicates included
    Counter bytesReceived{0};    //!< payload of the packets received
    Counter acksSent{0};         //!< positive acknowledgements sent
    Counter acksReceived{0};     //!< positive acknowledgements that came
    Counter retransmissions{0};  //!< data packets sent again
    Counter timeouts{0};         //!< expirations of the retransmission timer
    Counter duplicates{0};       //!< data packets received again
    Counter outOfOrder{0};       //!< data packets that came before one that is missing
    Counter messagesDropped{0};  //!< UC: messages that did not arrive whole or found no receive
    Counter naksSent{0};         //!< negative acknowledgements, without RNR
    Counter naksReceived{0};     //!< negative acknowledgements that came, without RNR
    Counter rnrNaksSent{0};      //!< "receiver not ready"
    Counter rnrNaksReceived{0};  //!< "receiver not ready" that came
    Counter ecnMarksReceived{0}; //!< data packets that arrived with CE
    Counter cnpsSent{0};         //!< congestion notification packets
    Counter cnpsReceived{0};     //!< congestion notification packets that came
    Counter refused{0};          //!< packets of others than the peer, or not admitted

    /** \param visitor of the state */
    void VisitCounters(IncStateVisitor& visitor);
};

} // namespace ns3

#endif // INC_QUEUE_PAIR_COUNTERS_H
