// The graphs of NCCL's plan as people see them: their names, and the trees rank by rank.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "app/setup/setup.h"
#include "core/result.h"
#include "sim/nccl/connections/connections.h"
#include "sim/nccl/plan.h"

namespace treering::app::setup {

// The graphs of a plan by their names in text and JSON.

struct NamedGraph {
  std::string_view name;  // "ring"
  const sim::nccl::ChannelGraph* graph;
};

/// ring, tree, collnet_direct, collnet_chain, nvls. Refers to `plan`.
std::array<NamedGraph, 5> graphs_of(const sim::nccl::Plan& plan);

/// "ring", "balanced tree", ...
std::string_view pattern_name(sim::nccl::Pattern pattern);

/// "NET/0", "GPU/0", ..., "NET/1"; without ports on one node.
std::vector<std::string> order_of(const sim::nccl::Plan& plan, const sim::nccl::ChannelGraph& graph,
                                  int channel);

/// NCCL's names of the algorithms that use a connection; none: messages between pairs.
std::vector<std::string_view> users_of(const sim::nccl::connections::Connection& connection);

// The trees that NCCL would build over a job, rank by rank, as its log prints them.

/// A rank in the tree of a channel; -1: none.
struct TreePlace {
  int rank = 0;
  int parent = -1;
  std::vector<int> children;  // the next rank of its node first, then ranks of other nodes
};

struct Tree {
  int channel = 0;      // the first that has it
  std::string pattern;  // of each node's channels: "tree", "balanced tree", ...
  int root = 0;
  int levels = 0;                 // links between nodes on the longest way to the root
  int farthest = 0;               // a rank at the end of that way
  std::vector<TreePlace> places;  // by rank
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
