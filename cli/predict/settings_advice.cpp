#include "cli/predict/settings_advice.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/tuning/listed.h"
#include "sim/nccl/versions/version.h"

namespace treering::cli {
namespace {

/// The same job without the two variables.
sim::nccl::Plan unrestricted(const JobOptions& options) {
  sim::job::Job job = options.job;
  job.settings.algorithms = {};
  job.settings.protocols = {};
  return sim::nccl::make_plan(options.cluster.node, job);
}

/// Why NCCL takes what NCCL_ALGO does not name; empty where it does not.
std::string beyond_text(const PredictReport& report, core::Collective collective) {
  const sim::nccl::versions::Version& version =
      sim::nccl::versions::version(report.job.job.nccl_version);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default) continue;
    for (int i = 0; i < sim::nccl::kAlgorithms; ++i) {
      const auto algorithm = static_cast<sim::nccl::Algorithm>(i);
      if (row.algorithm != name_of(algorithm)) continue;
      const std::string text = sim::nccl::tuning::beyond_the_list(report.job.job.settings, version,
                                                                  collective, algorithm);
      if (!text.empty()) return " " + text;
    }
  }
  return "";
}

}  // namespace

bool is_restricted(const PredictReport& report, core::Collective collective) {
  const sim::job::Settings& settings = report.job.job.settings;
  return sim::nccl::rules::is_tuned(collective) &&
         (settings.algorithms.decides(collective) || settings.protocols.decides(collective));
}

Handicap handicap_of(const PredictReport& report, core::Collective collective,
                     const TimeModelOptions& time_model) {
  Handicap handicap;
  if (!is_restricted(report, collective)) return handicap;
  const sim::nccl::Plan plan = unrestricted(report.job);
  const auto alternatives =
      sim::alternatives_of(plan, time_model_for(time_model, report.job.cluster, plan),
                           report.calls.type, report.calls.op);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default || !row.time()) continue;
    const auto all = alternatives(collective, row.bytes.count());
    const sim::Alternative* const usual = sim::nccl_choice(all);
    if (usual == nullptr || !usual->time() || usual->time()->in_us() <= 0) continue;
    const double times = *row.time() / *usual->time();
    if (times <= handicap.greatest) continue;
    handicap = {times, row.bytes.count()};
  }
  return handicap;
}

std::string refusal_text(const PredictReport& report, core::Collective collective) {
  const bool is_refused = std::ranges::any_of(report.rows, [&](const sim::Prediction& row) {
    return row.collective == collective && row.is_refused;
  });
  if (!is_refused) return "";
  return fmt::format("NCCL fails every {}: {}.", core::name_of(collective),
                     nothing_left_text(report.job.variables));
}

std::string restriction_text(const PredictReport& report, std::size_t index,
                             const std::string& choice) {
  constexpr double kRoundsToOne = 1.005;
  constexpr std::string_view kUnset = "without NCCL_ALGO and NCCL_PROTO";
  const std::string text = fmt::format("The settings leave NCCL the {}.{}", choice,
                                       beyond_text(report, report.calls.collectives[index]));
  const Handicap& handicap = report.handicaps[index];
  if (handicap.greatest < kRoundsToOne)
    return fmt::format("{} It would be no faster {}.", text, kUnset);
  return fmt::format("{} That takes up to {:.2f} times as long as its choice {}, at {}.", text,
                     handicap.greatest, kUnset, core::format_size(handicap.greatest_at));
}

}  // namespace treering::cli
