#include "report/overview/advice.h"

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

#include "core/unit_text.h"
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
  const auto& best = *part.advice;
  const auto& runs = part.beside_runs;
  if (best.is_usual()) {
    return runs.fastest ? "By prediction nothing clearly beats NCCL's own choices" + runs_text(runs)
                        : "Leave NCCL alone: nothing clearly beats its own choices";
  }
  if (runs.contradicts()) {
    return fmt::format(
        "Leave NCCL alone: {} is advised for {}, but took {:.2f} times as long there as its own "
        "choice in these runs{}",
        runs.refuted->way, core::format_size(runs.refuted->bytes), runs.refuted->longer,
        runs_text(runs));
  }
  return fmt::format("Make NCCL take {} at {}: {:.2f} times as fast as its own {}",
                     choice_text(best.advised.algorithm, best.advised.protocol),
                     core::format_size(best.advised.bytes), best.gain,
                     choice_text(best.usual.algorithm, best.usual.protocol));
}

document::Callout advice_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  document::Callout callout;
  callout.headline = headline_of(report, index);
  if (!part.advice) {
    callout.text = prediction::no_recommendation(report.times, index).answer;
    return callout;
  }
  if (part.beside_runs.contradicts()) {
    callout.tone = document::Tone::Doubt;
    callout.text = "What was measured counts for more than what is predicted.";
    return callout;
  }
  const auto words = prediction::recommend_words(report.times, *part.advice);
  callout.tone = part.advice->is_usual() ? document::Tone::Good : document::Tone::Doubt;
  callout.text = words.answer + (words.why.empty() ? "" : " " + words.why);
  return callout;
}

bool is_anything_advised(const OverviewReport& report) {
  return std::ranges::any_of(report.collectives, [](const CollectivePart& part) {
    return part.advice && !part.advice->is_usual() && !part.beside_runs.contradicts();
  });
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
  if (!overall) return text + ".";
  return text + fmt::format("; times are typically {:.3f} times those before.", overall->typical);
}

}  // namespace treering::report::overview
