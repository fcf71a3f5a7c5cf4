#include <string>
#include <utility>

#include <fmt/format.h>

#include "app/setup/guesses.h"
#include "app/setup/plan.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/findings/words.h"
#include "report/heading.h"
#include "report/issue/issue.h"
#include "report/overview/document_of.h"

namespace treering::report::issue {
namespace {

using app::CheckReport;
using document::Section;

// Beyond so many rows a table is folded: an issue is read from its beginning.
constexpr std::size_t kMostOpenRows = 32;

document::Table rows_table(const CheckReport& report) {
  document::Table table{"measured beside expected times",
                        {{"size"},
                         {"collective", false},
                         {"choice", false},
                         {"expected (us)"},
                         {"80 % interval (us)"},
                         {"measured (us)"},
                         {"reached (%)"},
                         {"", false}},
                        {},
                        report.check.rows.size() > kMostOpenRows};
  for (const tuner::check::CheckedRow& row : report.check.rows) {
    table.rows.push_back(
        {core::format_size(row.measurement.bytes), std::string(name_of(row.measurement.collective)),
         findings::choice_of(row), time_figure(row.expected), interval_figure(row.low, row.high),
         time_figure(row.measured), fmt::format("{:.0f}", 100 * row.share()),
         findings::place_text(report, row)});
  }
  return table;
}

Section rows_section(const CheckReport& report, const std::string& text) {
  Section section{"rows", "The rows", {}};
  section.blocks.emplace_back(rows_table(report));
  section.blocks.emplace_back(document::Code{"The same as text, with the reasons", text, true});
  return section;
}

/// What the logs say of themselves, beside what the check took.
void add_expectation(const CheckReport& report, Section& machine) {
  document::Facts facts;
  facts.items.push_back(
      {"expected", fmt::format("by profile {}{}", report.profile,
                               report.network.empty() ? "" : ", network " + report.network)});
  const std::string said =
      report.check.rows.empty() ? "" : app::logged_machine(report.check.rows.front().measurement);
  facts.items.push_back({"the measurements say", said.empty() ? "nothing of their machine" : said});
  machine.blocks.emplace_back(std::move(facts));
  for (const app::setup::Guess& guess : app::setup::guesses_of(report.job)) {
    machine.blocks.emplace_back(
        document::Callout{document::Tone::Doubt, "Partly a guess", guess_text(guess, "all times")});
  }
}

}  // namespace

document::Document check_document(const CheckReport& report, const std::string& text,
                                  const IssueOptions& options) {
  document::Document document;
  const int nodes = report.job.job.nodes;
  document.title = fmt::format("treering check: {}: {}", report.job.cluster.node.name(),
                               app::setup::shape_text(report.shape, nodes));
  document.subtitle = fmt::format("Verdict: {}", findings::verdict(report));
  document.origin = options.context.origin;
  auto& sections = document.sections;
  if (auto normal = overview::normal_section(&report, report.published, report.losses)) {
    sections.push_back(*std::move(normal));
  }
  sections.push_back(rows_section(report, text));
  if (options.is_quiet) return document;
  Section machine = machine_section(report.job, report.shape.ranks() / nodes);
  add_expectation(report, machine);
  sections.push_back(std::move(machine));
  sections.push_back(read_section(report.job, report.files));
  if (!report.notes.empty()) sections.push_back(notes_section(report.notes));
  sections.push_back(again_section(options.context));
  return document;
}

document::Document check_hosts_document(const app::measuring::CheckHostsReport& report,
                                        const std::string& text, const IssueOptions& options) {
  document::Document document;
  const std::string library = report.library.empty()
                                  ? report.runner
                                  : fmt::format("{} ({})", report.runner, report.library);
  document.title =
      fmt::format("treering check: {} on {}", library, core::counted(report.ranks, "rank"));
  document.subtitle = fmt::format("Verdict: {}", app::measuring::verdict_of(report));
  document.origin = options.context.origin;
  document.sections.push_back({"rows", "The rows", {document::Code{"", text}}});
  if (options.is_quiet) return document;
  if (!report.notes.empty()) document.sections.push_back(notes_section(report.notes));
  document.sections.push_back(again_section(options.context));
  return document;
}

}  // namespace treering::report::issue
