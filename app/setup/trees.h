// The trees that NCCL would build over a job, rank by rank, as its log prints them.
#pragma once

#include <string>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "sim/nccl/plan.h"

namespace treering::app::setup {

struct Tree {
  int channel = 0;      // the first that has it
  std::string pattern;  // of each node's channels: "tree", "balanced tree", ...
  int root = 0;
  int levels = 0;                      // links between nodes on the longest way to the root
  int farthest = 0;                    // a rank at the end of that way
  std::vector<core::TreeLinks> links;  // by rank
};

struct Trees {
  int nodes = 1;
  int ranks = 1;
  int channels = 0;
  std::vector<Tree> trees;         // that of channel 0, and the other one over several nodes
  std::vector<int> roots;          // by channel
  std::vector<std::string> lines;  // by rank: "Trees [0] 1/8/-1->0->-1 [1] ..." of all channels
};

/// Fails for one rank, and for jobs of more ranks than are shown.
core::Result<Trees> trees_of(const JobRequest& request);

}  // namespace treering::app::setup
