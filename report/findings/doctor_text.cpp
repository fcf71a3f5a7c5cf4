#include "report/findings/doctor_text.h"

#include <cmath>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "app/setup/plan.h"
#include "core/text/table.h"
#include "core/unit_text.h"
#include "report/heading.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::DoctorReport;

// Times that differ by less are the same to the reader.
constexpr double kVisible = 1.01;
// Calls that are shown of a finding.
constexpr std::size_t kMostLosses = 2;

std::string machine_header(const DoctorReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const sim::job::Job& job = report.job.job;
  const int gpus = job.devices.empty() ? node.gpu_count() : static_cast<int>(job.devices.size());
  return fmt::format(
      "# treering: what costs this machine collective performance\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}"
      "# losses:   by the cost model, profile {}; what concerns the network is for two nodes or "
      "more\n",
      node.name(), node.fingerprint(), app::setup::shape_text({job.nodes, gpus}, job.nodes),
      job.nccl_version, settings_lines(report.job), report.profile);
}

std::string run_header(const DoctorReport& report) {
  const auto& version = report.job.host.nccl_version;
  return fmt::format(
      "# treering: what this run complained of\n"
      "# log:      {}{}{}\n"
      "# machine:  the log tells none, so that nothing else was looked at and no loss can be "
      "given\n",
      report.job.source, version ? ", NCCL " : "", version ? version->value : "");
}

std::string loss_text(const tuner::doctor::Loss& loss) {
  const std::string call =
      fmt::format("{} of {} on {}", name_of(loss.collective), core::format_size(loss.bytes),
                  core::counted(loss.nodes, "node"));
  if (std::isinf(loss.factor())) return fmt::format("{}: NCCL fails the call", call);
  return fmt::format("{} takes {:.2f} times as long, {} in place of {}", call, loss.factor(),
                     core::format_duration(loss.as_is), core::format_duration(loss.mended));
}

/// "   evidence  ...", in lines of at most 100 columns.
std::string field(std::string_view name, std::string_view text) {
  constexpr std::size_t kIndent = 13;
  return fmt::format("   {:<{}}{}\n", name, kIndent - 3,
                     core::wrapped(text, 100 - kIndent, kIndent));
}

std::string losses_text(const tuner::doctor::Finding& finding) {
  std::string text;
  std::size_t shown = 0;
  for (const tuner::doctor::Loss& loss : finding.losses) {
    if (loss.factor() < kVisible || shown == kMostLosses) break;
    text += field(shown++ == 0 ? "loss" : "", loss_text(loss));
  }
  if (shown > 0 || finding.losses.empty()) return text;
  return field("loss", "none that the cost model sees");
}

std::string finding_text(std::size_t number, const tuner::doctor::Finding& finding) {
  const tuner::doctor::Symptom& symptom = finding.symptom;
  const std::string what =
      fmt::format("{}. {}: {}", number, name_of(symptom.severity), symptom.what);
  return fmt::format("\n{}\n", core::wrapped(what, 100, 3)) + losses_text(finding) +
         field("evidence", symptom.evidence) + field("fix", symptom.fix);
}

std::string closing(const tuner::doctor::Diagnosis& diagnosis) {
  std::string text = diagnosis.not_looked_at.empty() ? "" : "#\n# not looked at:\n";
  for (const tuner::doctor::NotLookedAt& one : diagnosis.not_looked_at) {
    text += dashed_remark(fmt::format("{}: {}", one.about, one.why));
  }
  return text;
}

}  // namespace

std::string doctor_text(const DoctorReport& report, bool is_quiet) {
  const tuner::doctor::Diagnosis& diagnosis = report.diagnosis;
  std::string text;
  if (!is_quiet) text = report.has_machine ? machine_header(report) : run_header(report);
  std::size_t number = 0;
  for (const tuner::doctor::Finding& finding : diagnosis.findings)
    text += finding_text(++number, finding);
  if (diagnosis.findings.empty()) text += "\nnothing found\n";
  return is_quiet || !report.has_machine ? text : text + closing(diagnosis);
}

}  // namespace treering::report::findings
