// Recursive halving and doubling (Rabenseifner), not in NCCL: ranks exchange halves of what is
// left, until each has combined a part of 1/p, and then gather the parts the other way round. 2
// log2 p phases, 2S(p-1)/p bytes a rank. Ranks beyond the largest power of two p give their data to
// a partner first. R. Rabenseifner, "Optimization of Collective Reduction Operations", ICCS 2004.
// A broadcast sends halves down from the root, and then doubles as well; a reduce halves, and then
// sends the parts back to the root: M. Barnett et al., "Interprocessor Collective Communication
// Library (InterCom)", SHPCC 1994, and MPICH for long messages.
#include "sim/algorithms/comparison.h"
#include "sim/algorithms/rank_patterns.h"

namespace treering::sim::algorithms {
namespace halving_doubling {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::ReduceScatter || goal == Goal::AllGather ||
         goal == Goal::Broadcast || goal == Goal::Reduce;
}

bool has_blocks(Goal goal) {
  return goal == Goal::ReduceScatter || goal == Goal::AllGather;
}

/// What is done first: values are combined, or the root's data are dealt out, or nothing.
enum class First { Combines, DealsOut, Nothing };
/// And then.
enum class Then { Doubles, Collects, Nothing };

First first_of(Goal goal) {
  if (goal == Goal::Broadcast) return First::DealsOut;
  return goal == Goal::AllGather ? First::Nothing : First::Combines;
}

Then then_of(Goal goal) {
  if (goal == Goal::Reduce) return Then::Collects;
  return goal == Goal::ReduceScatter ? Then::Nothing : Then::Doubles;
}

/// What `count` ranks from `first` on stand for, all counted from the root.
std::vector<Range> parts_of(const ChannelData& data, const FoldedRanks& ranks, int first,
                            int count) {
  if (!has_blocks(data.contract.goal)) return data.parts(first, count, ranks.power());
  return ranks.blocks_of(data, first, count);
}

/// Two groups of `distance` ranks that stand beside each other, one of which `rank` is in.
struct Halves {
  int distance = 1;
  int rank = 0;
  std::vector<Range> own;
  std::vector<Range> theirs;

  int other() const { return rank ^ distance; }
  bool is_first() const { return rank % (2 * distance) == 0; }
  bool is_second() const { return rank % (2 * distance) == distance; }
};

Halves halves_of(const ChannelData& data, const FoldedRanks& ranks, int rank, int bit) {
  const int distance = 1 << bit;
  Halves halves{distance, rank, {}, {}};
  halves.own = parts_of(data, ranks, rank / distance * distance, distance);
  halves.theirs = parts_of(data, ranks, halves.other() / distance * distance, distance);
  return halves;
}

/// Only one rank of each group has its data, or gets them.
Exchange dealt_out(const Halves& halves) {
  if (halves.is_first()) return {halves.other(), halves.theirs, -1, {}, false};
  if (halves.is_second()) return {-1, {}, halves.other(), halves.own, false};
  return {};
}

Exchange collected(const Halves& halves) {
  if (halves.is_first()) return {-1, {}, halves.other(), halves.theirs, false};
  if (halves.is_second()) return {halves.other(), halves.own, -1, {}, false};
  return {};
}

/// In a broadcast those who dealt out have the data still, and are not sent them again.
Exchange doubled(const Halves& halves, bool is_dealt_out) {
  const int other = halves.other();
  if (is_dealt_out && halves.is_first()) return {other, halves.own, -1, {}, false};
  if (is_dealt_out && halves.is_second()) return {-1, {}, other, halves.theirs, false};
  return {other, halves.own, other, halves.theirs, false};
}

/// In phase 0 partners give, then come the halvings, then the doublings, then partners get. Ranks
/// are counted from the root.
Exchange exchange_from_root(const ChannelData& data, int rank, int phase) {
  const FoldedRanks ranks(data.contract.ranks);
  const First first = first_of(data.contract.goal);
  const Then then = then_of(data.contract.goal);
  const int halvings = first == First::Nothing ? 0 : ranks.bits();
  const int doublings = then == Then::Nothing ? 0 : ranks.bits();
  const int beyond = rank >= ranks.power() ? rank : rank + ranks.power();
  if (phase == 0) {
    if (first == First::DealsOut) return {};
    const bool combines = first == First::Combines;
    const auto given = combines ? data.all() : data.blocks(beyond, 1);
    return ranks.fold(rank, given, given, combines);
  }
  if (phase > halvings + doublings) {
    if (then == Then::Collects) return {};
    return ranks.unfold(rank, then == Then::Doubles ? data.all() : data.blocks(beyond, 1));
  }
  if (rank >= ranks.power()) return {};
  const bool is_halving = phase <= halvings;
  const int bit = is_halving ? ranks.bits() - phase : phase - halvings - 1;
  const Halves halves = halves_of(data, ranks, rank, bit);
  const int other = halves.other();
  if (is_halving && first == First::DealsOut) return dealt_out(halves);
  if (is_halving) return {other, halves.theirs, other, halves.own, true};
  if (then == Then::Collects) return collected(halves);
  return doubled(halves, first == First::DealsOut);
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  const Contract& contract = data.contract;
  const int root = has_root(contract.goal) ? contract.root : 0;
  const int n = contract.ranks;
  Exchange own = exchange_from_root(data, (rank - root + n) % n, phase);
  if (own.to >= 0) own.to = (own.to + root) % n;
  if (own.from >= 0) own.from = (own.from + root) % n;
  return own;
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  const int ways =
      (first_of(goal) == First::Nothing ? 0 : 1) + (then_of(goal) == Then::Nothing ? 0 : 1);
  return in_phases(query, 2 + ways * FoldedRanks(query.contract.ranks).bits(), exchange);
}

}  // namespace
}  // namespace halving_doubling

Faces halving_doubling_faces() {
  return faces_for_whole_messages("halving_doubling",
                                  {halving_doubling::serves, halving_doubling::make});
}

}  // namespace treering::sim::algorithms
