#include <algorithm>

#include <fmt/format.h>

#include "cli/call_options.h"
#include "cli/commands.h"
#include "cli/explain_report.h"
#include "cli/names.h"
#include "cli/plan.h"
#include "sim/nccl/version.h"

namespace treering::cli {
namespace {

constexpr std::uint64_t kUsualSize = std::uint64_t{1} << 20U;

core::Result<sim::nccl::Call> read_call(const Arguments& arguments) {
  const auto collective =
      core::parse_collective(arguments.value("collective").value_or("all_reduce"));
  if (!collective) return core::fail(collective.error());
  if (const auto tuned = check_tuned(*collective); !tuned) return core::fail(tuned.error());
  const auto bytes = read_size(arguments, "size", kUsualSize);
  if (!bytes) return core::fail(bytes.error());
  const auto types = read_types(arguments);
  if (!types) return core::fail(types.error());
  return sim::nccl::Call{*collective, *bytes, types->type, types->op};
}

ExplainedCandidate explained(const sim::nccl::Plan& plan, const sim::nccl::Call& call,
                             const sim::nccl::Candidate& candidate) {
  ExplainedCandidate result;
  result.candidate = candidate;
  result.cell = plan.tuning.cell(call.collective, candidate.algorithm, candidate.protocol);
  if (!candidate.available) return result;
  result.terms = sim::nccl::cost_terms(plan, call, candidate);
  result.schedule = sim::nccl::schedule(plan, call, candidate);
  return result;
}

bool lists(const std::vector<std::string>& names, std::string_view name) {
  return names.empty() || std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

core::Result<Answer> run_explain(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto call = read_call(arguments);
  if (!call) return core::fail(call.error());
  auto filter = read_filter(arguments);
  if (!filter) return core::fail(filter.error());
  auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());

  ExplainReport report;
  report.job = *std::move(job);
  report.call = *call;
  report.shape = plan->shape;
  report.choice = sim::nccl::choose(*plan, *call);
  report.version = &sim::nccl::version(report.job.job.nccl_version);
  report.is_quiet = arguments.has("quiet");
  for (const auto& candidate : sim::nccl::candidates(*plan, *call)) {
    if (lists(filter->algorithms, name_of(candidate.algorithm)) &&
        lists(filter->protocols, name_of(candidate.protocol))) {
      report.candidates.push_back(explained(*plan, *call, candidate));
    }
  }
  switch (*format) {
    case Format::Text:
      return Answer{.text = explain_text(report, display), .notes = report.job.notes};
    case Format::Json:
      return Answer{.text = explain_json(report), .notes = report.job.notes};
    case Format::Csv:
      return Answer{.text = explain_csv(report), .notes = report.job.notes};
  }
  return Answer{};
}

}  // namespace treering::cli
