#include "tuner/check/check.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "sim/bound/bound.h"
#include "sim/estimates/estimate.h"
#include "tuner/calibration/mixture.h"
#include "tuner/check/checked_rows.h"
#include "tuner/check/plateau.h"
#include "tuner/check/run_model.h"
#include "tuner/check/suspect.h"
#include "tuner/stats/quantiles.h"

namespace treering::tuner::check {
namespace {

// A cause has to reduce the distance to this share.
constexpr double kClearlyNearer = 0.7;
// The nearest of what is no cause is named where it leaves less than this share of the distance.
constexpr double kGoodPart = 0.5;
// Each row of a run may be slow by chance, but all are this much slower: a cause is named if it
// leaves at most a third of that.
constexpr double kNoticeable = 1.04;
constexpr double kStriking = 1.0 / 3;
// Fewer or slower ports than the machine is taken to have: 200 in place of 400 Gbit/s, two adapters
// in place of eight.
constexpr std::array kSharesOfNetwork{0.5, 0.25, 0.125};

Place place_of(const CheckedRow& row) {
  if (row.measured > row.high) return Place::Slow;
  return row.measured < row.low ? Place::Fast : Place::Inside;
}

CheckedRow checked(const Measurement& measurement, const Modelled& model) {
  CheckedRow row;
  row.measurement = measurement;
  row.way = model.way;
  row.expected = model.estimate.time;
  row.low = model.estimate.interval->low;
  row.high = model.estimate.interval->high;
  row.measured = *time_of(measurement);
  row.place = place_of(row);
  row.most = model.most;
  return row;
}

/// Rows of other jobs say nothing about this one.
void leave_out(const Measurement& row, std::string reason, Check& result) {
  std::string where = row.line > 0 ? fmt::format("{}:{}", row.file, row.line) : row.file;
  result.left_out.push_back({core::Severity::Warning, std::move(where), std::move(reason)});
}

/// Why a run on GPUs of that name says nothing of the machine: they are of another generation, or
/// have other NVLinks than its GPUs have. With one GPU of each node NVLinks carry nothing. Empty
/// where they may be its own.
std::string why_other_gpus(const std::string& gpu, const calibration::Bench& bench) {
  const std::string_view generation = calibration::generation_named(gpu);
  const std::string& own = bench.machine.kind.gpu;
  if (!generation.empty() && generation != own) {
    return fmt::format("a run on {}, the job's GPUs are of the generation {}", gpu, own);
  }
  const bool has_nvlink_traffic = bench.plan.shape.nodes < bench.plan.shape.ranks();
  if (!has_nvlink_traffic || !hw::catalogue::are_other_gpus(gpu, bench.cluster.node)) return "";
  return fmt::format("a run on {}, whose NVLinks are not those of the GPUs of {}", gpu,
                     bench.cluster.node.name());
}

/// A bound that holds even if the network's switches reduce: logs seldom say whether they did.
sim::bound::WireBound least_bound(const calibration::Bench& bench) {
  sim::job::JobSpec job = bench.plan.job;
  job.collnet = sim::job::Feature::On;
  return {bench.cluster, job};
}

/// The rows of the job beside what is expected of them.
void check_rows(const CheckedRun& run, const sim::bound::WireBound& bound, RunModel& usual,
                Check& result) {
  std::map<std::string, std::string> why_other;  // a file names few GPUs, on many rows
  for (const Measurement& row : run.rows) {
    const auto [gpus, is_new] = why_other.try_emplace(row.gpu);
    if (is_new) gpus->second = why_other_gpus(row.gpu, *run.bench);
    if (auto ranks = calibration::why_other_ranks(*run.bench, row); !ranks.empty()) {
      leave_out(row, std::move(ranks), result);
    } else if (!gpus->second.empty()) {
      leave_out(row, gpus->second, result);
    } else if (const Modelled* const modelled = usual.of(row)) {
      result.rows.push_back(checked(row, *modelled));
      result.rows.back().bound = bound.time(row.collective, core::Bytes::of(row.bytes));
    } else {
      leave_out(row, "NCCL cannot do that on this machine", result);
    }
  }
}

/// What a range is measured by: the smallest call that a row may be, and a very large one.
struct Ends {
  core::Duration least;
  double most_bytes_per_us = 0;
};

std::optional<Ends> ends_of(RunModel& model, Measurement row) {
  constexpr std::uint64_t kSmallest = 8;
  constexpr std::uint64_t kVeryLarge = std::uint64_t{8} << 30U;
  row.bytes = kSmallest;
  const Modelled* const small = model.of(row);
  row.bytes = kVeryLarge;
  const Modelled* const large = model.of(row);
  if (small == nullptr || large == nullptr) return std::nullopt;
  return Ends{small->estimate.time, static_cast<double>(kVeryLarge) / large->estimate.time.in_us()};
}

SizeRange range_in(const Ends& ends, const CheckedRow& row) {
  constexpr double kMuchOfTheBandwidth = 0.5;
  constexpr double kNextToLatency = 2;
  const double rate = static_cast<double>(row.measurement.bytes) / row.expected.in_us();
  if (rate >= kMuchOfTheBandwidth * ends.most_bytes_per_us) return SizeRange::Large;
  return row.expected > ends.least * kNextToLatency ? SizeRange::Middle : SizeRange::Small;
}

/// A row that has no way at the ends of the sizes counts as large.
void set_ranges(RunModel& model, Check& result) {
  for (CheckedRow& row : result.rows) {
    if (const auto ends = ends_of(model, row.measurement)) row.range = range_in(*ends, row);
  }
}

/// Two suspects may have the same cause: the first counts.
std::vector<LikelyCause> once_each(std::vector<LikelyCause> causes) {
  std::vector<LikelyCause> kept;
  for (LikelyCause& one : causes) {
    if (std::ranges::find(kept, one.cause, &LikelyCause::cause) == kept.end()) {
      kept.push_back(std::move(one));
    }
  }
  return kept;
}

/// Without those that leave more of the difference than the best, by more than good runs differ.
std::vector<LikelyCause> as_near_as_the_first(std::vector<LikelyCause> causes) {
  constexpr double kRunsDiffer = 1.05;
  std::erase_if(causes, [most = causes.empty() ? 0 : causes.front().factor * kRunsDiffer](
                            const LikelyCause& one) { return one.factor > most; });
  return causes;
}

/// The largest distance of a cause that is of interest.
double most_of_interest(const Check& result) {
  const double usual = std::log(result.factor);
  return (result.is_slow() ? std::max(kClearlyNearer, kGoodPart) : kStriking) * usual;
}

/// Keeps the suspects that are causes, or names the nearest of them.
void judge(std::vector<LikelyCause> suspects, Check& result) {
  const double usual = std::log(result.factor);
  if (result.is_slow() && !suspects.empty() &&
      std::log(suspects.front().factor) < kGoodPart * usual) {
    result.nearest = suspects.front();
  }
  std::erase_if(suspects, [&](const LikelyCause& cause) {
    return std::log(cause.factor) > kClearlyNearer * usual ||
           2 * cause.explained < count_slow(result.rows);
  });
  result.causes = as_near_as_the_first(once_each(std::move(suspects)));
  if (!result.causes.empty()) result.nearest.reset();
}

std::optional<double> less_network_of(const CheckedRun& run, const Check& result,
                                      const std::stop_token& stop) {
  const SizeRange deciding = result.ranges().front().range;
  std::vector<CheckedRow> large;
  std::ranges::copy_if(result.rows, std::back_inserter(large), [&](const CheckedRow& row) {
    return row.range == deciding && !row.is_excused();
  });
  const auto as_expected = [&](std::size_t i) {
    return Expected{large[i].expected, {large[i].low, large[i].high}};
  };
  const double usual = std::log(nearness(large, as_expected).factor);
  const std::size_t slow = count_slow(large);
  std::optional<double> best;
  double nearest = kClearlyNearer * usual;
  for (const double share : kSharesOfNetwork) {
    if (stop.stop_requested()) return std::nullopt;
    const auto found = weighed({run, less_network(run, share), large, nearest}, stop);
    if (found.empty() || 2 * found.front().explained < slow) continue;
    if (std::log(found.front().factor) > nearest) continue;
    nearest = std::log(found.front().factor);
    best = share;
  }
  return best;
}

/// For a run that is not slow: keeps causes that explain nearly all of the difference.
void keep_striking(Check& result) {
  const double usual = std::log(result.factor);
  std::erase_if(result.causes, [usual](const LikelyCause& cause) {
    return std::log(cause.factor) > kStriking * usual;
  });
}

}  // namespace

double Check::slow_factor() const {
  return check::slow_factor(rows);
}

std::size_t Check::count(Place place) const {
  return static_cast<std::size_t>(std::ranges::count(rows, place, &CheckedRow::place));
}

bool Check::is_slow() const {
  const auto all = ranges();
  return (!all.empty() && all.front().is_slow) || is_slow_below_large(rows);
}

std::vector<RangeCheck> Check::ranges() const {
  return ranges_of(rows);
}

bool Check::shows_bandwidth() const {
  return std::ranges::any_of(rows,
                             [](const CheckedRow& row) { return row.range == SizeRange::Large; });
}

std::size_t Check::of_program() const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, &CheckedRow::is_of_program));
}

