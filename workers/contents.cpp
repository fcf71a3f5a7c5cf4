#include "workers/contents.h"

#include <cmath>
#include <cstring>

#include "workers/layout.h"
#include "workers/stored_type.h"

namespace treering::workers {
namespace {

using core::DataType;
using tuner::measure::Configuration;

constexpr int kSpoiled = 0x55;  // of every byte

template <class Value>
Value stored(std::int64_t value) {
  if constexpr (digits_of<Value>() == 0) {
    return static_cast<Value>(value);  // sums of many ranks wrap in one byte
  } else {
    return Value(static_cast<double>(value));
  }
}

/// What a float may differ from the exact result: nothing while all sums are whole numbers that the
/// type holds, else a rounding for each rank.
double tolerance(const Configuration& call, int ranks, int digits, double expected) {
  const bool are_whole = call.op != core::ReduceOp::Avg;
  if (are_whole && std::abs(expected) <= std::ldexp(1.0, digits)) return 0;
  return std::abs(expected) * ranks * std::ldexp(1.0, -digits);
}

/// A rank of a job.
struct Member {
  int rank = 0;
  int ranks = 1;
};

template <class Value>
bool is_right(const Configuration& call, const Member& member, std::size_t index, Value found) {
  const auto [rank, ranks] = member;
  constexpr int kDigits = digits_of<Value>();
  if constexpr (kDigits == 0) {
    return found == static_cast<Value>(output_at(call, rank, ranks, index));
  } else {
    Configuration summed = call;
    const bool is_average = call.op == core::ReduceOp::Avg && is_reduction(call.collective);
    if (is_average) summed.op = core::ReduceOp::Sum;
    const auto sum = static_cast<double>(output_at(summed, rank, ranks, index));
    const double expected = is_average ? sum / ranks : sum;
    const double difference = std::abs(static_cast<double>(found) - expected);
    return difference <= tolerance(call, ranks, kDigits, expected);  // false for what is no number
  }
}

}  // namespace

bool is_known_to_host(DataType type) {
  return with_stored_type(type, [](auto /*zero*/) {});
}

void fill_input(const Configuration& call, int rank, int ranks, std::byte* in) {
  const std::size_t count = layout_of(call, rank, ranks).in;
  with_stored_type(call.type, [&](auto zero) {
    using Value = decltype(zero);
    for (std::size_t i = 0; i < count; ++i) {
      const auto value = stored<Value>(input_at(call.op, rank, ranks, i));
      std::memcpy(in + i * sizeof value, &value, sizeof value);
    }
  });
}

void spoil_output(const Configuration& call, int rank, int ranks, std::byte* out) {
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::memset(out, kSpoiled, count * core::size_of(call.type).count());
}

std::uint64_t wrong_elements(const Configuration& call, int rank, int ranks, const std::byte* out) {
  if (!has_output(call, rank)) return 0;
  const std::size_t count = layout_of(call, rank, ranks).out;
  std::uint64_t wrong = 0;
  with_stored_type(call.type, [&](auto zero) {
    for (std::size_t i = 0; i < count; ++i) {
      auto found = zero;
      std::memcpy(&found, out + i * sizeof found, sizeof found);
      if (!is_right(call, {rank, ranks}, i, found)) ++wrong;
    }
  });
  return wrong;
}

}  // namespace treering::workers
