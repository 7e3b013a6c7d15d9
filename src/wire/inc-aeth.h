/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_AETH_H
#define INC_AETH_H

#include "inc-byte-order.h"

#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// \brief ACK Extended Transport Header (InfiniBand Architecture, volume 1, sections 9.3.5
/// and 9.7.5).
struct IncAeth
{
    static constexpr uint32_t SIZE = 4;

    static constexpr uint8_t NO_CREDIT_LIMIT = 31; //!< credit code of a receiver without credits

    enum NakCode : uint8_t
    {
        PSN_SEQUENCE_ERROR = 0,
        INVALID_REQUEST = 1,
        REMOTE_ACCESS_ERROR = 2,
        REMOTE_OPERATIONAL_ERROR = 3
    };

    uint8_t syndrome = NO_CREDIT_LIMIT; //!< kind of acknowledgement, 3 bits, and value, 5 bits
    uint32_t msn = 0; //!< message sequence number: number of completed messages, 24 bits

    static IncAeth Ack(uint32_t msn, uint8_t credits = NO_CREDIT_LIMIT)
    {
        return {static_cast<uint8_t>(KIND_ACK | (credits & VALUE_MASK)), msn};
    }

    /** \brief Make a "receiver not ready" NAK; RnrTimerMicroseconds() tells the wait of
     * `timerCode`. */
    static IncAeth RnrNak(uint32_t msn, uint8_t timerCode)
    {
        return {static_cast<uint8_t>(KIND_RNR | (timerCode & VALUE_MASK)), msn};
    }

    static IncAeth Nak(uint32_t msn, NakCode code)
    {
        return {static_cast<uint8_t>(KIND_NAK | code), msn};
    }

    bool IsAck() const
    {
        return (syndrome & KIND_MASK) == KIND_ACK;
    }

    bool IsRnrNak() const
    {
        return (syndrome & KIND_MASK) == KIND_RNR;
    }

    bool IsNak() const
    {
        return (syndrome & KIND_MASK) == KIND_NAK;
    }

    uint8_t GetValue() const
    {
        return syndrome & VALUE_MASK;
    }

    /** \return least time before the sender tries again, microseconds (table 45) */
    static constexpr uint32_t RnrTimerMicroseconds(uint8_t timerCode)
    {
        return RNR_TIMER_US[timerCode & VALUE_MASK];
    }

    /** \return code of the shortest wait that is long enough; 0, the longest wait, if none is */
    static uint8_t RnrTimerCode(uint32_t microseconds)
    {
        for (uint8_t code = 1; code <= VALUE_MASK; ++code)
        {
            if (RNR_TIMER_US[code] >= microseconds)
            {
                return code;
            }
        }
        return 0;
    }

    void Write(uint8_t* out) const
    {
        out[0] = syndrome;
        IncPut24(out + 1, msn);
    }

    static IncAeth Read(const uint8_t* in)
    {
        return {in[0], IncGet24(in + 1)};
    }

  private:
    static constexpr uint8_t KIND_MASK = 0xe0;
    static constexpr uint8_t VALUE_MASK = 0x1f;
    static constexpr uint8_t KIND_ACK = 0x00;
    static constexpr uint8_t KIND_RNR = 0x20;
    static constexpr uint8_t KIND_NAK = 0x60;

    // Code 0 stands for the longest wait.
    static constexpr uint32_t RNR_TIMER_US[32] = {
        655360, 10,    20,    30,    40,    60,     80,     120,    160,    240,   320,
        480,    640,   960,   1280,  1920,  2560,   3840,   5120,   7680,   10240, 15360,
        20480,  30720, 40960, 61440, 81920, 122880, 163840, 245760, 327680, 491520};
};

} // namespace ns3

#endif // INC_AETH_H
