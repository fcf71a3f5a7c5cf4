// A communicator as NCCL's rules see it, and the NCCL of its process.
#pragma once

#include "sim/job/settings.h"
#include "sim/nccl/types.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::communicator {

class ChannelSet;

// The NCCL of a process: its version and its settings.

/// Refers to values that its creator owns.
struct Library {
  const versions::Version& version;
  const job::Settings& settings;
};

// A communicator as the rules of algorithms and protocols see it: all that NCCL knows once it is
// made.

/// Refers to values that its creator owns.
struct CommunicatorView {
  const versions::Version& version;
  const job::Settings& settings;
  const NodeFacts& facts;
  const NodeGraphs& graphs;
  Shape shape;
  const ChannelSet& channels;
};

}  // namespace treering::sim::nccl::communicator
