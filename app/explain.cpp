#include "app/explain.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/setup/calls.h"
#include "app/setup/failed_search.h"
#include "app/setup/plan.h"
#include "core/text/field.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/tuning/listed.h"
#include "sim/test_size.h"

namespace treering::app {
namespace {

/// The size rounded down as nccl-tests does; a call of nothing costs nothing and has no candidates.
core::Result<sim::nccl::rules::Call> carried_call(const ExplainRequest& asked, int ranks) {
  sim::nccl::rules::Call call{asked.collective, asked.bytes, asked.type, asked.op};
  call.bytes = sim::test_size(asked.collective, asked.bytes, asked.type, ranks).bytes;
  if (call.bytes > 0) return call;
  const std::uint64_t parts =
      sim::is_shared_out(asked.collective) ? static_cast<std::uint64_t>(ranks) : 1;
  return core::usage_error(
      core::field("size"),
      fmt::format("{} B hold no {} for each of {} ranks", asked.bytes, core::name_of(asked.type),
                  ranks),
      fmt::format("expected at least {} B", core::size_of(asked.type).count() * parts));
}

// The end of an algorithm's reason against protocols that it does not have, on any machine.
constexpr std::string_view kNotSpoken = " speaks Simple only";

bool is_never_made(const sim::nccl::rules::Call& call,
                   const sim::nccl::call::Candidate& candidate) {
  if (candidate.available) return false;
  return !sim::algorithms::rules_of(candidate.algorithm).offers(call.collective) ||
         candidate.ruled_out.ends_with(kNotSpoken);
}

ExplainedCandidate explained(const sim::nccl::Plan& plan, const sim::nccl::rules::Call& call,
                             const sim::nccl::call::Candidate& candidate) {
  ExplainedCandidate result;
  result.candidate = candidate;
  result.cell = plan.tuning.cell(call.collective, candidate.algorithm, candidate.protocol);
  result.is_never_made = is_never_made(call, candidate);
  result.has_failed_search = sim::nccl::search::has_failed_search(plan.common, candidate.algorithm);
  if (!candidate.available) return result;
  result.terms = sim::nccl::call::cost_terms(plan, call, candidate);
  result.schedule = sim::nccl::call::decision_for(plan, call, candidate);
  return result;
}

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

core::Result<ExplainReport> answer(const ExplainRequest& request) {
  if (const auto tuned = setup::check_tuned(request.collective); !tuned) {
    return core::fail(tuned.error());
  }
  auto job = setup::set_up(request.job);
  if (!job) return core::fail(job.error());
  setup::carry_over(*job);
  const auto plan = setup::make_plan(*job);
  if (!plan) return core::fail(plan.error());
  const auto call = carried_call(request, plan->shape.ranks());
  if (!call) return core::fail(call.error());

  ExplainReport report;
  report.job = *std::move(job);
  report.job.notes = setup::notes_on(report.job, *plan);
  report.call = *call;
  report.asked_bytes = request.bytes;
  report.shape = plan->shape;
  report.choice = sim::nccl::call::choose(*plan, *call);
  report.version = &sim::nccl::versions::version(report.job.job.nccl_version);
  if (report.choice) {
    report.why_beyond = sim::nccl::tuning::beyond_the_list(
        report.job.job.settings, *report.version, call->collective, report.choice->algorithm);
  }
  report.failed_search = setup::failed_search_text(*plan);
  for (const auto& candidate : sim::nccl::call::candidates(*plan, *call)) {
    if (lists(request.filter.algorithms, name_of(candidate.algorithm)) &&
        lists(request.filter.protocols, name_of(candidate.protocol))) {
      report.candidates.push_back(explained(*plan, *call, candidate));
    }
  }
  return report;
}

}  // namespace treering::app