std::size_t Check::hiccups() const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, &CheckedRow::is_hiccup));
}

bool Check::is_fast() const {
  return other || is_beyond_chance(count(Place::Fast), rows.size(), kBeyondInterval);
}

std::optional<SlowEnd> Check::slow_end() const {
  return is_slow() ? std::nullopt : check::slow_end(rows);
}

std::optional<CheckedRow> expected_of(const CheckedRun& run, const Measurement& row) {
  RunModel model(run, RunModel::Says::TimeAndMost);
  return expected_of(model, row);
}

std::optional<CheckedRow> expected_of(RunModel& model, const Measurement& row) {
  const Modelled* const modelled = model.of(row);
  if (modelled == nullptr) return std::nullopt;
  return checked(row, *modelled);
}

core::Result<Check> place_rows(const CheckedRun& run) {
  Check result;
  const sim::bound::WireBound bound = least_bound(*run.bench);
  RunModel usual(run, RunModel::Says::TimeAndMost);
  check_rows(run, bound, usual, result);
  if (result.rows.empty()) {
    if (result.left_out.empty()) return core::bad_input("", "no rows");
    const core::Diagnostic& first = result.left_out.front();
    return core::bad_input(first.where, first.text, "expected a run on the GPUs of the job",
                           "set the job to the size of the run with ⟨nodes⟩ and ⟨gpus-per-node⟩ or "
                           "⟨devices⟩");
  }
  const auto as_expected = [&](std::size_t i) {
    const CheckedRow& row = result.rows[i];
    return Expected{row.expected, {row.low, row.high}};
  };
  set_ranges(usual, result);
  mark_hiccups(result.rows);
  mark_program_times(result.rows);
  result.factor = nearness(result.rows, as_expected).factor;
  result.other = other_machine(result.rows, bound);
  return result;
}

core::Result<Check> check(const CheckedRun& run, const std::stop_token& stop) {
  auto result = place_rows(run);
  if (!result) return result;
  const bool is_noticeable = result->factor > kNoticeable && result->of_program() == 0;
  if (result->is_slow() || is_noticeable) {
    judge(weighed_causes(run, result->rows, most_of_interest(*result), stop), *result);
  }
  if (result->is_slow()) {
    result->less_network = less_network_of(run, *result, stop);
    result->plateau = plateau_of(result->rows, run.bench->machine.adapters);
  }
  if (!result->is_slow()) keep_striking(*result);
  return result;
}

}  // namespace treering::tuner::check
