#include <string>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/units.h"
#include "report/findings/words.h"
#include "report/heading.h"
#include "report/issue/issue.h"

namespace treering::report::issue {
namespace {

using app::DoctorReport;
using document::Section;
using tuner::doctor::Commands;
using tuner::doctor::Finding;

/// As a shell reads them; what ends or weakens something as a comment below the reason.
std::string lines_of(const Commands& commands) {
  std::string text;
  for (const std::string& line : commands.look) text += line + "\n";
  if (!commands.change.empty()) text += "# these change something:\n";
  for (const auto& change : commands.change) {
    text += change.careful.empty()
                ? fmt::format("{}\n", change.line)
                : fmt::format("# careful: {}\n# {}\n", change.careful, change.line);
  }
  return text;
}

/// \param index of the finding in the report
Section finding_section(const DoctorReport& report, std::size_t index) {
  const Finding& finding = report.diagnosis.findings[index];
  Section section{fmt::format("finding-{}", index + 1),
                  fmt::format("{}. {}", index + 1, findings::finding_sentence(report, index)),
                  {}};
  document::Items items;
  const auto add = [&](const char* lead, const std::string& text) {
    if (!text.empty()) items.items.push_back({lead, text});
  };
  add("Evidence:", finding.symptom.evidence);
  add("Loss:", fmt::format("{}", fmt::join(findings::loss_texts(finding), "; ")));
  add("Fix:", finding.symptom.fix);
  add("Host:", finding.symptom.host);
  section.blocks.emplace_back(std::move(items));
  if (!finding.symptom.commands.empty()) {
    section.blocks.emplace_back(document::Code{"Commands, of which treering has run none",
                                               lines_of(finding.symptom.commands), true});
  }
  return section;
}

Section assumed_section(const DoctorReport& report) {
  Section section{"assumed", "What rests on assumptions", {}};
  for (const app::setup::Guess& guess : report.guesses) {
    section.blocks.emplace_back(document::Paragraph{guess_text(guess, "losses")});
  }
  if (!report.others.empty()) {
    section.blocks.emplace_back(document::items_of(findings::others_texts(report)));
  }
  return section;
}

Section unseen_section(const DoctorReport& report, const IssueOptions& options) {
  const auto& diagnosis = report.diagnosis;
  Section section{"unseen", "What was not looked at", {}};
  section.blocks.emplace_back(document::Paragraph{fmt::format(
      "{} of {} checks were not made, as the source does not say what they need.",
      diagnosis.not_looked_at.size(), diagnosis.not_looked_at.size() + diagnosis.looked_at)});
  if (!options.is_verbose) return section;
  document::Items items;
  for (const auto& one : diagnosis.not_looked_at) {
    items.items.push_back({one.check + ":", fmt::format("{}: {}", one.about, one.why)});
  }
  section.blocks.emplace_back(std::move(items));
  return section;
}

int gpus_in_job(const app::setup::Setup& job) {
  return job.job.devices.empty() ? job.cluster.node.gpu_count()
                                 : static_cast<int>(job.job.devices.size());
}

void add_surroundings(const DoctorReport& report, const IssueOptions& options,
                      std::vector<Section>& sections) {
  if (report.has_machine) {
    sections.push_back(machine_section(report.job, gpus_in_job(report.job)));
  }
  sections.push_back(read_section(report.job, {}));
  if (!report.guesses.empty() || !report.others.empty()) {
    sections.push_back(assumed_section(report));
  }
  if (report.has_machine && !report.diagnosis.not_looked_at.empty()) {
    sections.push_back(unseen_section(report, options));
  }
  if (!report.job.notes.empty()) sections.push_back(notes_section(report.job.notes));
  sections.push_back(again_section(options.context));
}

}  // namespace

document::Document doctor_document(const DoctorReport& report, const IssueOptions& options) {
  document::Document document;
  const std::string& name = report.has_machine ? report.job.cluster.node.name() : report.job.source;
  document.title = fmt::format("treering doctor: {}", name);
  document.subtitle = fmt::format(
      "Found: {}{}", findings::counts_text(report),
      report.has_machine ? "" : "; the log does not show its machine, so nothing else was checked");
  if (const std::string unseen = findings::unseen_text(report); !unseen.empty()) {
    document.subtitle += ". " + unseen;
  }
  document.origin = options.context.origin;
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    document.sections.push_back(finding_section(report, i));
  }
  if (!options.is_quiet) add_surroundings(report, options, document.sections);
  return document;
}

}  // namespace treering::report::issue
