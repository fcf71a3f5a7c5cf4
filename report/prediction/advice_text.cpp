#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/advice/recommend.h"
#include "app/predict.h"
#include "app/setup/guesses.h"
#include "core/call.h"
#include "core/text/table.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/prediction/ceiling_text.h"
#include "report/prediction/cells.h"
#include "report/prediction/port_text.h"
#include "report/prediction/predict_heading.h"
#include "report/prediction/reach_text.h"
#include "report/prediction/recommend_text.h"
#include "report/prediction/variants_text.h"
#include "report/remarks.h"
#include "sim/cost/cost_model.h"
#include "sim/nccl/rules/call.h"
#include "sim/test_size.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/exporter.h"

namespace treering::report::prediction {
namespace {

// The choices that NCCL_ALGO and NCCL_PROTO leave NCCL, and their cost.

/// `choice` goes on after "NCCL's own".
std::string restriction_text(const app::Restriction& restriction, const std::string& choice) {
  constexpr double kRoundsToOne = 1.005;
  constexpr std::string_view kUnset = "without NCCL_ALGO and NCCL_PROTO";
  std::string text = fmt::format("The settings leave NCCL the {}.", choice);
  if (!restriction.why_beyond.empty()) text += " " + restriction.why_beyond;
  if (restriction.slowdown < kRoundsToOne) {
    return fmt::format("{} It would be no faster {}.", text, kUnset);
  }
  return fmt::format("{} That takes up to {:.2f} times as long as its choice {}, at {}.", text,
                     restriction.slowdown, kUnset, core::format_size(restriction.slowdown_at));
}

// Why some sizes of a table have no time.

/// A sentence with a blank before it, where a simulation of some sizes would take too long; else
/// empty.
std::string left_out_sentence(const app::PredictReport& report, core::Collective collective) {
  const bool lacks_some = std::ranges::any_of(report.rows, [&](const sim::Prediction& row) {
    return row.collective == collective && row.count > 0 && !row.estimate;
  });
  if (report.calls.model != sim::Model::Event || !lacks_some) return "";
  return " Sizes without a time have too many messages to simulate for a table; treering simulate "
         "has it.";
}

using app::PredictReport;
using core::Align;
using sim::Prediction;
using tuner::advice::Summary;

/// Each choice with the exact size from which it holds.
std::string crossover_table(const Summary& summary) {
  core::TextTable table({{"from size (B)", Align::Right, 14},
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

/// The first and the last of the marked rows.
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
    return row.collective == collective && !row.way.algorithm.empty() && !row.has_failed_search;
  });
}

/// Before what a table of tuner-csv does: who writes it. Where the version does not load the plugin
/// that reads such a table, "NCCL 2.16.5 does not load the plugin that would make it".
std::string table_subject(const PredictReport& report, Beside beside) {
  const std::string& version = report.job.job.nccl_version;
  if (!tuner::exporters::loads_example_plugin(version)) {
    return fmt::format("NCCL {} does not load the plugin that would", version);
  }
  return beside == Beside::Table ? "treering export ⟨to⟩ tuner-csv" : "the form tuner-csv";
}

/// "keeps", "makes"; after what would do it without an end.
std::string verb_of(const PredictReport& report, std::string_view verb) {
  const bool is_done = tuner::exporters::loads_example_plugin(report.job.job.nccl_version);
  return fmt::format("{}{}", verb, is_done ? "s" : "");
}

/// Where NCCL itself chooses what nothing was found for, although there is something else; empty
/// where it does not.
std::string stray_choice_text(const PredictReport& report, core::Collective collective,
                              Beside beside) {
  const auto stray = std::ranges::find_if(report.rows, [&](const Prediction& row) {
    return row.collective == collective && row.is_nccl_default && row.has_failed_search &&
           !row.is_best;
  });
  if (stray == report.rows.end()) return "";
  const bool is_table = beside == Beside::Table;
  return fmt::format(
      "NCCL itself takes {} all the same, first at {}; {}{} {} NCCL to {}.", pair_text(*stray),
      core::format_size(stray->bytes), is_table ? "* marks the fastest of the others, and " : "",
      table_subject(report, beside), verb_of(report, "keep"), is_table ? "them" : "the others");
}

/// The answer where NCCL's own choice is left alone.
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
  if (report.calls.model == sim::Model::Nccl) {  // nothing can beat the choice of its own model
    return fmt::format("NCCL's own {}, by its own model.", choice);
  }
  return fmt::format(
      "Leave NCCL_ALGO and NCCL_PROTO unset: by this model nothing {} NCCL's own {}.",
      summary.gain.greatest > 1 ? fmt::format("is {} faster than", tuner::advice::least_gain_text())
                                : "beats",
      choice);
}

/// How sure the gain is where it is greatest; nothing beside forms, which have it elsewhere.
std::string certainty_text(const PredictReport& report, core::Collective collective,
                           Beside beside) {
  if (beside == Beside::Forms) return "";
  const auto over = app::advice::recommended_over_sizes(report, collective);
  if (!over || over->is_usual()) return "";
  return sure_gain(over->most,
                   fmt::format("At {} the gain", core::format_size(over->most.usual.bytes)));
}

std::string free_answer(const PredictReport& report, std::size_t index, Beside beside) {
  const tuner::advice::Gain& gain = report.summaries[index].gain;
  const bool is_bound = report.restrictions[index].has_value();
  const bool is_table = beside == Beside::Table;
  std::string stray = stray_choice_text(report, report.calls.collectives[index], beside);
  if (!is_bound && !stray.empty()) return stray;
  if (is_bound || gain.greatest < tuner::advice::kLeastGain) return usual_answer(report, index);
  return fmt::format(
      "NCCL's own choice takes up to {:.2f} times as long as the fastest, at {}; {}{} {} NCCL take "
      "{} wherever it is {} faster.{}",
      gain.greatest, core::format_size(gain.greatest_at),
      is_table ? "* marks the fastest, and " : "", table_subject(report, beside),
      verb_of(report, "make"), is_table ? "it" : "the fastest", tuner::advice::least_gain_text(),
      certainty_text(report, report.calls.collectives[index], beside));
}

/// The cost of keeping to ⟨algo⟩ and ⟨proto⟩.
std::string restricted_answer(const Summary& summary, const Ends& ends) {
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  if (summary.gain.least < 1) {
    return fmt::format(
        "Within ⟨algo⟩ and ⟨proto⟩, the fastest takes {}{:.2f} times as long as "
        "NCCL's own choice, at {}.",
        is_one_size ? "" : "up to ", 1 / summary.gain.least,
        core::format_size(summary.gain.least_at));
  }
  if (summary.gain.greatest > 1) {
    return fmt::format(
        "Within ⟨algo⟩ and ⟨proto⟩, the fastest is nowhere slower than NCCL's own choice, which "
        "takes {}{:.2f} times as long, at {}.",
        is_one_size ? "" : "up to ", summary.gain.greatest,
        core::format_size(summary.gain.greatest_at));
  }
  return fmt::format("⟨algo⟩ and ⟨proto⟩ allow choices as fast as NCCL's own{}.",
                     is_one_size ? "" : " at every size");
}

/// "Ring up to 1.40 times as long (at 32 KiB)".
std::string forced_part(const tuner::advice::ForcedCost& forced, bool is_one_size) {
  const std::string times = fmt::format("{:.2f} times as long", forced.worst);
  if (is_one_size) return fmt::format("{} {}", forced.algorithm, times);
  return fmt::format("{} {} {} (at {})", forced.algorithm, forced.worst < 1 ? "at most" : "up to",
                     times, core::format_size(forced.worst_at));
}

/// The cost of forcing one algorithm, or that there is none.
std::string forced_sentence(const Summary& summary, const Ends& ends, sim::Model model) {
  constexpr double kRoundsToOne = 1.005;
  if (ends.first == nullptr || summary.forced.size() < 2) return "";
  const bool is_one_size = ends.first->bytes == ends.last->bytes;
  std::vector<std::string> equal;
  std::vector<std::string> longer;
  for (const tuner::advice::ForcedCost& forced : summary.forced) {
    const bool is_equal = forced.worst < kRoundsToOne && forced.worst > 1 / kRoundsToOne;
    (is_equal ? equal : longer)
        .push_back(is_equal ? forced.algorithm : forced_part(forced, is_one_size));
  }
  std::string text = "With one algorithm forced by NCCL_ALGO";  // which protocol, by its own model
  text += model == sim::Model::Nccl ? ", " : ", and its fastest protocol by NCCL_PROTO, ";
  if (!equal.empty()) {
    text += fmt::format("{} {} {}NCCL's choice{}", fmt::join(equal, " and "),
                        equal.size() == 1 ? "takes" : "take",
                        summary.gain.greatest >= kRoundsToOne ? "no longer than " : "as long as ",
                        is_one_size ? "" : " at every size");
    if (!longer.empty()) text += ", ";
  } else {
    text += "calls take: ";
  }
  return text + fmt::format("{}.", fmt::join(longer, ", "));
}

std::string untuned_answer(const PredictReport& report, core::Collective collective) {
  const std::string text =
      fmt::format("NCCL has no algorithm to choose for {}: it is made of sends and receives",
                  core::name_of(collective));
  const Ends ends = best_ends(report, collective);
  if (basis_of(report.calls.model) == sim::Basis::Profile) {
    if (ends.first == nullptr) return text + ".";
    const std::string last = busbw_text(report, *ends.last);
    const std::string first = fmt::format("{} us", time_figure(*ends.first->time()));
    if (ends.first->bytes == ends.last->bytes) return fmt::format("{}. {}, {}.", text, first, last);
    return fmt::format("{}. {} at {}, {} at {}.", text, first, core::format_size(ends.first->bytes),
                       last, core::format_size(ends.last->bytes));
  }
  return text +
         ", and NCCL's model gives no time for it. The bound, set by the wires alone, holds all "
         "the same.";
}

/// Where NCCL's own model holds two candidates as good as equal; empty where it does not.
std::string coin_toss_sentence(const PredictReport& report, core::Collective collective) {
  std::vector<const app::CoinToss*> tosses;
  for (const app::CoinToss& one : report.coin_tosses) {
    if (one.collective == collective) tosses.push_back(&one);
  }
  if (tosses.empty()) return "";
  const app::CoinToss& first = *tosses.front();
  const std::string where =
      tosses.size() == 1
          ? fmt::format("At {}", core::format_size(first.bytes))
          : fmt::format("At {} sizes, first at {},", tosses.size(), core::format_size(first.bytes));
  return fmt::format(
      "{} NCCL's own model holds {} and {} within {:.0f} %: a coin toss, which another version of "
      "NCCL or a small setting may turn.",
      where, text_of(first.choice), text_of(first.runner_up), 100 * sim::kCoinToss);
}

/// "1 x the size at 395 GB/s"; where no wires carry it, "55 hops inside nodes, 44.1 us".
std::string moved_text(const sim::TimeShare& share, core::Bytes bytes) {
  if (share.what.is_empty()) return "none";
  if (share.bytes <= 0) return fmt::format("{}, {}", share.what.text(), short_time(share.time));
  return fmt::format("{} x the size at {} GB/s",
                     significant(share.bytes / static_cast<double>(bytes.count())),
                     significant(share.gb_per_s));
}

/// The fastest of the others at the size of this row; null where all have its algorithm.
const Prediction* fastest_other(const PredictReport& report, const Prediction& best) {
  const Prediction* found = nullptr;
  for (const Prediction& row : report.rows) {
    if (row.collective != best.collective || row.bytes != best.bytes || !row.time()) continue;
    if (row.way.algorithm == best.way.algorithm) continue;
    if (found == nullptr || *row.time() < *found->time()) found = &row;
  }
  return found;
}

/// Which part of the next algorithm's time makes it longer, and why; empty without parts.
std::string why_slower_sentence(const PredictReport& report, const Prediction& best) {
  const Prediction* const other = fastest_other(report, best);
  const bool is_slower =
      other != nullptr && *other->time() >= *best.time() * tuner::advice::kLeastGain;
  const auto part =
      is_slower ? app::advice::slower_part(*other->estimate, *best.estimate) : std::nullopt;
  if (!part) return "";
  const std::string because =
      part->slower.because.empty() ? "" : fmt::format(": {}", part->slower.because);
  const std::string kind = part->slower.bytes > 0 ? part->slower.what.text() + ", " : "";
  return fmt::format("At {} {} takes {:.2f} times as long as {}, above all for {}{}, beside {}{}.",
                     core::format_size(best.bytes), pair_text(*other),
                     *other->time() / *best.time(), pair_text(best), kind,
                     moved_text(part->slower, best.bytes), moved_text(part->faster, best.bytes),
                     because);
}

/// "by Ring from 1 to 64 MiB 12.4 % against 14.2 %".
std::string nearer_text(const tuner::calibration::KindScores& one) {
  constexpr std::array<std::string_view, sim::cost::kSizeClasses> kSizes{
      "below 1 MiB", "from 1 to 64 MiB", "above 64 MiB"};
  return fmt::format("{}{} {:.1f} % against {:.1f} %",
                     one.kind.algorithm.empty() ? "" : fmt::format("by {} ", one.kind.algorithm),
                     kSizes.at(one.kind.size_class), 100 * one.scores.event.median,
                     100 * one.scores.cost.median);
}

/// Which calls of the table the event model was nearer for; empty where it was not.
std::string event_nearer_sentence(const PredictReport& report, core::Collective collective) {
  std::vector<std::string> kinds;
  for (const tuner::calibration::KindScores& one : report.event_nearer) {
    if (one.kind.collective == collective) kinds.push_back(nearer_text(one));
  }
  if (kinds.empty()) return "";
  return fmt::format(
      "For this kind of call the event model was nearer on published runs that no parameter was "
      "fitted to (median error: {}); ⟨model⟩ event asks it.",
      fmt::join(kinds, "; "));
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

/// Whether the page sends its reader to a table of tuner-csv for a collective.
bool recommends_table(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  const bool is_choice = report.refusals[index].empty() && sim::nccl::rules::is_tuned(collective) &&
                         !report.restrictions[index];
  if (!is_choice || best_ends(report, collective).first == nullptr) return false;
  return report.summaries[index].gain.greatest >= tuner::advice::kLeastGain ||
         !stray_choice_text(report, collective, Beside::Table).empty();
}

bool recommends_table(const PredictReport& report) {
  const bool is_free = report.calls.filter.allows_all() && !app::setup::is_guess(report.job);
  if (!is_free || !tuner::exporters::loads_example_plugin(report.job.job.nccl_version)) {
    return false;
  }
  for (std::size_t i = 0; i < report.calls.collectives.size(); ++i) {
    if (recommends_table(report, i)) return true;
  }
  return false;
}

/// What a table of tuner-csv needs, and what it may do. Source: NVIDIA/nccl v2.28.9-1,
/// src/plugin/plugin_open.cc (the places, and a plugin that is not found) and ext-tuner/example/
/// plugin.c (a table that is not found); tuner/exporters/plugin_csv.h has the versions.
std::string plugin_sentence() {
  return "The table is for NVIDIA's example tuner plugin, built from NCCL 2.30.3 or later and "
         "loaded "
         "since 2.28.3: NCCL_TUNER_PLUGIN is its path, or its name in LD_LIBRARY_PATH, on every "
         "node, and NCCL_TUNER_CONFIG_FILE the table's path; without the plugin NCCL chooses by "
         "itself, and says so with NCCL_DEBUG=INFO alone, without the table every call gets one "
         "channel; its rows hold for every communicator of as many nodes and ranks, and its last "
         "ones for all others.";
}

}  // namespace

std::string answer_sentence(const PredictReport& report, std::size_t index, Beside beside) {
  const core::Collective collective = report.calls.collectives[index];
  const Ends ends = best_ends(report, collective);
  const std::string& refusal = report.refusals[index];
  if (!refusal.empty()) return refusal;
  if (!sim::nccl::rules::is_tuned(collective))
    return untuned_answer(report, collective) + left_out_sentence(report, collective);
  if (app::setup::is_guess(report.job)) return "";  // no advice on a guess
  std::string answer = failed_search_answer(report, collective);
  if (ends.first != nullptr) {
    if (!answer.empty()) answer += " ";
    answer += report.calls.filter.allows_all() ? free_answer(report, index, beside)
                                               : restricted_answer(report.summaries[index], ends);
  }
  return answer;
}

namespace {

/// What to set, and where; empty where NCCL is right, and for one size.
std::string setting_sentence(const PredictReport& report, core::Collective collective) {
  if (!report.calls.filter.allows_all()) return "";
  const auto over = app::advice::recommended_over_sizes(report, collective);
  if (!over || over->most.gain < tuner::advice::kLeastGain) return "";
  const bool is_one_size = over->ranges.front().first == over->ranges.back().last;
  return is_one_size ? "" : headline(*over) + ".";
}

/// What a port carries of the largest call; empty where that is next to nothing.
std::string port_sentence(const PredictReport& report, const Prediction& last) {
  constexpr double kLeastShare = 0.01;
  const auto& share = port_of(report, last);
  if (!share || share->carried < share->rate * kLeastShare) return "";
  return fmt::format("At {}: {}.", core::format_size(last.bytes),
                     port_text(*share, report.ranks / report.job.job.nodes));
}

}  // namespace

std::string answer_text(const PredictReport& report, std::size_t index, std::size_t width) {
  const core::Collective collective = report.calls.collectives[index];
  const std::string answer = answer_sentence(report, index, Beside::Table);
  const std::string setting = setting_sentence(report, collective);
  const std::string text = deciding_lines(report.deciding, {collective, report.ranks}, width) +
                           (setting.empty() ? "" : remark(setting, 0, width)) +
                           (answer.empty() ? "" : remark(answer, 0, width));
  return text.empty() ? "" : text + "#\n";
}

std::string closing_text(const PredictReport& report, std::size_t width) {
  if (report.calls.model != sim::Model::Nccl) {
    return recommends_table(report) ? "#\n" + remark(plugin_sentence(), 0, width) : "";
  }
  if (app::setup::is_guess(report.job)) return "";
  const bool has_times =
      std::ranges::any_of(report.rows, [](const Prediction& row) { return row.is_nccl_default; });
  if (!has_times) return "";
  return "#\n" + remark(
                     "NCCL chooses by these very times; ⟨model⟩ cost says how long calls really "
                     "take.",
                     0, width);
}

std::string advice_text(const PredictReport& report, std::size_t index, std::size_t width) {
  const core::Collective collective = report.calls.collectives[index];
  const Summary& summary = report.summaries[index];
  const Ends ends = best_ends(report, collective);
  const bool is_choice = sim::nccl::rules::is_tuned(collective) && report.ranks > 1 &&
                         report.calls.filter.allows_all();
  const bool is_guess = app::setup::is_guess(report.job);
  std::string text;
  if (is_choice && summary.choices.size() > 1) text += "#\n" + crossover_table(summary);
  std::string remarks =
      is_choice ? dashed_remark(forced_sentence(summary, ends, report.calls.model), width) : "";
  if (!is_guess && summary.reach_at_last && ends.last != nullptr) {
    remarks += dashed_remark(beyond_text(*summary.reach_at_last, *ends.last), width);
  }
  const CeilingContext context{collective, report.ranks, width};
  if (!is_guess && report.above_wires[index]) {
    remarks += dashed_remark(above_wires_text(*report.above_wires[index], context), width);
  }
  if (ends.last != nullptr) {
    remarks += dashed_remark(port_sentence(report, *ends.last), width);
    remarks += dashed_remark(why_slower_sentence(report, *ends.last), width);
  }
  remarks += dashed_remark(coin_toss_sentence(report, collective), width);
  remarks += dashed_remark(event_nearer_sentence(report, collective), width);
  remarks += dashed_remark(rounding_sentence(report, collective), width);
  if (!is_guess && report.ceilings[index]) {
    text += "#\n" + ceiling_text(*report.ceilings[index], report.limits[index], context);
  }
  return text + (remarks.empty() ? "" : "#\n" + remarks);
}

}  // namespace treering::report::prediction
