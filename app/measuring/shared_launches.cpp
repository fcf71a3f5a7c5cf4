#include "app/measuring/shared_launches.h"

#include <algorithm>
#include <map>
#include <string_view>
#include <vector>

namespace treering::app::measuring {
namespace {

/// By launch, whether the other side has it.
using Marks = std::vector<bool>;

bool has_others(const Times& times, const Marks& marks) {
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i] && !times.samples[i].empty()) return true;
  }
  return false;
}

template <class Value>
void erase_marked(const Marks& marks, std::vector<Value>& all) {
  std::vector<Value> kept;
  for (std::size_t i = 0; i < marks.size(); ++i) {
    if (!marks[i]) kept.push_back(std::move(all[i]));
  }
  all = std::move(kept);
}

void leave_out(const Marks& marks, Times& times) {
  erase_marked(marks, times.samples);
  erase_marked(marks, times.least);
  erase_marked(marks, times.most);
  erase_marked(marks, times.start_keys);
}

}  // namespace

SharedLaunches leave_out_shared(Times& before, Times& after) {
  std::map<std::string_view, std::size_t> known;
  for (std::size_t i = 0; i < before.start_keys.size(); ++i) known.emplace(before.start_keys[i], i);
  Marks of_before(before.start_keys.size());
  Marks of_after(after.start_keys.size());
  SharedLaunches shared;
  for (std::size_t i = 0; i < of_after.size(); ++i) {
    const auto same = known.find(after.start_keys[i]);
    if (same == known.end() || after.samples[i].empty()) continue;
    if (before.samples[same->second] != after.samples[i]) continue;
    of_before[same->second] = of_after[i] = true;
    ++shared.count;
  }
  if (shared.count == 0) return shared;
  shared.is_all_of_a_side = !has_others(before, of_before) || !has_others(after, of_after);
  if (shared.is_all_of_a_side) return shared;
  leave_out(of_before, before);
  leave_out(of_after, after);
  return shared;
}

}  // namespace treering::app::measuring
