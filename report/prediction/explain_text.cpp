#include <algorithm>
#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/explain.h"
#include "app/setup/plan.h"
#include "app/setup/setup.h"
#include "core/text/table.h"
#include "core/topology/cluster.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/fitted_table.h"
#include "report/heading.h"
#include "report/prediction/predict_heading.h"
#include "report/prediction/predict_text.h"
#include "report/prediction/reach_text.h"
#include "report/prediction/variants_text.h"
#include "report/remarks.h"
#include "sim/nccl/call/choice.h"

namespace treering::report::prediction {
namespace {

using Ranking = std::vector<const app::ExplainedCandidate*>;
using app::ExplainedCandidate;
using app::ExplainReport;
using sim::nccl::name_of;
using sim::nccl::call::Candidate;
using sim::nccl::call::CostTerm;
using sim::nccl::rules::TermKind;

std::string pair_name(const Candidate& candidate) {
  return choice_name(sim::nccl::name_of(candidate.offer.algorithm),
                     sim::nccl::name_of(candidate.offer.protocol));
}

/// As in the columns of the table.
std::string_view name_of(TermKind kind) {
  switch (kind) {
    case TermKind::Base:
      return "the base";
    case TermKind::InsideHop:
      return "hops inside nodes";
    case TermKind::NetworkHop:
      return "hops in the network";
    case TermKind::Other:
      return "other terms";
    case TermKind::Transfer:
      return "the transfer";
  }
  return "";
}

std::string us(double time_us) {
  return time_figure(core::Duration::from_us(time_us));
}

Ranking ranking(const ExplainReport& report) {
  Ranking result;
  for (const ExplainedCandidate& one : report.candidates) {
    if (one.candidate.available) result.push_back(&one);
  }
  std::stable_sort(result.begin(), result.end(), [](const auto* a, const auto* b) {
    return a->candidate.time_us < b->candidate.time_us;
  });
  return result;
}

bool is_choice(const ExplainReport& report, const Candidate& candidate) {
  return report.choice && candidate.offer == report.choice->offer;
}

constexpr std::size_t kKinds = static_cast<std::size_t>(TermKind::Transfer) + 1;

/// Their sums, a cell for each TermKind; a dash where there is no term of that kind.
std::array<std::string, kKinds> term_cells(const std::vector<CostTerm>& terms) {
  std::array<double, kKinds> sums{};
  std::array<std::string, kKinds> cells;
  cells.fill("-");
  for (const CostTerm& term : terms) {
    const auto kind = static_cast<std::size_t>(term.kind);
    sums.at(kind) += term.time_us;
    cells.at(kind) = us(sums.at(kind));
  }
  return cells;
}

/// GB/s of the transfer.
std::string rate_cell(const ExplainReport& report, const std::vector<CostTerm>& terms) {
  const auto transfer = std::ranges::find(terms, TermKind::Transfer, &CostTerm::kind);
  if (transfer == terms.end() || transfer->time_us <= 0) return "-";
  return bandwidth_figure(core::Bytes::of(report.call.bytes) /
                          core::Duration::from_us(transfer->time_us));
}

std::string cost_table(const ExplainReport& report, const Ranking& ranked,
                       const TextOptions& options) {
  constexpr auto kRight = core::Align::Right;
  FittedTable table({{{"  candidate", core::Align::Left, 18}},
                     {{"cost", kRight, 7, "(us)"}},
                     {{"times the", kRight, 6, "choice"}, 6},
                     {{"base", kRight, 5, "(us)"}, 3},
                     {{"hops in", kRight, 7, "nodes"}, 4},
                     {{"hops in", kRight, 7, "network"}, 5},
                     {{"other", kRight, 7, "(us)"}, 2},
                     {{"transfer", kRight, 8, "(us)"}, 1},
                     {{"at", kRight, 6, "(GB/s)"}, 7}});
  const double best = report.choice ? static_cast<double>(report.choice->time_us) : 0;
  for (const ExplainedCandidate* const one : ranked) {
    const auto time = static_cast<double>(one->candidate.time_us);
    const bool is_bold = options.display.is_terminal && is_choice(report, one->candidate);
    const auto cells = term_cells(one->terms);
    const auto of = [&](TermKind kind) { return cells.at(static_cast<std::size_t>(kind)); };
    table.add_row({bold(pair_name(one->candidate), is_bold), us(time),
                   best > 0 ? fmt::format("{:.2f}", time / best) : "-", of(TermKind::Base),
                   of(TermKind::InsideHop), of(TermKind::NetworkHop), of(TermKind::Other),
                   of(TermKind::Transfer), rate_cell(report, one->terms)});
  }
  const std::string left_out = table.fit(options.display.width);
  if (options.is_quiet) return table.body();
  return table.heading() + table.body() + left_out_line(left_out, options.display.text_width());
}

std::string header(const ExplainReport& report, std::size_t width) {
  const std::string op = sim::nccl::rules::is_reduction(report.call.collective)
                             ? fmt::format(", {}", core::name_of(report.call.op))
                             : "";
  const std::string asked = report.call.bytes == report.asked_bytes
                                ? ""
                                : fmt::format(", rounded down from {} B", report.asked_bytes);
  const std::string call = fmt::format(
      "{} of {} B ({}){}, {}{}", core::name_of(report.call.collective), report.call.bytes,
      core::format_size(report.call.bytes), asked, core::name_of(report.call.type), op);
  return "# treering: what NCCL believes, not measured\n" +
         job_heading(report.job, report.shape, width, core::order_text(report.job.cluster)) +
         heading_line("call", call, width) + guess_lines(report.job, width);
}

/// ", 14 % ahead of Tree/LL128", ", 4 % ahead of Tree/LL128: a coin toss"; empty without another.
std::string lead_text(const ExplainReport& report, const Ranking& ranked) {
  const auto next = std::ranges::find_if(
      ranked, [&](const auto* one) { return !is_choice(report, one->candidate); });
  if (next == ranked.end() || report.choice->time_us <= 0) return "";
  const double lead = static_cast<double>((*next)->candidate.time_us) /
                          static_cast<double>(report.choice->time_us) -
                      1;
  const std::string name = pair_name((*next)->candidate);
  if (lead == 0) return fmt::format(", and before {}, which costs the same: a coin toss", name);
  return fmt::format(", {} ahead of {}{}",
                     lead < 0.01 ? "less than 1 %" : fmt::format("{:.0f} %", 100 * lead), name,
                     lead < sim::kCoinToss ? ": a coin toss" : "");
}

/// A candidate's terms of one kind: "9 x network hop (8.5 us)", or the transfer and its rate.
std::string kind_text(const ExplainReport& report, const ExplainedCandidate& one, TermKind kind) {
  std::vector<std::string> names;
  for (const CostTerm& term : one.terms) {
    if (term.kind == kind && term.time_us > 0) names.push_back(term.name);
  }
  if (names.empty()) return "none";
  if (kind == TermKind::Transfer && !one.cell.bandwidth_steps.empty()) {
    return fmt::format("{} GB/s of {}", rate_cell(report, one.terms),
                       bandwidth_text({.term = {}, .share = 0, .steps = one.cell.bandwidth_steps}));
  }
  return fmt::format("{}", fmt::join(names, " and "));
}

double sum_of(const ExplainedCandidate& one, TermKind kind) {
  double sum = 0;
  for (const CostTerm& term : one.terms) sum += term.kind == kind ? term.time_us : 0;
  return sum;
}

/// Which kind of term makes the next candidate dearer than the choice; empty without one.
std::string why_dearer(const ExplainReport& report, const Ranking& ranked) {
  const auto choice = std::ranges::find_if(
      ranked, [&](const auto* one) { return is_choice(report, one->candidate); });
  const auto next = std::ranges::find_if(
      ranked, [&](const auto* one) { return !is_choice(report, one->candidate); });
  if (choice == ranked.end() || next == ranked.end()) return "";
  double most = 0;
  TermKind kind = TermKind::Base;
  for (std::size_t i = 0; i < kKinds; ++i) {
    const double more =
        sum_of(**next, static_cast<TermKind>(i)) - sum_of(**choice, static_cast<TermKind>(i));
    if (more <= most) continue;
    most = more;
    kind = static_cast<TermKind>(i);
  }
  if (most <= 0) return "";
  const std::string terms =
      kind == TermKind::Base
          ? ""
          : fmt::format(": {}; {} has {}", kind_text(report, **next, kind),
                        pair_name((*choice)->candidate), kind_text(report, **choice, kind));
  return fmt::format("{} costs more above all for {}, {} us beside {}{}.",
                     pair_name((*next)->candidate), name_of(kind), us(sum_of(**next, kind)),
                     us(sum_of(**choice, kind)), terms);
}

std::string answer(const ExplainReport& report, const Ranking& ranked) {
  if (!report.choice) {
    return fmt::format("NCCL fails this call: {}.",
                       app::setup::nothing_left_text(report.job.variables));
  }
  const sim::nccl::call::Decision& choice = *report.choice;
  const std::string name =
      choice_name(name_of(choice.offer.algorithm), name_of(choice.offer.protocol));
  const bool is_listed = std::ranges::any_of(
      ranked, [&](const auto* one) { return is_choice(report, one->candidate); });
  const std::string why = is_listed ? " because it is the cheapest by NCCL's own model" : "";
  return fmt::format(
      "NCCL chooses {}{}: {} us{}. It takes {} of up to {} channels, {} threads each, in chunks of "
      "{} B ({}).",
      name, why, us(static_cast<double>(choice.time_us)),
      is_listed ? lead_text(report, ranked) : "", choice.channels, choice.max_channels,
      choice.threads, choice.chunk_bytes, core::format_size(choice.chunk_bytes));
}

/// The change that a step makes to the bandwidth: "x 0.85", "at most 45.5".
std::string step_text(const sim::nccl::rules::BandwidthStep& step) {
  std::vector<std::string> parts;
  if (step.factor != 1) parts.push_back(fmt::format("x {:.4g}", step.factor));
  if (step.is_capped) parts.push_back(fmt::format("at most {:.4g}", step.cap_gb_per_s));
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// A candidate's terms, a line each, and how the bandwidth of its transfer came about.
std::string detail_lines(const ExplainedCandidate& one, std::size_t width) {
  constexpr std::size_t kColumn = 17;  // of what follows the figures
  std::string text = fmt::format("#\n# {}, {} us:\n", pair_name(one.candidate),
                                 us(static_cast<double>(one.candidate.time_us)));
  const auto line = [&](std::string_view figure, const std::string& what) {
    text += led_remark(fmt::format("  {:<{}}", figure, kColumn - 2), what, width);
  };
  for (const auto& term : one.terms) line(fmt::format("{:>8} us", us(term.time_us)), term.name);
  for (const auto& step : one.cell.bandwidth_steps) {
    const std::string change = step_text(step);
    line(fmt::format("{:>8.2f} GB/s", static_cast<double>(step.gb_per_s)),
         change.empty() ? step.what : fmt::format("{:<12} {}", change, step.what));
  }
  return text;
}

/// The terms of the first two, or of all where they are few.
std::string details(const Ranking& ranked, std::size_t width) {
  constexpr std::size_t kFew = 4;
  constexpr std::size_t kShown = 2;
  const std::size_t shown = ranked.size() <= kFew ? ranked.size() : kShown;
  std::string text;
  for (std::size_t i = 0; i < shown; ++i) text += detail_lines(*ranked[i], width);
  if (shown == ranked.size()) return text;
  return text + "#\n" +
         remark("⟨algo⟩ and ⟨proto⟩ show the terms of the others, ⟨format⟩ json those of all.", 0,
                width);
}

/// A reason and the pairs that it rules out.
struct Reason {
  std::string why;
  std::vector<const Candidate*> pairs;
};

std::vector<Reason> reasons_of(const ExplainReport& report) {
  std::vector<Reason> reasons;
  for (const ExplainedCandidate& one : report.candidates) {
    const Candidate& candidate = one.candidate;
    if (candidate.available || one.is_never_made) continue;
    const auto known = std::ranges::find(reasons, candidate.ruled_out, &Reason::why);
    if (known != reasons.end()) {
      known->pairs.push_back(&candidate);
    } else {
      reasons.push_back({candidate.ruled_out, {&candidate}});
    }
  }
  return reasons;
}

/// "Tree, NVLS/Simple": an algorithm alone where the reason rules out all its protocols.
std::string pairs_text(const std::vector<const Candidate*>& pairs) {
  std::vector<std::string> names;
  for (const Candidate* const pair : pairs) {
    const auto protocols = std::ranges::count(
        pairs, pair->offer.algorithm, [](const Candidate* one) { return one->offer.algorithm; });
    std::string name = protocols == sim::nccl::kProtocols
                           ? std::string(sim::nccl::name_of(pair->offer.algorithm))
                           : pair_name(*pair);
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

/// The reasons of this job, and in one line how much more no machine has.
std::string ruled_out(const ExplainReport& report, std::size_t width) {
  std::string text;
  for (const Reason& reason : reasons_of(report)) {
    text += dashed_remark(fmt::format("{}: {}", pairs_text(reason.pairs), reason.why), width);
  }
  const auto never = std::ranges::count_if(report.candidates, &ExplainedCandidate::is_never_made);
  if (never > 0) {
    text += dashed_remark(
        fmt::format("{}{} that NCCL does not have: not for {}, or not with that protocol", never,
                    text.empty() ? "" : " more", core::name_of(report.call.collective)),
        width);
  }
  return text.empty() ? "" : "#\n# Ruled out:\n" + text;
}

std::string lone_rank_text(const ExplainReport& report, const TextOptions& options) {
  const std::size_t width = options.display.text_width();
  if (options.is_quiet) return "";
  return header(report, width) + "#\n" + remark(kLoneRank, 0, width);
}

}  // namespace

std::string explain_text(const ExplainReport& report, const TextOptions& options) {
  const Ranking ranked = ranking(report);
  if (report.shape.ranks() == 1) return lone_rank_text(report, options);
  if (options.is_quiet) return ranked.empty() ? "" : cost_table(report, ranked, options);
  const std::size_t width = options.display.text_width();
  std::string text = header(report, width);
  const auto paragraph = [&](const std::string& what) {
    if (!what.empty()) text += "#\n" + remark(what, 0, width);
  };
  if (report.deciding.empty()) {
    paragraph(failed_search_remark(report.failed_search));
  } else {
    text += "#\n" +
            deciding_lines(report.deciding, {report.call.collective, report.shape.ranks()}, width);
  }
  paragraph(answer(report, ranked));
  paragraph(why_dearer(report, ranked));
  paragraph(report.why_beyond);
  if (!ranked.empty()) {
    text += "#\n" + cost_table(report, ranked, options) + details(ranked, width);
  } else if (report.choice) {
    paragraph("Nothing that ⟨algo⟩ and ⟨proto⟩ allow can carry this call.");
  }
  text += ruled_out(report, width);
  return text + "#\n" +
         remark(fmt::format("Constants: {}; ⟨format⟩ json names the place of each.",
                            report.version->source),
                0, width);
}

}  // namespace treering::report::prediction
