// Who sends to whom in each algorithm, channel by channel.
#pragma once

#include <vector>

#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::connections {

/// From one rank to another.
struct Hop {
  int channel = 0;
  int index = 0;  // NCCL's connector
  int from = 0;
  int to = 0;
};

/// The facts on which the hops of an algorithm depend. Refers to values that its creator owns.
struct HopInput {
  const communicator::ChannelSet& channels;
  const std::vector<std::vector<int>>& nodes;  // the ranks of each
  int ranks = 1;
};

/// The hops between ranks; a network or NVSwitch that reduces is none. Some may come twice.
std::vector<Hop> hops_of(Algorithm algorithm, const HopInput& input);
/// Those of one rank on one channel. \pre channel < channels_of(algorithm, input)
std::vector<Hop> hops_from(int rank, int channel, Algorithm algorithm, const HopInput& input);
/// How many channels the algorithm has.
int channels_of(Algorithm algorithm, const HopInput& input);

}  // namespace treering::sim::nccl::connections
