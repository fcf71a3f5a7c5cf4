// Values that many things share, kept once each and named by a number.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace treering::core {

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

}  // namespace treering::core
