#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/commands.h"
#include "cli/names.h"
#include "cli/plan.h"
#include "cli/show_fabric.h"
#include "cli/show_report.h"

namespace treering::cli {

std::string show_text(const ShowReport& report, const Display& display) {
  std::string text = machine_text(report, display);
  if (report.plan) text += graphs_text(report);
  return text;
}

core::Result<Answer> run_show(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto job = read_job(arguments);
  if (!job) {
    // What is no machine may be a fabric.
    auto fabric = show_fabric(arguments, display);
    if (!fabric) return core::fail(fabric.error());
    if (*fabric) return **std::move(fabric);
    return core::fail(job.error());
  }
  if (const auto error = sim::nccl::why_not_devices(job->cluster.node, job->job)) {
    return core::fail(*error);
  }
  ShowReport report{*std::move(job), {}, std::nullopt, arguments.has("quiet")};
  report.paths = sim::smi_matrix(report.job.cluster.node);
  if (arguments.has("graphs")) {
    auto plan = make_plan(report.job);
    if (!plan) return core::fail(plan.error());
    report.job.notes = notes_on(report.job, *plan);
    report.plan = *std::move(plan);
  }
  switch (*format) {
    case Format::Text:
      return Answer{.text = show_text(report, display), .notes = report.job.notes};
    case Format::Json:
      return Answer{.text = show_json(report), .notes = report.job.notes};
    case Format::Csv:
      return Answer{.text = show_csv(report), .notes = report.job.notes};
  }
  return Answer{};
}

}  // namespace treering::cli
