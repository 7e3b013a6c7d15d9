/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-control-kind.h"

namespace ns3
{

const char*
IncControlKindName(IncControlKind kind)
{
    switch (kind)
    {
    case IncControlKind::ACK:
        return "ACK";
    case IncControlKind::RESTART:
        return "RESTART";
    case IncControlKind::HELLO:
        return "HELLO";
    case IncControlKind::ROUTES:
        return "ROUTES";
    case IncControlKind::CM_REQ:
        return "CM_REQ";
    case IncControlKind::CM_REP:
        return "CM_REP";
    case IncControlKind::CM_RTU:
        return "CM_RTU";
    case IncControlKind::CM_DREQ:
        return "CM_DREQ";
    case IncControlKind::CM_DREP:
        return "CM_DREP";
    case IncControlKind::SOCKET_DATA:
        return "SOCKET_DATA";
    case IncControlKind::REGISTER:
        return "REGISTER";
    case IncControlKind::HEARTBEAT:
        return "HEARTBEAT";
    case IncControlKind::JOIN:
        return "JOIN";
    case IncControlKind::LEAVE:
        return "LEAVE";
    case IncControlKind::RESERVED:
        return "RESERVED";
    case IncControlKind::REFUSED:
        return "REFUSED";
    case IncControlKind::COMMITTED:
        return "COMMITTED";
    case IncControlKind::RELEASED:
        return "RELEASED";
    case IncControlKind::FENCED:
        return "FENCED";
    case IncControlKind::FAILURE:
        return "FAILURE";
    case IncControlKind::ASK:
        return "ASK";
    case IncControlKind::STATISTICS:
        return "STATISTICS";
    case IncControlKind::REGISTERED:
        return "REGISTERED";
    case IncControlKind::BEAT:
        return "BEAT";
    case IncControlKind::RESERVE:
        return "RESERVE";
    case IncControlKind::COMMIT:
        return "COMMIT";
    case IncControlKind::READY:
        return "READY";
    case IncControlKind::RELEASE:
        return "RELEASE";
    case IncControlKind::FENCE:
        return "FENCE";
    case IncControlKind::REJECT:
        return "REJECT";
    case IncControlKind::CONNECT:
        return "CONNECT";
    case IncControlKind::QUERY:
        return "QUERY";
    case IncControlKind::ANSWER:
        return "ANSWER";
    }
    return nullptr;
}

} // namespace ns3
