#include "sim/nccl/search/link_moves.h"

namespace treering::sim::nccl::search {
namespace {

bool stays_inside(const Move& move) {
  return move.from.type != system::NodeType::Net && move.to.type != system::NodeType::Net;
}

float bandwidth_of(const Move& move, const Layout& layout) {
  return move.share * (stays_inside(move) ? layout.bw_intra : layout.bw_inter);
}

/// Whole hops only, as NCCL counts: fractions are cut off at every addition.
void count_hops(const paths::Path& path, float share, Layout& layout) {
  layout.hops =
      static_cast<int>(static_cast<float>(layout.hops) + share * static_cast<float>(path.hops()));
}

}  // namespace

const paths::Path& LinkMoves::path_of(const Move& move) const {
  return paths_.between(system_.at(move.from.type, move.from.index), move.to.type, move.to.index);
}

bool LinkMoves::is_within_reach(const Move& move, const paths::Path& path,
                                const Layout& layout) const {
  if (path.type >= PathType::Dis) return false;
  if (move.share != 1) return true;
  const PathType reach = stays_inside(move) ? layout.type_intra : layout.type_inter;
  if (path.type > reach) return false;
  // A tree carries traffic both ways.
  return !layout.is_tree() || path_of({move.to, move.from}).type <= reach;
}

bool LinkMoves::go(const Move& move, Layout& layout) {
  const paths::Path& path = path_of(move);
  if (!is_within_reach(move, path, layout)) return false;
  const system::NodeId start = system_.at(move.from.type, move.from.index);
  if (!residual_.take(path, start, bandwidth_of(move, layout))) return false;
  count_hops(path, move.share, layout);
  return true;
}

void LinkMoves::undo(const Move& move, Layout& layout) {
  const paths::Path& path = path_of(move);
  const system::NodeId start = system_.at(move.from.type, move.from.index);
  residual_.give_back(path, start, bandwidth_of(move, layout));
  count_hops(path, -move.share, layout);
}

}  // namespace treering::sim::nccl::search
