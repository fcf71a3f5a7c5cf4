// Ranks as algorithms for powers of two take them: rank p + i, beyond the largest power p, gives
// its data to rank i first and gets the result from it last.
#pragma once

#include <vector>

#include "sim/schedule/phases.h"

namespace treering::sim::algorithms {

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

}  // namespace treering::sim::algorithms
