// How many things come before each of a sequence's places, where each has few: counts in as few
// bytes as the largest needs, and a sum for each block of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/narrow_numbers.h"

namespace treering::core {

class NarrowSums {
 public:
  void reserve(std::size_t places) {
    counts_.reserve(places);
    blocks_.reserve(places / kBlock + 1);
  }
  void push_back(std::uint32_t count) {
    if (counts_.size() % kBlock == 0) blocks_.push_back(sum_);
    counts_.push_back(count);
    sum_ += count;
  }
  std::size_t size() const { return counts_.size(); }
  std::uint32_t count(std::size_t at) const { return counts_[at]; }
  /// Of all places.
  std::uint32_t sum() const { return sum_; }
  /// Of the places before `at`, which may be size().
  std::uint32_t before(std::size_t at) const {
    if (at == size()) return sum_;
    std::uint32_t sum = blocks_[at / kBlock];
    for (std::size_t i = at / kBlock * kBlock; i < at; ++i) sum += counts_[i];
    return sum;
  }
  /// The place that has the thing of this number, which is below sum().
  std::size_t place_of(std::uint32_t number) const {
    const auto next = std::ranges::upper_bound(blocks_, number);
    auto at = static_cast<std::size_t>(next - blocks_.begin() - 1);
    std::uint32_t sum = blocks_[at];
    for (at *= kBlock; sum + counts_[at] <= number; ++at) sum += counts_[at];
    return at;
  }

 private:
  static constexpr std::size_t kBlock = 32;

  NarrowNumbers counts_;
  std::vector<std::uint32_t> blocks_;  // sums before each
  std::uint32_t sum_ = 0;
};

}  // namespace treering::core
