#include <algorithm>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/compare.h"
#include "app/measuring/compared_side.h"
#include "app/measuring/notes.h"
#include "core/units.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/over_time/order_and_drift.h"

namespace treering::app::measuring {
namespace {

using tuner::stats::Verdict;

// Notes on the samples that a comparison goes by: which calls are missing, and which are compared
// with which.

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

/// The number of samples in a usual launch.
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

using tuner::stats::Verdict;

void note_lone(const CompareReport& report, std::vector<std::string>& notes) {
  const auto note = [&](std::size_t count, const std::string& file) {
    if (count == 0) return;
    notes.push_back(
        fmt::format("{} of {} not in the other file", core::counted(count, "configuration"), file));
  };
  note(report.only_before, report.before);
  note(report.only_after, report.after);
}

/// All rows together. No test is made of them: sizes of one run share its start and its machine, so
/// they are no independent witnesses of a change.
void note_overall(const CompareReport& report, std::vector<std::string>& notes) {
  const auto overall = report.overall();
  if (!overall) return;
  std::string note = fmt::format(
      "over all {} the time after is typically {:.3f} times that before (median; from {:.3f} to "
      "{:.3f})",
      core::counted(overall->rows, "configuration"), overall->typical, overall->least,
      overall->greatest);
  const bool is_repeated = std::ranges::any_of(report.rows, [](const ComparedRow& row) {
    return row.before_launches > 1 && row.after_launches > 1;
  });
  if (!is_repeated) {
    note +=
        ". With one launch a side no row proves a change by itself, nor do all of them: they share "
        "that launch";
  }
  notes.push_back(std::move(note));
}

/// Whether what was measured leaves it undecided. Rows without a launch of their own have a note.
bool is_open(const ComparedRow& row) {
  return row.judgement.verdict == Verdict::Undecided && !row.is_shared_alone;
}

/// How far the verdicts go.
void note_units(const CompareReport& report, std::vector<std::string>& notes) {
  const auto judged = static_cast<std::size_t>(
      std::ranges::count(report.rows, false, &ComparedRow::is_shared_alone));
  const auto lone =
      std::ranges::count_if(report.rows, [](const ComparedRow& row) { return !row.is_general(); });
  if (lone > 0) {
    notes.push_back(fmt::format(
        "with one launch on each side a verdict, in brackets, holds for these two: the "
        "next start may "
        "change as much. ⟨launches⟩ {} on each side can tell before from after",
        std::max(tuner::stats::kLaunchRule.least, tuner::stats::launches_to_decide(judged))));
  }
  const std::size_t needed = tuner::stats::launches_to_decide(judged);
  const bool are_few = std::ranges::any_of(report.rows, [&](const ComparedRow& row) {
    return row.is_general() && is_open(row) &&
           !tuner::stats::can_decide(judged, row.before_launches, row.after_launches);
  });
  if (are_few) {
    notes.push_back(
        fmt::format("with few launches chance alone may order them so: to tell {} apart, "
                    "it takes {} on each side",
                    core::counted(judged, "configuration"), needed));
  }
  if (std::ranges::any_of(report.rows, is_open)) {
    notes.emplace_back(
        "undecided is neither same nor different: there are too few samples or launches, or they "
        "scatter too much");
  }
}

bool is_change(const ComparedRow& row) {
  return row.judgement.verdict == Verdict::Faster || row.judgement.verdict == Verdict::Slower;
}

/// Changes that starts and clocks could make, and no verdict.
void note_blurred(const CompareReport& report, std::vector<std::string>& notes) {
  const auto count = std::ranges::count_if(report.rows, &ComparedRow::is_blurred);
  if (count == 0) return;
  notes.push_back(fmt::format(
      "{}: the samples have a verdict, but ranks start so far apart, their clocks are known so "
      "badly, or so many calls were left out, that it need not be one on the calls: undecided",
      core::counted(static_cast<std::size_t>(count), "configuration")));
}

/// Launches on both sides, which say nothing of a change.
void note_shared(const CompareReport& report, std::vector<std::string>& notes) {
  constexpr std::size_t kMostNames = 4;
  std::size_t launches = 0;
  std::size_t alone = 0;
  std::vector<std::string> names;
  for (const ComparedRow& row : report.rows) {
    if (row.shared_launches == 0) continue;
    launches += row.shared_launches;
    alone += row.is_shared_alone ? 1 : 0;
    names.push_back(text_of(row.configuration));
  }
  if (launches == 0) return;
  const std::size_t more = names.size() - std::min(names.size(), kMostNames);
  names.resize(names.size() - more);
  notes.push_back(fmt::format(
      "{} in both files, of {}{}: they say nothing of a change. {}",
      core::counted(launches, "equal result"), fmt::join(names, ", "),
      more > 0 ? fmt::format(" and {}", core::counted(more, "other configuration")) : "",
      alone == 0 ? "They are left out of both"
                 : fmt::format("Where a side has no others there is no verdict: in {}",
                               core::counted(alone, "configuration"))));
}

/// Whether all of one side started before the other; not where a result does not say when.
bool is_earlier(const ComparedSide& one, const ComparedSide& other) {
  using tuner::measure::Record;
  const auto is_unknown = [](const Record& record) { return record.start.empty(); };
  for (const ComparedSide* const side : {&one, &other}) {
    if (side->records.empty() || std::ranges::any_of(side->records, is_unknown)) return false;
  }
  return std::ranges::max(one.records, {}, &Record::start).start <
         std::ranges::min(other.records, {}, &Record::start).start;
}

/// How the two sides were measured, where there is a verdict.
void note_design(const CompareReport& report, const ComparedSide& before, const ComparedSide& after,
                 std::vector<std::string>& notes) {
  const bool has_verdicts = std::ranges::any_of(report.rows, [](const ComparedRow& row) {
    return row.judgement.verdict != Verdict::Undecided;
  });
  if (has_verdicts && (is_earlier(before, after) || is_earlier(after, before))) {
    notes.emplace_back(
        "all of one side was measured before the other: whatever else changed with time looks like "
        "a change, or hides one. Take turns");
  }
  const auto is_uneven = [](const ComparedRow& row) {
    const auto [few, many] = std::minmax(row.before_launches, row.after_launches);
    return is_change(row) && row.is_general() && 2 * many >= 3 * few;
  };
  const auto uneven = std::ranges::find_if(report.rows, is_uneven);
  if (uneven != report.rows.end()) {
    notes.push_back(fmt::format(
        "{} launches before and {} after: where the side with fewer scatters more, equal things "
        "are called different too often. Give both the same number",
        uneven->before_launches, uneven->after_launches));
  }
}

/// Where something else ran, a verdict is one on that.
void note_what_ran(const CompareReport& report, std::vector<std::string>& notes) {
  const ComparedRow* first = nullptr;
  std::size_t count = 0;
  for (const ComparedRow& row : report.rows) {
    if (!ran_otherwise(row.before_used, row.after_used)) continue;
    ++count;
    if (first == nullptr) first = &row;
  }
  if (first == nullptr) return;
  notes.push_back(fmt::format("what ran differs in {}: {} ran {} before, and {} after",
                              core::counted(count, "configuration"), text_of(first->configuration),
                              text_of(first->before_used), text_of(first->after_used)));
}

/// What makes a side's medians doubtful.
void note_doubts(const ComparedSide& side, bool are_averages, std::vector<std::string>& notes) {
  const auto count = [&](const auto& is_so) {
    return static_cast<std::size_t>(
        std::ranges::count_if(side.times, [&](const auto& entry) { return is_so(entry.second); }));
  };
  if (side.is_torn) notes.push_back(fmt::format("{}: {}", side.file, tuner::measure::kTornLine));
  if (side.repeats > 0) {
    notes.push_back(fmt::format("{}: {} left out: equal ones stand before them", side.file,
                                core::counted(side.repeats, "result")));
  }
  const std::size_t open = count([](const Times& one) { return !one.is_converged; });
  if (open > 0) {
    notes.push_back(
        fmt::format("{} of {} not converged", core::counted(open, "configuration"), side.file));
  }
  const std::size_t late = count([](const Times& one) { return one.has_many_late; });
  if (late > 0 && !are_averages) {  // which have all calls
    notes.push_back(fmt::format(
        "{} of {} without a fifth of the calls or more, whose ranks started too far apart: those "
        "that are left may not stand for all, and there is no verdict",
        core::counted(late, "configuration"), side.file));
  }
  const std::size_t with_modes = count([](const Times& one) { return one.has_modes; });
  if (with_modes > 0) {
    notes.push_back(fmt::format("{} of {} with two modes: one median says little of them",
                                core::counted(with_modes, "configuration"), side.file));
  }
  for (const auto& drift : tuner::measure::over_time::sentinel_drifts(side.records)) {
    if (!drift.is_drift()) continue;
    notes.push_back(fmt::format("the machine drifted while {} was measured: {} {}", side.file,
                                text_of(drift.configuration), drift.drift.s > 0 ? "rose" : "fell"));
  }
  for (const auto& [key, failures] : side.failures) {
    notes.push_back(
        fmt::format("{}: {} {}", side.file, text_of(key.configuration), failures.text()));
  }
}

}  // namespace

std::vector<std::string> notes_on(const CompareReport& report, const ComparedSide& before,
                                  const ComparedSide& after) {
  std::vector<std::string> notes;
  if (before.is_log != after.is_log) {
    notes.push_back(
        fmt::format("{} has nccl-tests' averages of many calls in one go, so those of the "
                    "other file are beside them, not its samples",
                    before.is_log ? before.file : after.file));
  }
  note_overall(report, notes);
  note_units(report, notes);
  if (!before.records.empty() && !after.records.empty()) {
    std::vector<ConditionsOfBoth> rows;
    for (const ComparedRow& row : report.rows) rows.push_back(row.conditions);
    const auto differing = differing_facts(before.records, after.records, rows);
    if (!differing.empty()) {
      notes.push_back(fmt::format("what else differs: {}", fmt::join(differing, ", ")));
    }
  }
  note_shared(report, notes);
  note_blurred(report, notes);
  note_design(report, before, after, notes);
  note_what_ran(report, notes);
  note_lone(report, notes);
  const bool are_averages = before.is_log || after.is_log;
  note_doubts(before, are_averages, notes);
  note_doubts(after, are_averages, notes);
  for (std::string& note : notes_on_samples(report, before, after)) {
    notes.push_back(std::move(note));
  }
  return notes;
}

}  // namespace treering::app::measuring
