#include "report/prediction/explain_table.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "report/figures.h"
#include "report/fitted_table.h"

namespace treering::report::prediction {

using app::ExplainedCandidate;
using app::ExplainReport;
using sim::nccl::call::Candidate;
using sim::nccl::call::CostTerm;
using sim::nccl::rules::TermKind;

std::string pair_name(const Candidate& candidate) {
  return choice_name(sim::nccl::name_of(candidate.algorithm),
                     sim::nccl::name_of(candidate.protocol));
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
  return report.choice && candidate.algorithm == report.choice->algorithm &&
         candidate.protocol == report.choice->protocol;
}

namespace {

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

}  // namespace

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

}  // namespace treering::report::prediction
