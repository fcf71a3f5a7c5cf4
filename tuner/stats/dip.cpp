#include <algorithm>
#include <vector>

#include "tuner/stats/modes.h"

namespace treering::tuner::stats {
namespace {

/// A value, and how many samples are below it and not above it: the distribution function times n,
/// on the left and on the right of its step.
struct Step {
  double at = 0;
  double below = 0;
  double upto = 0;
};

std::vector<Step> steps_of(std::span<const double> ascending) {
  std::vector<Step> steps;
  for (const double value : ascending) {
    const double before = steps.empty() ? 0 : steps.back().upto;
    if (steps.empty() || steps.back().at != value) steps.push_back({value, before, before});
    steps.back().upto += 1;
  }
  return steps;
}

using Corners = std::vector<std::size_t>;  // places of steps, ascending

/// Part of the steps, both ends in it.
struct Part {
  std::size_t begin = 0;
  std::size_t end = 0;

  bool operator==(const Part&) const = default;
};

double line(const Step& from, const Step& to, double Step::*height, double at) {
  if (to.at == from.at) return from.*height;
  return from.*height + (to.*height - from.*height) * ((at - from.at) / (to.at - from.at));
}

/// Corners of the hull of (at, height): below the points with side 1, above them with side -1.
Corners hull(const std::vector<Step>& steps, Part part, double Step::*height, double side) {
  Corners corners;
  for (std::size_t i = part.begin; i <= part.end; ++i) {
    // The last corner goes while it lies on or beyond the line past it.
    while (corners.size() > 1) {
      const Step& last = steps[corners.back()];
      const double past = line(steps[corners[corners.size() - 2]], steps[i], height, last.at);
      if (side * (last.*height - past) < 0) break;
      corners.pop_back();
    }
    corners.push_back(i);
  }
  return corners;
}

/// The hull through `corners` at step `place`, which is between them.
double hull_at(const std::vector<Step>& steps, const Corners& corners, double Step::*height,
               std::size_t place) {
  const auto next = std::ranges::lower_bound(corners, place);
  if (*next == place) return steps[place].*height;
  return line(steps[*(next - 1)], steps[*next], height, steps[place].at);
}

struct Gap {
  double height = 0;
  Part between;
};

/// Where majorant and minorant are farthest apart.
Gap widest_gap(const std::vector<Step>& steps, const Corners& minorant, const Corners& majorant) {
  Gap widest{-1, {}};
  for (const std::size_t corner : minorant) {
    const double gap = hull_at(steps, majorant, &Step::upto, corner) - steps[corner].below;
    if (gap <= widest.height) continue;
    widest = {gap, {corner, *std::ranges::lower_bound(majorant, corner)}};
  }
  for (const std::size_t corner : majorant) {
    const double gap = steps[corner].upto - hull_at(steps, minorant, &Step::below, corner);
    if (gap <= widest.height) continue;
    widest = {gap, {*(std::ranges::upper_bound(minorant, corner) - 1), corner}};
  }
  return widest;
}

}  // namespace

double dip(std::span<const double> ascending) {
  if (ascending.empty()) return 0;
  const std::vector<Step> steps = steps_of(ascending);
  Part part{0, steps.size() - 1};
  double twice = 1;  // 2n times the dip: half a step is the least
  while (part.begin < part.end) {
    const Corners minorant = hull(steps, part, &Step::below, 1);
    const Corners majorant = hull(steps, part, &Step::upto, -1);
    const Gap gap = widest_gap(steps, minorant, majorant);
    if (gap.height <= twice) break;
    // The ends of the new interval do not count: there the mode may be, an atom if it must.
    for (std::size_t i = part.begin; i < gap.between.begin; ++i) {
      twice = std::max(twice, steps[i].upto - hull_at(steps, minorant, &Step::below, i));
    }
    for (std::size_t i = gap.between.end + 1; i <= part.end; ++i) {
      twice = std::max(twice, hull_at(steps, majorant, &Step::upto, i) - steps[i].below);
    }
    if (part == gap.between) break;
    part = gap.between;
  }
  return twice / (2 * static_cast<double>(ascending.size()));
}

}  // namespace treering::tuner::stats
