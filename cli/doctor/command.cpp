#include "cli/command.h"

#include <cmath>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/doctor.h"
#include "cli/options/options.h"
#include "cli/options/requests.h"
#include "cli/output/json_document.h"
#include "cli/output/notes.h"
#include "report/findings/text.h"

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

ordered_json finding_json(const tuner::doctor::Finding& finding) {
  ordered_json json;
  json["check"] = finding.check;
  json["gravity"] = name_of(finding.symptom.severity);
  json["text"] = finding.symptom.what;
  json["evidence"] = finding.symptom.evidence;
  json["fix"] = finding.symptom.fix;
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

}  // namespace

core::Result<Answer> run_doctor(const Arguments& arguments, const Display& display) {
  const auto format = parse_text_or_json(arguments.value("format").value_or("text"));
  if (!format) return core::fail(format.error());
  auto job = job_request(arguments);
  if (!job) return core::fail(job.error());
  const auto report = app::answer(
      app::DoctorRequest{.job = *std::move(job), .time_model = time_model_request(arguments)});
  if (!report) return core::fail(report.error());
  const report::findings::DoctorTextOptions options{.is_quiet = arguments.has("quiet"),
                                                    .is_verbose = arguments.has("verbose"),
                                                    .display = display};
  return Answer{.text = *format == Format::Text ? report::findings::doctor_text(*report, options)
                                                : doctor_json(*report),
                .form = form_of(*format),
                .notes = report->job.notes,
                .exit_code = is_ill(*report) ? ExitCode::CheckFailed : ExitCode::Done};
}

}  // namespace treering::cli
