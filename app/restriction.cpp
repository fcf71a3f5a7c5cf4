#include "app/restriction.h"

#include <algorithm>

#include <fmt/format.h>

#include "app/setup/variables.h"
#include "sim/nccl/rules/call.h"
#include "sim/nccl/tuning/listed.h"
#include "sim/nccl/versions/version.h"

namespace treering::app {
namespace {

/// Whether the variables affect the collective.
bool is_restricted(const sim::job::Settings& settings, core::Collective collective) {
  return sim::nccl::rules::is_tuned(collective) &&
         (settings.algorithms.decides(collective) || settings.protocols.decides(collective));
}

/// The same job without the two variables.
sim::nccl::Plan unrestricted(const setup::Setup& setup) {
  sim::job::Job job = setup.job;
  job.settings.algorithms = {};
  job.settings.protocols = {};
  return sim::nccl::make_plan(setup.cluster.node, job);
}

std::string why_beyond(const PredictReport& report, core::Collective collective) {
  const sim::nccl::versions::Version& version =
      sim::nccl::versions::version(report.job.job.nccl_version);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default) continue;
    for (int i = 0; i < sim::nccl::kAlgorithms; ++i) {
      const auto algorithm = static_cast<sim::nccl::Algorithm>(i);
      if (row.algorithm != name_of(algorithm)) continue;
      std::string text = sim::nccl::tuning::beyond_the_list(report.job.job.settings, version,
                                                            collective, algorithm);
      if (!text.empty()) return text;
    }
  }
  return "";
}

}  // namespace

std::optional<Restriction> restriction_of(const PredictReport& report, core::Collective collective,
                                          const setup::TimeModelOptions& options) {
  if (!is_restricted(report.job.job.settings, collective)) return std::nullopt;
  Restriction restriction;
  restriction.why_beyond = why_beyond(report, collective);
  const sim::nccl::Plan plan = unrestricted(report.job);
  const auto alternatives =
      sim::alternatives_of(plan, setup::time_model_for(options, report.job.cluster, plan),
                           report.calls.type, report.calls.op);
  for (const sim::Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_nccl_default || !row.time()) continue;
    const auto all = alternatives(collective, row.bytes.count());
    const sim::Alternative* const usual = sim::nccl_choice(all);
    if (usual == nullptr || !usual->estimate || usual->estimate->time.in_us() <= 0) continue;
    const double times = *row.time() / usual->estimate->time;
    if (times <= restriction.slowdown) continue;
    restriction.slowdown = times;
    restriction.slowdown_at = row.bytes.count();
  }
  return restriction;
}

std::string refusal_of(const PredictReport& report, core::Collective collective) {
  const bool is_refused = std::ranges::any_of(report.rows, [&](const sim::Prediction& row) {
    return row.collective == collective && row.is_refused;
  });
  if (!is_refused) return "";
  return fmt::format("NCCL fails every {}: {}.", core::name_of(collective),
                     setup::nothing_left_text(report.job.variables));
}

}  // namespace treering::app
