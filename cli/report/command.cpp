#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "app/overview/overview.h"
#include "app/version.h"
#include "cli/commands.h"
#include "cli/options/names.h"
#include "cli/options/requests.h"
#include "cli/report/commands.h"
#include "cli/report/writers.h"
#include "core/text/quote.h"
#include "core/unit_text.h"
#include "report/document/html.h"
#include "report/document/markdown.h"
#include "report/overview/document_of.h"

namespace treering::cli {
namespace {

using app::overview::OverviewReport;
using app::overview::OverviewRequest;

/// By the ending of its name; nothing where that is none of ours.
std::optional<ReportFormat> format_of_file(std::string_view file) {
  struct Ending {
    std::string_view text;
    ReportFormat format;
  };
  constexpr std::array<Ending, 5> kEndings{{{".html", ReportFormat::Html},
                                            {".htm", ReportFormat::Html},
                                            {".md", ReportFormat::Markdown},
                                            {".csv", ReportFormat::Csv},
                                            {".json", ReportFormat::Json}}};
  for (const Ending& ending : kEndings) {
    if (file.ends_with(ending.text)) return ending.format;
  }
  return std::nullopt;
}

core::Result<ReportFormat> read_format(const Arguments& arguments) {
  if (const auto name = arguments.value("format")) return parse_report_format(*name);
  const auto file = arguments.value("output");
  if (!file) return ReportFormat::Html;
  if (const auto format = format_of_file(*file)) return *format;
  return core::usage_error("--output", core::in_quotes(*file),
                           "expected a name that ends in .html, .htm, .md, .csv or .json",
                           "--format says what to write under another name");
}

/// OLD and NEW stand after TOPOLOGY.
core::Result<std::optional<app::measuring::CompareRequest>> compare_request(
    const Arguments& arguments) {
  std::vector<std::string> files;
  for (std::size_t i = 1; i < arguments.positionals.size(); ++i) {
    if (!arguments.positionals[i].empty()) files.push_back(arguments.positionals[i]);
  }
  if (!arguments.has("compare")) {
    if (files.empty()) return std::nullopt;
    return core::usage_error("report", fmt::format("unexpected argument '{}'", files.front()),
                             "expected TOPOLOGY alone",
                             "--measurements names files; --compare takes two");
  }
  if (files.size() != 2) {
    return core::usage_error("--compare", core::counted(files.size(), "file"),
                             "expected two after TOPOLOGY, OLD and NEW");
  }
  return app::measuring::CompareRequest{files.front(), files.back()};
}

core::Result<OverviewRequest> report_request(const Arguments& arguments) {
  OverviewRequest request;
  auto calls = calls_request(arguments, "all_reduce");
  if (!calls) return core::fail(calls.error());
  request.times.calls = *std::move(calls);
  if (!arguments.has("collective")) request.times.calls.collectives.clear();
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  request.times.job = *std::move(job);
  request.times.time_model = time_model_request(arguments);
  request.curves = arguments.has("proto") ? app::overview::CurveKind::Pairs
                                          : app::overview::CurveKind::Algorithms;
  request.measurements = arguments.all_values("measurements");
  request.id = text_option(arguments, "id");
  auto compared = compare_request(arguments);
  if (!compared) return core::fail(compared.error());
  request.compared = *std::move(compared);
  return request;
}

report::document::Document document_for(const OverviewReport& report, const Arguments& arguments,
                                        std::string data) {
  return report::overview::document_of(report, {commands_for(arguments, report), std::move(data),
                                                fmt::format("treering {}", app::version())});
}

std::string render(const OverviewReport& report, const Arguments& arguments, ReportFormat format) {
  switch (format) {
    case ReportFormat::Html:
      return to_html(document_for(report, arguments, report_json(report)));
    case ReportFormat::Markdown:
      return to_markdown(document_for(report, arguments, ""));
    case ReportFormat::Csv:
      return report_csv(report);
    case ReportFormat::Json:
      return report_json(report);
  }
  return "";
}

bool is_slower(const OverviewReport& report) {
  return report.compared && report.compared->count(tuner::stats::Verdict::Slower) > 0;
}

}  // namespace

core::Result<Answer> run_report(const Arguments& arguments, const Display& /*display*/) {
  const auto format = read_format(arguments);
  if (!format) return core::fail(format.error());
  const auto request = report_request(arguments);
  if (!request) return core::fail(request.error());
  const auto report = app::overview::answer(*request);
  if (!report) return core::fail(report.error());
  return Answer{.text = render(*report, arguments, *format),
                .notes = report->check ? report->check->notes : report->times.job.notes,
                .exit_code = is_slower(*report) ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
