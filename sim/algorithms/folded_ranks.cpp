#include <algorithm>
#include <bit>
#include <utility>

#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {

using schedule::Exchange;
using schedule::Range;

FoldedRanks::FoldedRanks(int ranks)
    : ranks_(ranks), bits_(static_cast<int>(std::bit_width(static_cast<unsigned>(ranks))) - 1) {}

std::vector<Range> FoldedRanks::blocks_of(const schedule::ChannelData& data, int first,
                                          int count) const {
  std::vector<Range> ranges = data.blocks(first, count);
  const int beyond = std::min(first + power(), ranks_);
  const int end = std::min(beyond + count, ranks_);
  std::ranges::copy(data.blocks(beyond, end - beyond), std::back_inserter(ranges));
  return ranges;
}

Exchange FoldedRanks::fold(int rank, std::vector<Range> own, std::vector<Range> theirs,
                           bool combines) const {
  if (rank >= power()) return {rank - power(), std::move(own), -1, {}, false};
  if (!has_partner(rank)) return {};
  return {-1, {}, rank + power(), std::move(theirs), combines};
}

Exchange FoldedRanks::unfold(int rank, std::vector<Range> result) const {
  if (rank >= power()) return {-1, {}, rank - power(), std::move(result), false};
  if (!has_partner(rank)) return {};
  return {rank + power(), std::move(result), -1, {}, false};
}

}  // namespace treering::sim::algorithms
