// The bandwidth that is left on every link while channels are being laid over a System.
#pragma once

#include <vector>

#include "sim/nccl/paths.h"

namespace treering::sim::nccl {

/// Links lose bandwidth when a channel takes a path, and get it back when the search steps back.
class Residual {
 public:
  Residual(const System& system, const LinkTable& links);

  /// Takes `bandwidth` from every link of `path`, which starts at `start`. All or nothing.
  bool take(const Path& path, NodeId start, float bandwidth);
  /// Undoes a take of the same path and bandwidth.
  void give_back(const Path& path, NodeId start, float bandwidth);

  const System& system() const { return system_; }
  const LinkTable& links() const { return links_; }
  float left(LinkId link) const { return left_[static_cast<std::size_t>(link)]; }

 private:
  struct Demand {
    float forward = 0;
    LinkId reverse = -1;  // also loaded when >= 0
    float backward = 0;
  };

  Demand demand(LinkId id, NodeType start, float bandwidth, float pci_bandwidth) const;
  float pci_bandwidth(const Path& path, NodeType start, float bandwidth) const;
  /// Moves along the first `hops` links; returns how many had room.
  int move(const Path& path, NodeId start, int hops, float bandwidth);

  const System& system_;
  const LinkTable& links_;
  std::vector<float> left_;
};

}  // namespace treering::sim::nccl
