#include "report/overview/sentences.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "app/measuring/notes.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;
using app::overview::Curve;
using app::overview::CurvePoint;
using app::overview::MeasuredPoint;
using app::overview::MeasuredSeries;

/// Neighbouring sizes at which the same algorithm is the fastest.
struct Reign {
  std::string algorithm;
  core::Bytes first, last;
  std::optional<core::Bytes> below;  // the first size of the next
};

std::vector<Reign> reigns_of(const std::vector<CurvePoint>& best) {
  std::vector<Reign> reigns;
  for (const CurvePoint& point : best) {
    if (reigns.empty() || reigns.back().algorithm != point.way.algorithm) {
      if (!reigns.empty()) reigns.back().below = point.bytes;
      reigns.push_back({point.way.algorithm, point.bytes, point.bytes, {}});
    }
    reigns.back().last = point.bytes;
  }
  return reigns;
}

/// "By the model Tree is the fastest at 8 B to below 4 MiB and Ring at 4 MiB to 8 GiB."
std::string fastest_text(const CollectivePart& part) {
  const std::vector<CurvePoint>& best = part.curves.best;
  const CurvePoint& first = best.front();
  const CurvePoint& last = best.back();
  if (first.way.algorithm.empty()) {
    return fmt::format(
        "NCCL makes it of sends and receives, and has nothing to choose: {} at {}{}.",
        short_time(first.time), core::format_size(first.bytes),
        best.size() == 1
            ? ""
            : fmt::format(", {} at {}", short_time(last.time), core::format_size(last.bytes)));
  }
  const std::vector<Reign> reigns = reigns_of(best);
  if (reigns.size() == 1) {
    return fmt::format("By the model {} is the fastest at {}.", first.way.algorithm,
                       best.size() == 1 ? "this size" : fmt::format("all {} sizes", best.size()));
  }
  std::vector<std::string> parts;
  for (const Reign& one : reigns) {
    parts.push_back(fmt::format("{}{} at {}", one.algorithm, parts.empty() ? " is the fastest" : "",
                                sizes_text(one.first, one.last, one.below)));
  }
  return fmt::format("By the model {}.", joined(parts));
}

/// How NCCL's own choice fares beside the fastest.
std::string usual_text(const CollectivePart& part) {
  const auto& usual = part.curves.usual;
  const auto& best = part.curves.best;
  if (usual.empty() || usual.size() != best.size()) return "";
  std::size_t equal = 0;
  double worst = 1;
  core::Bytes worst_at;
  for (std::size_t i = 0; i < usual.size(); ++i) {
    const double slower = usual[i].time / best[i].time;
    if (usual[i].is_best || slower <= 1) ++equal;
    if (slower <= worst) continue;
    worst = slower;
    worst_at = usual[i].bytes;
  }
  if (equal == usual.size()) return " NCCL's own choice is the fastest everywhere.";
  return fmt::format(
      " NCCL's own choice is the fastest at {} of {} sizes; elsewhere it takes up to "
      "{:.2f} times as long (at {}).",
      equal, usual.size(), worst, core::format_size(worst_at));
}

const CurvePoint* point_at(const Curve& curve, core::Bytes bytes) {
  const auto found = std::ranges::find(curve.points, bytes, &CurvePoint::bytes);
  return found == curve.points.end() ? nullptr : &*found;
}

/// The fastest candidate of another line than the fastest of all.
const CurvePoint* second_at(const CollectivePart& part, const CurvePoint& best) {
  const CurvePoint* second = nullptr;
  for (const Curve& curve : part.curves.candidates) {
    const CurvePoint* const point = point_at(curve, best.bytes);
    const bool is_it = point != nullptr && point->way.algorithm == best.way.algorithm &&
                       point->way.protocol == best.way.protocol;
    if (point == nullptr || is_it) continue;
    if (second == nullptr || point->time < second->time) second = point;
  }
  return second;
}

std::string overlap_text(const CollectivePart& part) {
  std::size_t overlapping = 0;
  std::size_t compared = 0;
  for (const CurvePoint& best : part.curves.best) {
    const CurvePoint* const second = second_at(part, best);
    if (second == nullptr || !best.within || !second->within) continue;
    ++compared;
    if (second->within->low < best.within->high) ++overlapping;
  }
  if (compared == 0) return "";
  if (overlapping == 0) return " The 80 % bands of the two fastest never overlap.";
  return fmt::format(
      " At {} of {} sizes the 80 % bands of the two fastest overlap: there a run of each is what "
      "tells which is faster.",
      overlapping, compared);
}

std::vector<const MeasuredPoint*> measured_points(const CollectivePart& part) {
  std::vector<const MeasuredPoint*> points;
  for (const MeasuredSeries& series : part.measured) {
    for (const MeasuredPoint& point : series.points) points.push_back(&point);
  }
  return points;
}

std::string count_text(std::size_t count) {
  return count == 0 ? "none" : fmt::format("{}", count);
}

