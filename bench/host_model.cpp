// Prints how far our model of hosts is from calls that were measured on shaped clusters and on one
// machine, beside an alpha-beta fit of the same calls.
//
//   bench_host_model FILE...     results of treering measure; links as the files say they were
//
// Of the calls that links decide: ours gets the rates of the links and one latency, from the
// smallest calls of the file (treering check --topology hosts). Of all calls: ours gets a profile,
// fitted to the half of the algorithms in which neither the call's own is nor one that sends the
// same messages (treering validate hosts).
//
// The fit (Hockney 1994: alpha + beta S) gets two parameters for each collective and algorithm that
// ran, from all of its sizes but the one that it predicts. Neither is negative, and the sum of
// |alpha + beta S - t| / t is least, so that a call which waited for something else counts little.
// Inner sizes lie between others of the series, so that it interpolates; at the smallest and the
// largest it extrapolates.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "tuner/hosts/host_check.h"
#include "tuner/hosts/host_scores.h"
#include "tuner/hosts/measured_calls.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/summary.h"
#include "tuner/stats/quantiles.h"

namespace {

using treering::tuner::hosts::HostCheck;
using treering::tuner::hosts::ScoredCall;

/// What a fit through the other sizes of a series needs of a call.
struct Point {
  double bytes = 0;
  double measured_us = 0;
  double ours_us = 0;
  bool counts = true;  // else it only helps to predict others
};
using Points = std::vector<Point>;
using Series = std::map<std::tuple<treering::core::Collective, std::string>, Points>;

struct Errors {
  std::vector<double> ours;
  std::vector<double> fit;
};

/// Of the calls that count, and of them where the fit has two other sizes, on both sides or on one.
struct Comparison {
  std::vector<double> all;
  Errors inner;
  Errors outer;
};

double relative(double predicted, double measured) {
  return std::abs(predicted - measured) / measured;
}

struct Line {
  double alpha = 0;
  double beta = 0;

