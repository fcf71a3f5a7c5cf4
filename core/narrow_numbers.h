// Numbers in sequence, in as few bytes as the largest of them needs.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <variant>
#include <vector>

namespace treering::core {

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

}  // namespace treering::core
