#include <utility>
#include <vector>

#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace {

using schedule::ChannelData;
using schedule::Contract;
using schedule::Exchange;
using schedule::Goal;
using schedule::Range;

/// What is done along both directions.
enum class Pass {
  Combines,   // reduce_scatter, along rings
  DealsOut,   // the root, and those beside it, send each its part
  Gathers,    // all_gather, along rings
  CollectsIn  // all send the root their parts
};

/// One of the up to four stretches of phases.
struct Stretch {
  Pass pass = Pass::Combines;
  bool is_first_direction = true;
  int round = 0;  // within it
};

int rounds_along_both(const Grid& grid) {
  return grid.rows - 1 + grid.columns - 1;
}

bool has_two_passes(Goal goal) {
  return goal != Goal::ReduceScatter && goal != Goal::AllGather;
}

Pass pass_of(Goal goal, bool is_first_half) {
  if (goal == Goal::AllGather) return Pass::Gathers;
  if (is_first_half) return goal == Goal::Broadcast ? Pass::DealsOut : Pass::Combines;
  return goal == Goal::Reduce ? Pass::CollectsIn : Pass::Gathers;
}

/// \param members of the rings of the direction that comes first, and back again last
Stretch stretch_of(Goal goal, const Grid& grid, int members, int phase) {
  const int both = rounds_along_both(grid);
  const Pass pass = pass_of(goal, phase < both);
  const int round = phase % both;
  if (pass == Pass::Combines || pass == Pass::DealsOut) {
    const bool is_first = round < members - 1;
    return {pass, is_first, is_first ? round : round - (members - 1)};
  }
  const int others = both - (members - 1);
  const bool is_first = round >= others;
  return {pass, is_first, is_first ? round - others : round};
}

/// A rank's ring in a stretch: along its row or its column.
struct GridRing {
  Grid grid;
  int row = 0;
  int column = 0;
  bool is_along_row = true;

  int members() const { return is_along_row ? grid.columns : grid.rows; }
  int place() const { return is_along_row ? column : row; }
  int line() const { return is_along_row ? row : column; }
  int wrapped(int at) const { return (at % members() + members()) % members(); }
  int rank_at(int at) const {
    return is_along_row ? row * grid.columns + wrapped(at) : wrapped(at) * grid.columns + column;
  }
  /// The rank beside the ring, in line `line`, with the place `at`.
  int rank_in(int line, int at) const {
    return is_along_row ? line * grid.columns + wrapped(at) : wrapped(at) * grid.columns + line;
  }
};

/// The data of the ranks that a place in the ring stands for: in the first direction its whole line
/// across, in the second its own.
std::vector<Range> data_of(const ChannelData& data, const GridRing& ring, bool is_first, int at) {
  if (data.only_peers) return {};
  const int lines = ring.is_along_row ? ring.grid.rows : ring.grid.columns;
  const bool is_shared = has_two_passes(data.contract.goal);
  const auto add = [&](int owner, std::vector<Range>& ranges) {
    const auto own = is_shared ? data.parts(owner, 1, data.contract.ranks) : data.blocks(owner, 1);
    ranges.insert(ranges.end(), own.begin(), own.end());
  };
  std::vector<Range> ranges;
  if (!is_first) {
    add(ring.rank_in(ring.line(), at), ranges);
    return ranges;
  }
  ranges.reserve(static_cast<std::size_t>(lines));
  for (int line = 0; line < lines; ++line) add(ring.rank_in(line, at), ranges);
  return ranges;
}

GridRing ring_of(const Grid& grid, int rank, bool is_along_row) {
  return {grid, rank / grid.columns, rank % grid.columns, is_along_row};
}

/// The place of the member in line with the root, who deals out and collects. In the first
/// direction only the root's own ring has one: -1.
int hub_of(const Contract& contract, const GridRing& ring, const Stretch& stretch) {
  const GridRing of_root = ring_of(ring.grid, contract.root, ring.is_along_row);
  return stretch.is_first_direction && ring.line() != of_root.line() ? -1 : of_root.place();
}

/// To the next and from the one before. In a broadcast a hub has the data already.
Exchange around(const ChannelData& data, const GridRing& ring, const Stretch& stretch) {
  const bool combines = stretch.pass == Pass::Combines;
  const int sent = ring.place() - stretch.round - (combines ? 1 : 0);
  Exchange own{ring.rank_at(ring.place() + 1),
               data_of(data, ring, stretch.is_first_direction, sent),
               ring.rank_at(ring.place() - 1),
               data_of(data, ring, stretch.is_first_direction, sent - 1), combines};
  if (data.contract.goal != Goal::Broadcast) return own;
  const int hub = hub_of(data.contract, ring, stretch);
  if (ring.place() == hub) return {own.to, std::move(own.sent), -1, {}, false};
  if (ring.wrapped(ring.place() + 1) == hub) {
    return {-1, {}, own.from, std::move(own.received), false};
  }
  return own;
}

/// Between the hub and one other after another.
Exchange at_hub(const ChannelData& data, const GridRing& ring, const Stretch& stretch) {
  const int hub = hub_of(data.contract, ring, stretch);
  if (hub < 0) return {};
  const int turn = ring.wrapped(hub + 1 + stretch.round);
  if (ring.place() != hub && ring.place() != turn) return {};
  const bool is_hub = ring.place() == hub;
  const int partner = ring.rank_at(is_hub ? turn : hub);
  auto moved = data_of(data, ring, stretch.is_first_direction, turn);
  const bool sends = is_hub == (stretch.pass == Pass::DealsOut);
  if (sends) return {partner, std::move(moved), -1, {}, false};
  return {-1, {}, partner, std::move(moved), false};
}

}  // namespace

bool grid_serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::ReduceScatter || goal == Goal::AllGather ||
         goal == Goal::Broadcast || goal == Goal::Reduce;
}

int grid_phases(Goal goal, const Grid& grid) {
  return (has_two_passes(goal) ? 2 : 1) * rounds_along_both(grid);
}

Exchange grid_exchange(const ChannelData& data, const Grid& grid, int rank, int phase) {
  const bool rows_first = grid.first == First::Rows;
  const Stretch stretch =
      stretch_of(data.contract.goal, grid, rows_first ? grid.columns : grid.rows, phase);
  const GridRing ring = ring_of(grid, rank, stretch.is_first_direction == rows_first);
  const bool is_ring = stretch.pass == Pass::Combines || stretch.pass == Pass::Gathers;
  return is_ring ? around(data, ring, stretch) : at_hub(data, ring, stretch);
}

}  // namespace treering::sim::algorithms
