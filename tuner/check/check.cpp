#include "tuner/check/check.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"
#include "sim/cost/estimate.h"
#include "tuner/check/suspect.h"
#include "tuner/import/run_words.h"

namespace treering::tuner {
namespace {

// Between the edge of an 80 % interval and its middle lie so many standard deviations.
constexpr double kEightyPercent = 1.2816;
// Below that no measurement is sure: repeated runs differ as much.
constexpr double kLeastSpread = 0.02;
// A cause has to take away so much of the distance.
constexpr double kClearlyNearer = 0.7;

struct Modelled {
  Observation seen;
  sim::cost::Estimate estimate;
};

std::optional<Modelled> modelled(const CheckedRun& run, const Measurement& row) {
  auto seen = observe(*run.bench, row, run.profile);
  if (!seen) return std::nullopt;
  const auto parameters = sim::cost::parameters_of(run.profile, seen->kind);
  TREERING_ASSERT(parameters, "what lies over the shipped profile lacks nothing");
  auto estimate = sim::cost::estimate(seen->terms, *parameters,
                                      {seen->collective, seen->algorithm, seen->bytes});
  return Modelled{*std::move(seen), std::move(estimate)};
}

std::string largest(const std::vector<sim::TimeShare>& shares) {
  const auto most = std::ranges::max_element(
      shares, [](const auto& a, const auto& b) { return a.time < b.time; });
  return most == shares.end() ? "" : most->what;
}

Place place_of(const CheckedRow& row) {
  if (row.measured > row.high) return Place::Slow;
  return row.measured < row.low ? Place::Fast : Place::Inside;
}

CheckedRow checked(const Measurement& measurement, const Modelled& model) {
  CheckedRow row;
  row.measurement = measurement;
  row.algorithm = model.seen.algorithm;
  row.protocol = model.seen.protocol;
  row.channels = model.seen.channels;
  row.expected = model.estimate.time;
  row.low = model.estimate.low;
  row.high = model.estimate.high;
  row.measured = *time_of(measurement);
  row.place = place_of(row);
  row.most = largest(model.estimate.shares);
  return row;
}

/// One standard deviation of ln(time).
double spread_of(const CheckedRow& row) {
  return std::max(std::log(row.high / row.expected) / kEightyPercent, kLeastSpread);
}

/// Why a row says nothing about the job; empty when it does.
std::string reason_to_leave_out(const CheckedRun& run, const Measurement& row) {
  const int ranks = run.bench->plan.shape.ranks();
  if (row.ranks > 0 && row.ranks != ranks) {
    return fmt::format("{}, but the job has {}",
                       counted(static_cast<std::size_t>(row.ranks), "rank"), ranks);
  }
  return modelled(run, row) ? "" : "NCCL has no way to do that on this machine";
}

/// The rows of the job, those of others put into `left_out`.
std::vector<Measurement> fitting_rows(const CheckedRun& run, Check& result) {
  std::vector<Measurement> rows;
  for (const Measurement& row : run.rows) {
    std::string reason = reason_to_leave_out(run, row);
    if (reason.empty()) {
      rows.push_back(row);
      continue;
    }
    std::string where = row.line > 0 ? fmt::format("{}:{}", row.file, row.line) : row.file;
    result.left_out.push_back({core::Severity::Warning, std::move(where), std::move(reason)});
  }
  return rows;
}

std::vector<sim::cost::Estimate> estimates_of(const CheckedRun& run) {
  std::vector<sim::cost::Estimate> estimates;
  for (const Measurement& row : run.rows) {
    auto model = modelled(run, row);
    TREERING_ASSERT(model, "a cause leaves NCCL a way");
    estimates.push_back(std::move(model->estimate));
  }
  return estimates;
}

/// How near a model comes to what was measured.
LikelyCause nearness(const std::vector<CheckedRow>& rows,
                     const std::vector<sim::cost::Estimate>& estimates) {
  LikelyCause cause;
  double distance = 0;
  double weights = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const core::Duration measured = rows[i].measured;
    const double spread = spread_of(rows[i]);
    distance += std::abs(std::log(measured / estimates[i].time)) / spread;
    weights += 1 / spread;
    const bool is_inside = estimates[i].low <= measured && measured <= estimates[i].high;
    if (rows[i].place == Place::Slow && is_inside) ++cause.explained;
  }
  cause.factor = std::exp(distance / weights);
  return cause;
}

std::vector<LikelyCause> likely_causes(const CheckedRun& run, const Check& result) {
  std::vector<LikelyCause> causes;
  const double usual = std::log(result.factor);
  for (Suspect& suspect : all_suspects(run)) {
    LikelyCause cause = nearness(result.rows, estimates_of(suspect.run));
    const bool is_nearer = std::log(cause.factor) <= kClearlyNearer * usual;
    if (!is_nearer || 2 * cause.explained < result.count(Place::Slow)) continue;
    cause.cause = std::move(suspect.cause);
    cause.what = std::move(suspect.what);
    cause.look_at = std::move(suspect.look_at);
    causes.push_back(std::move(cause));
  }
  std::ranges::stable_sort(causes, {}, &LikelyCause::factor);
  return causes;
}

}  // namespace

std::string_view name_of(Place place) {
  switch (place) {
    case Place::Inside:
      return "inside";
    case Place::Slow:
      return "slow";
    case Place::Fast:
      return "fast";
  }
  return "";
}

std::size_t Check::count(Place place) const {
  return static_cast<std::size_t>(std::ranges::count(rows, place, &CheckedRow::place));
}

core::Result<Check> check(const CheckedRun& run) {
  Check result;
  CheckedRun fitting = run;
  fitting.rows = fitting_rows(run, result);
  if (fitting.rows.empty()) {
    if (result.left_out.empty()) return core::bad_input("", "no rows");
    const core::Diagnostic& first = result.left_out.front();
    return core::bad_input(first.where, first.text, "expected rows of the job that is named",
                           "say which with --nodes and --gpus-per-node or --devices");
  }
  for (const Measurement& row : fitting.rows) {
    result.rows.push_back(checked(row, *modelled(fitting, row)));
  }
  result.factor = nearness(result.rows, estimates_of(fitting)).factor;
  if (result.is_slow()) result.causes = likely_causes(fitting, result);
  return result;
}

}  // namespace treering::tuner
