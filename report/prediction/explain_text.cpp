#include "report/prediction/explain_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/plan.h"
#include "app/setup/variables.h"
#include "core/text/table.h"
#include "core/unit_text.h"
#include "report/fabric_text.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/prediction/search_text.h"
#include "sim/nccl/call/choice.h"

namespace treering::report::prediction {
namespace {

using app::ExplainedCandidate;
using app::ExplainReport;
using core::wrapped;
using sim::nccl::name_of;
using sim::nccl::call::Candidate;

constexpr std::size_t kWidth = 100;

std::string pair_name(const Candidate& candidate) {
  return fmt::format("{}/{}", name_of(candidate.algorithm), name_of(candidate.protocol));
}

std::string us(double time_us) {
  return time_figure(core::Duration::from_us(time_us));
}

/// Available candidates, the cheapest first, as NCCL orders equals.
std::vector<const ExplainedCandidate*> ranking(const ExplainReport& report) {
  std::vector<const ExplainedCandidate*> result;
  for (const ExplainedCandidate& one : report.candidates) {
    if (one.candidate.available) result.push_back(&one);
  }
  std::stable_sort(result.begin(), result.end(), [](const auto* a, const auto* b) {
    return a->candidate.time_us < b->candidate.time_us;
  });
  return result;
}

bool is_choice(const ExplainReport& report, const Candidate& candidate) {
  return report.choice && candidate.algorithm == report.choice->algorithm &&
         candidate.protocol == report.choice->protocol;
}

std::string header(const ExplainReport& report) {
  const core::Topology& node = report.job.cluster.node;
  const std::string op = sim::nccl::rules::is_reduction(report.call.collective)
                             ? fmt::format(", {}", core::name_of(report.call.op))
                             : "";
  const std::string asked = report.call.bytes == report.asked_bytes
                                ? ""
                                : fmt::format(", rounded down from {} B", report.asked_bytes);
  return fmt::format(
      "# treering: what NCCL believes, not measured\n"
      "# topology: {} ({})\n"
      "# job:      {}, NCCL {}\n"
      "{}{}"
      "# call:     {} of {} B ({}){}, {}{}\n"
      "{}",
      node.name(), node.fingerprint(), app::setup::shape_text(report.shape, report.job.job.nodes),
      report.job.job.nccl_version, fabric_line(report.job.cluster.fabric),
      settings_lines(report.job), core::name_of(report.call.collective), report.call.bytes,
      core::format_size(report.call.bytes), asked, core::name_of(report.call.type), op,
      unknown_nvlinks_lines(report.job));
}

std::string pick(const ExplainReport& report, const Display& display) {
  if (!report.choice) {
    return fmt::format("\nNCCL fails this call: {}\n",
                       app::setup::nothing_left_text(report.job.variables));
  }
  const sim::nccl::call::Decision& choice = *report.choice;
  const std::string name =
      fmt::format("{}/{}", name_of(choice.algorithm), name_of(choice.protocol));
  std::string text = fmt::format("\nNCCL picks {}: {} us\n", bold(name, display.is_terminal),
                                 us(static_cast<double>(choice.time_us)));
  if (choice.channels == 0) return text + "  a lone rank: a copy, on no channel\n";
  return text +
         fmt::format("  on {} of up to {} channels, {} threads each, in chunks of {} B ({})\n",
                     choice.channels, choice.max_channels, choice.threads, choice.chunk_bytes,
                     core::format_size(choice.chunk_bytes));
}

/// Why NCCL picks what NCCL_ALGO does not name; empty where it does not.
std::string beyond_text(const ExplainReport& report) {
  const std::string& text = report.why_beyond;
  return text.empty() ? "" : "\n" + wrapped(text, kWidth, 0) + "\n";
}

std::string cost_lines(const ExplainReport& report, const ExplainedCandidate& one) {
  const double best = report.choice ? static_cast<double>(report.choice->time_us) : 0;
  const auto time = static_cast<double>(one.candidate.time_us);
  std::string text = fmt::format("  {:<21}{:>9} us", pair_name(one.candidate), us(time));
  if (is_choice(report, one.candidate)) {
    text += "   = NCCL's pick";
  } else if (best > 0) {
    text += fmt::format("   {:.2f} times the pick", time / best);
  }
  text += "\n";
  for (const auto& term : one.terms) {
    text += fmt::format("    {:>28}   {}\n", us(term.time_us), term.name);
  }
  return text;
}

/// What a step did to the bandwidth before it: "x 0.85", "at most 45.5".
std::string step_text(const sim::nccl::rules::BandwidthStep& step) {
  std::vector<std::string> parts;
  if (step.factor != 1) parts.push_back(fmt::format("x {:.4g}", step.factor));
  if (step.is_capped) parts.push_back(fmt::format("at most {:.4g}", step.cap_gb_per_s));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// How the bandwidth of the table came about, in a line a step.
std::string bandwidth_lines(const ExplainedCandidate& one) {
  std::string text = fmt::format("  {}\n", pair_name(one.candidate));
  for (const auto& step : one.cell.bandwidth_steps) {
    text += fmt::format("    {:>10.2f} GB/s   {:<16} {}\n", static_cast<double>(step.gb_per_s),
                        step_text(step), step.what);
  }
  return text;
}

/// Reasons with the pairs that they rule out, each reason once.
std::string ruled_out_lines(const ExplainReport& report) {
  std::vector<std::pair<std::string, std::vector<std::string>>> reasons;
  for (const ExplainedCandidate& one : report.candidates) {
    if (one.candidate.available) continue;
    const auto found = std::find_if(reasons.begin(), reasons.end(), [&](const auto& reason) {
      return reason.first == one.candidate.ruled_out;
    });
    auto& pairs =
        found == reasons.end()
            ? reasons.emplace_back(one.candidate.ruled_out, std::vector<std::string>()).second
            : found->second;
    pairs.push_back(pair_name(one.candidate));
  }
  std::string text;
  for (const auto& [reason, pairs] : reasons) {
    const std::string line = fmt::format("{}: {}", fmt::join(pairs, ", "), reason);
    text += fmt::format("  {}\n", wrapped(line, kWidth - 4, 4));
  }
  return text;
}

std::string source_lines(const sim::nccl::versions::Version& version) {
  constexpr std::size_t kColumn = 28;
  std::string text;
  for (const auto& source : version.sources) {
    text += fmt::format("  {:<{}}{}\n", source.what, kColumn - 2,
                        wrapped(source.where, kWidth - kColumn, kColumn));
  }
  return text;
}

}  // namespace

std::string explain_text(const ExplainReport& report, const TextOptions& options) {
  std::string text = options.is_quiet ? "" : header(report);
  const std::string failed = failed_search_remark(report.failed_search);
  if (!options.is_quiet && !failed.empty()) text += "\n" + wrapped(failed, kWidth, 0) + "\n";
  text += pick(report, options.display);
  if (!options.is_quiet) text += beyond_text(report);
  const auto ranked = ranking(report);
  if (ranked.empty()) {
    if (report.choice) text += "\nNothing that ⟨algo⟩ and ⟨proto⟩ allow can carry this call.\n";
  } else {
    text += "\nWhat it believes each candidate takes, and the terms of that:\n";
    for (const ExplainedCandidate* one : ranked) text += cost_lines(report, *one);
    text += "\nWhere the bandwidths come from:\n";
    for (const ExplainedCandidate* one : ranked) text += bandwidth_lines(*one);
  }
  const std::string ruled_out = ruled_out_lines(report);
  if (!ruled_out.empty()) text += "\nRuled out:\n" + ruled_out;
  if (options.is_quiet) return text;
  return text + fmt::format("\nWhere the constants come from ({}, paths from its src/):\n{}",
                            report.version->source, source_lines(*report.version));
}

}  // namespace treering::report::prediction
