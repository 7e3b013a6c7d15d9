/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_HMAC_H
#define INC_HMAC_H

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3
{

/// \ingroup inc
/// A key for HMAC-SHA-256, or what it makes of a message.
using IncDigest = std::array<uint8_t, 32>;

/**
 * \ingroup inc
 * \return whether the module was built with libgcrypt, and can authenticate
 */
bool IncHmacIsAvailable();

/**
 * \ingroup inc
 * \brief HMAC-SHA-256 (RFC 2104, FIPS 180-4), by libgcrypt; aborts where that is missing.
 * \param key the key
 * \param data the message
 * \param size of the message, bytes
 * \return its digest
 */
IncDigest IncHmac(const IncDigest& key, const uint8_t* data, std::size_t size);

/**
 * \ingroup inc
 * \brief AES-256 in counter mode (NIST SP 800-38A), by libgcrypt; aborts where that is missing.
 * Encrypts what is clear, and makes clear what is encrypted.
 * \param key the key
 * \param block the first counter block, never the same twice with one key
 * \param data the bytes, in place
 * \param size number of elements
 */
void IncCipher(const IncDigest& key,
               const std::array<uint8_t, 16>& block,
               uint8_t* data,
               std::size_t size);

} // namespace ns3

#endif // INC_HMAC_H
