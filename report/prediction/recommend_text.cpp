#include "report/prediction/recommend_text.h"

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/guesses.h"
#include "app/setup/setup.h"
#include "core/units.h"
#include "report/figures.h"
#include "report/heading.h"
#include "report/prediction/cells.h"
#include "report/prediction/reach_text.h"
#include "report/prediction/variants_text.h"
#include "report/remarks.h"
#include "sim/algorithms/registry.h"
#include "sim/nccl/rules/call.h"

namespace treering::report::prediction {
namespace {

using app::PredictReport;
using app::advice::Recommended;
using sim::Prediction;

std::string time_text(const Prediction& row) {
  return core::format_duration(*row.time());
}

/// "47.49 ms (4 of 5 runs within 41.6 to 55.8 ms)".
std::string sure_time(const Prediction& row) {
  const auto& interval = row.estimate->interval;
  if (!interval) return time_text(row);
  return fmt::format("{} (4 of 5 runs within {})", time_text(row),
                     short_times(interval->low, interval->high));
}

/// "all_reduce of 1 MiB on 32 ranks".
std::string call_text(const PredictReport& report, const Prediction& row) {
  return fmt::format("{} of {} on {} ranks", core::name_of(row.collective),
                     core::format_size(row.bytes), report.ranks);
}

bool is_near(const Recommended& one) {
  if (!one.is_usual() || !one.rival) return false;
  const double slower = *one.rival->time() / *one.usual.time();
  return slower < tuner::advice::kLeastGain && 1 / slower < tuner::advice::kLeastGain;
}

std::string usual_answer(const PredictReport& report, const Recommended& one) {
  std::string text =
      fmt::format("{} takes {} with NCCL's own choice, {}", call_text(report, one.usual),
                  sure_time(one.usual), pair_text(one.usual));
  if (const auto busbw = sim::busbw(one.usual, report.ranks)) {
    text += fmt::format(": busbw {} GB/s", bandwidth_figure(*busbw));
  }
  text += fmt::format(". By this model nothing is {} faster.", tuner::advice::least_gain_text());
  if (one.rival) {
    const double slower = *one.rival->time() / *one.usual.time();
    text += fmt::format(" The {}, {}, takes {}, {:.2f} times as long.", rival_text(one),
                        pair_text(*one.rival), time_text(*one.rival), slower);
    const std::string near = near_sentence(one);
    if (!near.empty()) text += " " + near;
  }
  return text;
}

std::string gain_answer(const PredictReport& report, const Recommended& one) {
  return fmt::format("{} takes {} with {}, and {} with NCCL's own choice, {}.{}",
                     call_text(report, one.usual), sure_time(one.advised), pair_text(one.advised),
                     sure_time(one.usual), pair_text(one.usual), sure_gain(one, "The gain"));
}

/// "Tree/LL128 spends 57 % of its time on 14 hops inside nodes and 4 hops between nodes". Without
/// what each takes: parts that overlap have their share of the time alone, not what they need.
std::string spent_text(const Prediction& row) {
  constexpr std::size_t kNamed = 2;
  std::vector<sim::TimeShare> shares = row.estimate->shares;
  std::ranges::stable_sort(shares, std::ranges::greater(), &sim::TimeShare::time);
  std::vector<std::string> parts;
  core::Duration named;
  for (const sim::TimeShare& share : shares) {
    if (parts.size() == kNamed || share.time.in_us() <= 0) break;
    named += share.time;
    parts.push_back(share.what.text());
  }
  if (parts.empty()) return "";
  return fmt::format("{} spends {:.0f} % of its time on {}", pair_text(row),
                     100 * (named / row.estimate->time), fmt::join(parts, " and "));
}

/// What is advised, or right already, is laid beside it; null: there is nothing.
const Prediction* other_of(const Recommended& one) {
  return !one.is_usual() ? &one.usual : one.rival ? &*one.rival : nullptr;
}

/// "Tree: double binary tree between nodes, chain inside a node. Ring: ring through all ranks."
std::string names_text(const Recommended& one, int nodes) {
  std::vector<std::string> sentences;
  const auto add = [&](const Prediction& row) {
    const std::string_view title = algorithm_title(row.way.algorithm, nodes);
    if (title.empty()) return;
    std::string sentence = fmt::format("{}: {}.", row.way.algorithm, title);
    if (std::ranges::find(sentences, sentence) == sentences.end()) {
      sentences.push_back(std::move(sentence));
    }
  };
  add(one.advised);
  if (const Prediction* const other = other_of(one)) add(*other);
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string why_text(const Recommended& one) {
  const Prediction* const other = other_of(one);
  const std::string first = spent_text(one.advised);
  if (first.empty()) return "";
  const std::string second = other == nullptr ? "" : spent_text(*other);
  return second.empty() ? first + "." : fmt::format("{}; {}.", first, second);
}

}  // namespace

// Never quite certain: a model says so, not a run.
std::string sure_gain(const Recommended& one, std::string_view subject) {
  if (!one.confidence) return "";
  const app::advice::Confidence& confidence = *one.confidence;
  const std::string within =
      fmt::format(" {} is between {:.2f} and {:.2f} in 4 of 5 cases, and above 1 in ", subject,
                  confidence.low, confidence.high);
  if (confidence.chance >= 0.995) return within + "more than 99 %.";
  return fmt::format(
      "{}{:.0f} %. Both times have some errors in common, so it is more certain than that.{}",
      within, confidence.chance * 100, one.is_doubtful() ? " Measure both before you set it." : "");
}

std::string_view rival_text(const Recommended& one) {
  return one.rival->way.algorithm == one.advised.way.algorithm ? "fastest other protocol"
                                                               : "fastest other algorithm";
}

std::string_view algorithm_title(std::string_view algorithm, int nodes) {
  if (algorithm == "Tree" && nodes == 1) {
    return "a chain through all GPUs of the node, there and back";
  }
  const auto* const entry = sim::algorithms::find(algorithm);
  return entry == nullptr ? std::string_view() : entry->title;
}

std::string near_sentence(const Recommended& one) {
  if (!is_near(one)) return "";
  return fmt::format("{} and {} are less than {} apart, which is within the model's error.",
                     pair_text(one.usual), pair_text(*one.rival), tuner::advice::least_gain_text());
}

RecommendWords recommend_words(const PredictReport& report,
                               const app::advice::RecommendedOverSizes& advice) {
  const Recommended& one = advice.one();
  return {headline(advice), one.is_usual() ? usual_answer(report, one) : gain_answer(report, one),
          why_text(one), names_text(one, report.job.job.nodes)};
}

std::string gain_headline(const Recommended& one, std::string_view where) {
  if (one.is_doubtful()) {
    return fmt::format("Worth measuring: {}{} is perhaps {:.2f} times as fast as NCCL's own {}",
                       pair_text(one.advised), where, one.gain, pair_text(one.usual));
  }
  return fmt::format("Make NCCL take {}{}: {:.2f} times as fast as its own {}",
                     pair_text(one.advised), where, one.gain, pair_text(one.usual));
}

RecommendWords no_recommendation(const PredictReport& report, std::size_t index) {
  const core::Collective collective = report.calls.collectives[index];
  if (report.ranks < 2) return {"Nothing to choose: one rank sends nothing", kLoneRank.data(), ""};
  const std::string sentence = answer_sentence(report, index, Beside::Forms);
  if (!report.refusals[index].empty()) return {"NCCL fails this call", sentence, ""};
  if (!sim::nccl::rules::is_tuned(collective)) {
    return {fmt::format("Nothing to choose for {}", core::name_of(collective)), sentence, ""};
  }
  if (app::setup::is_guess(report.job)) {
    const std::string both = deciding_headline(report.deciding, {collective, report.ranks});
    return {both.empty() ? "No advice: the machine is partly a guess" : both,
            guess_sentences(report.job) +
                " Settings for another machine make NCCL slower, so there is no advice.",
            ""};
  }
  if (report.restrictions[index]) {
    return {"No advice: NCCL_ALGO or NCCL_PROTO already limits NCCL's choice", sentence, ""};
  }
  return {"No advice for this call", sentence, ""};
}

std::string guess_sentences(const app::setup::Setup& job) {
  std::vector<std::string> sentences;
  for (const app::setup::Guess& one : app::setup::guesses_of(job)) {
    sentences.push_back(guess_text(one, "all times"));
  }
  return fmt::format("{}", fmt::join(sentences, " "));
}

std::string answer_at_all_sizes(const PredictReport& report, std::size_t index) {
  return report.ranks < 2 ? "" : answer_sentence(report, index, Beside::Forms);
}

}  // namespace treering::report::prediction
