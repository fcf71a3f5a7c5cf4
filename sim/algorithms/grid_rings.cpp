#include "sim/algorithms/grid_rings.h"

#include <vector>

namespace treering::sim::algorithms {
namespace {

using schedule::ChannelData;
using schedule::Exchange;
using schedule::Goal;
using schedule::Range;

/// One of the up to four stretches of phases.
struct Stretch {
  bool is_first_direction = true;
  bool combines = true;
  int round = 0;  // within it
};

int rounds_along_both(const Grid& grid) {
  return grid.rows - 1 + grid.columns - 1;
}

/// \param members of the rings of the direction that comes first
Stretch stretch_of(Goal goal, const Grid& grid, int members, int phase) {
  const int both = rounds_along_both(grid);
  const bool combines = goal == Goal::ReduceScatter || (goal == Goal::AllReduce && phase < both);
  const int round = phase % both;
  if (combines) {
    const bool is_first = round < members - 1;
    return {is_first, true, is_first ? round : round - (members - 1)};
  }
  const int others = both - (members - 1);
  const bool is_first = round >= others;
  return {is_first, false, is_first ? round - others : round};
}

/// A rank's ring in a stretch: along its row or its column.
struct GridRing {
  Grid grid;
  int row = 0;
  int column = 0;
  bool is_along_row = true;

  int members() const { return is_along_row ? grid.columns : grid.rows; }
  int place() const { return is_along_row ? column : row; }
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
  const int own_line = ring.is_along_row ? ring.row : ring.column;
  const int lines = ring.is_along_row ? ring.grid.rows : ring.grid.columns;
  const auto add = [&](int owner, std::vector<Range>& ranges) {
    ranges.push_back(data.contract.goal == Goal::AllReduce
                         ? data.parts(owner, 1, data.contract.ranks).front()
                         : data.block(owner));
  };
  std::vector<Range> ranges;
  if (!is_first) {
    add(ring.rank_in(own_line, at), ranges);
    return ranges;
  }
  ranges.reserve(static_cast<std::size_t>(lines));
  for (int line = 0; line < lines; ++line) add(ring.rank_in(line, at), ranges);
  return ranges;
}

}  // namespace

bool grid_serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::ReduceScatter || goal == Goal::AllGather;
}

int grid_phases(Goal goal, const Grid& grid) {
  return (goal == Goal::AllReduce ? 2 : 1) * rounds_along_both(grid);
}

Exchange grid_exchange(const ChannelData& data, const Grid& grid, int rank, int phase) {
  const bool rows_first = grid.first == First::Rows;
  const Stretch stretch =
      stretch_of(data.contract.goal, grid, rows_first ? grid.columns : grid.rows, phase);
  const GridRing ring{grid, rank / grid.columns, rank % grid.columns,
                      stretch.is_first_direction == rows_first};
  const int sent = ring.place() - stretch.round - (stretch.combines ? 1 : 0);
  return {ring.rank_at(ring.place() + 1), data_of(data, ring, stretch.is_first_direction, sent),
          ring.rank_at(ring.place() - 1), data_of(data, ring, stretch.is_first_direction, sent - 1),
          stretch.combines};
}

}  // namespace treering::sim::algorithms
