#include "tuner/tune/lines.h"

#include <algorithm>
#include <cmath>

#include "tuner/tune/standing.h"

namespace treering::tuner::tune {
namespace {

/// Where the second overtakes the first. \pre its slope is greater
double crossing(const Line& first, const Line& second) {
  return (first.at - second.at) / (second.slope - first.slope);
}

/// The lines that are the greatest somewhere, in the order of their slopes.
std::vector<Line> upper_envelope(std::vector<Line> lines) {
  std::ranges::sort(lines, [](const Line& a, const Line& b) {
    return a.slope != b.slope ? a.slope < b.slope : a.at < b.at;
  });
  std::vector<Line> kept;
  for (const Line& line : lines) {
    if (!kept.empty() && kept.back().slope == line.slope) kept.pop_back();
    while (kept.size() > 1 &&
           crossing(kept.back(), line) <= crossing(kept[kept.size() - 2], kept.back())) {
      kept.pop_back();
    }
    kept.push_back(line);
  }
  return kept;
}

}  // namespace

double gain_of_knowing(std::vector<Line> lines) {
  const std::vector<Line> kept = upper_envelope(std::move(lines));
  double gain = 0;
  // Each crossing adds what the steeper line has beyond the flatter one on its side of it,
  // whichever side the best of today is on.
  for (std::size_t i = 1; i < kept.size(); ++i) {
    const double steeper = kept[i].slope - kept[i - 1].slope;
    gain += expected_excess(-std::abs(crossing(kept[i - 1], kept[i])), 1) * steeper;
  }
  return gain;
}

}  // namespace treering::tuner::tune
