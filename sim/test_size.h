// The "size" and "count" columns of nccl-tests for a requested size.
//
// Every rank gets the same whole number of elements. Where the size is divided among ranks,
// nccl-tests also rounds each part down to 16 bytes (nccl-tests 2.19.6, src/all_gather.cu and the
// like, GetCollByteCount). We do so only for sizes that do not divide into whole elements per rank:
// NCCL carries the others as they are, and real programs use them.
#pragma once

#include <cstdint>

#include "core/call.h"
#include "core/data_type.h"
#include "core/units.h"

namespace treering::sim {

/// The largest call, 16 TiB: more than the memory of any GPU, yet NCCL's calculations for the
/// largest job fit into 64 bits.
inline constexpr core::Bytes kLargestCall = core::Bytes::of(std::uint64_t{1} << 44U);

/// True where each rank sends or gets a part of the size: all_gather, reduce_scatter, alltoall,
/// gather and scatter.
bool is_shared_out(core::Collective collective);

struct TestSize {
  std::uint64_t bytes = 0;
  std::uint64_t count = 0;  // elements; of one part if is_shared_out()
  bool operator==(const TestSize&) const = default;
};

/// Zeros if less than one element is left: such a call does nothing (NCCL v2.28.9-1,
/// src/enqueue.cc, taskAppend). \pre ranks >= 1
TestSize test_size(core::Collective collective, std::uint64_t asked, core::DataType type,
                   int ranks);

}  // namespace treering::sim
