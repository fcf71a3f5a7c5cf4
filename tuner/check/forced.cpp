#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include "core/named_values.h"
#include "sim/estimates/estimate.h"
#include "tuner/check/check.h"
#include "tuner/check/run_model.h"

namespace treering::tuner::check {
namespace {

/// "Ring/LL"; empty: NCCL chose, as far as the row says.
std::string forced_way(const Measurement& row) {
  if (row.is_own_choice || row.is_fallback) return "";
  if (row.way.algorithm.empty())
    return core::is_same_name(row.way.protocol, "Simple") ? "" : row.way.protocol;
  return row.way.algorithm + (row.way.protocol.empty() ? "" : "/" + row.way.protocol);
}

/// Whether the expectation is of what was forced. A list is more than one way.
bool is_of_what_was_forced(const CheckedRow& row) {
  const auto is_same = [](const std::string& forced, const std::string& expected) {
    return forced.empty() || core::is_same_name(forced, expected);
  };
  return is_same(row.measurement.way.algorithm, row.way.algorithm) &&
         is_same(row.measurement.way.protocol, row.way.protocol);
}

Measurement left_alone(Measurement row) {
  row.way.algorithm.clear();
  if (!core::is_same_name(row.way.protocol, "Simple")) row.way.protocol.clear();
  return row;
}

/// The gain of NCCL's own choice; nothing where it is the same way, unless settings may keep that
/// from links.
std::optional<ForcedChoice> beside_own(const CheckedRow& row, const CheckedRow& own,
                                       const std::string& settings) {
  if (settings.empty() && row.way.has_names_of(own.way)) return std::nullopt;
  const double width =
      std::exp(sim::estimates::kEightyPercent * std::hypot(row.spread(), own.spread()));
  ForcedChoice one;
  one.collective = row.measurement.collective;
  one.bytes = core::Bytes::of(row.measurement.bytes);
  one.way.algorithm = own.way.algorithm;
  one.way.protocol = own.way.protocol;
  one.gain = row.expected / own.expected;
  one.low = one.gain / width;
  one.high = one.gain * width;
  return one;
}

using Rows = std::vector<const CheckedRow*>;

/// Whether all of them were forced, and alike.
bool are_forced_alike(const Rows& rows, const std::string& settings) {
  const std::string way = forced_way(rows.front()->measurement);
  if (way.empty() && settings.empty()) return false;
  return std::ranges::all_of(rows, [&](const CheckedRow* row) {
    return row->measurement.way.channels == 0 && forced_way(row->measurement) == way &&
           is_of_what_was_forced(*row);
  });
}

std::optional<ForcedChoice> forced_choice(const Rows& rows, RunModel& own,
                                          const std::string& settings) {
  std::optional<ForcedChoice> best;
  std::set<std::uint64_t> all;
  std::set<std::uint64_t> gaining;
  for (const CheckedRow* row : rows) {
    all.insert(row->measurement.bytes);
    const auto expected = expected_of(own, left_alone(row->measurement));
    auto one = expected ? beside_own(*row, *expected, settings) : std::nullopt;
    if (!one || one->low <= 1) continue;
    gaining.insert(row->measurement.bytes);
    if (!best || one->gain > best->gain) best = std::move(one);
  }
  if (!best) return best;
  best->forced = forced_way(rows.front()->measurement);
  best->sizes = gaining.size();
  best->of_sizes = all.size();
  return best;
}

}  // namespace

std::vector<ForcedChoice> forced_choices(const std::vector<CheckedRow>& rows, const CheckedRun& own,
                                         const std::string& settings) {
  std::map<core::Collective, Rows> by_collective;
  for (const CheckedRow& row : rows) by_collective[row.measurement.collective].push_back(&row);
  RunModel model(own, RunModel::Says::TimeOnly);
  std::vector<ForcedChoice> result;
  for (const auto& [collective, of_it] : by_collective) {
    if (!are_forced_alike(of_it, settings)) continue;
    auto one = forced_choice(of_it, model, settings);
    if (!one) continue;
    one->settings = settings;
    result.push_back(*std::move(one));
  }
  return result;
}

}  // namespace treering::tuner::check
