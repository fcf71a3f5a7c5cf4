// Long sequences in few bytes: numbers that are mostly small, their sums, and values of which few
// differ.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <unordered_map>
#include <utility>
#include <variant>
#include <vector>

namespace treering::core {

// Numbers in sequence, in as few bytes as the largest of them needs.

class NarrowNumbers {
 public:
  void reserve(std::size_t count) {
    std::visit([count](auto& all) { all.reserve(count); }, all_);
  }
  void push_back(std::uint32_t number) {
    if (number > most_) widen(number);
    std::visit([number](auto& all) { push(number, all); }, all_);
  }
  /// New ones are 0.
  void resize(std::size_t count) {
    std::visit([count](auto& all) { all.resize(count); }, all_);
  }
  void set(std::size_t at, std::uint32_t number) {
    if (number > most_) widen(number);
    std::visit([=](auto& all) { put(at, number, all); }, all_);
  }
  std::uint32_t operator[](std::size_t at) const {
    return std::visit([at](const auto& all) -> std::uint32_t { return all[at]; }, all_);
  }
  std::size_t size() const {
    return std::visit([](const auto& all) { return all.size(); }, all_);
  }
  /// Bytes of each.
  std::size_t width() const { return std::size_t{1} << all_.index(); }
  bool operator==(const NarrowNumbers&) const = default;
  /// Where nobody knew how many there would be.
  void fit() {
    std::visit([](auto& all) { all.shrink_to_fit(); }, all_);
  }

 private:
  template <class Number>
  using All = std::vector<Number>;

  template <class Number>
  static void push(std::uint32_t number, All<Number>& all) {
    all.push_back(static_cast<Number>(number));
  }
  template <class Number>
  static void put(std::size_t at, std::uint32_t number, All<Number>& all) {
    all[at] = static_cast<Number>(number);
  }
  template <class Number>
  void become() {
    All<Number> wide;
    std::visit(
        [&](const auto& all) {
          wide.reserve(all.capacity());
          wide.assign(all.begin(), all.end());
        },
        all_);
    all_ = std::move(wide);
    most_ = std::numeric_limits<Number>::max();
  }
  void widen(std::uint32_t number) {
    if (number <= std::numeric_limits<std::uint16_t>::max()) {
      become<std::uint16_t>();
    } else {
      become<std::uint32_t>();
    }
  }

  std::variant<All<std::uint8_t>, All<std::uint16_t>, All<std::uint32_t>> all_;
  std::uint32_t most_ = std::numeric_limits<std::uint8_t>::max();  // that all_ can hold
};

// How many things come before each of a sequence's places, where each has few: counts in as few
// bytes as the largest needs, and a sum for each block of them.

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

// Values that many things share, kept once each and named by a number.

/// Numbers values in the order in which they first come; the next is often like the last.
template <class Value, class Hash = std::hash<Value>>
class Numbers {
 public:
  std::uint32_t number_of(const Value& value) {
    if (all_.empty() || value != all_[last_]) {
      const auto next = static_cast<std::uint32_t>(all_.size());
      const auto [known, is_new] = numbers_.try_emplace(value, next);
      if (is_new) all_.push_back(value);
      last_ = known->second;
    }
    return last_;
  }

  /// The values, by number.
  const std::vector<Value>& all() const { return all_; }
  std::vector<Value> take() { return std::move(all_); }

 private:
  std::vector<Value> all_;
  std::unordered_map<Value, std::uint32_t, Hash> numbers_;
  std::uint32_t last_ = 0;
};

// Values in sequence, of which few differ: each is kept once, and named by a number at its places.

template <class Value, class Hash = std::hash<Value>>
class FewValues {
 public:
  void reserve(std::size_t count) { numbers_.reserve(count); }
  void push_back(const Value& value) { numbers_.push_back(values_.number_of(value)); }
  const Value& operator[](std::size_t at) const { return values_.all()[numbers_[at]]; }
  std::size_t size() const { return numbers_.size(); }
  /// How many differ.
  std::size_t different() const { return values_.all().size(); }
  /// Where nobody knew how many there would be.
  void fit() { numbers_.fit(); }

 private:
  Numbers<Value, Hash> values_;
  NarrowNumbers numbers_;  // by place
};

}  // namespace treering::core
