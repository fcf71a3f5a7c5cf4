// Naive, not in NCCL: everything goes to one rank and from there to all, one message after another.
// 2 (n - 1) messages out of or into the root.
#include "sim/algorithms/comparison.h"

namespace treering::sim::algorithms {
namespace naive {
namespace {

bool serves(const ScheduleQuery& query) {
  const Goal goal = query.contract.goal;
  return goal != Goal::AllToAll && goal != Goal::SendRecv;
}

bool collects(Goal goal) {
  return goal != Goal::Broadcast && goal != Goal::Scatter;
}

bool hands_out(Goal goal) {
  return goal != Goal::Reduce && goal != Goal::Gather;
}

/// What a rank gives to the root.
std::vector<Range> given(const ChannelData& data, int rank) {
  return combines(data.contract.goal) ? data.all() : data.blocks(rank, 1);
}

/// What it gets from the root.
std::vector<Range> got(const ChannelData& data, int rank) {
  const Goal goal = data.contract.goal;
  const bool is_part = goal == Goal::ReduceScatter || goal == Goal::Scatter;
  return is_part ? data.blocks(rank, 1) : data.all();
}

/// The k-th phase to the root or from it belongs to the k-th rank after it.
Exchange exchange(const ChannelData& data, int rank, int phase) {
  const Contract& contract = data.contract;
  const int others = contract.ranks - 1;
  const bool is_collecting = collects(contract.goal) && phase < others;
  const int turn = (contract.root + 1 + phase % others) % contract.ranks;
  if (rank != turn && rank != contract.root) return {};
  const bool is_root = rank == contract.root;
  if (is_collecting == is_root) {
    const auto data_in = is_root ? given(data, turn) : got(data, turn);
    return {-1, {}, is_root ? turn : contract.root, data_in, is_root && combines(contract.goal)};
  }
  return {
      is_root ? turn : contract.root, is_root ? got(data, turn) : given(data, turn), -1, {}, false};
}

int ways(Goal goal) {
  return (collects(goal) ? 1 : 0) + (hands_out(goal) ? 1 : 0);
}

/// All but the root have one phase each way.
std::vector<int> phases_of(const Contract& contract, int rank) {
  const int others = contract.ranks - 1;
  if (rank == contract.root) return all_phases(ways(contract.goal) * others);
  std::vector<int> phases;
  for (int way = 0; way < ways(contract.goal); ++way) {
    phases.push_back(way * others + ranks_after(contract.root + 1, rank, contract.ranks));
  }
  return phases;
}

std::unique_ptr<Schedule> make(const ScheduleQuery& query) {
  const int phases = ways(query.contract.goal) * (query.contract.ranks - 1);
  return in_phases(query, phases, exchange, phases_of);
}

}  // namespace
}  // namespace naive

Faces naive_faces() {
  return faces_for_whole_messages("naive", {naive::serves, naive::make});
}

}  // namespace treering::sim::algorithms
