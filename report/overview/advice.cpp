#include "report/overview/advice.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/measuring/notes.h"
#include "core/units.h"
#include "report/overview/words.h"
#include "report/prediction/recommend_text.h"

namespace treering::report::overview {
namespace {

using app::overview::CollectivePart;
using app::overview::OverviewReport;
using tuner::stats::Verdict;

std::string counts_text(const app::measuring::CompareReport& compared, bool is_general) {
  const auto count = [&](Verdict verdict) { return compared.count(verdict, is_general); };
  return fmt::format("{} faster, {} slower, {} the same, {} undecided", count(Verdict::Faster),
                     count(Verdict::Slower), count(Verdict::Same), count(Verdict::Undecided));
}

/// Too few launches leave rows undecided, however far they are apart: the farthest is worth a word.
std::string largest_undecided_text(const app::measuring::CompareReport& compared) {
  constexpr double kLeast = 0.005;  // else it reads "1.00 times"
  const auto change = [](const app::measuring::ComparedRow& row) {
    const bool is_it =
        row.judgement.verdict == Verdict::Undecided && row.before_us > 0 && row.after_us > 0;
    return is_it ? std::abs(std::log(row.after_us / row.before_us)) : 0;
  };
  const auto largest = std::ranges::max_element(compared.rows, {}, change);
  if (largest == compared.rows.end() || change(*largest) < kLeast) return "";
  return fmt::format(" The largest change among the undecided: {}, {:.2f} times as long.",
                     app::measuring::text_of(largest->configuration),
                     largest->after_us / largest->before_us);
}

/// Of what was measured against the prediction.
std::string runs_text(const app::overview::AdviceBesideRuns& runs) {
  if (!runs.fastest) return "";
  return fmt::format(
      ". In these runs {} was {:.2f} times as fast as NCCL's own choice at {}; treering tune says "
      "whether that holds",
      runs.fastest->way, runs.fastest->gain, core::format_size(runs.fastest->bytes));
}

}  // namespace

std::string headline_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  if (!part.advice) return prediction::no_recommendation(report.times, index).headline;
  const app::advice::RecommendedOverSizes best{{}, *part.advice, part.ranges};
  const auto& runs = part.beside_runs;
  if (report.repair_first) return "No advice: " + repair_text(*report.repair_first);
  if (best.is_usual()) {
    return runs.fastest ? "By prediction nothing clearly beats NCCL's own choices" + runs_text(runs)
                        : prediction::headline(best);
  }
  if (runs.contradicts()) {
    return fmt::format(
        "Leave NCCL alone: {} is advised for {}, but took {:.2f} times as long there as its own "
        "choice in these runs{}",
        runs.refuted->way, core::format_size(runs.refuted->bytes), runs.refuted->longer,
        runs_text(runs));
  }
  return prediction::headline(best);
}

document::Callout advice_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  document::Callout callout;
  callout.headline = headline_of(report, index);
  if (!part.advice) {
    callout.text = prediction::no_recommendation(report.times, index).answer;
    return callout;
  }
  if (report.repair_first) {
    callout.tone = document::Tone::Doubt;
    callout.text =
        "Predictions hold for machines that run as this description says, which these runs do not.";
    return callout;
  }
  if (part.beside_runs.contradicts()) {
    callout.tone = document::Tone::Doubt;
    callout.text = "What was measured counts for more than what is predicted.";
    return callout;
  }
  const auto words = prediction::recommend_words(report.times, {{}, *part.advice, part.ranges});
  callout.tone = part.advice->is_usual() ? document::Tone::Good : document::Tone::Doubt;
  callout.text = words.answer + (words.why.empty() ? "" : " " + words.why);
  return callout;
}

bool is_anything_advised(const OverviewReport& report) {
  return !report.repair_first &&
         std::ranges::any_of(report.collectives, [](const CollectivePart& part) {
           return part.advice && !part.advice->is_usual() && !part.beside_runs.contradicts();
         });
}

bool is_doubtful(const OverviewReport& report) {
  return is_anything_advised(report) &&
         std::ranges::any_of(report.collectives, [](const CollectivePart& part) {
           return part.advice && part.advice->is_doubtful();
         });
}

bool is_fully_reached(const app::overview::SettingsForm& form) {
  return form.caveat.empty() &&
         std::ranges::all_of(
             form.reach, [](const app::overview::FormReach& reach) { return reach.left.empty(); });
}

std::string repair_text(const app::overview::RepairFirst& first) {
  if (first.is_other_machine) return "these runs are not of this machine or this job";
  return fmt::format("{} of {} rows are too slow, which is to be repaired first{}", first.slow,
                     first.rows,
                     first.cause.empty() ? "" : "; the likeliest cause: " + first.cause);
}

bool is_contradicted(const OverviewReport& report) {
  return std::ranges::any_of(report.collectives, [](const CollectivePart& part) {
    return part.beside_runs.contradicts();
  });
}

std::string compared_text(const app::measuring::CompareReport& compared) {
  const auto general =
      std::ranges::count_if(compared.rows, &app::measuring::ComparedRow::is_general);
  std::string text =
      fmt::format("{} beside {}: ", file_text(compared.after), file_text(compared.before));
  if (general > 0) text += counts_text(compared, true);
  if (std::ssize(compared.rows) != general) {
    text += (general > 0 ? "; " : "") + ("in one launch a side " + counts_text(compared, false));
  }
  const auto overall = compared.overall();
  if (!overall) return text + "." + largest_undecided_text(compared);
  return text + fmt::format("; times are typically {:.3f} times those before.", overall->typical) +
         largest_undecided_text(compared);
}

}  // namespace treering::report::overview
