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

}  // namespace

std::string headline_of(const OverviewReport& report, std::size_t index) {
  const CollectivePart& part = report.collectives[index];
  if (!part.advice) return prediction::no_recommendation(report.times, index).headline;
  const auto& best = *part.advice;
  if (best.is_usual()) return "Leave NCCL alone: nothing clearly beats its own choices";
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
  const auto words = prediction::recommend_words(report.times, *part.advice);
  callout.tone = part.advice->is_usual() ? document::Tone::Good : document::Tone::Doubt;
  callout.text = words.answer + (words.why.empty() ? "" : " " + words.why);
  return callout;
}

bool is_anything_advised(const OverviewReport& report) {
  return std::ranges::any_of(report.collectives, [](const CollectivePart& part) {
    return part.advice && !part.advice->is_usual();
  });
}

std::string compared_text(const app::measuring::CompareReport& compared) {
  const auto general =
      std::ranges::count_if(compared.rows, &app::measuring::ComparedRow::is_general);
  std::string text =
      fmt::format("{} beside {}: ", file_text(compared.after), file_text(compared.before));
  if (general > 0) text += counts_text(compared, true);
  if (std::ssize(compared.rows) == general) return text + ".";
  return text + (general > 0 ? "; " : "") + "in one launch a side " + counts_text(compared, false) +
         ".";
}

}  // namespace treering::report::overview
