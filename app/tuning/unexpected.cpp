#include "app/tuning/unexpected.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <optional>

#include <fmt/format.h>

#include "tuner/stats/quantiles.h"

namespace treering::app::tuning {
namespace {

using tuner::tune::Grid;
using tuner::tune::Table;

/// ln(measured / expected) over a way's results.
struct Excess {
  double least = 0;
  double middle = 0;
  std::size_t results = 0;
};

/// Standard deviation of ln of a median: a launch whose samples agree no better, some of which the
/// scheduler held back, is no witness.
constexpr double kMostDoubt = 0.1;

/// By way; nothing where it has no result.
std::vector<std::optional<Excess>> excesses(const Table& table) {
  const Grid& grid = table.grid;
  std::vector<std::vector<double>> all(grid.ways.size());
  for (const auto& one : table.evidence.all()) {
    if (grid.expected_us.empty() || !grid.expected_us[one.cell]) continue;
    if (one.sd > kMostDoubt) continue;
    all[grid.cell_at(one.cell).way].push_back(std::log(one.us / *grid.expected_us[one.cell]));
  }
  std::vector<std::optional<Excess>> result;
  for (const auto& of_way : all) {
    result.emplace_back();
    if (of_way.empty()) continue;
    result.back() = {std::ranges::min(of_way), tuner::stats::median(of_way), of_way.size()};
  }
  return result;
}

/// The library's own choice, which may be that way, does not count.
std::optional<double> middle_of_others(const Grid& grid,
                                       const std::vector<std::optional<Excess>>& all,
                                       std::size_t way) {
  std::vector<double> others;
  for (std::size_t other = 0; other < all.size(); ++other) {
    if (other != way && all[other] && !grid.ways[other].is_default()) {
      others.push_back(all[other]->middle);
    }
  }
  if (others.empty()) return std::nullopt;
  return tuner::stats::median(others);
}

/// One launch may be an odd one.
double least_excess(std::size_t results) {
  return results > 1 ? std::numbers::ln2 : 2 * std::numbers::ln2;
}

}  // namespace

std::vector<std::string> unexpected_ways(const tuner::tune::Tuning& tuning) {
  std::vector<std::string> sentences;
  for (const Table& table : tuning.tables) {
    const auto all = excesses(table);
    for (std::size_t way = 0; way < all.size(); ++way) {
      const auto others = middle_of_others(table.grid, all, way);
      // The library's own choice is another way at each size.
      if (!all[way] || !others || table.grid.ways[way].is_default()) continue;
      // Nothing holds back what is as fast as expected, if others are faster than that; nor does a
      // turn of the scheduler in one launch.
      const double beyond = all[way]->least - std::max(*others, 0.0);
      if (beyond < least_excess(all[way]->results)) continue;
      auto call = table.grid.configuration(table.grid.index_of({0, way}));
      sentences.push_back(
          fmt::format("{} {} takes {:.1f} times as long as the model expects, other ways {:.1f} "
                      "times: something that the model does not know treats it otherwise",
                      name_of(call.call.collective), way_text(call), std::exp(all[way]->middle),
                      std::exp(*others)));
    }
  }
  return sentences;
}

}  // namespace treering::app::tuning
