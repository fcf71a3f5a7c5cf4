// What stands in the buffers of a call, element by element: formulas over a few numbers, which the
// host evaluates (layout.h) and a GPU, too (nccl/contents.cu). All of it is constexpr, so that
// the GPU's compiler takes it.
#pragma once

#include <cstdint>

#include "core/data_type.h"
#include "workers/small_float.h"

namespace treering::workers {

/// Inputs are whole numbers from 0 to 6.
inline constexpr int kPeriod = 7;

/// What the ranks put in.
struct Inputs {
  core::ReduceOp op = core::ReduceOp::Sum;
  int ranks = 1;
  /// Of sums: how many ranks put something else than 0 at the same place, so that the type holds
  /// every sum of them exactly, whatever the order. At place i these are rank i mod `ranks` and
  /// those after it.
  int speakers = 1;
};

/// What one rank gets out.
struct Pattern {
  Inputs inputs;
  bool is_reduced = false;
  // Where it is not: element i is the input of `from`, or of the rank of the block that it is in.
  int from = -1;            // -1: that of the block
  std::uint64_t block = 1;  // elements
  std::uint64_t first = 0;  // of the input: where the output, or its blocks, begin
};

/// By which `rank` multiplies its input in a mulsum: as nccl-tests has it
/// (ncclVerifiablePremulScalar in verifiable/verifiable.h).
constexpr int weight_of(int rank) {
  return rank % 2 == 0 ? 1 : 2;
}

/// The whole number that `rank` puts at `index` of its input.
///
/// For products, one rank of all has a 2 and the others a 1.
constexpr std::int64_t input_at(const Inputs& inputs, int rank, std::uint64_t index) {
  const auto ranks = static_cast<std::uint64_t>(inputs.ranks);
  const auto first = static_cast<int>(index % ranks);
  if (inputs.op == core::ReduceOp::Prod) return first == rank ? 2 : 1;
  const int turn = rank >= first ? rank - first : rank - first + inputs.ranks;
  if (turn >= inputs.speakers) return 0;
  return (static_cast<int>(index % kPeriod) + 3 * rank) % kPeriod;
}

/// What the operation makes of the inputs at `index`; of an average, the sum.
constexpr std::int64_t reduced_at(const Inputs& inputs, std::uint64_t index) {
  using core::ReduceOp;
  if (inputs.op == ReduceOp::Prod) return 2;
  std::int64_t sum = 0;
  int least = kPeriod;
  int most = 0;
  const auto place = static_cast<int>(index % kPeriod);
  auto rank = static_cast<int>(index % static_cast<std::uint64_t>(inputs.ranks));
  for (int turn = 0; turn < inputs.speakers; ++turn) {
    const int one = (place + 3 * rank) % kPeriod;
    sum += inputs.op == ReduceOp::MulSum ? one * weight_of(rank) : one;
    least = one < least ? one : least;
    most = one > most ? one : most;
    rank = rank + 1 == inputs.ranks ? 0 : rank + 1;
  }
  if (inputs.op == ReduceOp::Max) return most;
  return inputs.op == ReduceOp::Min ? least : sum;
}

/// The whole number that belongs at `index` of the output; of an average, the sum.
constexpr std::int64_t output_at(const Pattern& pattern, std::uint64_t index) {
  if (pattern.is_reduced) return reduced_at(pattern.inputs, pattern.first + index);
  if (pattern.from >= 0) return input_at(pattern.inputs, pattern.from, pattern.first + index);
  const auto from = static_cast<int>(index / pattern.block);
  return input_at(pattern.inputs, from, pattern.first + index % pattern.block);
}

/// As the type has it; integers of one byte wrap, as they do in a library.
template <class Value>
constexpr Value stored(std::int64_t value) {
  if constexpr (digits_of<Value>() == 0) {
    return static_cast<Value>(value);
  } else {
    return Value(static_cast<double>(value));
  }
}

/// Whether `found` is an average of `sum`, which a float may miss by roundings: NCCL multiplies
/// each input by 1 / ranks, which is rounded, rounds the product, and adds. Near the least numbers
/// of a type a rounding is half a step, whatever the size.
template <class Value>
constexpr bool is_average(std::int64_t sum, const Inputs& inputs, Value found) {
  constexpr double kRounding = 1 / static_cast<double>(std::uint64_t{1} << digits_of<Value>());
  const double expected = static_cast<double>(sum) / inputs.ranks;
  const double difference = static_cast<double>(found) - expected;
  const double steps = (kPeriod + 1) / 2.0 * inputs.speakers;
  const double most = expected * (inputs.speakers + 1) * kRounding + steps * least_step_of<Value>();
  return difference <= most && -difference <= most;  // false for what is no number
}

/// Whether `found` is what belongs at `index` of the output.
template <class Value>
constexpr bool is_right(const Pattern& pattern, std::uint64_t index, Value found) {
  const std::int64_t expected = output_at(pattern, index);
  const bool is_averaged = pattern.is_reduced && pattern.inputs.op == core::ReduceOp::Avg;
  if constexpr (digits_of<Value>() == 0) {
    return found == static_cast<Value>(is_averaged ? expected / pattern.inputs.ranks : expected);
  } else {
    if (is_averaged) return is_average(expected, pattern.inputs, found);
    return static_cast<double>(found) == static_cast<double>(expected);
  }
}

}  // namespace treering::workers
