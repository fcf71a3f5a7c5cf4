// Recursive halving and doubling (Rabenseifner), not in NCCL: ranks exchange halves of what is
// left, until each has combined a part of 1/p, and then gather the parts the other way round. 2
// log2 p phases, 2S(p-1)/p bytes a rank. Ranks beyond the largest power of two p give their data to
// a partner first. R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004.
#include "sim/algorithms/comparison.h"
#include "sim/algorithms/folded_ranks.h"

namespace treering::sim::algorithms {
namespace halving_doubling {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::ReduceScatter || goal == Goal::AllGather;
}

/// What `count` ranks from `first` on stand for.
std::vector<Range> parts_of(const ChannelData& data, const FoldedRanks& ranks, int first,
                            int count) {
  if (data.contract.goal == Goal::AllReduce) return data.parts(first, count, ranks.power());
  return ranks.blocks_of(data, first, count);
}

/// In phase 0 partners give, then come the halvings, then the doublings, then partners get.
Exchange exchange(const ChannelData& data, int rank, int phase) {
  const FoldedRanks ranks(data.contract.ranks);
  const bool halves = data.contract.goal != Goal::AllGather;
  const bool doubles = data.contract.goal != Goal::ReduceScatter;
  const int halvings = halves ? ranks.bits() : 0;
  const int beyond = rank >= ranks.power() ? rank : rank + ranks.power();
  if (phase == 0) {
    const auto given = halves ? data.all() : data.blocks(beyond, 1);
    return ranks.fold(rank, given, given, halves);
  }
  if (phase > halvings + (doubles ? ranks.bits() : 0)) {
    return ranks.unfold(rank, doubles ? data.all() : data.blocks(beyond, 1));
  }
  if (rank >= ranks.power()) return {};
  const bool is_halving = phase <= halvings;
  const int bit = is_halving ? ranks.bits() - phase : phase - halvings - 1;
  const int distance = 1 << bit;
  const int other = rank ^ distance;
  const auto own = parts_of(data, ranks, rank / distance * distance, distance);
  const auto theirs = parts_of(data, ranks, other / distance * distance, distance);
  if (is_halving) return {other, theirs, other, own, true};
  return {other, own, other, theirs, false};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const int bits = FoldedRanks(query.contract.ranks).bits();
  return in_phases(query, 2 + (query.contract.goal == Goal::AllReduce ? 2 * bits : bits), exchange);
}

}  // namespace
}  // namespace halving_doubling

Faces halving_doubling_faces() {
  return faces_for_comparison("halving_doubling",
                              {halving_doubling::serves, halving_doubling::make});
}

}  // namespace treering::sim::algorithms
