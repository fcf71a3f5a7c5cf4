// The most common value, against which odd ones stand out.
#pragma once

#include <cstddef>
#include <map>
#include <vector>

namespace treering::hw::fabric::analysis {

/// Two different values do not show which is usual.
inline constexpr std::size_t kFewestAlike = 3;

template <class T>
struct MostCommon {
  T value{};
  std::size_t count = 0;  // how often; 0 of nothing
};

/// Of several that are equally common the largest, so that the odd ones are those with less.
template <class T>
MostCommon<T> most_common(const std::vector<T>& values) {
  std::map<T, std::size_t> counts;
  for (const T& value : values) ++counts[value];
  MostCommon<T> most;
  for (const auto& [value, count] : counts) {
    if (count >= most.count) most = {value, count};
  }
  return most;
}

}  // namespace treering::hw::fabric::analysis
