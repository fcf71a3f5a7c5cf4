#include "report/prediction/advice_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/nvlinks.h"
#include "core/text/table.h"
#include "core/unit_text.h"
#include "report/figures.h"
#include "report/prediction/reach_text.h"
#include "report/prediction/restriction_text.h"
#include "report/prediction/search_text.h"
#include "report/remarks.h"
#include "sim/nccl/rules/call.h"
#include "sim/test_size.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using core::Align;
using sim::Prediction;
using tuner::advice::Summary;

/// Each choice with the exact size from which it holds.
std::string crossover_table(const Summary& summary) {
  core::TextTable table({{"from size", Align::Right, 12, "(B)"},
                         {"about", Align::Right, 10},
                         {"NCCL chooses", Align::Left, 15}});
  for (const auto& piece : summary.choices) {
    table.add_row({fmt::format("{}", piece.first), core::format_size(piece.first), piece.value});
  }
  return marked(table.heading() + table.body(), "#");
}

/// Rows at the smallest and at the largest size; null without times.
struct Ends {
  const Prediction* first = nullptr;
  const Prediction* last = nullptr;
};

/// Of those that are marked.
Ends ends_of(const PredictReport& report, core::Collective collective, bool Prediction::*mark) {
  Ends ends;
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || !(row.*mark) || !row.time()) continue;
    if (ends.first == nullptr || row.bytes < ends.first->bytes) ends.first = &row;
    if (ends.last == nullptr || row.bytes > ends.last->bytes) ends.last = &row;
  }
  return ends;
}

Ends best_ends(const PredictReport& report, core::Collective collective) {
  return ends_of(report, collective, &Prediction::is_best);
}

std::string busbw_text(const PredictReport& report, const Prediction& row) {
  const auto rate = sim::busbw(row, report.ranks);
  return rate ? fmt::format("busbw {} GB/s", bandwidth_figure(*rate)) : std::string();
}

/// "choices, from Tree/LL at 8 B (35.20 us) to ...", "choice, Tree/LL in 35.20 us (busbw ...)".
std::string choice_text(const PredictReport& report, const Summary& summary, const Ends& ends) {
  const Prediction& first = *ends.first;
  const Prediction& last = *ends.last;
  const std::string first_size = core::format_size(first.bytes);
  const std::string last_size = core::format_size(last.bytes);
  const std::string first_time = time_figure(*first.time());
  if (first.bytes == last.bytes) {
    return fmt::format("choice, {} in {} us ({})", pair_text(last), first_time,
                       busbw_text(report, last));
  }
  if (summary.choices.size() == 1) {
    return fmt::format("choice, {}: {} us at {}, {} at {}", pair_text(last), first_time, first_size,
                       busbw_text(report, last), last_size);
  }
  return fmt::format("choices, from {} at {} ({} us) to {} at {} ({})", pair_text(first),
                     first_size, first_time, pair_text(last), last_size, busbw_text(report, last));
}

/// Whether NCCL's search found channels for any of the candidates.
bool has_recommendable(const PredictReport& report, core::Collective collective) {
  return std::ranges::any_of(report.rows, [&](const Prediction& row) {
    return row.collective == collective && !row.algorithm.empty() && !row.has_failed_search;
  });
}

/// Where NCCL itself chooses what nothing was found for, although there is something else; empty
/// where it does not.
std::string stray_choice_text(const PredictReport& report, core::Collective collective) {
  const auto stray = std::ranges::find_if(report.rows, [&](const Prediction& row) {
    return row.collective == collective && row.is_nccl_default && row.has_failed_search &&
           !row.is_best;
  });
  if (stray == report.rows.end()) return "";
  return fmt::format(
      "NCCL itself takes {} all the same, first at {}; * marks the fastest of the others, and "
      "treering export ⟨to⟩ tuner-csv keeps NCCL to them.",
      pair_text(*stray), core::format_size(stray->bytes));
}

