// Recursive doubling, not in NCCL: in phase k each rank exchanges all that it has with the one
// whose number differs in bit k. ceil(log2 n) phases, each with the whole data of an all_reduce.
// Ranks beyond the largest power of two first give theirs to a partner, and get the result from it.
// R. Thakur, R. Rabenseifner, W. Gropp, "Optimization of Collective Communication Operations in
// MPICH", 2005.
#include "sim/algorithms/comparison.h"
#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace recursive_doubling {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::AllGather || goal == Goal::Barrier;
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  const FoldedRanks ranks(data.contract.ranks);
  const bool combines = data.contract.goal != Goal::AllGather;
  // What a group of ranks holds together before they exchange.
  const auto held_by = [&](int first, int count) {
    return combines ? data.all() : ranks.blocks_of(data, first, count);
  };
  if (phase == 0) {
    const int beyond = rank >= ranks.power() ? rank : rank + ranks.power();
    const auto given = combines ? data.all() : data.blocks(beyond, 1);
    return ranks.fold(rank, given, given, combines);
  }
  if (phase > ranks.bits()) return ranks.unfold(rank, data.all());
  if (rank >= ranks.power()) return {};
  const int distance = 1 << (phase - 1);
  const int other = rank ^ distance;
  return {other, held_by(rank / distance * distance, distance), other,
          held_by(other / distance * distance, distance), combines};
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  return in_phases(query, FoldedRanks(query.contract.ranks).bits() + 2, exchange);
}

}  // namespace
}  // namespace recursive_doubling

Faces recursive_doubling_faces() {
  return faces_for_whole_messages("recursive_doubling",
                                  {recursive_doubling::serves, recursive_doubling::make});
}

}  // namespace treering::sim::algorithms
