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
  /// What a path over a link loads beside its bandwidth; the same for every path.
  struct Load {
    bool is_pci = false;
    bool is_acknowledged = false;   // back over the reverse link, unless a GPU sends
    bool is_both_ways = false;      // the reverse link carries as much
    bool enters_intel_cpu = false;  // of x86
    paths::LinkId reverse = -1;
  };

  Load load_of(const paths::LinkTable::Entry& link) const;
  float pci_bandwidth(const paths::Path& path, system::NodeType start, float bandwidth) const;
  /// Moves along the first `hops` links; returns how many had room.
  int move(const paths::Path& path, system::NodeId start, int hops, float bandwidth);
  const Load& load(paths::LinkId link) const { return loads_[static_cast<std::size_t>(link)]; }

  const system::System& system_;
  const paths::LinkTable& links_;
  std::vector<Load> loads_;
  std::vector<float> left_;
};

}  // namespace treering::sim::nccl::search
