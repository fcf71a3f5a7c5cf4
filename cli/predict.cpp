#include <fmt/format.h>

#include "cli/commands.h"
#include "cli/names.h"
#include "cli/plan.h"
#include "cli/predict_report.h"

namespace treering::cli {
namespace {

std::string render(const PredictReport& report, Format format, const Display& display) {
  switch (format) {
    case Format::Text:
      return predict_text(report, display);
    case Format::Json:
      return predict_json(report);
    case Format::Csv:
      return predict_csv(report);
  }
  return "";
}

sim::PredictionRequest request_for(const CallOptions& calls) {
  return {calls.collectives, calls.sizes, calls.type, calls.op, calls.filter, calls.model};
}

/// Remarks that belong beside the answer, not into it.
std::vector<std::string> notes_for(const PredictReport& report) {
  std::vector<std::string> notes = report.job.notes;
  if (!sim::is_available(report.calls.model)) {
    notes.push_back(
        fmt::format("model {} is not available yet: no times, only NCCL's choice and the bound",
                    sim::name_of(report.calls.model)));
  }
  if (report.rows.empty()) {
    notes.emplace_back("no candidate is left by --algo and --proto for this job");
  }
  return notes;
}

}  // namespace

core::Result<Answer> run_predict(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto calls = read_calls(arguments, "all_reduce");
  if (!calls) return core::fail(calls.error());
  auto job = read_job(arguments);
  if (!job) return core::fail(job.error());
  const auto plan = make_plan(*job);
  if (!plan) return core::fail(plan.error());

  const auto alternatives = sim::alternatives_of(*plan, calls->model, calls->type, calls->op);
  const sim::WireBound bound(job->cluster, job->job);
  PredictReport report{
      *std::move(job), *std::move(calls), plan->shape.ranks(), {}, {}, false, false};
  report.rows = sim::predict(alternatives, bound, request_for(report.calls));
  report.has_columns = arguments.has("algo") || arguments.has("proto");
  report.is_quiet = arguments.has("quiet");
  // Crossovers and advice speak of NCCL's free choice; they would contradict a restricted table.
  if (*format != Format::Csv && request_for(report.calls).filter.allows_all()) {
    for (const core::Collective collective : report.calls.collectives) {
      report.summaries.push_back(
          tuner::summarise(alternatives, bound, collective, report.calls.sizes));
    }
  }
  return Answer{.text = render(report, *format, display), .notes = notes_for(report)};
}

}  // namespace treering::cli
