// The exact sizes at which a function of the size changes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace treering::sim {

/// The sizes from `first` to `last`, both included, with the same value.
template <class Value>
struct Piece {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  Value value;
  bool operator==(const Piece&) const = default;
};

namespace detail {

/// Adds the pieces up to `high` to `found`, whose last piece contains the size `low`.
template <class ValueAt, class Value>
void add_pieces(const ValueAt& value_at, std::uint64_t low, const Piece<Value>& high,
                std::vector<Piece<Value>>& found) {
  const Value at_low = found.back().value;
  if (at_low == high.value) {
    found.back().last = high.last;
  } else if (high.first - low == 1) {
    found.push_back(high);
  } else {
    const std::uint64_t middle = low + (high.first - low) / 2;
    add_pieces(value_at, low, Piece<Value>{middle, middle, value_at(middle)}, found);
    add_pieces(value_at, middle, high, found);
  }
}

}  // namespace detail

/// The pieces of `value_at` from the first to the last of `samples`, found by bisection between
/// samples with different values. A change that is undone between two samples is missed.
/// \pre samples are ascending
template <class ValueAt>
auto pieces(const ValueAt& value_at, std::span<const std::uint64_t> samples) {
  using Value = decltype(value_at(std::uint64_t{}));
  std::vector<Piece<Value>> found;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Piece<Value> at_sample{samples[i], samples[i], value_at(samples[i])};
    if (found.empty()) {
      found.push_back(at_sample);
    } else {
      sim::detail::add_pieces(value_at, samples[i - 1], at_sample, found);
    }
  }
  return found;
}

}  // namespace treering::sim
