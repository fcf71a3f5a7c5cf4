#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/explain/explain_report.h"
#include "cli/options/call_options.h"
#include "cli/options/names.h"
#include "cli/output/plan.h"
#include "cli/output/search_text.h"
#include "sim/nccl/call/choice.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/versions/version.h"
#include "sim/test_size.h"

namespace treering::cli {
namespace {

constexpr std::uint64_t kUsualSize = std::uint64_t{1} << 20U;

core::Result<sim::nccl::rules::Call> read_call(const Arguments& arguments) {
  const auto collective = parse_collective(arguments.value("collective").value_or("all_reduce"));
  if (!collective) return core::fail(collective.error());
  if (const auto tuned = check_tuned(*collective); !tuned) return core::fail(tuned.error());
  const auto bytes = read_size(arguments, "size", kUsualSize);
  if (!bytes) return core::fail(bytes.error());
  const auto types = read_types(arguments);
  if (!types) return core::fail(types.error());
  return sim::nccl::rules::Call{*collective, *bytes, types->type, types->op};
}

/// The size rounded down as nccl-tests does; a call of nothing costs nothing and has no candidates.
core::Result<sim::nccl::rules::Call> carried_call(const sim::nccl::rules::Call& asked, int ranks) {
  sim::nccl::rules::Call call = asked;
  call.bytes = sim::test_size(asked.collective, asked.bytes, asked.type, ranks).bytes;
  if (call.bytes > 0) return call;
  const std::uint64_t parts =
      sim::is_shared_out(asked.collective) ? static_cast<std::uint64_t>(ranks) : 1;
  return core::usage_error(
      "--size",
      fmt::format("{} B hold no {} for each of {} ranks", asked.bytes, core::name_of(asked.type),
                  ranks),
      fmt::format("expected at least {} B", core::size_of(asked.type).count() * parts));
}

ExplainedCandidate explained(const sim::nccl::Plan& plan, const sim::nccl::rules::Call& call,
                             const sim::nccl::call::Candidate& candidate) {
  ExplainedCandidate result;
  result.candidate = candidate;
  result.cell = plan.tuning.cell(call.collective, candidate.algorithm, candidate.protocol);
  result.has_failed_search = sim::nccl::search::has_failed_search(plan.common, candidate.algorithm);
  if (!candidate.available) return result;
  result.terms = sim::nccl::call::cost_terms(plan, call, candidate);
  result.schedule = sim::nccl::call::schedule(plan, call, candidate);
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
  const auto carried = carried_call(*call, plan->shape.ranks());
  if (!carried) return core::fail(carried.error());

  ExplainReport report;
  report.job = *std::move(job);
  report.job.notes = notes_on(report.job, *plan);
  report.call = *carried;
  report.asked_bytes = call->bytes;
  report.shape = plan->shape;
  report.choice = sim::nccl::call::choose(*plan, *carried);
  report.version = &sim::nccl::versions::version(report.job.job.nccl_version);
  report.failed_search = failed_search_text(*plan);
  report.is_quiet = arguments.has("quiet");
  for (const auto& candidate : sim::nccl::call::candidates(*plan, *carried)) {
    if (lists(filter->algorithms, name_of(candidate.algorithm)) &&
        lists(filter->protocols, name_of(candidate.protocol))) {
      report.candidates.push_back(explained(*plan, *carried, candidate));
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
