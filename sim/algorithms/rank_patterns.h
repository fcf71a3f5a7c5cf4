// Arrangements of ranks that several algorithms share: folded to a power of two, in a grid, and the
// blocks of pairs.
#pragma once

#include <vector>

#include "sim/algorithms/registry.h"
#include "sim/schedule/contract.h"
#include "sim/schedule/phases.h"

namespace treering::sim::algorithms {

// Ranks as algorithms for powers of two take them: rank p + i, beyond the largest power p, gives
// its data to rank i first and gets the result from it last.

class FoldedRanks {
 public:
  explicit FoldedRanks(int ranks);

  int power() const { return 1 << bits_; }
  int bits() const { return bits_; }
  bool has_partner(int rank) const { return rank + power() < ranks_; }  // \pre rank < power()

  /// The blocks of ranks `first` to `first + count - 1` and of their partners.
  std::vector<schedule::Range> blocks_of(const schedule::ChannelData& data, int first,
                                         int count) const;

  /// The phase in which partners give their data. \param own what `rank` gives, if it is beyond
  /// \param theirs what it gets, if it has a partner
  schedule::Exchange fold(int rank, std::vector<schedule::Range> own,
                          std::vector<schedule::Range> theirs, bool combines) const;
  /// The phase in which partners get `result`.
  schedule::Exchange unfold(int rank, std::vector<schedule::Range> result) const;

 private:
  int ranks_;
  int bits_ = 0;
};

// Rings along the rows and columns of a grid of ranks: reduce_scatter along one direction, then
// along the other, and all_gather the other way round. In a broadcast the root deals its data out
// along both before they are gathered, and in a reduce the parts are collected there: M. Barnett et
// al., "Interprocessor Collective Communication Library (InterCom)", SHPCC 1994.

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

// Which block goes from rank to rank, where each two exchange one.

/// The block that `from` has for `to`.
inline int block_between(const schedule::Contract& contract, int from, int to) {
  using schedule::Goal;
  if (contract.goal == Goal::AllToAll) return from * contract.ranks + to;
  const bool is_of_target = contract.goal == Goal::Scatter || contract.goal == Goal::ReduceScatter;
  return is_of_target ? to : from;
}

}  // namespace treering::sim::algorithms
