#include "app/explain.h"

#include <algorithm>
#include <utility>

#include "app/job.h"
#include "app/setup/calls.h"
#include "app/setup/plan.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/tuning/tuning.h"

namespace treering::app {
namespace {

bool is_never_made(const core::Call& call, const sim::nccl::call::Candidate& candidate) {
  if (candidate.available) return false;
  const auto& rules = sim::algorithms::rules_of(candidate.offer.algorithm);
  return !rules.offers(call.collective) || !rules.speaks(candidate.offer.protocol);
}

ExplainedCandidate explained(const sim::nccl::Plan& plan, const core::Call& call,
                             const sim::nccl::call::Candidate& candidate) {
  ExplainedCandidate result;
  result.candidate = candidate;
  result.cell =
      plan.tuning.cell(call.collective, candidate.offer.algorithm, candidate.offer.protocol);
  result.is_never_made = is_never_made(call, candidate);
  result.has_failed_search =
      sim::nccl::search::has_failed_search(plan.common, candidate.offer.algorithm);
  if (!candidate.available) return result;
  result.terms = sim::nccl::call::cost_terms(plan, call, candidate);
  result.schedule = sim::nccl::call::decision_for(plan, call, candidate);
  return result;
}

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

setup::Calls calls_of(const core::Call& call) {
  return {{call.collective}, {call.bytes}, call.type, call.op, {}, sim::Model::Nccl};
}

}  // namespace

core::Result<ExplainReport> answer(const ExplainRequest& request) {
  if (const auto tuned = setup::check_tuned(request.call.collective); !tuned) {
    return core::fail(tuned.error());
  }
  const auto job = open(request.job, {}, sim::Model::Nccl);
  if (!job) return core::fail(job.error());
  const sim::nccl::Plan& plan = (*job)->plan;
  const auto call = setup::rounded_call(request.call, plan.shape.ranks());
  if (!call) return core::fail(call.error());

  ExplainReport report;
  report.deciding = deciding_facts(**job, calls_of(*call));
  report.job = with_doubts((*job)->machine, report.deciding);
  report.job.notes = setup::notes_on(report.job, plan, {&call->collective, 1});
  if (auto fabric = setup::fabric_note_of_nccl(report.job); !fabric.empty()) {
    report.job.notes.push_back(std::move(fabric));
  }
  const auto op = setup::op_note({&call->collective, 1}, call->op);
  if (!op.empty()) report.job.notes.push_back(op);
  report.call = *call;
  report.asked_bytes = request.call.bytes;
  report.shape = plan.shape;
  report.choice = sim::nccl::call::choose(plan, *call);
  report.version = &sim::nccl::versions::version(report.job.job.nccl_version);
  if (report.choice) {
    report.why_beyond = sim::nccl::tuning::beyond_the_list(
        report.job.job.settings, *report.version, call->collective, report.choice->offer.algorithm);
  }
  report.failed_search = setup::failed_search_text(plan);
  for (const auto& candidate : sim::nccl::call::candidates(plan, *call)) {
    if (lists(request.filter.algorithms, name_of(candidate.offer.algorithm)) &&
        lists(request.filter.protocols, name_of(candidate.offer.protocol))) {
      report.candidates.push_back(explained(plan, *call, candidate));
    }
  }
  return report;
}

}  // namespace treering::app
