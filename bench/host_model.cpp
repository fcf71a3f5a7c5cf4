// Prints how far our model of hosts is from calls that were measured on shaped clusters and on one
// machine, beside an alpha-beta fit of the same calls.
//
//   bench_host_model FILE...     results of treering measure; links as the files say they were
//
// Of the calls that links decide: ours gets the rates of the links and one latency, from the
// smallest calls of the file (treering check --topology hosts). Of all calls: ours gets a profile,
// fitted to the algorithms of the other half (treering validate hosts). The fit (Hockney 1994:
// alpha + beta S) gets two parameters for each collective and algorithm, from all sizes but the one
// that it predicts.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <fstream>
#include <iterator>
#include <map>
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
using Series = std::map<std::tuple<treering::core::Collective, std::string>, std::vector<Point>>;

struct Errors {
  std::vector<double> ours;
  std::vector<double> fit;
};

double relative(double predicted, double measured) {
  return std::abs(predicted - measured) / measured;
}

/// A line through the other points that fits best in relative terms, at this one's size. \pre two
/// or more sizes
double fitted(const std::vector<Point>& points, std::size_t left_out) {
  double weights = 0;
  double sizes = 0;
  double squares = 0;
  double times = 0;
  double products = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    if (i == left_out) continue;
    const Point& one = points[i];
    const double weight = 1 / (one.measured_us * one.measured_us);
    weights += weight;
    sizes += weight * one.bytes;
    squares += weight * one.bytes * one.bytes;
    times += weight * one.measured_us;
    products += weight * one.bytes * one.measured_us;
  }
  const double determinant = weights * squares - sizes * sizes;
  const double beta = (weights * products - sizes * times) / determinant;
  return (times - beta * sizes) / weights + beta * points[left_out].bytes;
}

Errors errors_of(const Series& series) {
  constexpr std::size_t kLeast = 3;  // else there is no line through the others
  Errors errors;
  for (const auto& [name, points] : series) {
    if (points.size() < kLeast) continue;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!points[i].counts) continue;
      errors.ours.push_back(relative(points[i].ours_us, points[i].measured_us));
      errors.fit.push_back(relative(fitted(points, i), points[i].measured_us));
    }
  }
  return errors;
}

/// Calls that the links decide, by the model of `check`.
Series checked(const HostCheck& check) {
  Series series;
  for (const auto& row : check.rows) {
    if (row.configuration.pair) continue;
    series[{row.configuration.collective, row.configuration.algorithm}].push_back(
        {static_cast<double>(row.configuration.bytes), row.measured_us, row.expected.us,
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
    series[{configuration.collective, configuration.algorithm}].push_back(
        {static_cast<double>(configuration.bytes), one.call.measured_us, one.expected_us(), true});
  }
  return series;
}

std::string cells(const Errors& errors) {
  if (errors.ours.empty()) return "- | - | -";
  const auto percent = [](const std::vector<double>& all, double share) {
    return 100 * treering::tuner::stats::quantile(all, share);
  };
  return fmt::format("{} | {:.1f} % / {:.1f} % | {:.1f} % / {:.1f} %", errors.ours.size(),
                     percent(errors.ours, 0.5), percent(errors.ours, 0.9), percent(errors.fit, 0.5),
                     percent(errors.fit, 0.9));
}

void print(const char* file) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto records = treering::tuner::measure::parse_journal(text, file);
  if (!records || records->empty()) {
    std::fputs(fmt::format("{}: no results\n", file).c_str(), stderr);
    return;
  }
  const auto calls = treering::tuner::hosts::measured_calls(*records, "", file);
  if (!calls || calls->calls.empty()) {
    std::fputs(fmt::format("{}: no calls on CPUs\n", file).c_str(), stderr);
    return;
  }
  const treering::sim::hosts::HostJob& job = calls->calls.front().job;
  std::string links = "one machine";
  Errors of_links;
  if (!job.gbit.empty()) {
    links = fmt::format("{:g} Gbit/s", job.gbit.front());
    of_links = errors_of(checked(treering::tuner::hosts::check_hosts(
        treering::tuner::measure::summarise(*records), job.gbit)));
  }
  const auto scored =
      treering::tuner::hosts::scored_unseen(treering::sim::hosts::assumed_profile(), calls->calls);
  fmt::print("| {} | {} | {} | {} | {} | {:.0f} % |\n", job.library, job.ranks, links,
             cells(of_links), cells(errors_of(unseen(scored.calls))),
             100 * treering::tuner::hosts::score_of(scored.calls).covered);
}

}  // namespace

int main(int argc, char** argv) {
  fmt::print(
      "| runner | ranks | links | links decide: calls | one latency: median / 90 % | alpha-beta | "
      "all: calls | profile, unseen: median / 90 % | alpha-beta | inside 80 % |\n"
      "|---|---|---|---|---|---|---|---|---|---|\n");
  for (int i = 1; i < argc; ++i) print(argv[i]);
  return 0;
}
