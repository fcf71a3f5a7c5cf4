// Prints how far our model of hosts is from calls that were measured on shaped clusters, beside an
// alpha-beta fit of the same calls.
//
//   bench_host_model FILE...     results of treering measure; links as the files say they were
//
// Ours gets the rates of the links and one latency, from the smallest calls of the file. The fit
// (Hockney 1994: alpha + beta S) gets two parameters for each collective and algorithm, from all
// sizes but the one that it predicts.
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
#include "tuner/launch/shape.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/summary.h"
#include "tuner/stats/quantiles.h"

namespace {

using treering::tuner::hosts::HostCheck;
using treering::tuner::hosts::Row;

struct Errors {
  std::vector<double> ours;
  std::vector<double> fit;
};

double relative(double predicted, double measured) {
  return std::abs(predicted - measured) / measured;
}

/// A line through the other rows that fits best in relative terms, at this row's size. Nothing
/// where they are fewer than two sizes: then the median of their times per byte.
double fitted(const std::vector<const Row*>& others, double bytes) {
  double weights = 0;
  double sizes = 0;
  double squares = 0;
  double times = 0;
  double products = 0;
  for (const Row* const one : others) {
    const auto size = static_cast<double>(one->configuration.bytes);
    const double weight = 1 / (one->measured_us * one->measured_us);
    weights += weight;
    sizes += weight * size;
    squares += weight * size * size;
    times += weight * one->measured_us;
    products += weight * size * one->measured_us;
  }
  const double determinant = weights * squares - sizes * sizes;
  const double beta = (weights * products - sizes * times) / determinant;
  return (times - beta * sizes) / weights + beta * bytes;
}

Errors errors_of(const HostCheck& check) {
  std::map<std::tuple<treering::core::Collective, std::string>, std::vector<const Row*>> series;
  for (const Row& row : check.rows) {
    series[{row.configuration.collective, row.configuration.algorithm}].push_back(&row);
  }
  Errors errors;
  for (const auto& [name, rows] : series) {
    if (rows.size() < 3) continue;  // no line through the others
    for (const Row* const row : rows) {
      if (!row->is_judged) continue;
      std::vector<const Row*> others;
      std::ranges::copy_if(rows, std::back_inserter(others),
                           [&](const Row* one) { return one != row; });
      errors.ours.push_back(relative(row->expected.us, row->measured_us));
      errors.fit.push_back(relative(fitted(others, static_cast<double>(row->configuration.bytes)),
                                    row->measured_us));
    }
  }
  return errors;
}

void print(const char* file) {
  std::ifstream stream(file);
  const std::string text{std::istreambuf_iterator<char>(stream), {}};
  const auto records = treering::tuner::measure::parse_journal(text, file);
  if (!records || records->empty()) {
    std::fputs(fmt::format("{}: no results\n", file).c_str(), stderr);
    return;
  }
  const auto& last = records->back();
  const auto shaped = last.environment.find("shaped_gbit");
  if (shaped == last.environment.end()) {
    std::fputs(fmt::format("{}: not of a shaped cluster\n", file).c_str(), stderr);
    return;
  }
  const auto gbit = treering::tuner::launch::parse_shape(shaped->second, last.ranks);
  const HostCheck check =
      treering::tuner::hosts::check_hosts(treering::tuner::measure::summarise(*records), *gbit);
  const Errors errors = errors_of(check);
  if (errors.ours.empty()) return;
  const auto percent = [](const std::vector<double>& all, double share) {
    return 100 * treering::tuner::stats::quantile(all, share);
  };
  fmt::print("| {} | {} | {} | {} | {:.0f} us | {:.1f} % / {:.1f} % | {:.1f} % / {:.1f} % |\n",
             last.runner, last.ranks, shaped->second, errors.ours.size(), check.latency_us,
             percent(errors.ours, 0.5), percent(errors.ours, 0.9), percent(errors.fit, 0.5),
             percent(errors.fit, 0.9));
}

}  // namespace

int main(int argc, char** argv) {
  fmt::print(
      "| runner | ranks | links (Gbit/s) | calls | latency | ours: median / 90 % | alpha-beta: "
      "median / 90 % |\n|---|---|---|---|---|---|---|\n");
  for (int i = 1; i < argc; ++i) print(argv[i]);
  return 0;
}
