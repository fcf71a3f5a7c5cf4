#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/load_cluster.h"
#include "report/findings/text.h"
#include "report/findings/words.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::DoctorReport;
using tuner::doctor::Change;
using tuner::doctor::Commands;

/// What a script says, and the width of its lines of comment.
class ScriptText {
 public:
  explicit ScriptText(std::size_t width) : width_(width) {}

  void comment(std::string_view text) { text_ += remark(core::printable(text), 0, width_); }
  /// "# evidence: ..."; nothing for an empty text.
  void comment(std::string_view name, std::string_view text) {
    if (!text.empty()) comment(fmt::format("{}: {}", name, text));
  }
  void line(std::string_view text = "") { text_ += fmt::format("{}\n", text); }

  std::string take() { return std::move(text_); }

 private:
  std::size_t width_;
  std::string text_;
};

/// Where the commands of a finding are to be run.
std::string place_of(const DoctorReport& report, const tuner::doctor::Symptom& symptom) {
  if (!symptom.host.empty()) return "host " + symptom.host;
  if (report.job.format == hw::kLiveTopology) return "this machine";
  return fmt::format("the machine of {}", report.job.source);
}

/// Whether it only has an effect on what the same shell starts.
bool is_of_shell(std::string_view line) {
  return line.starts_with("export ") || line.starts_with("unset ") || line.starts_with("ulimit ");
}

void add_change(const Change& change, ScriptText& script) {
  if (is_of_shell(change.line)) {
    script.comment("In the shell or script that starts the job:");
  }
  if (change.careful.empty()) return script.line(change.line);
  script.comment("careful", fmt::format("{}. Remove the '#' to run it:", change.careful));
  script.line("# " + change.line);
}

void add_commands(const Commands& commands, ScriptText& script) {
  if (commands.empty()) {
    script.comment("No command: what the fix asks for is done by hand.");
    return;
  }
  if (!commands.look.empty()) script.comment("Look, which changes nothing:");
  for (const std::string& line : commands.look) script.line(line);
  if (commands.change.empty()) {
    script.comment("No command changes it: what the fix asks for is done by hand.");
    return;
  }
  script.comment("Change, after what you saw:");
  for (const Change& change : commands.change) add_change(change, script);
}

/// \param index of the finding in the report
void add_finding(const DoctorReport& report, std::size_t index, ScriptText& script) {
  const tuner::doctor::Finding& finding = report.diagnosis.findings[index];
  script.line();
  script.comment(fmt::format("{}. {}", index + 1, finding_sentence(report, index)));
  script.comment("evidence", finding.symptom.evidence);
  for (const std::string& loss : loss_texts(finding)) script.comment("loss", loss);
  script.comment("fix", finding.symptom.fix);
  script.comment("where", place_of(report, finding.symptom));
  add_commands(finding.symptom.commands, script);
}

void add_heading(const DoctorReport& report, ScriptText& script) {
  script.comment(fmt::format("treering: commands for what doctor found on {}: {}",
                             report.job.source, counts_text(report)));
  script.comment(
      "treering has run none of them. Read a block before you run it, on the machine that it "
      "names. Lines that end, reset or weaken something are comments.");
}

}  // namespace

std::string doctor_script(const DoctorReport& report, const DoctorTextOptions& options) {
  ScriptText script(options.display.text_width());
  script.line("#!/bin/sh");
  if (!options.is_quiet) add_heading(report, script);
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    add_finding(report, i, script);
  }
  if (!options.is_quiet && !report.others.empty()) script.line();
  for (const std::string& other : others_texts(report)) {
    if (!options.is_quiet) script.comment(other);
  }
  if (!options.is_verbose || report.diagnosis.not_looked_at.empty()) return script.take();
  script.line();
  for (const tuner::doctor::NotLookedAt& one : report.diagnosis.not_looked_at) {
    script.comment("not looked at", fmt::format("{}: {}", one.about, one.why));
  }
  return script.take();
}

}  // namespace treering::report::findings
