#include "cli/command.h"

#include <utility>

#include "app/explain.h"
#include "cli/explain/writers.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/notes.h"
#include "report/prediction/predict_text.h"
#include "report/prediction/variants_text.h"

namespace treering::cli {
namespace {

core::Result<app::ExplainRequest> explain_request(const Arguments& arguments) {
  app::ExplainRequest request;
  if (const auto name = arguments.value("collective")) {
    const auto collective = app::setup::parse_collective(*name);
    if (!collective) return core::fail(collective.error());
    request.call.collective = *collective;
  }
  const auto bytes = size_option(arguments, "size");
  if (!bytes) return core::fail(bytes.error());
  request.call.bytes = bytes->value_or(request.call.bytes);
  const auto types = element_types(arguments);
  if (!types) return core::fail(types.error());
  request.call.type = types->type;
  request.call.op = types->op;
  auto filter = filter_of(arguments);
  if (!filter) return core::fail(filter.error());
  request.filter = *std::move(filter);
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.job = *std::move(job);
  return request;
}

std::string explained(const app::ExplainReport& report, Format format,
                      const report::prediction::TextOptions& options) {
  return written(
      format, [&] { return report::prediction::explain_text(report, options); },
      [&] { return explain_json(report); }, [&] { return explain_csv(report); });
}

}  // namespace

core::Result<Answer> run_explain(const Arguments& arguments, const Display& display) {
  const auto format = parse_format(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  const auto request = explain_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::answer(*request);
  if (!report) return core::fail(report.error());
  const report::prediction::TextOptions options{.display = display,
                                                .is_quiet = arguments.has("quiet")};
  return Answer{
      .text = explained(*report, *format, options),
      .form = form_of(*format),
      .notes = report->job.notes,
      .doubts = report::prediction::doubts_of(report->job, report->deciding,
                                              {report->call.collective, report->shape.ranks()})};
}

}  // namespace treering::cli
