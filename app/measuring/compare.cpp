#include "app/measuring/compare.h"

#include <algorithm>
#include <string_view>
#include <tuple>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/compared_side.h"
#include "app/measuring/conditions.h"
#include "app/measuring/configuration_text.h"
#include "core/unit_text.h"
#include "tuner/measure/journal.h"
#include "tuner/stats/quantiles.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::stats::Launches;
using tuner::stats::Verdict;

/// Whether nccl-tests' time is compared, since one side has no other.
bool are_averages(const ComparedSide& before, const ComparedSide& after) {
  return before.is_log || after.is_log;
}

std::size_t count_of(const Launches& launches) {
  return static_cast<std::size_t>(
      std::ranges::count_if(launches, [](const auto& samples) { return !samples.empty(); }));
}

double median_of(const Launches& launches) {
  return tuner::stats::median(tuner::stats::launch_medians(launches));
}

/// \pre the keys are simplified
CompareReport rows_of(const ComparedSide& before, const ComparedSide& after) {
  const auto compared_times = are_averages(before, after) ? &Times::averages : &Times::samples;
  CompareReport report;
  std::vector<tuner::stats::BeforeAfter> pairs;
  for (const auto& [key, times] : before.times) {
    const Launches& first = times.*compared_times;
    const auto other = after.times.find(key);
    if (other == after.times.end() || count_of(first) == 0) {
      ++report.only_before;
      continue;
    }
    const Launches& second = other->second.*compared_times;
    if (count_of(second) == 0) {
      ++report.only_before;
      continue;
    }
    report.rows.push_back({key.configuration,
                           key.series,
                           key.runner,
                           key.ranks,
                           median_of(first),
                           median_of(second),
                           count_of(first),
                           count_of(second),
                           times.used,
                           other->second.used,
                           {}});
    pairs.push_back({first, second});
  }
  report.only_after = after.times.size() - report.rows.size();
  const auto judgements = tuner::stats::judge(pairs);
  for (std::size_t i = 0; i < judgements.size(); ++i) report.rows[i].judgement = judgements[i];
  std::ranges::stable_sort(report.rows, {}, [](const ComparedRow& row) {
    const Configuration& one = row.configuration;
    return std::tuple(row.series, one.collective, row.runner, one.algorithm, one.protocol, one.pair,
                      one.bytes);
  });
  return report;
}

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
  note_what_ran(report, notes);
  note_lone(report, notes);
  note_doubts(before, notes);
  note_doubts(after, notes);
  return notes;
}

/// Where there is no time to compare: because all that both sides have failed, or for want of it.
core::Failure nothing_common(const ComparedSide& before, const ComparedSide& after) {
  for (const ComparedSide* const side : {&before, &after}) {
    if (!side->times.empty() || !side->failures.empty()) continue;
    return core::bad_input(side->file, side->is_torn ? "no whole result" : "no result",
                           "expected results to compare");
  }
  const auto knows = [](const ComparedSide& side, const ComparedKey& key) {
    return side.times.contains(key) || side.failures.contains(key);
  };
  for (const auto& [one, other] : {std::pair(&after, &before), std::pair(&before, &after)}) {
    for (const auto& [key, failures] : one->failures) {
      if (!knows(*other, key)) continue;
      return core::bad_input(one->file,
                             fmt::format("{} {}", text_of(key.configuration), failures.text()),
                             fmt::format("expected times of what {} has too", other->file));
    }
  }
  return core::bad_input(after.file, fmt::format("nothing that {} has too", before.file),
                         "expected equal collectives, sizes, algorithms and numbers of ranks");
}

}  // namespace

std::size_t CompareReport::count(Verdict verdict, bool is_general) const {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const ComparedRow& row) {
    return row.judgement.verdict == verdict && row.is_general() == is_general;
  }));
}

CompareReport compared(ComparedSide before, ComparedSide after) {
  simplify_keys(before, after);
  CompareReport report = rows_of(before, after);
  report.before = before.file;
  report.after = after.file;
  return report;
}

core::Result<CompareReport> answer(const CompareRequest& request) {
  tuner::importers::ImportHints hints;
  hints.collective = request.collective;
  auto before = read_side(request.before, hints);
  if (!before) return core::fail(before.error());
  auto after = read_side(request.after, hints);
  if (!after) return core::fail(after.error());
  simplify_keys(*before, *after);
  CompareReport report = rows_of(*before, *after);
  report.before = request.before;
  report.after = request.after;
  if (report.rows.empty()) return nothing_common(*before, *after);
  report.notes = notes_on(report, *before, *after);
  return report;
}

}  // namespace treering::app::measuring
