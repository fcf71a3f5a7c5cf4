// Rings along the rows and columns of a grid of ranks: reduce_scatter along one direction, then
// along the other, and all_gather the other way round. In a broadcast the root deals its data out
// along both before they are gathered, and in a reduce the parts are collected there: M. Barnett et
// al., "Interprocessor Collective Communication Library (InterCom)", SHPCC 1994.
#pragma once

#include "sim/algorithms/schedule_query.h"
#include "sim/schedule/phases.h"

namespace treering::sim::algorithms {

/// What is done first: rings along rows, each of `columns` ranks, or along columns.
enum class First { Rows, Columns };

/// Rank r stands in row r / columns.
struct Grid {
  int rows = 1;
  int columns = 1;
  First first = First::Rows;
};

/// all_reduce, reduce_scatter, all_gather, broadcast, reduce.
bool grid_serves(const ScheduleQuery& query);

int grid_phases(schedule::Goal goal, const Grid& grid);

schedule::Exchange grid_exchange(const schedule::ChannelData& data, const Grid& grid, int rank,
                                 int phase);

}  // namespace treering::sim::algorithms
