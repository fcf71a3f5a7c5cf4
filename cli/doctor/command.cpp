#include "cli/command.h"

#include <cmath>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/doctor.h"
#include "app/version.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/command_line.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/document/document.h"
#include "report/findings/text.h"
#include "report/issue/issue.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

/// Null for an infinite time.
ordered_json figure(double value) {
  return std::isfinite(value) ? ordered_json(value) : ordered_json(nullptr);
}

ordered_json loss_json(const tuner::doctor::Loss& loss) {
  return {{"collective", name_of(loss.collective)},
          {"bytes", loss.bytes},
          {"nodes", loss.nodes},
          {"time_us", figure(loss.as_is.in_us())},
          {"mended_us", figure(loss.mended.in_us())},
          {"factor", figure(loss.factor())}};
}

/// In the order in which they are to be run.
ordered_json commands_json(const tuner::doctor::Commands& commands) {
  ordered_json json = ordered_json::array();
  for (const std::string& line : commands.look) {
    json.push_back({{"line", line}, {"changes", false}, {"careful", nullptr}});
  }
  for (const auto& change : commands.change) {
    json.push_back(
        {{"line", change.line}, {"changes", true}, {"careful", or_null(change.careful)}});
  }
  return json;
}

ordered_json finding_json(const tuner::doctor::Finding& finding) {
  ordered_json json;
  json["check"] = finding.check;
  json["gravity"] = name_of(finding.symptom.severity);
  json["text"] = finding.symptom.what;
  json["evidence"] = finding.symptom.evidence;
  json["fix"] = finding.symptom.fix;
  json["host"] = or_null(finding.symptom.host);
  json["commands"] = commands_json(finding.symptom.commands);
  json["losses"] = ordered_json::array();
  for (const tuner::doctor::Loss& loss : finding.losses) json["losses"].push_back(loss_json(loss));
  return json;
}

ordered_json other_json(const app::OtherDiagnosis& other) {
  ordered_json json;
  json["guess"] = app::setup::name_of(other.fact.what);
  json["taken"] = other.fact.taken;
  json["value"] = other.value;
  json["not_found"] = other.missing;
  json["besides"] = ordered_json::array();
  for (const auto& finding : other.besides) json["besides"].push_back(finding_json(finding));
  return json;
}

std::string doctor_json(const app::DoctorReport& report) {
  const core::Topology& node = report.job.cluster.node;
  JsonLines lines;
  lines.add("schema", "treering.doctor/1");
  if (report.has_machine) {
    lines.add("topology", {{"name", node.name()}, {"fingerprint", node.fingerprint()}});
    lines.add("nodes", report.job.job.nodes);
    lines.add("nccl_version", report.job.job.nccl_version);
  } else {
    const auto& version = report.job.host.nccl_version;
    lines.add("topology", nullptr);
    lines.add("nodes", or_null(report.logged.nodes));
    lines.add("nccl_version", version ? ordered_json(version->value) : ordered_json());
  }
  lines.add("environment", environment_json(report.job.variables));
  lines.add("profile", or_null(report.profile));
  lines.add("guesses", guesses_json(report.guesses));
  lines.begin_array("findings");
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    ordered_json json = finding_json(report.diagnosis.findings[i]);
    json["depends_on"] = ordered_json::array();
    for (const auto& fact : facts_behind(report, i)) {
      json["depends_on"].push_back(app::setup::name_of(fact.what));
    }
    lines.add_element(json);
  }
  lines.begin_array("variants");
  for (const app::OtherDiagnosis& other : report.others) lines.add_element(other_json(other));
  lines.begin_array("not_looked_at");
  for (const tuner::doctor::NotLookedAt& one : report.diagnosis.not_looked_at) {
    lines.add_element({{"check", one.check}, {"text", one.about}, {"why", one.why}});
  }
  return lines.finish();
}

std::string doctor_markdown(const app::DoctorReport& report, const Arguments& arguments) {
  report::issue::IssueOptions options{.is_quiet = arguments.has("quiet"),
                                      .is_verbose = arguments.has("verbose")};
  options.context.origin = fmt::format("treering {}", app::version());
  options.context.commands = {{"This report", repeated_line(arguments, "--format markdown")}};
  if (!report.diagnosis.findings.empty()) {
    options.context.commands.push_back(
        {"The commands of the fixes, as a script", repeated_line(arguments, "--fix")});
  }
  return to_markdown(report::issue::doctor_document(report, options));
}

/// In the form that is asked for.
std::string render(const app::DoctorReport& report, const Arguments& arguments,
                   const std::pair<Format, Display>& form) {
  const auto& [format, display] = form;
  const report::findings::DoctorTextOptions options{.is_quiet = arguments.has("quiet"),
                                                    .is_verbose = arguments.has("verbose"),
                                                    .display = display};
  if (format == Format::Json) return doctor_json(report);
  if (format == Format::Markdown) return doctor_markdown(report, arguments);
  return arguments.has("fix") ? report::findings::doctor_script(report, options)
                              : report::findings::doctor_text(report, options);
}

core::Result<Format> doctor_format(const Arguments& arguments) {
  const auto given = arguments.value("format");
  if (given && arguments.has("fix")) {
    return core::usage_error("--fix", "given together with --format", "expected one of the two",
                             "JSON and Markdown have the commands too");
  }
  return parse_doctor_format(given.value_or("text"));
}

}  // namespace

core::Result<Answer> run_doctor(const Arguments& arguments, const Display& display) {
  const auto format = doctor_format(arguments);
  if (!format) return core::fail(format.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  const auto report = app::answer(
      app::DoctorRequest{.job = *std::move(job), .time_model = time_model_request(arguments)});
  if (!report) return core::fail(report.error());
  Answer answer{.text = render(*report, arguments, {*format, display}),
                .form = form_of(*format),
                .notes = report->job.notes,
                .exit_code = is_ill(*report) ? ExitCode::CheckFailed : ExitCode::Done};
  // It has a section of them.
  if (*format == Format::Markdown && !arguments.has("quiet")) answer.notes.clear();
  return answer;
}

}  // namespace treering::cli