/// What stays to be said where NCCL's own choice is left alone.
std::string usual_answer(const PredictReport& report, std::size_t index) {
  const Summary& summary = report.summaries[index];
  const Ends usual = ends_of(report, report.calls.collectives[index], &Prediction::is_nccl_default);
  const std::string choice = choice_text(report, summary, usual);
  if (report.restrictions[index]) {
    return restriction_text(*report.restrictions[index], choice);
  }
  if (!has_recommendable(report, report.calls.collectives[index])) {
    return fmt::format("Leave NCCL_ALGO and NCCL_PROTO unset, for NCCL's own {}.", choice);
  }
  return fmt::format(
      "Leave NCCL_ALGO and NCCL_PROTO unset: by this model nothing {} NCCL's own {}.",
      summary.gain.greatest > 1 ? fmt::format("is {} faster than", tuner::advice::least_gain_text())
                                : "beats",
      choice);
}

std::string free_answer(const PredictReport& report, std::size_t index) {
  const tuner::advice::Gain& gain = report.summaries[index].gain;
  const bool is_bound = report.restrictions[index].has_value();
  std::string stray = stray_choice_text(report, report.calls.collectives[index]);
  if (!is_bound && !stray.empty()) return stray;
  if (is_bound || gain.greatest < tuner::advice::kLeastGain) return usual_answer(report, index);
  return fmt::format(
      "NCCL's own choice takes up to {:.2f} times as long as the fastest, at {}; * marks the "
      "fastest, and treering export ⟨to⟩ tuner-csv makes NCCL take it wherever it is {} faster.",
      gain.greatest, core::format_size(gain.greatest_at), tuner::advice::least_gain_text());
}

/// What keeping to ⟨algo⟩ and ⟨proto⟩ costs.
std::string restricted_answer(const Summary& summary, const Ends& ends) {
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  if (summary.gain.least < 1) {
    return fmt::format(
        "Kept to ⟨algo⟩ and ⟨proto⟩, the fastest takes {}{:.2f} times as long as "
        "NCCL's own choice, at {}.",
        is_one_size ? "" : "up to ", 1 / summary.gain.least,
        core::format_size(summary.gain.least_at));
  }
  if (summary.gain.greatest > 1) {
    return fmt::format(
        "Kept to ⟨algo⟩ and ⟨proto⟩, the fastest is nowhere slower than NCCL's own choice, which "
        "takes {}{:.2f} times as long, at {}.",
        is_one_size ? "" : "up to ", summary.gain.greatest,
        core::format_size(summary.gain.greatest_at));
  }
  return fmt::format("What ⟨algo⟩ and ⟨proto⟩ allow is as fast as NCCL's own choice{}.",
                     is_one_size ? "" : " at every size");
}

std::string forced_part(const tuner::advice::ForcedCost& forced, bool is_one_size) {
  constexpr double kRoundsToOne = 1.005;
  if (forced.worst < kRoundsToOne) {
    return forced.algorithm + " as long as NCCL's own choice";
  }
  if (is_one_size) return fmt::format("{} {:.2f} times as long", forced.algorithm, forced.worst);
  return fmt::format("{} up to {:.2f} times as long (at {})", forced.algorithm, forced.worst,
                     core::format_size(forced.worst_at));
}

std::string forced_sentence(const Summary& summary, const Ends& ends) {
  if (ends.first == nullptr || summary.forced.size() < 2) return "";
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  std::vector<std::string> parts;
  for (const tuner::advice::ForcedCost& forced : summary.forced) {
    parts.push_back(forced_part(forced, is_one_size));
  }
  return fmt::format("One algorithm forced{} (NCCL_ALGO) takes: {}.",
                     is_one_size ? "" : " for all sizes", fmt::join(parts, ", "));
}

std::string untuned_sentence(core::Collective collective, sim::Model model) {
  std::string text =
      fmt::format("NCCL has no algorithm to choose for {}: it is made of sends and receives",
                  core::name_of(collective));
  if (basis_of(model) == sim::Basis::Profile) return text + ".";
  return text + fmt::format(
                    ", and {} gives no time for it. The bound, set by the wires alone, "
                    "holds all the same.",
                    basis_of(model) == sim::Basis::NcclPrices ? "NCCL's model" : "the model");
}

