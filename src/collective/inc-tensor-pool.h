/*
 * Copyright (c) 2026 The inc authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef INC_TENSOR_POOL_H
#define INC_TENSOR_POOL_H

#include <cstdint>
#include <memory>

namespace ns3
{

/**
 * \ingroup inc
 * \brief Gives a tensor's memory back to the pool; see IncTakeTensor().
 */
class IncTensorReturner
{
  public:
    /** \param bytes of the tensor */
    explicit IncTensorReturner(uint64_t bytes = 0)
        : m_bytes(bytes)
    {
    }

    /** \param memory no longer used */
    void operator()(uint8_t* memory) const;

  private:
    uint64_t m_bytes; //!< of the tensor
};

/// \ingroup inc
/// The memory of a tensor.
using IncTensorMemory = std::unique_ptr<uint8_t[], IncTensorReturner>;

/**
 * \ingroup inc
 * \brief Take memory for a tensor, its content undefined.
 *
 * Schemes and iterations want tensors of the same sizes one after the other. What is given back is
 * kept for the next one of its size, so that the system makes its pages resident once. Used and
 * kept memory together never exceed the most that was in use at a time.
 * \param bytes of the tensor
 * \return the memory
 */
IncTensorMemory IncTakeTensor(uint64_t bytes);

} // namespace ns3

#endif // INC_TENSOR_POOL_H