  [[nodiscard]] double at(double bytes) const { return alpha + beta * bytes; }
};

double misfit(const Line& line, const Points& points) {
  double sum = 0;
  for (const Point& one : points) sum += relative(line.at(one.bytes), one.measured_us);
  return sum;
}

/// Nothing where the line through both has a negative parameter, or none goes through both.
std::optional<Line> line_through(const Point& one, const Point& other) {
  const double beta = (other.measured_us - one.measured_us) / (other.bytes - one.bytes);
  const double alpha = one.measured_us - beta * one.bytes;
  if (!(beta >= 0 && alpha >= 0)) return {};  // nor where the sizes are equal
  return Line{alpha, beta};
}

/// The least sum of relative deviations without negative parameters. It is linear in pieces, so
/// that a line through two points is among the best, or one through a point with one parameter.
Line fitted(const Points& points) {
  std::vector<Line> lines;
  for (std::size_t i = 0; i < points.size(); ++i) {
    lines.push_back({points[i].measured_us, 0});
    lines.push_back({0, points[i].measured_us / points[i].bytes});
    for (std::size_t k = 0; k < i; ++k) {
      if (const auto line = line_through(points[k], points[i])) lines.push_back(*line);
    }
  }
  return *std::ranges::min_element(lines, {}, [&](const Line& one) { return misfit(one, points); });
}

/// Those of the other sizes.
Points others(const Points& points, double bytes) {
  Points all;
  std::ranges::copy_if(points, std::back_inserter(all),
                       [&](const Point& one) { return one.bytes != bytes; });
  return all;
}

Comparison compared(const Series& series) {
  Comparison result;
  for (const auto& [name, points] : series) {
    for (const Point& point : points) {
      if (!point.counts) continue;
      const double ours = relative(point.ours_us, point.measured_us);
      result.all.push_back(ours);
      const Points rest = others(points, point.bytes);
      if (rest.empty()) continue;
      const auto [least, most] = std::ranges::minmax(rest, {}, &Point::bytes);
      if (least.bytes == most.bytes) continue;  // one size gives no line
      const bool is_inner = least.bytes < point.bytes && point.bytes < most.bytes;
      Errors& errors = is_inner ? result.inner : result.outer;
      errors.ours.push_back(ours);
      errors.fit.push_back(relative(fitted(rest).at(point.bytes), point.measured_us));
    }
  }
  return result;
}

/// Calls that the links decide, by the model of `check`.
Series checked(const HostCheck& check) {
  Series series;
  for (const auto& row : check.rows) {
    if (row.configuration.pair) continue;
    series[{row.configuration.call.collective, row.algorithm}].push_back(
        {static_cast<double>(row.configuration.call.bytes), row.measured_us, row.expected.us,
         row.is_judged});
  }
  return series;
}

/// All calls, by fits that have not seen them.
Series unseen(const std::vector<ScoredCall>& calls) {
  Series series;
  for (const ScoredCall& one : calls) {
    const auto& configuration = one.call.configuration();
    if (configuration.pair) continue;
    series[{configuration.call.collective, one.call.algorithm}].push_back(
        {static_cast<double>(configuration.call.bytes), one.call.measured_us, one.expected_us(),
         true});
  }
  return series;
}

std::string figures(const std::vector<double>& errors) {
  if (errors.empty()) return "-";
  constexpr double kMiddle = 0.5;
  constexpr double kNine = 0.9;
  const auto percent = [&](double share) {
    return 100 * treering::tuner::stats::quantile(errors, share);
  };
  return fmt::format("{:.1f} % / {:.1f} %", percent(kMiddle), percent(kNine));
}

std::string cells(const Errors& errors) {
  return fmt::format("{} | {} | {}", errors.ours.size(), figures(errors.ours), figures(errors.fit));
}

/// The columns of either table.
std::string cells(const Comparison& one) {
  return fmt::format("{} | {} | {} | {}", one.all.size(), figures(one.all), cells(one.inner),
                     cells(one.outer));
}

/// "3", or "2 to 4": of the series.
std::string sizes_of(const Series& series) {
  std::size_t least = std::numeric_limits<std::size_t>::max();
  std::size_t most = 0;
  for (const auto& [name, points] : series) {
    std::set<double> sizes;
    for (const Point& one : points) sizes.insert(one.bytes);
    least = std::min(least, sizes.size());
    most = std::max(most, sizes.size());
  }
  return least < most ? fmt::format("{} to {}", least, most) : fmt::format("{}", most);
}

/// A file as a row of each table; of the first only where there are links.
struct Rows {
  std::string of_check;
  std::string of_profile;
};

Rows rows_of(const char* file) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto records = treering::tuner::measure::parse_journal(text, file);
  if (!records || records->empty()) {
    std::fputs(fmt::format("{}: no results\n", file).c_str(), stderr);
    return {};
  }
  const auto calls = treering::tuner::hosts::measured_calls(*records, "", file);
  if (!calls || calls->calls.empty()) {
    std::fputs(fmt::format("{}: no calls on CPUs\n", file).c_str(), stderr);
    return {};
  }
  const treering::sim::hosts::HostJob& job = calls->calls.front().job;
  Rows rows;
  if (!job.gbit.empty()) {
    const Series series = checked(treering::tuner::hosts::check_hosts(
        treering::tuner::measure::summarise(*records), job.gbit));
    rows.of_check =
        fmt::format("| {} | {} | {:g} Gbit/s | {} | {} |\n", name_of(job.library), job.ranks,
                    job.gbit.front(), sizes_of(series), cells(compared(series)));
  }
  const auto scored =
      treering::tuner::hosts::scored_unseen(treering::sim::hosts::assumed_profile(), calls->calls);
  for (const std::string& one : scored.left_out) {
    std::fputs(fmt::format("{}: {}\n", file, one).c_str(), stderr);
  }
  const Series series = unseen(scored.calls);
  rows.of_profile =
      fmt::format("| {} | {} | {} | {} | {} | {:.0f} % |\n", name_of(job.library), job.ranks,
                  job.gbit.empty() ? "one machine" : fmt::format("{:g} Gbit/s", job.gbit.front()),
                  sizes_of(series), cells(compared(series)),
                  100 * treering::tuner::hosts::score_of(scored.calls).covered);
  return rows;
}

}  // namespace

int main(int argc, char** argv) {
  constexpr const char* kColumns =
      "runner | ranks | where | sizes | calls | {0} | inner sizes: calls | {0} | alpha-beta | "
      "outer sizes: calls | {0} | alpha-beta |";
  std::string of_check;
  std::string of_profile;
  for (int i = 1; i < argc; ++i) {
    const Rows rows = rows_of(argv[i]);
    of_check += rows.of_check;
    of_profile += rows.of_profile;
  }
  fmt::print(
      "Calls that links decide:\n\n| {}\n|---|---|---|---|---|---|---|---|---|---|---|---|\n{}",
      fmt::format(fmt::runtime(kColumns), "`check`"), of_check);
  fmt::print(
      "\nAll calls:\n\n| {} inside |\n|---|---|---|---|---|---|---|---|---|---|---|---|---|\n{}",
      fmt::format(fmt::runtime(kColumns), "profile"), of_profile);
  return 0;
}
