#include "report/measurements/score_warnings.h"

#include <cmath>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/unit_text.h"
#include "report/remarks.h"

namespace treering::report::measurements {
namespace {

/// "the 90th percentile got worse: 31 % before, 40 % after", for the median likewise; empty where
/// both are as good as before, to a percent.
std::string worsening(std::string_view size, const tuner::calibration::Score& was,
                      const tuner::calibration::Score& is) {
  constexpr double kVisible = 0.005;
  std::vector<std::string> parts;
  const auto compare = [&](std::string_view what, double before, double after) {
    if (after > before + kVisible) {
      parts.push_back(fmt::format("the {} got worse: {} before, {} after", what,
                                  share_figure(before, was.rows), share_figure(after, is.rows)));
    }
  };
  compare("median", was.median, is.median);
  compare("90th percentile", was.p90, is.p90);
  return parts.empty() ? "" : fmt::format("{}: {}", size, fmt::join(parts, "; "));
}

/// Whether fewer rows are inside than 80 % intervals hold, by more than chance (two standard
/// deviations of a binomial distribution).
bool is_too_narrow(const tuner::calibration::Score& score) {
  constexpr double kExpected = 0.8;
  if (score.rows == 0) return false;
  const double deviation = std::sqrt(kExpected * (1 - kExpected) / static_cast<double>(score.rows));
  return score.covered < kExpected - 2 * deviation;
}

}  // namespace

std::string worsenings(const std::vector<NamedScores>& old, const std::vector<NamedScores>& now,
                       std::size_t width) {
  std::string text;
  for (std::size_t i = 0; i < now.size(); ++i) {
    const std::string size = now[i].size == "all" ? "all sizes" : std::string(now[i].size);
    text += dashed_remark(worsening(size, old[i].scores.cost, now[i].scores.cost), width);
  }
  if (text.empty()) return "";
  return "#\n" + remark("Worse than before:", 0, width) + text +
         remark("Compare with the rows of treering validate before you use this profile there.", 0,
                width);
}

std::string narrow_intervals(const std::vector<NamedScores>& now, std::size_t width) {
  std::vector<std::string> sizes;
  for (const NamedScores& one : now) {
    const tuner::calibration::Score& score = one.scores.cost;
    if (!is_too_narrow(score)) continue;
    const std::string share = share_figure(score.covered, score.rows);
    sizes.push_back(one.size == "all" ? fmt::format("{} of all {} rows", share, score.rows)
                                      : fmt::format("{} of {} ({})", share, score.rows, one.size));
  }
  if (sizes.empty()) return "";
  return "#\n" + remark(fmt::format("The 80 % intervals are too narrow here: they hold {}. Go by "
                                    "the errors above.",
                                    fmt::join(sizes, ", ")),
                        0, width);
}

}  // namespace treering::report::measurements
