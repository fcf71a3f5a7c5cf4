// What NCCL knows once a communicator is made, as the rules of algorithms and protocols see it.
#pragma once

#include "sim/job/settings.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/types.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::communicator {

/// Refers to values that its maker keeps.
struct CommunicatorView {
  const versions::Version& version;
  const job::Settings& settings;
  const NodeFacts& facts;
  const NodeGraphs& graphs;
  Shape shape;
  const ChannelSet& channels;
};

}  // namespace treering::sim::nccl::communicator
