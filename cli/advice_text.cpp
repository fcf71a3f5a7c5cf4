#include "cli/advice_text.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/figures.h"
#include "cli/help.h"
#include "core/unit_text.h"
#include "sim/nccl/call.h"
#include "tuner/report/text_table.h"

namespace treering::cli {
namespace {

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

/// "NCCL picks Tree/LL up to 138 KiB, then Ring/Simple."
std::string choice_sentence(const Summary& summary) {
  const auto& choices = summary.choices;
  if (choices.size() == 1) {
    return fmt::format("NCCL picks {} at every size from {} to {}.", choices[0].value,
                       size_text(choices[0].first), size_text(choices[0].last));
  }
  std::string text = "NCCL picks ";
  for (std::size_t i = 0; i + 1 < choices.size(); ++i) {
    text += fmt::format("{} below {}, then ", choices[i].value, size_text(choices[i + 1].first));
  }
  return text + choices.back().value + ".";
}

std::string gain_sentence(const PredictReport& report, const Summary& summary) {
  if (summary.gain.greatest > 1) {
    return fmt::format("Another choice is up to {:.2f} times as fast, at {}; * marks it.",
                       summary.gain.greatest, size_text(summary.gain.greatest_at));
  }
  return report.calls.model == sim::Model::Nccl
             ? "Nothing beats that by this model, which is the one NCCL chooses by: leave "
               "NCCL_ALGO and "
               "NCCL_PROTO unset. treering export --to tuner-csv pins these choices."
             : "Nothing beats that by this model.";
}

std::string forced_part(const tuner::ForcedCost& forced) {
  constexpr double kRoundsToOne = 1.005;
  if (forced.worst < kRoundsToOne) return forced.algorithm + " no longer";
  return fmt::format("{} up to {:.2f} times as long (at {})", forced.algorithm, forced.worst,
                     size_text(forced.worst_at));
}

std::string forced_sentence(const Summary& summary) {
  std::vector<std::string> parts;
  for (const tuner::ForcedCost& forced : summary.forced) parts.push_back(forced_part(forced));
  return fmt::format("One algorithm forced for all sizes (NCCL_ALGO) takes: {}.",
                     fmt::join(parts, ", "));
}

std::string reach_sentence(const Summary& summary) {
  if (!summary.reach_at_last) return "";
  const tuner::Reach& last = *summary.reach_at_last;
  const tuner::Reach& most = *summary.greatest_reach;
  std::string text = fmt::format("At {} the best reaches {:.0f} % of what the wires allow",
                                 size_text(last.at), 100 * last.share);
  if (most.at != last.at) {
    text += fmt::format(", at most {:.0f} % at {}", 100 * most.share, size_text(most.at));
  }
  return text + fmt::format("; the limit is {}, {:.0f} GB/s each way.", last.limit,
                            last.rate.in_gb_per_s());
}

std::string untuned_sentence(core::Collective collective) {
  return fmt::format(
      "NCCL has no algorithm to choose for {}: it is made of sends and receives, and NCCL's model "
      "gives no time for it. The bound, set by the wires alone, holds all the same.",
      core::name_of(collective));
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

std::string advice_text(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  if (!sim::nccl::is_tuned(collective)) return "#\n" + remark(untuned_sentence(collective));
  if (report.ranks == 1) return "#\n" + remark("A lone rank has nobody to talk to: NCCL copies.");
  const Summary& summary = report.summaries[index];
  std::string text = "#\n" + crossover_table(summary) + "#\n" + remark(choice_sentence(summary));
  if (!sim::is_available(report.calls.model)) return text;
  text += remark(gain_sentence(report, summary));
  if (summary.forced.size() > 1) text += remark(forced_sentence(summary));
  return text + remark(reach_sentence(summary));
}

}  // namespace treering::cli
