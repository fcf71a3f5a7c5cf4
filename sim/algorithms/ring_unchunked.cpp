// A ring without chunks, not in NCCL: the whole data go around to be combined, from the rank after
// the root to the root, and around again as the result. Tutorials begin with it: 2 (n - 1) steps of
// S bytes, while all other ranks wait. all_gather and reduce_scatter pass whole blocks around, all
// ranks at once: the rings of MPICH and Open MPI.
#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace ring_unchunked {
namespace {

bool are_blocks(Goal goal) {
  return goal == Goal::AllGather || goal == Goal::ReduceScatter;
}

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal == Goal::AllReduce || goal == Goal::Reduce || goal == Goal::Broadcast ||
         goal == Goal::Barrier || are_blocks(goal);
}

/// Every rank passes a block to the next: in all_gather first its own, in reduce_scatter last.
Exchange blocks_exchange(const ChannelData& data, int rank, int phase) {
  const int n = data.contract.ranks;
  const bool is_combining = data.contract.goal == Goal::ReduceScatter;
  const int sent = (rank + 2 * n - phase - (is_combining ? 1 : 0)) % n;
  return {(rank + 1) % n, data.blocks(sent, 1), (rank + n - 1) % n,
          data.blocks((sent + n - 1) % n, 1), is_combining};
}

bool is_combining(const Contract& contract, int round) {
  return contract.goal != Goal::Broadcast && round == 0;
}

/// The rank that sends first in a round.
int first_of(const Contract& contract, int round) {
  return contract.root + (is_combining(contract, round) ? 1 : 0);
}

Exchange exchange(const ChannelData& data, int rank, int phase) {
  if (are_blocks(data.contract.goal)) return blocks_exchange(data, rank, phase);
  const Contract& contract = data.contract;
  const int n = contract.ranks;
  const int round = phase / (n - 1);
  const int from = (first_of(contract, round) + phase % (n - 1)) % n;
  const int to = (from + 1) % n;
  if (rank == from) return {to, data.all(), -1, {}, false};
  if (rank == to) return {-1, {}, from, data.all(), is_combining(contract, round)};
  return {};
}

int rounds_of(Goal goal) {
  return goal == Goal::AllReduce || goal == Goal::Barrier ? 2 : 1;
}

/// In a round a rank receives, and sends in the next phase, but for the last and the first.
std::vector<int> phases_of(const Contract& contract, int rank) {
  const int others = contract.ranks - 1;
  std::vector<int> phases;
  for (int round = 0; round < rounds_of(contract.goal); ++round) {
    const int place = ranks_after(first_of(contract, round), rank, contract.ranks);
    if (place > 0) phases.push_back(round * others + place - 1);
    if (place < others) phases.push_back(round * others + place);
  }
  return phases;
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  const int phases = rounds_of(goal) * (query.contract.ranks - 1);
  if (are_blocks(goal)) return in_phases(query, phases, exchange);
  return in_phases(query, phases, exchange, phases_of);
}

}  // namespace
}  // namespace ring_unchunked

Faces ring_unchunked_faces() {
  return faces_for_whole_messages("ring_unchunked", {ring_unchunked::serves, ring_unchunked::make});
}

}  // namespace treering::sim::algorithms