std::string measured_text(const CollectivePart& part) {
  const auto points = measured_points(part);
  if (points.empty()) return "";
  app::overview::RowCounts rows;
  std::vector<double> factors;
  for (const MeasuredPoint* point : points) {
    rows.all += point->rows.all;
    rows.slow += point->rows.slow;
    rows.fast += point->rows.fast;
    factors.push_back(1 / point->share());
  }
  std::ranges::sort(factors);
  const std::string medians =
      rows.all == points.size()
          ? "; the middle one"
          : fmt::format(". They are {}, each the median of its rows: the middle one",
                        core::counted(points.size(), "point"));
  return fmt::format(
      " Measured: {}, of which {} within the 80 % band of what was expected, {} slower and {} "
      "faster{} takes {:.2f} times the expected time.",
      core::counted(rows.all, "row"), count_text(rows.all - rows.slow - rows.fast),
      count_text(rows.slow), count_text(rows.fast), medians, factors[factors.size() / 2]);
}

/// The first size from which on busbw stays at half of the highest or above.
core::Bytes half_from(const std::vector<CurvePoint>& best, core::Bandwidth highest) {
  core::Bytes from = best.back().bytes;
  for (auto point = best.rbegin(); point != best.rend() && point->busbw * 2 >= highest; ++point) {
    from = point->bytes;
  }
  return from;
}

std::string share_of_bound(const CollectivePart& part, const CurvePoint& highest) {
  const auto bound =
      std::ranges::find(part.curves.bound, highest.bytes, &app::overview::BoundPoint::bytes);
  if (bound == part.curves.bound.end()) return "";
  return fmt::format(", {:.0f} % of the wires, whose bound is {} GB/s",
                     100 * (highest.busbw / bound->busbw), rate_text(bound->busbw));
}

/// Faster than the wires: that is no error of the chart, and may be none of the run.
std::string above_bound_text(const CollectivePart& part, const MeasuredPoint& fastest) {
  const auto bound =
      std::ranges::find(part.curves.bound, fastest.bytes, &app::overview::BoundPoint::bytes);
  if (bound == part.curves.bound.end() || fastest.busbw <= bound->busbw) return ".";
  return fmt::format(
      ", above the bound of the wires there, {} GB/s. Either the wires carry a call of that size "
      "faster than they can go on, as in bursts that a token bucket lets pass, or this machine's "
      "description gives them too low a rate.",
      rate_text(bound->busbw));
}

}  // namespace

std::string time_sentence(const CollectivePart& part) {
  return fastest_text(part) + usual_text(part) + overlap_text(part) + measured_text(part);
}

std::string busbw_sentence(const CollectivePart& part) {
  const auto& best = part.curves.best;
  const auto highest = std::ranges::max_element(best, {}, &CurvePoint::busbw);
  std::string text = fmt::format("The highest predicted busbw is {} GB/s, of {} at {}{}.",
                                 rate_text(highest->busbw),
                                 choice_text(highest->way.algorithm, highest->way.protocol),
                                 core::format_size(highest->bytes), share_of_bound(part, *highest));
  if (part.curves.ceiling) {
    text += fmt::format(" Without latency {} would reach {} GB/s, the ceiling.",
                        choice_text(best.back().way.algorithm, best.back().way.protocol),
                        rate_text(*part.curves.ceiling));
  }
  if (best.size() > 1) {
    text += fmt::format(" Half of the highest is reached from {} on.",
                        core::format_size(half_from(best, highest->busbw)));
  }
  const auto points = measured_points(part);
  if (points.empty()) return text;
  const MeasuredPoint& fastest = **std::ranges::max_element(points, {}, &MeasuredPoint::busbw);
  return text + fmt::format(" The highest measured busbw is {} GB/s, at {}{}",
                            rate_text(fastest.busbw), core::format_size(fastest.bytes),
                            above_bound_text(part, fastest));
}

std::string spread_sentence(const app::overview::Spread& spread) {
  const bool is_launches = spread.repeats == app::overview::Repeats::Launches;
  return fmt::format(
      "{} measured {}: the slowest takes typically {:.3f} times the fastest, at most {:.3f} times "
      "({}).",
      core::counted(spread.configurations, "configuration"),
      is_launches ? "in several launches" : "more than once", spread.typical, spread.greatest,
      app::measuring::text_of(spread.greatest_at));
}

std::string pair_sentence(const app::overview::FilePair& pair) {
  return fmt::format(
      "{} in both: in the second {} faster, {} slower, {} the same, {} undecided; times are "
      "typically {:.3f} times those of the first, at the farthest {:.3f} times ({}).",
      core::counted(pair.common, "configuration"), count_text(pair.faster), count_text(pair.slower),
      count_text(pair.same), count_text(pair.undecided), pair.typical, pair.farthest,
      app::measuring::text_of(pair.farthest_at));
}

}  // namespace treering::report::overview
