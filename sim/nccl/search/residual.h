// The bandwidth that the channels found so far leave on every link of a System.
#pragma once

#include <vector>

#include "sim/nccl/paths/paths.h"

namespace treering::sim::nccl::search {

/// Links lose bandwidth when a channel takes a path, and get it back when the search steps back.
class Residual {
 public:
  Residual(const system::System& system, const paths::LinkTable& links);

  /// Takes `bandwidth` from every link of `path`, which starts at `start`. All or nothing.
  bool take(const paths::Path& path, system::NodeId start, float bandwidth);
  /// Undoes a take of the same path and bandwidth.
  void give_back(const paths::Path& path, system::NodeId start, float bandwidth);

  const system::System& system() const { return system_; }
  const paths::LinkTable& links() const { return links_; }
  float left(paths::LinkId link) const { return left_[static_cast<std::size_t>(link)]; }

 private:
  struct Demand {
    float forward = 0;
    paths::LinkId reverse = -1;  // also loaded when >= 0
    float backward = 0;
  };

  Demand demand(paths::LinkId id, system::NodeType start, float bandwidth,
                float pci_bandwidth) const;
  float pci_bandwidth(const paths::Path& path, system::NodeType start, float bandwidth) const;
  /// Moves along the first `hops` links; returns how many had room.
  int move(const paths::Path& path, system::NodeId start, int hops, float bandwidth);

  const system::System& system_;
  const paths::LinkTable& links_;
  std::vector<float> left_;
};

}  // namespace treering::sim::nccl::search
