// What NCCL knows once a communicator is made, as the rules of algorithms and protocols see it.
#pragma once

#include "sim/nccl/channels.h"
#include "sim/nccl/settings.h"
#include "sim/nccl/types.h"
#include "sim/nccl/version.h"

namespace treering::sim::nccl {

/// Refers to values that its maker keeps.
struct CommunicatorView {
  const Version& version;
  const Settings& settings;
  const NodeFacts& facts;
  const NodeGraphs& graphs;
  Shape shape;
  const ChannelSet& channels;
};

}  // namespace treering::sim::nccl
