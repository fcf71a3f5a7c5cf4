#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/plan.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/findings/text.h"
#include "report/findings/words.h"
#include "report/heading.h"
#include "report/machine_names.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::DoctorReport;

/// "1 fault, 2 warnings, 1 hint"; empty where there are none.
std::string counts_of(const DoctorReport& report, bool are_sure) {
  std::vector<std::pair<std::string, std::size_t>> counts;  // the findings are by severity
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    if (facts_behind(report, i).empty() != are_sure) continue;
    const std::string name(name_of(report.diagnosis.findings[i].symptom.severity));
    if (counts.empty() || counts.back().first != name) counts.emplace_back(name, 0);
    ++counts.back().second;
  }
  std::vector<std::string> texts;
  for (const auto& [name, count] : counts) texts.push_back(core::counted(count, name));
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string counts_text(const DoctorReport& report) {
  if (report.diagnosis.findings.empty()) return "nothing";
  std::string sure = counts_of(report, true);
  const std::string doubtful = counts_of(report, false);
  if (doubtful.empty()) return sure;
  return fmt::format("{}; {} only as far as what is assumed is so",
                     sure.empty() ? "nothing that is sure" : sure, doubtful);
}

int gpus_of_node(const app::setup::Setup& setup) {
  return setup.job.devices.empty() ? setup.cluster.node.gpu_count()
                                   : static_cast<int>(setup.job.devices.size());
}

bool is_lone_rank(const app::setup::Setup& setup) {
  return setup.job.nodes == 1 && gpus_of_node(setup) == 1;
}

bool has_loss(const tuner::doctor::Diagnosis& diagnosis) {
  return std::ranges::any_of(diagnosis.findings,
                             [](const auto& finding) { return !finding.losses.empty(); });
}

std::string guess_lines(const DoctorReport& report, std::size_t width) {
  const std::string_view doubtful = has_loss(report.diagnosis) ? "losses" : "";
  std::string text;
  for (const app::setup::Guess& guess : report.guesses) {
    text += remark(guess_text(guess, doubtful), 0, width);
  }
  return text;
}

std::string machine_header(const DoctorReport& report, std::size_t width) {
  const core::Topology& node = report.job.cluster.node;
  const sim::job::JobSpec& job = report.job.job;
  return "# treering: what costs this machine collective performance\n" +
         heading_line("topology", node.name(), width) +
         heading_line(
             "job",
             fmt::format("{}, NCCL {}",
                         app::setup::shape_text({job.nodes, gpus_of_node(report.job)}, job.nodes),
                         job.nccl_version),
             width) +
         fabric_lines(report.job.cluster.fabric, order_text(report.job.cluster), width) +
         settings_line(report.job, width) + guess_lines(report, width) +
         heading_line("found", counts_text(report), width);
}

std::string facts_header(const DoctorReport& report, std::size_t width) {
  const auto& version = report.job.host.nccl_version;
  return "# treering: what is wrong, as far as this text says\n" +
         heading_line("text",
                      fmt::format("{}{}{}", report.job.source, version ? ", NCCL " : "",
                                  version ? version->value : ""),
                      width) +
         heading_line("read", fmt::format("{}", fmt::join(report.read, "; ")), width) +
         heading_line("machine",
                      "unknown, as the text does not show it: only what needs no machine was "
                      "checked, and no loss can be given",
                      width) +
         heading_line("found", counts_text(report), width);
}

/// "   evidence  ..."
std::string field(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 13;
  return fmt::format("   {:<{}}{}\n", name, kIndent - 3,
                     core::wrapped(text, width - kIndent, kIndent));
}

std::string losses_text(const tuner::doctor::Finding& finding, std::size_t width) {
  std::string text;
  for (const std::string& loss : loss_texts(finding)) {
    text += field(text.empty() ? "loss" : "", loss, width);
  }
  return text;
}

