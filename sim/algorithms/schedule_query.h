// A call, as the generators of schedules take it.
#pragma once

#include <vector>

#include "sim/nccl/communicator/communicator.h"
#include "sim/nccl/types.h"
#include "sim/schedule/chunks.h"
#include "sim/schedule/contract.h"

namespace treering::sim::algorithms {

struct ScheduleQuery {
  schedule::Contract contract;
  std::vector<schedule::ChannelWork> work;  // by channel
  int ranks_per_node = 1;                   // node by node
  std::uint64_t element_bytes = 1;          // which are not cut
  nccl::Protocol protocol = nccl::Protocol::Simple;
  /// The plan's rings and trees; null where an algorithm that NCCL does not have needs none.
  const nccl::communicator::CommunicatorView* comm = nullptr;
};

}  // namespace treering::sim::algorithms
