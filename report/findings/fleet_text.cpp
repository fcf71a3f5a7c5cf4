#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/text/table.h"
#include "core/units.h"
#include "report/findings/fleet_words.h"
#include "report/findings/text.h"
#include "report/heading.h"
#include "report/remarks.h"

namespace treering::report::findings {
namespace {

using app::fleet::FleetFinding;
using app::fleet::FleetReport;

std::string kind_lines(const FleetReport& report, std::size_t width) {
  std::string text;
  for (const auto& kind : report.kinds) {
    std::string line =
        fmt::format("{} with {}", core::counted(kind.hosts.size(), "host"), kind.name);
    if (report.kinds.size() > 1) line += ": " + hosts_text(report, kind.hosts);
    text += heading_line("kind", line, width);
  }
  return text;
}

std::string found_text(const FleetReport& report) {
  std::vector<std::string> parts;
  const auto odd = odd_hosts(report);
  if (!odd.empty()) {
    parts.push_back(fmt::format("{} {} from most", core::counted(odd.size(), "host"),
                                odd.size() == 1 ? "differs" : "differ"));
  }
  if (!report.splits.empty()) {
    parts.push_back(
        fmt::format("{} without a majority", core::counted(report.splits.size(), "difference")));
  }
  if (!report.cabling.empty()) {
    parts.push_back(fmt::format("{} in the fabric's cabling",
                                core::counted(report.cabling.size(), "difference")));
  }
  if (report.pairs && !report.pairs->slow.empty()) {
    parts.push_back(core::counted(report.pairs->slow.size(), "slow message"));
  }
  if (!report.complaints.empty()) {
    parts.push_back(
        fmt::format("{} in logs", core::counted(report.complaints.size(), "complaint")));
  }
  return parts.empty() ? "nothing" : fmt::format("{}", fmt::join(parts, ", "));
}

/// Without its hint, which names options of other commands.
std::string fleet_guess(const app::setup::Guess& guess) {
  if (guess.taken.empty()) return guess.text + ".";
  return fmt::format("{}. {}, so losses are a guess.", guess.text, guess.taken);
}

std::string fleet_header(const FleetReport& report, std::size_t width) {
  std::string text = "# treering: which hosts of a cluster differ from most, and what that costs\n";
  text += heading_line(
      "hosts", fmt::format("{} in {}", core::counted(report.hosts.size(), "host"), report.folder),
      width);
  text += kind_lines(report, width);
  if (!report.fabric_file.empty()) {
    text += heading_line(
        "fabric",
        fmt::format("{}, which names {} of {}", report.fabric_file, report.hosts_in_fabric,
                    core::counted(report.hosts.size(), "host")),
        width);
  }
  if (!report.pair_files.empty()) {
    text += heading_line("pairs", fmt::format("{}", fmt::join(report.pair_files, ", ")), width);
  }
  for (const auto& guess : report.guesses) text += remark(fleet_guess(guess), 0, width);
  return text + heading_line("found", found_text(report), width);
}

std::string fleet_field(std::string_view name, std::string_view text, std::size_t width) {
  constexpr std::size_t kIndent = 13;
  return fmt::format("   {:<{}}{}\n", name, kIndent - 3,
                     core::wrapped(text, width - kIndent, kIndent));
}

std::string finding_lines(const FleetReport& report, std::size_t index, std::size_t width) {
  const FleetFinding& finding = report.findings[index];
  const std::string lead = fmt::format("{}. ", index + 1);
  std::string text =
      fmt::format("\n{}{}\n", lead,
                  core::wrapped(deviation_text(report, finding), width - lead.size(), lead.size()));
  const auto add = [&](std::string_view name, const std::vector<std::string>& lines) {
    for (std::size_t i = 0; i < lines.size(); ++i) {
      text += fleet_field(i == 0 ? name : "", lines[i], width);
    }
  };
  add("loss", cost_texts(finding));
  std::vector<std::string> cables;
  for (const auto& cable : finding.cables) {
    cables.push_back(cable_text(report, cable, finding.deviation.hosts.size() > 1));
  }
  add("cable", cables);
  return text;
}

/// A title over lines with a dash each; nothing without lines.
std::string listed(std::string_view title, const std::vector<std::string>& lines,
                   std::size_t width) {
  if (lines.empty()) return "";
  std::string text = fmt::format("\n{}\n", title);
  for (const std::string& line : lines) text += dashed(line, width);
  return text;
}

std::vector<std::string> alone_texts(const FleetReport& report) {
  std::vector<std::string> texts;
  for (const auto& kind : report.kinds) {
    if (kind.hosts.size() > 1) continue;
    texts.push_back(
        fmt::format("{} is the only host of its kind: there is nothing to compare it "
                    "with",
                    report.hosts[kind.hosts.front()]));
  }
  return texts;
}

std::vector<std::string> complaint_texts(const FleetReport& report) {
  std::vector<std::string> texts;
  for (const auto& one : report.complaints) {
    const auto& symptom = one.finding.symptom;
    texts.push_back(fmt::format("{}: {}: {}; fix: {}", fmt::join(one.hosts, ", "),
                                name_of(symptom.severity), symptom.what, symptom.fix));
  }
  return texts;
}

std::string fleet_closing(const FleetReport& report, std::size_t width) {
  std::string text;
  const bool has_loss = std::ranges::any_of(
      report.findings, [](const FleetFinding& one) { return !one.cost.losses.empty(); });
  if (has_loss) {
    text += remark(
        fmt::format("Losses are of a job on two hosts like that one beside two like most, by the "
                    "models of doctor, profile {}; a job over all hosts goes at the pace of the "
                    "slowest. What all hosts of a kind have alike, doctor judges.",
                    report.profile),
        0, width);
  }
  for (const auto& one : report.left_out) {
    text += dashed_remark(fmt::format("left out: {}: {}", one.file, one.why), width);
  }
  return text.empty() ? "" : "#\n" + text;
}

}  // namespace

std::string fleet_text(const FleetReport& report, bool is_quiet, const Display& display) {
  const std::size_t width = display.text_width();
  std::string text = is_quiet ? "" : fleet_header(report, width);
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    text += finding_lines(report, i, width);
  }
  std::vector<std::string> shared;
  for (const auto& one : report.shared) shared.push_back(shared_text(report, one));
  std::vector<std::string> splits;
  for (const auto& one : report.splits) splits.push_back(split_text(report, one));
  text += listed("What hosts that differ share:", shared, width);
  text += listed("Hosts differ, and no value is that of most:", splits, width);
  text += listed("The fabric's cabling:", report.cabling, width);
  text += listed("Messages between pairs of ranks:", pair_texts(report), width);
  text += listed("What logs complain of:", complaint_texts(report), width);
  text += listed("Not compared:", alone_texts(report), width);
  if (!is_uneven(report) && is_quiet) text += "nothing found\n";
  return is_quiet ? text : text + fleet_closing(report, width);
}

}  // namespace treering::report::findings
