#include "report/drawing/switch_level.h"

#include <algorithm>
#include <map>
#include <tuple>

#include <fmt/format.h>

namespace treering::report::drawing {
namespace {

// A row of more is wider than a screen.
constexpr std::size_t kMostSwitches = 16;
constexpr std::size_t kMostKinds = 7;

std::string details_of(const hw::fabric::analysis::TreeSwitch& one) {
  if (one.uplinks == 0) return fmt::format("{} down", one.downlinks);
  return fmt::format("{} down, {} up", one.downlinks, one.uplinks);
}

std::string switches(std::size_t count) {
  return count == 1 ? "1 switch" : fmt::format("{} switches", count);
}

}  // namespace

bool is_foldable(const hw::fabric::analysis::TreeLevel& level) {
  return level.switches.size() > kMostSwitches;
}

std::vector<Drawn> boxes_of(const hw::fabric::FabricGraph& subnet,
                            const hw::fabric::analysis::TreeLevel& level, bool is_unfolded) {
  std::vector<Drawn> drawn;
  if (!is_foldable(level) || is_unfolded) {
    for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
      drawn.push_back(
          {{one.node}, hw::fabric::name_of(subnet.node(one.node)), {details_of(one)}, {}});
    }
    return drawn;
  }
  std::map<std::tuple<int, int>, std::size_t> kinds;
  for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
    const auto [at, is_new] = kinds.try_emplace({one.downlinks, one.uplinks}, drawn.size());
    if (is_new) drawn.push_back({{}, {}, {"each " + details_of(one)}, {}});
    drawn[at->second].nodes.push_back(one.node);
  }
  std::ranges::stable_sort(drawn, std::ranges::greater(),
                           [](const Drawn& d) { return d.nodes.size(); });
  while (drawn.size() > kMostKinds) {
    auto& last = drawn[drawn.size() - 2].nodes;
    last.insert(last.end(), drawn.back().nodes.begin(), drawn.back().nodes.end());
    drawn.pop_back();
    drawn.back().details = {"other numbers of cables"};
  }
  for (Drawn& one : drawn) one.name = switches(one.nodes.size());
  return drawn;
}

}  // namespace treering::report::drawing
