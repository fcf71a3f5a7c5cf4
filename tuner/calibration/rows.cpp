#include "tuner/calibration/rows.h"

#include <algorithm>
#include <iterator>
#include <set>

namespace treering::tuner::calibration {

Rows pointers_to(const std::vector<Observation>& observations) {
  Rows rows;
  for (const Observation& one : observations) rows.push_back(&one);
  return rows;
}

Rows picked(std::span<const Observation* const> rows, const std::vector<std::size_t>& numbers) {
  Rows some;
  for (const std::size_t number : numbers) some.push_back(rows[number]);
  return some;
}

Rows without(std::span<const Observation* const> all, const Rows& some) {
  const std::set<const Observation*> left_out(some.begin(), some.end());  // looked up only
  Rows rest;
  std::ranges::copy_if(all, std::back_inserter(rest),
                       [&](const Observation* row) { return !left_out.contains(row); });
  return rest;
}

std::map<std::string, std::vector<std::size_t>> series_of(
    std::span<const Observation* const> rows) {
  std::map<std::string, std::vector<std::size_t>> result;
  for (std::size_t i = 0; i < rows.size(); ++i) result[rows[i]->series].push_back(i);
  for (auto& [name, list] : result) {
    std::ranges::stable_sort(list, {}, [&](std::size_t i) { return rows[i]->bytes; });
  }
  return result;
}

}  // namespace treering::tuner::calibration
