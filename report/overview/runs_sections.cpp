// What measured runs say of each other, and what they leave open.
#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "report/findings/words.h"
#include "report/overview/advice.h"
#include "report/overview/document_of.h"
#include "report/overview/sentences.h"
#include "report/overview/words.h"

namespace treering::report::overview {
namespace {

using tuner::stats::Verdict;

document::Tone tone_of(const app::measuring::CompareReport& compared) {
  if (compared.count(Verdict::Slower) > 0) return document::Tone::Bad;
  const bool is_sure = std::ranges::all_of(compared.rows, [](const auto& row) {
    return row.is_general() && row.judgement.verdict != Verdict::Undecided;
  });
  return is_sure ? document::Tone::Good : document::Tone::Doubt;
}

}  // namespace

std::optional<Section> compared_section(const OverviewReport& report) {
  if (!report.compared) return {};
  const auto& compared = *report.compared;
  Section section{"compared", "Before and after", {}};
  std::string headline = compared_text(compared);
  headline.pop_back();
  section.blocks.emplace_back(document::Callout{
      tone_of(compared), std::move(headline),
      "A verdict is faster or slower where a rank sum test, adjusted for the number of "
      "configurations, says so at 5 % and the 95 % interval of the ratio leaves out 1; the same "
      "where the interval lies within 2 % of 1; else undecided. One in brackets is of one launch "
      "on each side, and holds for these two alone."});
  if (!compared.notes.empty()) section.blocks.emplace_back(document::items_of(compared.notes));
  section.blocks.emplace_back(compared_table(compared));
  return section;
}

std::optional<Section> agreement_section(const OverviewReport& report) {
  const auto& agreement = report.agreement;
  document::Items items;
  for (const auto& spread : agreement.spreads) {
    items.items.push_back({file_text(spread.file) + ":", spread_sentence(spread)});
  }
  for (const auto& pair : agreement.pairs) {
    items.items.push_back({fmt::format("{} and {}:", file_text(pair.first), file_text(pair.second)),
                           pair_sentence(pair)});
  }
  if (items.items.empty()) return std::nullopt;
  Section section{"agreement", "Do the runs agree?", {}};
  if (!agreement.is_every_pair) {
    section.blocks.emplace_back(document::Paragraph{"Each file is compared with the first alone."});
  }
  section.blocks.emplace_back(std::move(items));
  return section;
}

std::optional<Section> unmeasured_section(const OverviewReport& report) {
  document::Items items;
  for (const auto& one : report.unmeasured) {
    items.items.push_back({one.what + ":", one.why + "."});
  }
  const auto& agreement = report.agreement;
  if (report.check && agreement.spreads.empty() && agreement.pairs.empty()) {
    items.items.push_back(
        {"A second run:",
         "no file has repeated rows or several launches, and no two files have a configuration in "
         "common, so how far a second run would be from this one is unknown."});
  }
  if (items.items.empty()) return std::nullopt;
  return Section{"unmeasured", "What was not measured, and why", {std::move(items)}};
}

std::optional<Section> notes_section(const OverviewReport& report) {
  const auto& notes = report.check ? report.check->notes : report.times.job.notes;
  if (notes.empty()) return std::nullopt;
  return Section{"notes", "Notes", {document::items_of(notes)}};
}

}  // namespace treering::report::overview
