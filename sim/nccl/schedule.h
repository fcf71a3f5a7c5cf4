// How NCCL runs a call whose algorithm and protocol are decided: threads, channels, chunks.
#pragma once

#include "sim/nccl/algorithm_rules.h"
#include "sim/nccl/choice.h"
#include "sim/nccl/tuning.h"

namespace treering::sim::nccl {

struct ScheduleQuery {
  const CommunicatorView& comm;
  const Call& call;
  const TuningTable& tuning;
  const AlgorithmRules& rules;
  Protocol protocol;
};

/// Channels at most, and threads per block.
Launch launch_of(const ScheduleQuery& query);

struct Work {
  int channels = 0;
  ChannelPart low;
  ChannelPart middle;
  ChannelPart high;
};

/// The call spread over at most `max_channels`.
Work work_of(const ScheduleQuery& query, int max_channels);

}  // namespace treering::sim::nccl
