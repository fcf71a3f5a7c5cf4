#include "cli/advice_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/figures.h"
#include "cli/help.h"
#include "cli/settings_advice.h"
#include "core/unit_text.h"
#include "sim/nccl/call.h"
#include "sim/test_size.h"
#include "tuner/report/text_table.h"

namespace treering::cli {
namespace {

using sim::Prediction;
using tuner::Align;
using tuner::Summary;

constexpr std::size_t kWidth = 96;  // of a line, after "# - "

std::string size_text(std::uint64_t bytes) {
  return core::format_size(core::Bytes::of(bytes));
}

/// `mark` before each line; the last line need not be ended.
std::string marked(std::string_view text, std::string_view mark) {
  std::string result;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    result += fmt::format("{}{}\n", mark, text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return result;
}

/// Each choice with the exact size from which it holds.
std::string crossover_table(const Summary& summary) {
  tuner::TextTable table({{"from size", Align::Right, 12, "(B)"},
                          {"about", Align::Right, 10},
                          {"NCCL chooses", Align::Left, 15}});
  for (const auto& piece : summary.choices) {
    table.add_row({fmt::format("{}", piece.first), size_text(piece.first), piece.value});
  }
  return marked(table.heading() + table.body(), "#");
}

/// "Tree/LL".
std::string pair_text(const Prediction& row) {
  return fmt::format("{}/{}", row.algorithm, row.protocol);
}

/// The best at the smallest and at the largest size; null without times.
struct Ends {
  const Prediction* first = nullptr;
  const Prediction* last = nullptr;
};

Ends best_ends(const PredictReport& report, core::Collective collective) {
  Ends ends;
  for (const Prediction& row : report.rows) {
    if (row.collective != collective || !row.is_best) continue;
    if (ends.first == nullptr || row.bytes < ends.first->bytes) ends.first = &row;
    if (ends.last == nullptr || row.bytes > ends.last->bytes) ends.last = &row;
  }
  return ends;
}

std::string busbw_text(const PredictReport& report, const Prediction& row) {
  const auto rate = sim::busbw(row, report.ranks);
  return rate ? fmt::format("busbw {} GB/s", bandwidth_figure(*rate)) : std::string();
}

/// "choices, from Tree/LL at 8 B (35.20 us) to ...", "choice, Tree/LL in 35.20 us (busbw ...)".
std::string choice_text(const PredictReport& report, const Summary& summary, const Ends& ends) {
  const Prediction& first = *ends.first;
  const Prediction& last = *ends.last;
  const std::string first_size = size_text(first.bytes.count());
  const std::string last_size = size_text(last.bytes.count());
  const std::string first_time = time_figure(*first.time);
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

std::string free_answer(const PredictReport& report, std::size_t index, const Ends& ends) {
  const Summary& summary = report.summaries[index];
  if (summary.gain.greatest > 1) {
    return fmt::format(
        "NCCL's own choice takes up to {:.2f} times as long as the fastest, at {}; * marks the "
        "fastest, and treering export --to tuner-csv makes NCCL take it.",
        summary.gain.greatest, size_text(summary.gain.greatest_at));
  }
  if (is_restricted(report, ends.first->collective)) {
    return restriction_text(report, index, choice_text(report, summary, ends));
  }
  return fmt::format(
      "Leave NCCL_ALGO and NCCL_PROTO unset: by this model nothing beats NCCL's own {}.",
      choice_text(report, summary, ends));
}

/// What keeping to --algo and --proto costs.
std::string restricted_answer(const Summary& summary, const Ends& ends) {
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  if (summary.gain.least < 1) {
    return fmt::format(
        "Kept to --algo and --proto, the fastest takes {}{:.2f} times as long as "
        "NCCL's own choice, at {}.",
        is_one_size ? "" : "up to ", 1 / summary.gain.least, size_text(summary.gain.least_at));
  }
  return fmt::format("What --algo and --proto allow is as fast as NCCL's own choice{}.",
                     is_one_size ? "" : " at every size");
}

std::string forced_part(const tuner::ForcedCost& forced, bool is_one_size) {
  constexpr double kRoundsToOne = 1.005;
  if (forced.worst < kRoundsToOne) return forced.algorithm + " no longer";
  if (is_one_size) return fmt::format("{} {:.2f} times as long", forced.algorithm, forced.worst);
  return fmt::format("{} up to {:.2f} times as long (at {})", forced.algorithm, forced.worst,
                     size_text(forced.worst_at));
}

std::string forced_sentence(const Summary& summary, const Ends& ends) {
  if (ends.first == nullptr || summary.forced.size() < 2) return "";
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  std::vector<std::string> parts;
  for (const tuner::ForcedCost& forced : summary.forced) {
    parts.push_back(forced_part(forced, is_one_size));
  }
  return fmt::format("One algorithm forced{} (NCCL_ALGO) takes: {}.",
                     is_one_size ? "" : " for all sizes", fmt::join(parts, ", "));
}

/// "8 channels of 48 GB/s, x 0.5161 (algbw from busbw: 32 ranks over 62 steps)".
std::string steps_text(const std::vector<sim::nccl::BandwidthStep>& steps) {
  std::vector<std::string> parts;
  for (const auto& step : steps) {
    if (step.is_capped) {
      parts.push_back(fmt::format("at most {:.4g} GB/s ({})", step.cap_gb_per_s, step.what));
    } else if (parts.empty()) {
      parts.push_back(step.what);
    } else if (step.factor != 1) {
      parts.push_back(fmt::format("x {:.4g} ({})", step.factor, step.what));
    }
  }
  return fmt::format("{}", fmt::join(parts, ", "));
}

/// Why the best is no faster, by the model that it comes from.
std::string limit_sentence(const sim::nccl::Limit& limit) {
  if (limit.term.empty()) return "";
  std::string text = fmt::format(" Of its time {:.0f} % is {}", 100 * limit.share, limit.term);
  if (!limit.steps.empty()) text += fmt::format(": {}", steps_text(limit.steps));
  return text + ".";
}

std::string percent_text(double share) {
  constexpr double kRoundsToOne = 0.005;
  return share < kRoundsToOne ? "less than 1 %" : fmt::format("{:.0f} %", 100 * share);
}

/// Where the model knows nothing of what limits the wires, an oversubscribed fabric say.
std::string beyond_sentence(const tuner::Reach& reach, const std::string& pair) {
  return fmt::format(
      "At {} {} is said to be {:.2f} times as fast as the wires allow: NCCL's model does not know "
      "that {} set a limit, {:.0f} GB/s each way. No real time is below the bound.",
      size_text(reach.at), pair, reach.share, reach.limit, reach.rate.in_gb_per_s());
}

std::string reach_sentence(const Summary& summary, const sim::nccl::Limit& limit,
                           const Ends& ends) {
  if (!summary.reach_at_last) return "";
  const tuner::Reach& reach = *summary.reach_at_last;
  if (reach.share > 1) return beyond_sentence(reach, pair_text(*ends.last));
  return fmt::format(
             "At {} {} reaches {} of what the wires allow: algbw {} of {} GB/s, which {} "
             "set, "
             "{:.0f} GB/s each way.",
             size_text(reach.at), pair_text(*ends.last), percent_text(reach.share),
             bandwidth_figure(reach.allowed * reach.share), bandwidth_figure(reach.allowed),
             reach.limit, reach.rate.in_gb_per_s()) +
         limit_sentence(limit);
}

std::string untuned_sentence(core::Collective collective) {
  return fmt::format(
      "NCCL has no algorithm to choose for {}: it is made of sends and receives, and NCCL's model "
      "gives no time for it. The bound, set by the wires alone, holds all the same.",
      core::name_of(collective));
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
bool restricts_choice(const sim::nccl::Settings& settings) {
  const sim::nccl::Settings defaults;
  return settings.algorithms != defaults.algorithms || settings.protocols != defaults.protocols;
}

/// A paragraph in lines that start with '#', led by a dash; nothing for an empty one.
std::string remark(std::string_view paragraph) {
  if (paragraph.empty()) return "";
  return marked("- " + wrapped(paragraph, kWidth, 2), "# ");
}

}  // namespace

std::string_view model_text(sim::Model model) {
  switch (model) {
    case sim::Model::Nccl:
      return "nccl, what NCCL itself believes and chooses by";
    case sim::Model::Cost:
      return "cost, not available yet: no times";
    case sim::Model::Event:
      return "event, not available yet: no times";
  }
  return "";
}

std::string answer_text(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  const Ends ends = best_ends(report, collective);
  std::string answer = refusal_text(report, collective);
  if (answer.empty()) {
    if (report.ranks == 1 || ends.first == nullptr) return "";
    answer = report.calls.filter.allows_all() ? free_answer(report, index, ends)
                                              : restricted_answer(report.summaries[index], ends);
  }
  return marked(wrapped(answer, kWidth + 2, 0), "# ") + "#\n";
}

std::string closing_text(const PredictReport& report) {
  const bool is_upheld =
      std::any_of(report.rows.begin(), report.rows.end(),
                  [](const Prediction& row) { return row.is_nccl_default && row.is_best; });
  if (report.ranks == 1 || !report.calls.filter.allows_all() || !is_upheld) return "";
  if (restricts_choice(report.job.job.settings)) return "";  // the answer says what that costs
  const std::string_view pin = "treering export --to tuner-csv pins NCCL's choices by size.";
  if (report.calls.model != sim::Model::Nccl) return "#\n" + remark(pin);
  return "#\n" +
         remark(fmt::format("NCCL chooses by this very model, so only measurements can show "
                            "a choice to be wrong; {}",
                            pin));
}

std::string advice_text(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  const bool is_tuned = sim::nccl::is_tuned(collective);
  const Ends ends = best_ends(report, collective);
  const bool is_free = report.calls.filter.allows_all();
  std::string text;
  std::string remarks;
  if (is_tuned && report.ranks > 1) {
    const Summary& summary = report.summaries[index];
    if (is_free && summary.choices.size() > 1) text += "#\n" + crossover_table(summary);
    if (is_free) remarks += remark(forced_sentence(summary, ends));
    remarks += remark(reach_sentence(summary, report.limits[index], ends));
  } else {
    remarks += remark(is_tuned ? "A lone rank has nobody to talk to: NCCL copies."
                               : untuned_sentence(collective));
  }
  remarks += remark(rounding_sentence(report, collective));
  return text + (remarks.empty() ? "" : "#\n" + remarks);
}

}  // namespace treering::cli
