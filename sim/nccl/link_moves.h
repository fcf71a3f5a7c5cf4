// Moves of one channel along paths: each takes the channel's bandwidth from the links of its path,
// and gives it back when the search steps back.
#pragma once

#include "sim/nccl/layout.h"
#include "sim/nccl/paths.h"
#include "sim/nccl/residual.h"

namespace treering::sim::nccl {

/// A device by type and index.
struct Place {
  NodeType type = NodeType::Gpu;
  int index = 0;
};

struct Move {
  Place from;
  Place to;
  float share = 1;  // of the bandwidth that the layout asks for
};

class LinkMoves {
 public:
  LinkMoves(const System& system, const LinkTable& links, const PathTable& paths)
      : system_(system), paths_(paths), residual_(system, links) {}

  /// False, with nothing taken, when the path is farther than `layout` allows or too full. Parts of
  /// a channel's bandwidth may go any way. Counts the hops of `layout`.
  bool go(const Move& move, Layout& layout);
  /// Undoes a move that was gone with the same bandwidths in `layout`.
  void undo(const Move& move, Layout& layout);

  const Residual& residual() const { return residual_; }

 private:
  const Path& path_of(const Move& move) const;
  bool is_within_reach(const Move& move, const Path& path, const Layout& layout) const;

  const System& system_;
  const PathTable& paths_;
  Residual residual_;
};

}  // namespace treering::sim::nccl
