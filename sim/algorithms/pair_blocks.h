// Which block goes from rank to rank, where each two exchange one.
#pragma once

#include "sim/schedule/contract.h"

namespace treering::sim::algorithms {

/// The block that `from` has for `to`.
inline int block_between(const schedule::Contract& contract, int from, int to) {
  using schedule::Goal;
  if (contract.goal == Goal::AllToAll) return from * contract.ranks + to;
  const bool is_of_target = contract.goal == Goal::Scatter || contract.goal == Goal::ReduceScatter;
  return is_of_target ? to : from;
}

}  // namespace treering::sim::algorithms
