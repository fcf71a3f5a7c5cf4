// The moves of channels over links: the bandwidth left there, one move along a path, and the moves
// of a head GPU.
#pragma once

#include <vector>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/search/channel_search.h"

namespace treering::sim::nccl::search {

// The bandwidth that the channels found so far leave on every link of a System.

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

// Moves of one channel along paths: each takes the channel's bandwidth from the links of its path,
// and gives it back when the search steps back.

/// A device by type and index.
struct Place {
  system::NodeType type = system::NodeType::Gpu;
  int index = 0;
};

struct Move {
  Place from;
  Place to;
  float share = 1;  // of the bandwidth that the layout asks for
};

class LinkMoves {
 public:
  LinkMoves(const system::System& system, const paths::LinkTable& links,
            const paths::PathTable& paths)
      : system_(system), paths_(paths), residual_(system, links) {}

  /// Takes nothing and returns false when the path is farther than `layout` allows or too full. A
  /// move of part of a channel's bandwidth may take any path. Adds to the hops of `layout`.
  bool go(const Move& move, Layout& layout);
  /// Undoes a move made with the same bandwidths in `layout`.
  void undo(const Move& move, Layout& layout);

  const Residual& residual() const { return residual_; }

 private:
  const paths::Path& path_of(const Move& move) const;
  bool is_within_reach(const Move& move, const paths::Path& path, const Layout& layout) const;

  const system::System& system_;
  const paths::PathTable& paths_;
  Residual residual_;
};

// The moves of channels on which a head GPU exchanges data with every GPU of the node.

/// NVLS: the switch reads from and writes to each of `gpus` GPUs; the head's share counts twice.
std::vector<Move> nvls_legs(int head, int gpus);

/// CollNetDirect: the head sends an equal part to each GPU, itself included, and gets one back.
/// \pre gpus > 1
std::vector<Move> direct_legs(int head, int gpus);

}  // namespace treering::sim::nccl::search
