#include "workers/layout.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "workers/stored_type.h"

namespace treering::workers {

namespace {

using core::Collective;
using core::DataType;
using core::ReduceOp;
using tuner::measure::Configuration;

/// Up to here the type has all whole numbers. Sums of integers wrap, and are right nevertheless;
/// their averages are not.
double largest_sum(DataType type, ReduceOp op) {
  double largest = 0;
  with_stored_type(type, [&](auto zero) {
    using Value = decltype(zero);
    if constexpr (digits_of<Value>() > 0) {
      largest = std::ldexp(1.0, digits_of<Value>());
    } else {
      using Limits = std::numeric_limits<Value>;
      largest = op == ReduceOp::Avg ? static_cast<double>(Limits::max())
                                    : std::numeric_limits<double>::max();
    }
  });
  return largest;
}

int speakers_of(const Configuration& call, int ranks) {
  const bool is_sum = call.call.op == ReduceOp::Sum || call.call.op == ReduceOp::Avg ||
                      call.call.op == ReduceOp::MulSum;
  if (!is_sum || !is_reduction(call.call.collective)) return ranks;
  const int most = (kPeriod - 1) * (call.call.op == ReduceOp::MulSum ? weight_of(1) : 1);
  const double count = std::min<double>(largest_sum(call.call.type, call.call.op) / most, ranks);
  return std::max(static_cast<int>(count), 1);
}

}  // namespace

Layout layout_of(const Configuration& call, int rank, int ranks) {
  const std::size_t elements =
      std::max<std::size_t>(call.call.bytes / core::size_of(call.call.type).count(), 1);
  const auto parts = static_cast<std::size_t>(ranks);
  const std::size_t block = std::max<std::size_t>(elements / parts, 1);
  switch (call.call.collective) {
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
    case Collective::Barrier:
      break;
  }
  return {elements, elements, elements};
}

Inputs inputs_of(const Configuration& call, int ranks) {
  return {call.call.op, ranks, speakers_of(call, ranks)};
}

Pattern pattern_of(const Configuration& call, int rank, int ranks) {
  Pattern pattern;
  pattern.inputs = inputs_of(call, ranks);
  pattern.is_reduced = is_reduction(call.call.collective);
  pattern.block = layout_of(call, rank, ranks).block;
  const std::uint64_t own = static_cast<std::uint64_t>(rank) * pattern.block;
  switch (call.call.collective) {
    case Collective::AllGather:
    case Collective::Gather:
    case Collective::AllReduce:
    case Collective::Reduce:
    case Collective::Barrier:
      break;
    case Collective::ReduceScatter:
    case Collective::AllToAll:
      pattern.first = own;
      break;
    case Collective::Scatter:
      pattern.first = own;
      pattern.from = 0;
      break;
    case Collective::Broadcast:
      pattern.from = 0;
      break;
    case Collective::SendRecv:
      pattern.from = call.pair ? call.pair->from : (rank + ranks - 1) % ranks;
      break;
  }
  return pattern;
}

bool is_reduction(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::ReduceScatter ||
         collective == Collective::Reduce;
}

bool has_output(const Configuration& call, int rank) {
  if (call.pair) return rank == call.pair->to;
  if (call.call.collective == Collective::Barrier) return false;
  const bool is_for_root =
      call.call.collective == Collective::Reduce || call.call.collective == Collective::Gather;
  return !is_for_root || rank == 0;
}

using tuner::measure::Configuration;

void fill_input(const Configuration& call, int rank, int ranks, std::byte* in) {
  const std::size_t count = layout_of(call, rank, ranks).in;
  const Inputs inputs = inputs_of(call, ranks);
  with_stored_type(call.call.type, [&](auto zero) {
    using Value = decltype(zero);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = stored<Value>(input_at(inputs, rank, i));
      std::memcpy(in + i * sizeof value, &value, sizeof value);
    }
  });
}

void spoil_output(const Configuration& call, int rank, int ranks, std::byte* out) {
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::memset(out, kSpoiledByte, count * core::size_of(call.call.type).count());
}

std::uint64_t wrong_elements(const Configuration& call, int rank, int ranks, const std::byte* out) {
  if (!has_output(call, rank)) return 0;
  const std::size_t count = layout_of(call, rank, ranks).out;
  const Pattern pattern = pattern_of(call, rank, ranks);
  std::uint64_t wrong = 0;
  with_stored_type(call.call.type, [&](auto zero) {
    for (std::size_t i = 0; i < count; ++i) {
      auto found = zero;
      std::memcpy(&found, out + i * sizeof found, sizeof found);
      if (!is_right(pattern, i, found)) ++wrong;
    }
  });
  return wrong;
}

}  // namespace treering::workers
