// Moves of one channel along paths: each takes the channel's bandwidth from the links of its path,
// and gives it back when the search steps back.
#pragma once

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/search/layout.h"
#include "sim/nccl/search/residual.h"

namespace treering::sim::nccl::search {

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

}  // namespace treering::sim::nccl::search