/// " with AMD EPYC (Genoa), which is assumed"; empty of what is sure.
std::string condition_text(const std::vector<app::setup::OpenFact>& facts) {
  if (facts.empty()) return "";
  std::vector<std::string> taken;
  for (const app::setup::OpenFact& fact : facts) taken.push_back(fact.taken);
  return fmt::format(" with {}, which {} assumed", fmt::join(taken, " and "),
                     taken.size() == 1 ? "is" : "are");
}

/// \param index of the finding in the report
std::string finding_text(const DoctorReport& report, std::size_t index, std::size_t width) {
  const tuner::doctor::Finding& finding = report.diagnosis.findings[index];
  const tuner::doctor::Symptom& symptom = finding.symptom;
  const std::string lead = fmt::format("{}. ", index + 1);
  const std::string what = fmt::format("{}{}: {}", name_of(symptom.severity),
                                       condition_text(facts_behind(report, index)), symptom.what);
  return fmt::format("\n{}{}\n", lead, core::wrapped(what, width - lead.size(), lead.size())) +
         losses_text(finding, width) + field("evidence", symptom.evidence, width) +
         field("fix", symptom.fix, width);
}

/// "1, 3 and 4"; from 1.
std::string numbers_text(const std::vector<std::size_t>& findings) {
  std::vector<std::string> numbers;
  for (const std::size_t one : findings) numbers.push_back(fmt::format("{}", one + 1));
  return fmt::format("{}", fmt::join(numbers, ", "));
}

/// What is found if something that was assumed is otherwise, a paragraph for each value.
std::string others_text(const DoctorReport& report, std::size_t width) {
  std::string text;
  for (const app::OtherDiagnosis& other : report.others) {
    std::vector<std::string> parts;
    if (!other.missing.empty()) {
      parts.push_back(fmt::format("not found: {}", numbers_text(other.missing)));
    }
    for (const tuner::doctor::Finding& one : other.besides) {
      parts.push_back(
          fmt::format("also found: {}: {}", name_of(one.symptom.severity), one.symptom.what));
    }
    text += dashed_remark(fmt::format("with {} in place of {}, which is assumed, {}", other.value,
                                      other.fact.taken, fmt::join(parts, "; ")),
                          width);
  }
  return text;
}

/// The basis of the losses, and the checks that were not made.
std::string closing(const DoctorReport& report, const DoctorTextOptions& options,
                    std::size_t width) {
  const tuner::doctor::Diagnosis& diagnosis = report.diagnosis;
  std::string text;
  if (is_lone_rank(report.job)) text += remark(kLoneRank, 0, width);
  text += others_text(report, width);
  if (has_loss(diagnosis)) {
    text += remark(
        fmt::format("Losses are by the cost model, by the event model where that is far from "
                    "it, profile {}; those of the network are for two nodes or more.",
                    report.profile),
        0, width);
  }
  const std::size_t skipped = diagnosis.not_looked_at.size();
  if (skipped > 0) {
    text +=
        remark(fmt::format("{} of {} checks were not made, as the source does not say what they "
                           "need{}",
                           skipped, skipped + diagnosis.looked_at,
                           options.is_verbose ? ":" : "; ⟨verbose⟩ lists them."),
               0, width);
  }
  for (const tuner::doctor::NotLookedAt& one : diagnosis.not_looked_at) {
    if (!options.is_verbose) break;
    text += dashed_remark(fmt::format("{}: {}", one.about, one.why), width);
  }
  return text.empty() ? "" : "#\n" + text;
}

}  // namespace

std::string doctor_text(const DoctorReport& report, const DoctorTextOptions& options) {
  const std::size_t width = options.display.text_width();
  std::string text;
  if (!options.is_quiet) {
    text = report.has_machine ? machine_header(report, width) : facts_header(report, width);
  }
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    text += finding_text(report, i, width);
  }
  if (report.diagnosis.findings.empty() && options.is_quiet) text += "\nnothing found\n";
  return options.is_quiet ? text : text + closing(report, options, width);
}

}  // namespace treering::report::findings
