#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/notes.h"
#include "core/units.h"

namespace treering::app::measuring {

std::string text_of(const tuner::measure::Configuration& one) {
  std::string text =
      fmt::format("{} {}", name_of(one.call.collective), core::format_size(one.call.bytes));
  const std::string way = way_text(one);
  if (!way.empty()) text += " " + way;
  if (one.is_in_place) text += ", in place";
  if (one.cache == tuner::measure::Cache::Cold) text += ", cold";
  return text;
}

namespace {

using tuner::measure::Summary;

// Two settled medians of the same thing may be so far apart.
constexpr double kStartsMatter = 2 * tuner::stats::kLaunchRule.most_error;

/// The row for which `share` is largest, and for how many it is above 0.
template <class Share>
std::pair<const Summary*, int> worst_of(const std::vector<Summary>& rows, const Share& share) {
  const Summary* worst = nullptr;
  int count = 0;
  for (const Summary& row : rows) {
    if (share(row) <= 0) continue;
    ++count;
    if (worst == nullptr || share(row) > share(*worst)) worst = &row;
  }
  return {worst, count};
}

/// That a sample may be off, twice what a clock may be, as a share of the median where that is
/// wide; else 0.
double wide_clocks(const Summary& row) {
  if (!row.precision) return 0;
  const double share = 2 * row.clock_error_us / row.precision->median;
  return share >= tuner::stats::kLaunchRule.most_error ? share : 0;
}

/// What starts and clocks leave open, where that is wide; else 0.
double wide_blur(const Summary& row) {
  return row.is_blurred() ? row.blur() : 0;
}

/// What it does to the median that ranks start apart, where that matters; else 0.
double start_effect(const Summary& row) {
  if (!row.precision || !row.closer_us) return 0;
  const double effect = std::abs(*row.closer_us / row.precision->median - 1);
  return effect >= kStartsMatter ? effect : 0;
}

void note_late(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  if (std::string late = late_text(rows); !late.empty()) notes.push_back(std::move(late));
  const auto many = [](const Summary& row) { return row.has_many_late() ? row.late_share() : 0; };
  if (const auto [row, count] = worst_of(rows, many); row != nullptr) {
    notes.push_back(
        fmt::format("of {} a fifth of the calls or more was left out, most of {} ({:.0f} "
                    "%): those that are left may not stand for all",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    100 * row->late_share()));
  }
}

void note_clocks(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  if (const auto [row, count] = worst_of(rows, wide_clocks); row != nullptr) {
    notes.push_back(
        fmt::format("in {} a time may be off by a fortieth or more, because a clock may be; most "
                    "in {}, where a clock may be off by {}",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    core::format_duration(core::Duration::from_us(row->clock_error_us))));
  }
}

void note_spread(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  if (const auto [row, count] = worst_of(rows, wide_blur); row != nullptr) {
    notes.push_back(fmt::format(
        "in {} the ranks start too far apart, their clocks are known too badly, or too many calls "
        "were left out, to say what a call takes whose ranks all start at once: the interval has "
        "room for that, and is open. "
        "Widest of {}, {} to {}",
        core::counted(count, "configuration"), text_of(row->configuration),
        core::format_duration(core::Duration::from_us(row->known.low)),
        core::format_duration(core::Duration::from_us(row->known.high))));
  }
  if (const auto [row, count] = worst_of(rows, start_effect); row != nullptr) {
    notes.push_back(
        fmt::format("in {} calls whose ranks start closer together take a twentieth longer or "
                    "shorter, most of {}: {} and not {}",
                    core::counted(count, "configuration"), text_of(row->configuration),
                    core::format_duration(core::Duration::from_us(*row->closer_us)),
                    core::format_duration(core::Duration::from_us(row->precision->median))));
  }
}

}  // namespace

std::string late_text(const std::vector<Summary>& rows) {
  int late = 0;
  std::size_t calls = 0;
  for (const Summary& row : rows) {
    late += row.late;
    calls += row.samples + static_cast<std::size_t>(row.late);
  }
  if (late == 0) return "";
  return fmt::format("{} of {} left out, because the ranks started too far apart", late,
                     core::counted(calls, "call"));
}

std::vector<std::string> notes_on_starts(const std::vector<Summary>& rows) {
  std::vector<std::string> notes;
  note_late(rows, notes);
  note_clocks(rows, notes);
  note_spread(rows, notes);
  return notes;
}

}  // namespace treering::app::measuring
