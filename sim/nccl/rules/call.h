// How NCCL counts a call.
#pragma once

#include <cstdint>

#include "core/call.h"

namespace treering::sim::nccl::rules {

/// True for the collectives that NCCL tunes: all_reduce, all_gather, reduce_scatter, broadcast,
/// reduce.
bool is_tuned(core::Collective collective);

/// True where the ranks share the size: each sends (all_gather) or keeps (reduce_scatter) 1 /
/// `ranks` of it.
bool is_split(core::Collective collective);

/// True where one rank is the root.
bool is_rooted(core::Collective collective);

/// True where ranks combine values, so that type and operation matter.
bool is_reduction(core::Collective collective);

/// A call as NCCL sees it.
struct CallSize {
  std::uint64_t count = 0;          // elements of the `count` argument; of a part when split
  std::uint64_t element_bytes = 1;  // all_gather and broadcast move bytes, whatever the type
  std::uint64_t model_bytes = 0;    // what NCCL's cost model goes by: the whole
  bool operator==(const CallSize&) const = default;
};

/// Whole elements per rank, at least one. nccl-tests also rounds a part down to 16 bytes, which is
/// already in the sizes that it prints. \pre is_tuned(call.collective)
CallSize size_of(const core::Call& call, int ranks);

}  // namespace treering::sim::nccl::rules
