// The NET by which each rank of a call sends and receives.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "sim/machine/job_links.h"
#include "sim/nccl/plan.h"

namespace treering::sim::machine {

class NetChoice {
 public:
  /// Refers to `plan`. \param algorithm whose graph assigns the NETs; nothing: the nearest
  NetChoice(const nccl::Plan& plan, std::optional<nccl::Algorithm> algorithm);

  /// By local rank. \param links of that node
  std::int64_t of(const NodeLinks& links, int node, int local, int channel) const;

 private:
  /// What one node, or a part of a machine, found.
  struct Found {
    const nccl::ChannelGraph* graph = nullptr;
    std::vector<int> ranks;  // ascending
  };

  const nccl::ChannelGraph& graph_of(int node, int local) const;

  const nccl::Plan& plan_;
  bool has_heads_ = false;
  std::size_t channels_ = 0;               // that all nodes have; 0: the nearest NET
  std::vector<std::vector<Found>> found_;  // by class of machines
};

}  // namespace treering::sim::machine
