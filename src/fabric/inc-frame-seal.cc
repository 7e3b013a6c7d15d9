/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-frame-seal.h"

#include "ns3/abort.h"
#include "ns3/inc-byte-order.h"

#include <algorithm>

#ifdef INC_HAVE_GCRYPT
#include <gcrypt.h>
#endif

namespace ns3
{

Ptr<IncFrameSeal>
IncFrameSeal::Make(const std::string& key)
{
    return key.empty() ? nullptr : Ptr<IncFrameSeal>(new IncFrameSeal(key), false);
}

#ifdef INC_HAVE_GCRYPT

IncFrameSeal::IncFrameSeal(const std::string& key)
{
    m_inner.fill(0x36);
    m_outer.fill(0x5c);
    for (std::size_t i = 0; i < std::min(key.size(), m_inner.size()); ++i)
    {
        m_inner[i] ^= static_cast<uint8_t>(key[i]);
        m_outer[i] ^= static_cast<uint8_t>(key[i]);
    }
    const gcry_error_t error = gcry_md_open(&m_hash, GCRY_MD_SHA256, 0);
    NS_ABORT_MSG_IF(error, "libgcrypt: " << gcry_strerror(error));
}

IncFrameSeal::~IncFrameSeal()
{
    gcry_md_close(m_hash);
}

uint32_t
IncFrameSeal::Compute(const IncFrame& frame)
{
    std::array<uint8_t, 36 + IncHeader::SIZE + IncHeader::BIT_MASK_HEADER> fields{};
    IncPut32(fields.data(), frame.source);
    IncPut32(fields.data() + 4, frame.destination);
    IncPut32(fields.data() + 8, frame.bth.destQp);
    IncPut32(fields.data() + 12, frame.bth.psn);
    IncPut64(fields.data() + 16, frame.reth.virtualAddress);
    IncPut32(fields.data() + 24, frame.reth.dmaLength);
    IncPut32(fields.data() + 28, frame.immediate);
    IncPut32(fields.data() + 32, frame.payloadSize);
    frame.inc.Write(fields.data() + 36);
    gcry_md_reset(m_hash);
    gcry_md_write(m_hash, m_inner.data(), m_inner.size());
    gcry_md_write(m_hash, fields.data(), fields.size());
    for (uint32_t bit = frame.pbm ? frame.pbm->bits.FindFirst() : 0; bit != 0;
         bit = frame.pbm->bits.FindNext(bit))
    {
        IncPut32(fields.data(), bit);
        gcry_md_write(m_hash, fields.data(), sizeof(bit));
    }
    if (frame.payload)
    {
        gcry_md_write(m_hash, frame.payload->GetData(), frame.payloadSize);
    }
    std::copy_n(gcry_md_read(m_hash, GCRY_MD_SHA256), 32, m_outer.begin() + 64);
    gcry_md_reset(m_hash);
    gcry_md_write(m_hash, m_outer.data(), m_outer.size());
    return IncGet32(gcry_md_read(m_hash, GCRY_MD_SHA256));
}

#else

IncFrameSeal::IncFrameSeal(const std::string& key)
{
    NS_ABORT_MSG("IncTagSize: this build of inc has no libgcrypt");
}

IncFrameSeal::~IncFrameSeal() = default;

uint32_t
IncFrameSeal::Compute(const IncFrame& frame)
{
    return 0;
}

#endif

} // namespace ns3
