#include <algorithm>
#include <iterator>
#include <utility>

#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/output/plan.h"
#include "cli/show/show_fabric.h"
#include "cli/show/show_report.h"
#include "cli/show/show_svg.h"
#include "report/drawing/cluster_picture.h"
#include "report/drawing/svg.h"

namespace treering::cli {

std::string show_text(const ShowReport& report, const Display& display) {
  std::string text = machine_text(report, display);
  if (report.plan) text += graphs_text(report);
  return text;
}

namespace {

/// The forms that are asked for go together.
core::Result<Format> read_form(const Arguments& arguments) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  if (const auto fits = check_svg(arguments); !fits) return core::fail(fits.error());
  if (arguments.has("tree") && *format != Format::Text) {
    return core::usage_error("--tree", "given for JSON or CSV", "expected text",
                             "both have the whole machine");
  }
  return *format;
}

std::string render(const ShowReport& report, Format format, const Display& display) {
  switch (format) {
    case Format::Text:
      return show_text(report, display);
    case Format::Json:
      return show_json(report);
    case Format::Csv:
      return show_csv(report);
  }
  return "";
}

}  // namespace

core::Result<Answer> run_show(const Arguments& arguments, const Display& display) {
  const auto format = read_form(arguments);
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
  if (arguments.has("svg")) {
    return svg_answer(arguments,
                      report::drawing::to_svg(report::drawing::cluster_picture(job->cluster)),
                      std::move(job->notes));
  }
  ShowReport report{
      *std::move(job), {}, std::nullopt, arguments.has("quiet"), arguments.has("tree")};
  report.paths = sim::smi_matrix(report.job.cluster.node);
  if (arguments.has("graphs")) {
    auto plan = make_plan(report.job);
    if (!plan) return core::fail(plan.error());
    report.job.notes = notes_on(report.job, *plan);
    report.plan = *std::move(plan);
  }
  return Answer{.text = render(report, *format, display), .notes = report.job.notes};
}

}  // namespace treering::cli
