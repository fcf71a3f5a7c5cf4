#include "report/drawing/switch_level.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <tuple>

#include <fmt/format.h>

#include "report/drawing/device_boxes.h"

namespace treering::report::drawing {
namespace {

// A row of more is wider than a screen.
constexpr std::size_t kMostSwitches = 16;
constexpr std::size_t kMostKinds = 7;
constexpr double kGroundPad = 8;
constexpr double kGroundHead = 26;
constexpr double kGroundAspect = 1.6;

std::string details_of(const hw::fabric::analysis::TreeSwitch& one) {
  if (one.uplinks == 0) return fmt::format("{} down", one.downlinks);
  return fmt::format("{} down, {} up", one.downlinks, one.uplinks);
}

std::string switch_count(std::size_t count) {
  return count == 1 ? "1 switch" : fmt::format("{} switches", count);
}

std::vector<Drawn> one_by_one(const hw::fabric::FabricGraph& subnet,
                              const hw::fabric::analysis::TreeLevel& level) {
  std::vector<Drawn> drawn;
  for (const hw::fabric::analysis::TreeSwitch& one : level.switches) {
    drawn.push_back(
        {{one.node}, hw::fabric::name_of(subnet.node(one.node)), {details_of(one)}, {}});
  }
  return drawn;
}

/// About as wide as screens are, but no row shorter than what is shown unasked.
int in_row_of(std::size_t count) {
  constexpr double kPitches = (kSwitchHeight + kSwitchGap) / (kSwitchWidth + kSwitchGap);
  const double even = std::sqrt(kGroundAspect * kPitches * static_cast<double>(count));
  return std::max(static_cast<int>(std::ceil(even)), static_cast<int>(kMostSwitches) / 2);
}

}  // namespace

bool is_foldable(const hw::fabric::analysis::TreeLevel& level) {
  return level.switches.size() > kMostSwitches;
}

std::vector<Drawn> boxes_of(const hw::fabric::FabricGraph& subnet,
                            const hw::fabric::analysis::TreeLevel& level) {
  if (!is_foldable(level)) return one_by_one(subnet, level);
  std::vector<Drawn> drawn;
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
  for (Drawn& one : drawn) one.name = switch_count(one.nodes.size());
  return drawn;
}

SwitchGround::SwitchGround(const hw::fabric::FabricGraph& subnet,
                           const hw::fabric::analysis::TreeLevel& level)
    : switches_(one_by_one(subnet, level)), in_row_(in_row_of(switches_.size())) {}

double SwitchGround::width() const {
  return in_row_ * (kSwitchWidth + kSwitchGap) - kSwitchGap + 2 * kGroundPad;
}

double SwitchGround::height() const {
  const int rows = (static_cast<int>(switches_.size()) + in_row_ - 1) / in_row_;
  return kGroundHead + rows * (kSwitchHeight + kSwitchGap) + 2 * kGroundPad;
}

void SwitchGround::add(Point corner, const Handle& handle, Picture& picture) const {
  picture.boxes.push_back({Role::Panel, {corner.x, corner.y, width(), height()}, {}});
  const std::string name = switch_count(switches_.size());
  add_box(picture,
          {.role = Role::Network,
           .area = {corner.x + kGroundPad, corner.y + kGroundPad, width() - 2 * kGroundPad,
                    kGroundHead},
           .tip = name,
           .handle = handle},
          name, {});
  for (std::size_t i = 0; i < switches_.size(); ++i) {
    const auto row = static_cast<int>(i) / in_row_;
    const auto column = static_cast<int>(i) % in_row_;
    const Drawn& one = switches_[i];
    add_box(picture,
            {.role = Role::Network,
             .area = {corner.x + kGroundPad + column * (kSwitchWidth + kSwitchGap),
                      corner.y + kGroundPad + kGroundHead + kSwitchGap +
                          row * (kSwitchHeight + kSwitchGap),
                      kSwitchWidth, kSwitchHeight},
             .tip = one.name + ": " + one.details.front()},
            one.name, one.details);
  }
}

Drawn SwitchGround::whole() const {
  Drawn all;
  for (const Drawn& one : switches_) {
    all.nodes.insert(all.nodes.end(), one.nodes.begin(), one.nodes.end());
  }
  all.name = switch_count(switches_.size());
  return all;
}

}  // namespace treering::report::drawing
