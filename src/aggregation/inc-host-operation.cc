/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-host-operation.h"

#include <algorithm>
#include <utility>

namespace ns3
{

void
IncHostMessages::Batch::Store() const
{
    for (std::size_t i = 0; memory && i < messages.size(); ++i)
    {
        if (messages[i].receive)
        {
            std::copy_n(memory->data() + offsets[i],
                        messages[i].count * IncSizeOf(messages[i].dataType),
                        messages[i].receive);
        }
    }
}

void
IncHostMessages::Add(const IncHostMessage& message, bool inPlace)
{
    const Key key{inPlace, message.collective, message.operation, message.dataType, message.root};
    const auto [place, isNew] = m_places.emplace(key, m_batches.size());
    if (isNew)
    {
        Batch& made = m_batches.emplace_back();
        static_cast<IncRankShare&>(made.operation) = message;
        made.operation.count = 0; // the messages' counts are added below
        made.operation.isVirtual = message.isVirtual;
    }
    Batch& batch = m_batches[place->second];
    if (!inPlace && !message.isVirtual)
    {
        batch.messages.push_back(message);
        batch.offsets.push_back(batch.operation.count * IncSizeOf(message.dataType));
    }
    batch.operation.count += message.count;
    batch.missing += message.isMissing;
}

std::vector<IncHostMessages::Batch>
IncHostMessages::Take()
{
    for (Batch& batch : m_batches)
    {
        if (batch.messages.empty())
        {
            continue;
        }
        batch.memory = std::make_shared<std::vector<uint8_t>>(batch.operation.count *
                                                              IncSizeOf(batch.operation.dataType));
        for (std::size_t i = 0; i < batch.messages.size(); ++i)
        {
            const IncHostMessage& message = batch.messages[i];
            if (message.send)
            {
                std::copy_n(message.send,
                            message.count * IncSizeOf(message.dataType),
                            batch.memory->data() + batch.offsets[i]);
            }
        }
        batch.operation.send = batch.memory->data();
        batch.operation.receive = batch.memory->data();
    }
    m_places.clear();
    return std::move(m_batches);
}

} // namespace ns3
