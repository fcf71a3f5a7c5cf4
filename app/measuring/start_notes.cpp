#include "app/measuring/start_notes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Summary;

// Shares of calls left out, and of what clocks may be off, that a reader has to know.
constexpr double kManyLate = 0.2;
constexpr double kWideError = 0.1;
// Two settled medians of the same thing may be so far apart.
constexpr double kStartsMatter = 2 * tuner::stats::kLaunchRule.most_error;

/// The row for which `share` is largest, and how many reach `least`.
template <class Share>
std::pair<const Summary*, int> worst_of(const std::vector<Summary>& rows, double least,
                                        const Share& share) {
  const Summary* worst = nullptr;
  int count = 0;
  for (const Summary& row : rows) {
    if (share(row) < least) continue;
    ++count;
    if (worst == nullptr || share(row) > share(*worst)) worst = &row;
  }
  return {worst, count};
}

double late_share(const Summary& row) {
  const double calls = static_cast<double>(row.samples) + row.late;
  return calls > 0 ? row.late / calls : 0;
}

double clock_share(const Summary& row) {
  return row.precision ? row.clock_error_us / row.precision->median : 0;
}

double spread_share(const Summary& row) {
  return row.are_starts_apart() ? *row.spread_us / row.precision->median : 0;
}

/// What it does to the median that ranks start apart.
double start_effect(const Summary& row) {
  if (!row.precision || !row.closer_us) return 0;
  return std::abs(*row.closer_us / row.precision->median - 1);
}

void note_late(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  int late = 0;
  std::size_t calls = 0;
  for (const Summary& row : rows) {
    late += row.late;
    calls += row.samples + static_cast<std::size_t>(row.late);
  }
  if (late > 0) {
    notes.push_back(fmt::format("{} of {} left out, because the ranks started too far apart", late,
                                core::counted(calls, "call")));
  }
  if (const auto [row, count] = worst_of(rows, kManyLate, late_share); row != nullptr) {
    notes.push_back(
        fmt::format("of {} a fifth of the calls or more was left out, most of {} ({:.0f} "
                    "%): those that are left may not stand for all",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    100 * late_share(*row)));
  }
}

void note_clocks(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  if (const auto [row, count] = worst_of(rows, kWideError, clock_share); row != nullptr) {
    notes.push_back(
        fmt::format("in {} the clocks of the ranks are known to a tenth of the time or "
                    "worse, worst in {} ({})",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    core::format_duration(core::Duration::from_us(row->clock_error_us))));
  }
}

void note_spread(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  if (const auto [row, count] = worst_of(rows, tuner::measure::kWideSpread, spread_share);
      row != nullptr) {
    const double median = row->precision->median;
    notes.push_back(fmt::format(
        "in {} the ranks start a tenth of the time or more apart: if all started at once, a call "
        "would take from the time shown to that and the spread. So the interval ends there, and is "
        "open. Widest of {}, {} to {}",
        core::counted(count, "configuration"), text_of(row->configuration),
        core::format_duration(core::Duration::from_us(median)),
        core::format_duration(core::Duration::from_us(median + *row->spread_us))));
  }
  if (const auto [row, count] = worst_of(rows, kStartsMatter, start_effect); row != nullptr) {
    notes.push_back(
        fmt::format("in {} calls whose ranks start closer together take a twentieth longer or "
                    "shorter, most of {}: {} and not {}",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    core::format_duration(core::Duration::from_us(*row->closer_us)),
                    core::format_duration(core::Duration::from_us(row->precision->median))));
  }
}

}  // namespace

std::vector<std::string> notes_on_starts(const std::vector<Summary>& rows) {
  std::vector<std::string> notes;
  note_late(rows, notes);
  note_clocks(rows, notes);
  note_spread(rows, notes);
  return notes;
}

}  // namespace treering::app::measuring
