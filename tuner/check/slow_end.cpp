#include "tuner/check/slow_end.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <ranges>
#include <span>
#include <string>
#include <tuple>

#include "tuner/check/chance.h"

namespace treering::tuner::check {
namespace {

constexpr double kLikely = 0.05;
// One slow row says nothing about its neighbours.
constexpr std::size_t kFewest = 2;

using Sweep = std::vector<const CheckedRow*>;

/// In the order of sizes. One row is no sweep.
std::vector<Sweep> sweeps_of(const std::vector<CheckedRow>& rows) {
  using Key = std::tuple<std::string, core::Collective, std::string, std::string, int>;
  std::map<Key, Sweep> by_key;
  for (const CheckedRow& row : rows) {
    const Measurement& seen = row.measurement;
    by_key[{seen.id, seen.collective, seen.way.algorithm, seen.way.protocol, seen.way.channels}]
        .push_back(&row);
  }
  std::vector<Sweep> sweeps;
  for (auto& [key, sweep] : by_key) {
    if (sweep.size() < kFewest) continue;
    std::ranges::stable_sort(sweep, {},
                             [](const CheckedRow* row) { return row->measurement.bytes; });
    sweeps.push_back(std::move(sweep));
  }
  return sweeps;
}

bool is_slow(const CheckedRow* row) {
  return row->place == Place::Slow;
}

std::span<const CheckedRow* const> slow_rows(const Sweep& sweep, End end) {
  if (end == End::Small) return {sweep.begin(), std::ranges::find_if_not(sweep, is_slow)};
  return {std::find_if_not(sweep.rbegin(), sweep.rend(), is_slow).base(), sweep.end()};
}

SlowEnd described(std::span<const CheckedRow* const> slow, End end) {
  const auto share = [](const CheckedRow* row) { return row->share(); };
  const auto [least, greatest] = std::ranges::minmax(slow | std::views::transform(share));
  SlowEnd found;
  found.end = end;
  found.rows = slow.size();
  found.least = slow.front()->measurement.bytes;
  found.most = slow.back()->measurement.bytes;
  found.least_share = least;
  found.greatest_share = greatest;
  return found;
}

}  // namespace

std::optional<SlowEnd> slow_end(const std::vector<CheckedRow>& rows) {
  const std::vector<Sweep> sweeps = sweeps_of(rows);
  const double ends = 2.0 * static_cast<double>(sweeps.size());
  std::optional<SlowEnd> found;
  for (const Sweep& sweep : sweeps) {
    for (const End end : {End::Large, End::Small}) {
      const auto slow = slow_rows(sweep, end);
      if (slow.size() < kFewest || (found && slow.size() <= found->rows)) continue;
      found = described(slow, end);
      found->of_rows = sweep.size();
      found->chance =
          std::min(1.0, ends * std::pow(kBeyondInterval, static_cast<double>(slow.size())));
    }
  }
  if (found && found->chance >= kLikely) return std::nullopt;
  return found;
}

}  // namespace treering::tuner::check
