#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/plan.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/findings/text.h"
#include "report/findings/words.h"
#include "report/heading.h"
#include "report/machine_names.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::DoctorReport;

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
         fabric_lines(report.job.cluster.fabric, core::order_text(report.job.cluster), width) +
         settings_line(report.job, width) + guess_lines(report, width) +
         heading_line("found", counts_text(report), width);
}

std::string job_line(const hw::formats::LoggedJob& job, std::size_t width) {
  const std::string text = job_text(job);
  return text.empty() ? "" : heading_line("job", text, width);
}

std::string run_header(const DoctorReport& report, std::size_t width) {
  const auto& version = report.job.host.nccl_version;
  return "# treering: what is wrong, as far as this text says\n" +
         heading_line("text",
                      fmt::format("{}{}{}", report.job.source, version ? ", NCCL " : "",
                                  version ? version->value : ""),
                      width) +
         heading_line("read", fmt::format("{}", fmt::join(report.read, "; ")), width) +
         heading_line(
             "machine",
             fmt::format("unknown, as the text {}: only what needs no machine was checked, "
                         "and no loss can be given",
                         report.shows_part ? "shows only a part of it, which is not read"
                                           : "does not show it"),
             width) +
         job_line(report.logged, width) + heading_line("found", counts_text(report), width);
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

/// \param index of the finding in the report
std::string finding_text(const DoctorReport& report, std::size_t index, std::size_t width) {
  const tuner::doctor::Finding& finding = report.diagnosis.findings[index];
  const tuner::doctor::Symptom& symptom = finding.symptom;
  const std::string lead = fmt::format("{}. ", index + 1);
  const std::string what = finding_sentence(report, index);
  return fmt::format("\n{}{}\n", lead, core::wrapped(what, width - lead.size(), lead.size())) +
         losses_text(finding, width) + field("evidence", symptom.evidence, width) +
         field("fix", symptom.fix, width);
}

/// The basis of the losses, and the checks that were not made.
std::string closing(const DoctorReport& report, const DoctorTextOptions& options,
                    std::size_t width) {
  const tuner::doctor::Diagnosis& diagnosis = report.diagnosis;
  std::string text;
  if (is_lone_rank(report.job)) text += remark(kLoneRank, 0, width);
  if (const std::string unseen = unseen_text(report); !unseen.empty()) {
    text += remark(unseen, 0, width);
  }
  for (const std::string& other : others_texts(report)) text += dashed_remark(other, width);
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
    text = report.has_machine ? machine_header(report, width) : run_header(report, width);
  }
  for (std::size_t i = 0; i < report.diagnosis.findings.size(); ++i) {
    text += finding_text(report, i, width);
  }
  if (report.diagnosis.findings.empty() && options.is_quiet) text += "\nnothing found\n";
  return options.is_quiet ? text : text + closing(report, options, width);
}

}  // namespace treering::report::findings
