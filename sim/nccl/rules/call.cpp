#include "sim/nccl/rules/call.h"

#include <algorithm>

namespace treering::sim::nccl::rules {

using core::Collective;

bool is_tuned(Collective collective) {
  return is_reduction(collective) || collective == Collective::AllGather ||
         collective == Collective::Broadcast;
}

bool is_split(Collective collective) {
  return collective == Collective::AllGather || collective == Collective::ReduceScatter;
}

bool is_rooted(Collective collective) {
  return collective == Collective::Broadcast || collective == Collective::Reduce;
}

bool is_reduction(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::ReduceScatter ||
         collective == Collective::Reduce;
}

CallSize size_of(const core::Call& call, int ranks) {
  const std::uint64_t type_bytes = core::size_of(call.type).count();
  const std::uint64_t parts = is_split(call.collective) ? static_cast<std::uint64_t>(ranks) : 1;
  const std::uint64_t count = std::max<std::uint64_t>(1, call.bytes / type_bytes / parts);
  CallSize size{count, type_bytes, count * type_bytes * parts};
  if (!is_reduction(call.collective)) {
    size.count *= type_bytes;
    size.element_bytes = 1;
  }
  return size;
}

}  // namespace treering::sim::nccl::rules
