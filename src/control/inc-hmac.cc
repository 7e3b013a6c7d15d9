/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "inc-hmac.h"

#include "ns3/abort.h"

#ifdef INC_HAVE_GCRYPT
#include <gcrypt.h>
#endif

namespace ns3
{

#ifdef INC_HAVE_GCRYPT

namespace
{

/// \brief Initialize libgcrypt, which requires a check of its version before any other call.
bool
Initialize()
{
    NS_ABORT_MSG_UNLESS(gcry_check_version(GCRYPT_VERSION),
                        "libgcrypt is older than " GCRYPT_VERSION ", with which this was built");
    gcry_control(GCRYCTL_DISABLE_SECMEM, 0); // keys of a simulation are not secret
    gcry_control(GCRYCTL_INITIALIZATION_FINISHED, 0);
    return true;
}

void
EnsureInitialized()
{
    static const bool initialized = Initialize();
    NS_ABORT_UNLESS(initialized);
}

} // namespace

bool
IncHmacIsAvailable()
{
    return true;
}

IncDigest
IncHmac(const IncDigest& key, const uint8_t* data, std::size_t size)
{
    EnsureInitialized();
    IncDigest secret = key; // a copy, because the library takes no const buffer
    IncDigest digest;
    const gcry_buffer_t buffers[] = {
        {secret.size(), 0, secret.size(), secret.data()},
        {size, 0, size, const_cast<uint8_t*>(data)},
    };
    const gcry_error_t error =
        gcry_md_hash_buffers(GCRY_MD_SHA256, GCRY_MD_FLAG_HMAC, digest.data(), buffers, 2);
    NS_ABORT_MSG_IF(error, "libgcrypt: " << gcry_strerror(error));
    return digest;
}

void
IncCipher(const IncDigest& key,
          const std::array<uint8_t, 16>& block,
          uint8_t* data,
          std::size_t size)
{
    EnsureInitialized();
    gcry_cipher_hd_t cipher;
    gcry_error_t error = gcry_cipher_open(&cipher, GCRY_CIPHER_AES256, GCRY_CIPHER_MODE_CTR, 0);
    NS_ABORT_MSG_IF(error, "libgcrypt: " << gcry_strerror(error));
    error = gcry_cipher_setkey(cipher, key.data(), key.size());
    error = error ? error : gcry_cipher_setctr(cipher, block.data(), block.size());
    error = error ? error : gcry_cipher_encrypt(cipher, data, size, nullptr, 0);
    gcry_cipher_close(cipher);
    NS_ABORT_MSG_IF(error, "libgcrypt: " << gcry_strerror(error));
}

#else

bool
IncHmacIsAvailable()
{
    return false;
}

IncDigest
IncHmac(const IncDigest& key, const uint8_t* data, std::size_t size)
{
    NS_ABORT_MSG("this build of inc has no libgcrypt, and cannot authenticate");
}

void
IncCipher(const IncDigest& key,
          const std::array<uint8_t, 16>& block,
          uint8_t* data,
          std::size_t size)
{
    NS_ABORT_MSG("this build of inc has no libgcrypt, and cannot encrypt");
}

#endif

} // namespace ns3
