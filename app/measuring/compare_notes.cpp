#include "app/measuring/compare_notes.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/conditions.h"
#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"
#include "tuner/measure/journal.h"

namespace treering::app::measuring {
namespace {

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

/// How far the verdicts go.
void note_units(const CompareReport& report, std::vector<std::string>& notes) {
  const auto lone =
      std::ranges::count_if(report.rows, [](const ComparedRow& row) { return !row.is_general(); });
  if (lone > 0) {
    notes.push_back(
        fmt::format("with one launch on each side a verdict, in brackets, holds for these two: the "
                    "next start may "
                    "change as much. ⟨launches⟩ {} on each side can tell before from after",
                    std::max(tuner::stats::kLaunchRule.least,
                             tuner::stats::launches_to_decide(report.rows.size()))));
  }
  const std::size_t needed = tuner::stats::launches_to_decide(report.rows.size());
  const bool are_few = std::ranges::any_of(report.rows, [&](const ComparedRow& row) {
    return row.is_general() && row.judgement.verdict == Verdict::Undecided &&
           !tuner::stats::can_decide(report.rows.size(), row.before_launches, row.after_launches);
  });
  if (are_few) {
    notes.push_back(
        fmt::format("with few launches chance alone may order them so: to tell {} apart, "
                    "it takes {} on each side",
                    core::counted(report.rows.size(), "configuration"), needed));
  }
  const bool is_undecided = std::ranges::any_of(report.rows, [](const ComparedRow& row) {
    return row.judgement.verdict == Verdict::Undecided;
  });
  if (is_undecided) {
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
      "{}: the samples have a verdict, but ranks start so far apart, or their clocks are known so "
      "badly, that it need not be one on the calls: undecided",
      core::counted(static_cast<std::size_t>(count), "configuration")));
}

/// How the two sides were measured, where something changed.
void note_design(const CompareReport& report, const ComparedSide& before, const ComparedSide& after,
                 std::vector<std::string>& notes) {
  if (std::ranges::none_of(report.rows, is_change)) return;
  const auto is_earlier = [](const ComparedSide& one, const ComparedSide& other) {
    if (one.records.empty() || other.records.empty()) return false;
    const auto last = std::ranges::max(one.records, {}, &tuner::measure::Record::start).start;
    const auto first = std::ranges::min(other.records, {}, &tuner::measure::Record::start).start;
    return last < first;
  };
  if (is_earlier(before, after) || is_earlier(after, before)) {
    notes.emplace_back(
        "all of one side was measured before the other: whatever else changed with time looks like "
        "a change. Take turns");
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
void note_doubts(const ComparedSide& side, std::vector<std::string>& notes) {
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
  if (late > 0) {
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
  for (const auto& drift : tuner::measure::sentinel_drifts(side.records)) {
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
  note_units(report, notes);
  if (!before.records.empty() && !after.records.empty()) {
    const auto differing = differing_facts(before.records, after.records);
    if (!differing.empty()) {
      notes.push_back(fmt::format("what else differs: {}", fmt::join(differing, ", ")));
    }
  }
  note_blurred(report, notes);
  note_design(report, before, after, notes);
  note_what_ran(report, notes);
  note_lone(report, notes);
  note_doubts(before, notes);
  note_doubts(after, notes);
  return notes;
}

}  // namespace treering::app::measuring
