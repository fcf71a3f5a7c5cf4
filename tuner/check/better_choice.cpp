#include "tuner/check/better_choice.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <tuple>
#include <utility>

#include "sim/estimates/estimate.h"
#include "tuner/advice/recommend.h"
#include "tuner/check/run_model.h"

namespace treering::tuner::check {
namespace {

using sim::estimates::Estimate;

// Lower ends of gains: at neighbouring sizes, and at one size alone.
constexpr double kLowBesideOthers = advice::kLeastGain;
constexpr double kLowAlone = 1.5;

bool chose_by_itself(const Measurement& row) {
  return !row.is_fallback && (row.is_own_choice || row.way.is_default());
}

/// How sure the row's expectation is, of what the model says now.
Estimate as_expected_of(const CheckedRow& row, const Estimate& usual) {
  Estimate judged;
  judged.time = row.expected;
  judged.interval = {row.low, row.high};
  return as_sure_as(usual, judged);
}

Estimate as_measured(const CheckedRow& row) {
  Estimate seen;
  seen.time = row.measured;
  set_spread(seen, kRunToRun);
  return seen;
}

/// The fastest way of a call, where that is another one than the row went by.
std::optional<BetterChoice> better_than(const CheckedRow& row,
                                        const std::vector<sim::Alternative>& all) {
  const auto usual = std::ranges::find_if(
      all, [&](const sim::Alternative& one) { return one.way.has_names_of(row.way); });
  const sim::Alternative* const best = sim::fastest(all, {});
  if (usual == all.end() || best == nullptr || best->way.has_names_of(row.way)) return {};
  if (!usual->estimate || !best->estimate || !best->estimate->interval) return {};
  const core::Duration expected = best->estimate->time;
  if (expected <= core::Duration()) return {};
  const auto modelled = ratio_of(as_expected_of(row, *usual->estimate), *best->estimate);
  const auto seen = ratio_of(as_measured(row), *best->estimate);
  const auto& gain = modelled.low < seen.low ? modelled : seen;
  BetterChoice better;
  better.collective = row.measurement.collective;
  better.bytes = core::Bytes::of(row.measurement.bytes);
  better.usual = row.way.names();
  better.way = best->way.names();
  better.measured = row.measured;
  better.expected = expected;
  better.gain = gain.expected;
  better.low = gain.low;
  better.high = gain.high;
  return better;
}

/// Whether that way was measured, and took as long: at the size, or at a smaller one.
bool is_refuted(const BetterChoice& better, const std::vector<CheckedRow>& rows) {
  return std::ranges::any_of(rows, [&](const CheckedRow& row) {
    return row.measurement.collective == better.collective &&
           row.measurement.bytes <= better.bytes.count() && row.way.has_names_of(better.way) &&
           !chose_by_itself(row.measurement) &&
           row.measured * advice::kLeastGain >= better.measured;
  });
}

using OwnCall = std::tuple<core::Collective, std::uint64_t, core::DataType, core::ReduceOp>;

/// The fastest row of each call that NCCL chose for by itself.
std::map<OwnCall, const CheckedRow*> own_calls(const std::vector<CheckedRow>& rows) {
  std::map<OwnCall, const CheckedRow*> calls;
  for (const CheckedRow& row : rows) {
    const Measurement& seen = row.measurement;
    if (!chose_by_itself(seen) || seen.is_of_python || row.way.algorithm.empty()) continue;
    const OwnCall call{seen.collective, seen.bytes, seen.type.value_or(core::DataType::Float),
                       seen.op.value_or(core::ReduceOp::Sum)};
    const auto [found, is_new] = calls.try_emplace(call, &row);
    if (!is_new && row.measured < found->second->measured) found->second = &row;
  }
  return calls;
}

/// What is better at each size of a collective, rising.
using BySize = std::map<std::uint64_t, std::optional<BetterChoice>>;

bool is_clear(const std::optional<BetterChoice>& better, double least) {
  return better && better->low > least;
}

/// Those that are clear.
std::vector<BetterChoice> clear_ones(const BySize& sizes) {
  std::vector<BetterChoice> clear;
  for (auto at = sizes.begin(); at != sizes.end(); ++at) {
    const bool before = at != sizes.begin() && is_clear(std::prev(at)->second, kLowBesideOthers);
    const bool behind =
        std::next(at) != sizes.end() && is_clear(std::next(at)->second, kLowBesideOthers);
    if (is_clear(at->second, before || behind ? kLowBesideOthers : kLowAlone)) {
      clear.push_back(*at->second);
    }
  }
  return clear;
}

}  // namespace

std::vector<BetterChoice> better_choices(const std::vector<CheckedRow>& rows,
                                         const AlternativesFor& alternatives) {
  std::map<std::pair<core::DataType, core::ReduceOp>, sim::AlternativesOf> known;
  std::map<core::Collective, BySize> by_collective;
  for (const auto& [call, row] : own_calls(rows)) {
    const auto& [collective, bytes, type, op] = call;
    auto& at_size = by_collective[collective][bytes];
    if (row->place != Place::Inside) continue;
    auto& of_type = known[{type, op}];
    if (!of_type) of_type = alternatives(type, op);
    auto better = better_than(*row, of_type(collective, bytes));
    if (!better || is_refuted(*better, rows)) continue;
    if (!at_size || better->low > at_size->low) at_size = std::move(better);
  }
  std::vector<BetterChoice> result;
  for (const auto& [collective, sizes] : by_collective) {
    const std::vector<BetterChoice> clear = clear_ones(sizes);
    if (clear.empty()) continue;
    result.push_back(*std::ranges::max_element(clear, {}, &BetterChoice::low));
    for (const BetterChoice& one : clear) result.back().at.push_back(one.bytes.count());
    result.back().of_sizes = sizes.size();
  }
  return result;
}

}  // namespace treering::tuner::check
