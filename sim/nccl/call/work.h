// How NCCL runs a call whose algorithm and protocol are decided: threads, channels, chunks.
#pragma once

#include "sim/nccl/call/choice.h"
#include "sim/nccl/rules/algorithm_rules.h"
#include "sim/nccl/tuning/tuning.h"

namespace treering::sim::nccl::call {

struct WorkQuery {
  const communicator::CommunicatorView& comm;
  const core::Call& call;
  const tuning::TuningTable& tuning;
  const rules::AlgorithmRules& rules;
  Protocol protocol;
};

/// Channels at most, and threads per block.
rules::Launch launch_of(const WorkQuery& query);

struct Work {
  int channels = 0;
  ChannelPart low;
  ChannelPart middle;
  ChannelPart high;
};

/// The call spread over at most `max_channels`.
Work work_of(const WorkQuery& query, int max_channels);

}  // namespace treering::sim::nccl::call
