/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-time-watch.h"

namespace ns3
{

NS_OBJECT_ENSURE_REGISTERED(IncTimeWatch);

TypeId
IncTimeWatch::GetTypeId()
{
    static TypeId tid = TypeId("ns3::IncTimeWatch").SetParent<Object>().SetGroupName("Inc");
    return tid;
}

} // namespace ns3
