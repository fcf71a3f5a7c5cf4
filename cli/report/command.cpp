#include "cli/command.h"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/overview/overview.h"
#include "app/setup/calls.h"
#include "app/version.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/command_line.h"
#include "cli/report/writers.h"
#include "core/text/quote.h"
#include "core/units.h"
#include "report/document/document.h"
#include "report/overview/document_of.h"

namespace treering::cli {
namespace {

using app::overview::OverviewReport;
using report::document::Command;

constexpr std::array<std::string_view, 3> kForms{"format", "output", "quiet"};
// predict takes measurements of `hosts` alone.
constexpr std::array<std::string_view, 4> kPredicted{"format", "output", "quiet", "measurements"};
// check takes one collective, or all.
constexpr std::array<std::string_view, 5> kChecked{"format", "output", "quiet", "topology",
                                                   "collective"};

std::string collectives_of(const OverviewReport& report) {
  std::vector<std::string_view> names;
  for (const core::Collective one : report.times.calls.collectives) {
    names.push_back(core::name_of(one));
  }
  return fmt::format("{}", fmt::join(names, ","));
}

/// As it is given; else that of the measured rows.
std::string topology_word(const Arguments& arguments, const OverviewReport& report) {
  const std::string given(arguments.positional(0));
  return core::shell_word(given.empty() ? report.times.job.source : given);
}

std::string this_report(const Arguments& arguments) {
  std::string line = "treering report";
  for (const auto& positional : arguments.positionals) {
    if (!positional.empty()) line += " " + core::shell_word(positional);
  }
  line += options_text(arguments, *command_named("report"), kForms);
  return line + " -o report.html";
}

/// What the measured rows say of the job, and no option does.
std::string job_of_rows(const Arguments& arguments, const OverviewReport& report) {
  const auto& job = report.times.job.job;
  std::string text;
  if (!arguments.has("nodes") && job.nodes > 1) text += fmt::format(" --nodes {}", job.nodes);
  const std::size_t gpus = report.times.job.cluster.node.of_kind(core::DeviceKind::Gpu).size();
  const int used = report.times.ranks / job.nodes;
  if (!arguments.has("gpus-per-node") && !arguments.has("devices") &&
      used < static_cast<int>(gpus)) {
    text += fmt::format(" --gpus-per-node {}", used);
  }
  if (!arguments.has("gpus-per-process") && job.gpus_per_process > 1) {
    text += fmt::format(" --gpus-per-process {}", job.gpus_per_process);
  }
  if (!arguments.has("nccl") && report.check) text += " --nccl " + job.nccl_version;
  const auto given = arguments.all_values("env");
  for (const auto& one : report.times.job.variables) {
    const std::string assignment = fmt::format("{}={}", one.name, one.value);
    const bool is_of_option = one.origin == sim::job::Origin::Option;
    if (!is_of_option || std::ranges::find(given, assignment) != given.end()) continue;
    text += " --env " + core::shell_word(assignment);
  }
  return text;
}

std::string on_topology(std::string_view command, const Arguments& arguments,
                        const OverviewReport& report) {
  return fmt::format("treering {} {}{}{}", command, topology_word(arguments, report),
                     job_of_rows(arguments, report),
                     options_text(arguments, *command_named(command), kPredicted));
}

std::string check_line(const Arguments& arguments, const OverviewReport& report) {
  std::string line = "treering check";
  for (const std::string& file : arguments.all_values("measurements")) {
    line += " " + core::shell_word(file);
  }
  line += " --topology " + topology_word(arguments, report) +
          options_text(arguments, *command_named("check"), kChecked);
  const bool is_one = report.times.calls.collectives.size() == 1;
  return is_one && arguments.has("collective") ? line + " --collective " + collectives_of(report)
                                               : line;
}

/// Up to the largest size that was measured, too.
std::string predict_line(const Arguments& arguments, const OverviewReport& report) {
  std::string line = on_topology("predict", arguments, report);
  const std::string collectives = collectives_of(report);
  if (!arguments.has("collective") && collectives != core::name_of(core::Collective::AllReduce)) {
    line += " --collective " + collectives;
  }
  const std::uint64_t most = report.times.calls.sizes.back();
  if (!arguments.has("maxbytes") && most > app::setup::kDefaultMaxbytes) {
    line += " -e " + core::format_size_option(core::Bytes::of(most));
  }
  return line + " --format json";
}

/// By the program of nccl-tests.
std::string nccl_tests_line(const Arguments& arguments, const OverviewReport& report,
                            core::Collective collective) {
  const auto& calls = report.times.calls;
  const auto size = [](std::uint64_t bytes) {
    return core::format_size_option(core::Bytes::of(bytes));
  };
  const auto step = arguments.value("stepbytes");
  const int per_process = report.times.job.job.gpus_per_process;
  return fmt::format("mpirun -np {} {}_perf -b {} -e {} {} {} -d {} -o {} -g {}",
                     report.times.ranks / per_process, core::name_of(collective),
                     size(calls.sizes.front()), size(calls.sizes.back()), step ? "-i" : "-f",
                     core::shell_word(step.value_or(arguments.value("stepfactor").value_or("2"))),
                     core::name_of(calls.type), core::name_of(calls.op), per_process);
}

/// \param arguments of the report
std::vector<Command> commands_for(const Arguments& arguments, const OverviewReport& report) {
  std::vector<Command> commands{
      {"This report", this_report(arguments)},
      {"The machine, with every link and the source of every figure",
       on_topology("show", arguments, report)},
      {"Every predicted candidate, with what takes its time", predict_line(arguments, report)}};
  if (report.check) {
    commands.push_back({"Measured beside expected times, and what would explain slow ones",
                        check_line(arguments, report)});
  }
  for (const core::Collective collective : report.times.calls.collectives) {
    commands.push_back({fmt::format("To measure {} with nccl-tests, for --measurements",
                                    core::name_of(collective)),
                        nccl_tests_line(arguments, report, collective)});
  }
  return commands;
}

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
  request.measurements = arguments.all_values("measurements");
  if (arguments.positional(0).empty() && request.measurements.empty()) {
    return core::usage_error(
        "report", "TOPOLOGY missing",
        "expected TOPOLOGY, or --measurements FILE of runs that name their GPUs",
        "see treering list topologies");
  }
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
  Answer answer{.text = render(*report, arguments, *format),
                .notes = report->check ? report->check->notes : report->times.job.notes,
                .exit_code = is_slower(*report) ? ExitCode::CheckFailed : ExitCode::Done};
  if (*format == ReportFormat::Json) answer.form = Form::Json;
  // Pages have a section of notes.
  if (*format == ReportFormat::Html || *format == ReportFormat::Markdown) answer.notes.clear();
  return answer;
}

}  // namespace treering::cli
