#include "sim/schedule/uses.h"

#include <algorithm>
#include <iterator>

namespace treering::sim::schedule {

std::optional<Clash> Uses::add(const Use& use, const Range& range, const IsBefore& is_before) {
  if (range.bytes == 0) return {};
  split_at(range.begin);
  split_at(range.end());
  fill(range);
  for (auto at = parts_.lower_bound(range.begin); at != parts_.end() && at->first < range.end();
       ++at) {
    const Range part{at->first, at->second.end - at->first};
    if (const auto before = add_to(at->second, use, is_before)) return Clash{*before, part};
  }
  return {};
}

std::optional<Use> Uses::add_to(Part& part, const Use& use, const IsBefore& is_before) {
  if (part.written && !is_before(*part.written)) return part.written;
  if (use.writes) {
    const auto reader = std::ranges::find_if_not(part.read, is_before);
    if (reader != part.read.end()) return *reader;
    part.written = use;
    part.read.clear();
    return {};
  }
  const auto own = std::ranges::find(part.read, use.stream, &Use::stream);
  if (own != part.read.end()) {
    *own = use;
  } else {
    part.read.push_back(use);
  }
  return {};
}

void Uses::split_at(std::uint64_t place) {
  const auto after = parts_.upper_bound(place);
  if (after == parts_.begin()) return;
  const auto part = std::prev(after);
  if (part->first == place || part->second.end <= place) return;
  parts_.emplace_hint(after, place, part->second);
  part->second.end = place;
}

/// With parts that nobody has used.
void Uses::fill(const Range& range) {
  std::uint64_t at = range.begin;
  auto next = parts_.lower_bound(at);
  while (at < range.end()) {
    if (next != parts_.end() && next->first == at) {
      at = next->second.end;
      ++next;
      continue;
    }
    const std::uint64_t end =
        next == parts_.end() ? range.end() : std::min(range.end(), next->first);
    parts_.emplace_hint(next, at, Part{end, {}, {}});
    at = end;
  }
}

}  // namespace treering::sim::schedule
