#include "tuner/check/cliff.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <string>
#include <tuple>

#include "core/units.h"
#include "tuner/check/checked_rows.h"

namespace treering::tuner::check {
namespace {

// Small sizes go by latencies, which differ from call to call.
constexpr std::uint64_t kLeast = std::uint64_t{256} << 10U;
constexpr double kFall = 2;

double algbw_of(const Measurement& row) {
  return (core::Bytes::of(row.bytes) / steady_time_of(row)).in_gb_per_s();
}

}  // namespace

std::optional<Cliff> cliff_of(const std::vector<Measurement>& rows) {
  using Key = std::tuple<std::string, int, core::Collective, std::string, std::string, int>;
  std::map<Key, std::map<std::uint64_t, double>> sweeps;  // the best of each size
  for (const Measurement& row : rows) {
    double& best = sweeps[{row.file, row.run, row.collective, row.way.algorithm, row.way.protocol,
                           row.way.channels}][row.bytes];
    best = std::max(best, algbw_of(row));
  }
  std::optional<Cliff> deepest;
  for (const auto& [key, sweep] : sweeps) {
    for (auto at = sweep.begin(); at != sweep.end(); ++at) {
      const auto next = std::next(at);
      if (next == sweep.end() || next->first < kLeast || at->second < kFall * next->second)
        continue;
      const bool is_deeper =
          !deepest || at->second * deepest->slow_gb_per_s > deepest->fast_gb_per_s * next->second;
      if (!is_deeper) continue;
      deepest = {std::get<core::Collective>(key), at->first, next->first, at->second, next->second};
    }
  }
  return deepest;
}

}  // namespace treering::tuner::check
