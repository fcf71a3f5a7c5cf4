#include "workers/layout.h"

#include <algorithm>

namespace treering::workers {
namespace {

using core::Collective;
using core::ReduceOp;
using tuner::measure::Configuration;

constexpr int kPeriod = 7;

std::int64_t reduced_at(ReduceOp op, int ranks, std::size_t index) {
  std::int64_t sum = 0;
  std::int64_t least = input_at(op, 0, ranks, index);
  std::int64_t most = least;
  for (int rank = 0; rank < ranks; ++rank) {
    const std::int64_t one = input_at(op, rank, ranks, index);
    sum += one;
    least = std::min(least, one);
    most = std::max(most, one);
  }
  switch (op) {
    case ReduceOp::Prod:
      return 2;
    case ReduceOp::Max:
      return most;
    case ReduceOp::Min:
      return least;
    case ReduceOp::Avg:
      return sum / ranks;
    case ReduceOp::Sum:
    case ReduceOp::MulSum:
      break;
  }
  return sum;
}

}  // namespace

Layout layout_of(const Configuration& call, int rank, int ranks) {
  const std::size_t elements =
      std::max<std::size_t>(call.bytes / core::size_of(call.type).count(), 1);
  const std::size_t parts = static_cast<std::size_t>(ranks);
  const std::size_t block = std::max<std::size_t>(elements / parts, 1);
  switch (call.collective) {
    case Collective::AllGather:
      return {block, block * parts, block};
    case Collective::Gather:
      return {block, rank == 0 ? block * parts : 0, block};
    case Collective::ReduceScatter:
    case Collective::Scatter:
      return {block * parts, block, block};
    case Collective::AllToAll:
      return {block * parts, block * parts, block};
    case Collective::AllReduce:
    case Collective::Broadcast:
    case Collective::Reduce:
    case Collective::SendRecv:
      break;
  }
  return {elements, elements, elements};
}

std::int64_t input_at(ReduceOp op, int rank, int ranks, std::size_t index) {
  const auto place = static_cast<std::int64_t>(index);
  if (op == ReduceOp::Prod) return place % ranks == rank ? 2 : 1;
  return (place + 3 * rank) % kPeriod;
}

std::int64_t output_at(const Configuration& call, int rank, int ranks, std::size_t index) {
  const Layout own = layout_of(call, rank, ranks);
  const std::size_t first = static_cast<std::size_t>(rank) * own.block;  // of this rank's block
  const auto from = static_cast<int>(index / own.block);
  switch (call.collective) {
    case Collective::AllReduce:
    case Collective::Reduce:
      return reduced_at(call.op, ranks, index);
    case Collective::ReduceScatter:
      return reduced_at(call.op, ranks, first + index);
    case Collective::Broadcast:
      return input_at(call.op, 0, ranks, index);
    case Collective::Scatter:
      return input_at(call.op, 0, ranks, first + index);
    case Collective::AllGather:
    case Collective::Gather:
      return input_at(call.op, from, ranks, index % own.block);
    case Collective::AllToAll:
      return input_at(call.op, from, ranks, first + index % own.block);
    case Collective::SendRecv:
      return input_at(call.op, call.pair ? call.pair->from : (rank + ranks - 1) % ranks, ranks,
                      index);
  }
  return 0;
}

bool is_reduction(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::ReduceScatter ||
         collective == Collective::Reduce;
}

bool has_output(const Configuration& call, int rank) {
  if (call.pair) return rank == call.pair->to;
  const bool is_for_root =
      call.collective == Collective::Reduce || call.collective == Collective::Gather;
  return !is_for_root || rank == 0;
}

}  // namespace treering::workers
