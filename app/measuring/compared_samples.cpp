#include "app/measuring/compared_samples.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"

namespace treering::app::measuring {
namespace {

using tuner::stats::Verdict;

/// Calls that are missing: verdicts have room for them, and are not the same without them.
void note_left_out(const ComparedSide& side, std::vector<std::string>& notes) {
  std::size_t late = 0;
  std::size_t calls = 0;
  for (const auto& [key, times] : side.times) {
    late += times.late;
    calls += times.late;
    for (const auto& samples : times.samples) calls += samples.size();
  }
  if (late == 0) return;
  notes.push_back(fmt::format(
      "{} of {} of {} left out, because the ranks started too far apart: a verdict holds whether "
      "they were the fastest or the slowest",
      late, core::counted(calls, "call"), side.file));
}

void note_trends(const ComparedSide& side, std::vector<std::string>& notes) {
  const auto count = static_cast<std::size_t>(
      std::ranges::count_if(side.times, [](const auto& entry) { return entry.second.has_trend; }));
  if (count == 0) return;
  notes.push_back(fmt::format(
      "{} of {} with samples that rise or fall from first to last in a launch: their medians are "
      "those of no state that lasts",
      core::counted(count, "configuration"), side.file));
}

/// Of a usual launch.
std::size_t samples_of(const Times& times) {
  std::vector<std::size_t> counts;
  for (const auto& samples : times.samples) counts.push_back(samples.size());
  const auto middle = counts.begin() + std::ssize(counts) / 2;
  std::ranges::nth_element(counts, middle);
  return *middle;
}

/// Where one side stopped early and the other late: what falls after a start is in the one and not
/// in the other.
void note_stretches(const CompareReport& report, const ComparedSide& before,
                    const ComparedSide& after, std::vector<std::string>& notes) {
  constexpr std::size_t kFarApart = 2;
  for (const ComparedRow& row : report.rows) {
    const Verdict verdict = row.judgement.verdict;
    if (verdict != Verdict::Faster && verdict != Verdict::Slower) continue;
    const auto is_row = [&](const auto& entry) {
      return entry.first.configuration == row.configuration && entry.first.series == row.series &&
             entry.first.runner == row.runner && entry.first.ranks == row.ranks &&
             !entry.second.samples.empty();
    };
    const auto one = std::ranges::find_if(before.times, is_row);
    const auto other = std::ranges::find_if(after.times, is_row);
    if (one == before.times.end() || other == after.times.end()) continue;
    const std::size_t first = samples_of(one->second);
    const std::size_t second = samples_of(other->second);
    if (std::max(first, second) < kFarApart * std::min(first, second)) continue;
    notes.push_back(fmt::format(
        "a usual launch of {} has {} before and {} after: where times fall after a start, the "
        "shorter series is slower for that alone. More ⟨warmups⟩ make that less",
        text_of(row.configuration), core::counted(first, "sample"), second));
    return;
  }
}

}  // namespace

std::vector<std::string> notes_on_samples(const CompareReport& report, const ComparedSide& before,
                                          const ComparedSide& after) {
  std::vector<std::string> notes;
  if (before.is_log || after.is_log) return notes;
  for (const ComparedSide* const side : {&before, &after}) {
    note_left_out(*side, notes);
    note_trends(*side, notes);
  }
  note_stretches(report, before, after, notes);
  return notes;
}

}  // namespace treering::app::measuring