/// Where the table shows other sizes than were asked for.
std::string rounding_sentence(const PredictReport& report, core::Collective collective) {
  bool is_rounded = false;
  bool is_empty = false;
  for (const Prediction& row : report.rows) {
    if (row.collective != collective) continue;
    is_rounded = is_rounded || row.bytes != row.asked;
    is_empty = is_empty || row.count == 0;
  }
  if (!is_rounded) return "";
  const std::string text =
      sim::is_shared_out(collective)
          ? fmt::format(
                "Sizes are rounded down as nccl-tests does, to a multiple of 16 bytes, or "
                "else to whole elements, for each of {} ranks",
                report.ranks)
          : "Sizes are rounded down as nccl-tests does, to whole elements";
  return text + (is_empty ? "; where none is left, NCCL does nothing." : ".");
}

/// Whether NCCL_ALGO or NCCL_PROTO leaves NCCL less than everything.
bool restricts_choice(const sim::job::Settings& settings) {
  const sim::job::Settings defaults;
  return settings.algorithms != defaults.algorithms || settings.protocols != defaults.protocols;
}

}  // namespace

std::string answer_text(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  const Ends ends = best_ends(report, collective);
  const std::string& refusal = report.refusals[index];
  if (!refusal.empty()) return remark(refusal) + "#\n";
  if (report.ranks == 1 || !sim::nccl::rules::is_tuned(collective)) return "";
  if (app::setup::are_nvlinks_unknown(report.job)) return "";  // no advice on a guess
  std::string answer = failed_search_answer(report, collective);
  if (ends.first != nullptr) {
    if (!answer.empty()) answer += " ";
    answer += report.calls.filter.allows_all() ? free_answer(report, index)
                                               : restricted_answer(report.summaries[index], ends);
  }
  return answer.empty() ? "" : remark(answer) + "#\n";
}

std::string closing_text(const PredictReport& report) {
  const bool has_choice = std::ranges::any_of(report.rows, [&](const Prediction& row) {
    return row.is_nccl_default && has_recommendable(report, row.collective);
  });
  if (report.ranks == 1 || !report.calls.filter.allows_all() || !has_choice) return "";
  if (restricts_choice(report.job.job.settings)) return "";  // the answer says what that costs
  if (app::setup::are_nvlinks_unknown(report.job)) return "";
  switch (basis_of(report.calls.model)) {
    case sim::Basis::NcclPrices:
      return "#\n" + dashed_remark(
                         "NCCL chooses by this very model, so only measurements can show "
                         "a choice to be wrong; treering export ⟨to⟩ tuner-csv pins NCCL's "
                         "choices by size.");
    case sim::Basis::Profile:
      return "#\n" + dashed_remark(fmt::format(
                         "NCCL chooses by a model of its own (⟨model⟩ nccl). treering export ⟨to⟩ "
                         "tuner-csv writes choices by size: NCCL's own, except where another is {} "
                         "faster by this model.",
                         tuner::advice::least_gain_text()));
    case sim::Basis::Nothing:
      return "";
  }
  return "";
}

std::string advice_text(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  const bool is_tuned = sim::nccl::rules::is_tuned(collective);
  const Summary& summary = report.summaries[index];
  const Ends ends = best_ends(report, collective);
  const bool is_free = report.calls.filter.allows_all();
  const bool is_choice = is_tuned && report.ranks > 1;
  std::string text;
  std::string remarks;
  if (is_choice && is_free && summary.choices.size() > 1) text += "#\n" + crossover_table(summary);
  if (is_choice && is_free) remarks += dashed_remark(forced_sentence(summary, ends));
  if (!is_tuned) remarks += dashed_remark(untuned_sentence(collective, report.calls.model));
  if (is_tuned && !is_choice) {
    remarks += dashed_remark("A lone rank has nobody to talk to: NCCL copies.");
  }
  if (report.ranks > 1 && summary.reach_at_last && !app::setup::are_nvlinks_unknown(report.job)) {
    remarks += dashed_remark(reach_text(*summary.reach_at_last, report.limits[index], *ends.last));
  }
  remarks += dashed_remark(rounding_sentence(report, collective));
  return text + (remarks.empty() ? "" : "#\n" + remarks);
}

}  // namespace treering::report::prediction
