#include "report/drawing/lanes.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace treering::report::drawing {
namespace {

bool overlap(const Span& a, const Span& b) {
  return a.left < b.right && b.left < a.right;
}

}  // namespace

std::vector<int> lanes_of(const std::vector<Span>& spans) {
  std::vector<std::size_t> order(spans.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::stable_sort(order, {},
                           [&](std::size_t i) { return spans[i].right - spans[i].left; });
  std::vector<int> lanes(spans.size(), -1);
  std::vector<std::vector<std::size_t>> used;
  for (const std::size_t i : order) {
    const auto is_free = [&](const std::vector<std::size_t>& lane) {
      return std::ranges::none_of(
          lane, [&](std::size_t other) { return overlap(spans[i], spans[other]); });
    };
    // Below all that it overlaps, so that a long span goes around the short ones under it.
    std::size_t lane = used.size();
    while (lane > 0 && is_free(used[lane - 1])) --lane;
    if (lane == used.size()) used.emplace_back();
    used[lane].push_back(i);
    lanes[i] = static_cast<int>(lane);
  }
  return lanes;
}

}  // namespace treering::report::drawing
