#include "app/overview/agreement.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/measuring/compare.h"
#include "tuner/stats/quantiles.h"

namespace treering::app::overview {
namespace {

using measuring::ComparedSide;
using tuner::stats::Launches;
using tuner::stats::Verdict;

/// The times of repeats; fewer than two where there are none.
std::vector<double> repeats_of(const Launches& launches, bool are_averages) {
  if (launches.size() > 1) return tuner::stats::launch_medians(launches);
  // Single calls of one launch are one measurement, averages are one each.
  return are_averages && !launches.empty() ? launches.front() : std::vector<double>();
}

std::optional<Spread> spread_of(const ComparedSide& side) {
  Spread spread;
  spread.file = side.file;
  spread.repeats = side.is_log ? Repeats::Rows : Repeats::Launches;
  std::vector<double> ratios;
  for (const auto& [key, all] : side.times) {
    const std::vector<double> times = repeats_of(all.samples, side.is_log);
    if (times.size() < 2) continue;
    const auto [least, greatest] = std::ranges::minmax(times);
    ratios.push_back(greatest / least);
    if (ratios.size() > 1 && ratios.back() <= spread.greatest) continue;
    spread.greatest = ratios.back();
    spread.greatest_at = key.configuration;
  }
  if (ratios.empty()) return {};
  spread.configurations = ratios.size();
  spread.typical = tuner::stats::median(ratios);
  return spread;
}

std::optional<FilePair> pair_of(const ComparedSide& first, const ComparedSide& second) {
  const auto report = measuring::compared(first, second);
  if (report.rows.empty()) return {};
  FilePair pair{first.file, second.file, report.rows.size()};
  const auto count = [&](Verdict verdict) {
    return report.count(verdict, true) + report.count(verdict, false);
  };
  pair.faster = count(Verdict::Faster);
  pair.slower = count(Verdict::Slower);
  pair.same = count(Verdict::Same);
  pair.undecided = count(Verdict::Undecided);
  std::vector<double> ratios;
  for (const auto& row : report.rows) {
    ratios.push_back(row.after_us / row.before_us);
    const bool is_farther = std::abs(std::log(ratios.back())) > std::abs(std::log(pair.farthest));
    if (ratios.size() > 1 && !is_farther) continue;
    pair.farthest = ratios.back();
    pair.farthest_at = row.configuration;
  }
  pair.typical = tuner::stats::median(ratios);
  return pair;
}

}  // namespace

Agreement agreement_of(const std::vector<ComparedSide>& sides) {
  Agreement agreement;
  agreement.is_every_pair = sides.size() <= kMostPairedFiles;
  for (std::size_t i = 0; i < sides.size(); ++i) {
    if (auto spread = spread_of(sides[i])) agreement.spreads.push_back(*std::move(spread));
    if (i > 0 && !agreement.is_every_pair) continue;
    for (std::size_t j = i + 1; j < sides.size(); ++j) {
      if (auto pair = pair_of(sides[i], sides[j])) agreement.pairs.push_back(*std::move(pair));
    }
  }
  return agreement;
}

}  // namespace treering::app::overview
