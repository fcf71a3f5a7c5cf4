#include "app/measuring/notes.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/compared_side.h"
#include "app/measuring/conduct.h"
#include "core/text/reading.h"
#include "core/units.h"
#include "sim/libraries/library.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/over_time/order_and_drift.h"
#include "tuner/measure/summary.h"
#include "tuner/runners/mpi_command.h"

namespace treering::app::measuring {
namespace {

// Notes on launches whose samples rise or fall.

/// Nothing where all stand still, as far as their samples show.
std::vector<std::string> notes_on_trends(const std::vector<tuner::measure::Summary>& rows) {
  const tuner::measure::Summary* most = nullptr;
  std::size_t count = 0;
  for (const auto& row : rows) {
    if (!row.trend) continue;
    ++count;
    if (most == nullptr || std::abs(row.trend->change) > std::abs(most->trend->change)) most = &row;
  }
  if (most == nullptr) return {};
  const double change = most->trend->change;
  return {fmt::format(
      "in {} the samples of a launch rise or fall from first to last, so their median is that of "
      "no state that lasts, and is open. Most of {}: the last third takes {:.1f} % {} than the "
      "first. Where times fall, ⟨warmups⟩ may help",
      core::counted(count, "configuration"), text_of(most->configuration), 100 * std::abs(change),
      change < 0 ? "less" : "more")};
}

using tuner::measure::Configuration;
using tuner::measure::Summary;

// Notes on measurements that did not run as they were asked for.

/// The algorithm or protocol that ran in place of the one that was asked for.
void note_other_choice(const Summary& row, std::vector<std::string>& notes) {
  const std::string name = text_of(row.configuration);
  const Configuration& asked = row.configuration;
  if (!row.used.is_known()) return;
  const sim::Way& seen = row.used.ways.front();
  if (is_another_algorithm(row.used, asked)) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.algorithm, asked.way.algorithm));
  }
  if (!asked.way.protocol.empty() && seen.protocol != asked.way.protocol) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.protocol, asked.way.protocol));
  }
  if (asked.way.channels > 0 && seen.channels != asked.way.channels) {
    notes.push_back(
        fmt::format("{}: what ran had {}", name, core::counted(seen.channels, "channel")));
  }
}

/// Rows that differ in what ran alone.
using Alike = std::vector<const Summary*>;

/// By the first of each.
std::map<const Summary*, Alike> alike_in(const std::vector<Summary>& rows) {
  using Calls =
      std::tuple<std::string, Configuration, int, int, std::map<std::string, std::string>>;
  std::map<Calls, Alike> by_calls;
  for (const Summary& row : rows) {
    by_calls[{row.runner, row.configuration, row.ranks, row.nodes, row.conditions}].push_back(&row);
  }
  std::map<const Summary*, Alike> by_first;
  for (auto& [calls, all] : by_calls) by_first.emplace(all.front(), std::move(all));
  return by_first;
}

/// The rows of one configuration that each ran something else.
void note_several(const Alike& all, std::vector<std::string>& notes) {
  const bool is_known =
      std::ranges::any_of(all, [](const Summary* one) { return one->used.is_known(); });
  if (!is_known || all.size() < 2) return;
  std::size_t launches = 0;
  for (const Summary* const one : all) launches += one->launches.size();
  std::vector<std::string> kinds;
  for (const Summary* const one : all) {
    const std::string ran = text_of(one->used);
    kinds.push_back(fmt::format("{} in {} of {} launches", ran.empty() ? "something unknown" : ran,
                                one->launches.size(), launches));
  }
  notes.push_back(fmt::format("{} did not run the same each time: {}; each is a row of its own",
                              text_of(all.front()->configuration), fmt::join(kinds, ", ")));
}

void note_change(const Summary& row, std::vector<std::string>& notes) {
  const auto also = row.conditions.find(tuner::measure::kAlsoRanFact);
  if (also == row.conditions.end()) return;
  notes.push_back(fmt::format("{}: what ran changed from call to call: {}, and {}",
                              text_of(row.configuration), text_of(row.used), also->second));
}

/// Sentences: what ran in place of what was asked for, and what did not run the same each time.
std::vector<std::string> notes_on_what_ran(const std::vector<Summary>& rows) {
  std::vector<std::string> notes;
  const std::map<const Summary*, Alike> alike = alike_in(rows);
  for (const Summary& row : rows) {
    note_other_choice(row, notes);
    const auto others = alike.find(&row);
    if (others != alike.end()) note_several(others->second, notes);
    note_change(row, notes);
  }
  return notes;
}

using tuner::measure::Record;
using tuner::measure::Summary;

// Two settled medians of the same thing may be so far apart.
constexpr double kMuchOff = 2 * tuner::stats::kLaunchRule.most_error;
// Shares of the time in which work waited for a core, and of the cores' time that a host took.
constexpr int kMuchWaiting = 20;
constexpr int kMuchStolen = 5;

/// What a reader of the table has to know of a row. \param under which conditions, if that tells it
/// from others
void note_row(const Summary& row, const std::string& under, std::vector<std::string>& notes) {
  const std::string name = text_of(row.configuration) + (under.empty() ? "" : ", " + under);
  for (const std::string& error : row.errors) {
    notes.push_back(fmt::format("{}: {}", name, error));
  }
  const auto note_modes = [&](const std::optional<tuner::stats::Modes>& modes,
                              std::string_view between, std::string_view of) {
    if (!modes) return;
    notes.push_back(fmt::format(
        "{}: two modes{}, {} in {:.0f} % and {} in {:.0f} % of {}", name, between,
        core::format_duration(core::Duration::from_us(modes->low.centre)), 100 * modes->low.share,
        core::format_duration(core::Duration::from_us(modes->high.centre)), 100 * modes->high.share,
        of));
  };
  note_modes(row.modes, "", "a launch's samples");
  note_modes(row.launch_modes, " from start to start", "the launches");
}

void note_machine(const MeasureReport& report, std::vector<std::string>& notes) {
  const std::vector<Record>& records = report.records;
  if (records.empty()) return;
  if (sim::libraries::is_on_gpus(report.runner)) {
    // Its ranks are GPUs and share no cores.
    notes.emplace_back(
        "this runner has run on one GPU alone, not yet on several joined by NVLink, PCIe or "
        "InfiniBand: compare it with nccl-tests before you rely on it");
    return;
  }
  const Record& last = records.back();
  const auto cores = last.environment.find("cores");
  // Ranks of a shaped cluster have networks of their own, and share one machine.
  const bool is_one_machine =
      last.nodes == 1 || last.environment.contains(tuner::measure::kShapedFact);
  if (cores == last.environment.end() || !is_one_machine) return;
  const auto count = core::whole_number<int>(cores->second);
  if (!count || last.ranks <= *count) return;
  notes.push_back(
      fmt::format("{} share {}: the times hold waits for a core, and are no times of a network",
                  core::counted(last.ranks, "rank"), core::counted(*count, "core")));
}

/// Where ranks should have been bound and were not, or not their memory.
void note_binding(const std::vector<Record>& records, std::vector<std::string>& notes) {
  if (records.empty()) return;
  const auto binding = records.back().environment.find("binding");
  if (binding == records.back().environment.end()) return;
  constexpr std::string_view kUnbound = "none: ";
  constexpr std::string_view kNoMemory = "memory not bound: ";
  const std::string& text = binding->second;
  if (text.starts_with(kUnbound)) {
    notes.push_back("ranks are not bound to cores: " + text.substr(kUnbound.size()));
  } else if (const std::size_t at = text.find(kNoMemory); at != std::string::npos) {
    notes.push_back("the memory of ranks is not bound to their cores' NUMA nodes: " +
                    text.substr(at + kNoMemory.size()));
  }
}

/// Variables that did nothing, as they would without us.
void note_unheeded(const std::vector<Record>& records, std::vector<std::string>& notes) {
  std::set<std::string> all;
  for (const Record& one : records) {
    const auto found = one.environment.find(tuner::runners::kUnheededFact);
    if (found != one.environment.end()) all.insert(found->second);
  }
  for (const std::string& names : all) {
    notes.push_back(fmt::format(
        "Open MPI does not heed {}: set OMPI_MCA_coll_tuned_use_dynamic_rules=1 too", names));
  }
}

/// "12 %" is 12; 0 where the fact is absent.
int percent_of(const Record& record, const char* fact) {
  const auto found = record.environment.find(fact);
  if (found == record.environment.end()) return 0;
  return core::whole_number<int>(found->second.substr(0, found->second.find(' '))).value_or(0);
}

/// What the machine did besides.
void note_strain(const std::vector<Record>& records, std::vector<std::string>& notes) {
  const auto note = [&](const auto& is_so, std::string_view what) {
    const auto count = std::ranges::count_if(records, is_so);
    if (count == 0) return;
    notes.push_back(fmt::format("{} {}", core::counted(static_cast<int>(count), "result"), what));
  };
  note([](const Record& one) { return one.environment.contains(tuner::measure::kThrottledFact); },
       "while processors were slowed down, because they were too hot");
  note(
      [](const Record& one) { return one.environment.contains(tuner::measure::kGpuThrottledFact); },
      "while GPUs were slowed down: gpu_throttled says by what");
  note([](const Record& one) { return one.environment.contains(tuner::measure::kGpuSharedFact); },
       "while other processes used the GPUs");
  note(
      [](const Record& one) {
        return percent_of(one, tuner::measure::kWaitedFact) >= kMuchWaiting;
      },
      "while work waited for a core in a fifth of the time or more: other work ran, or there are "
      "more ranks than cores");
  note(
      [](const Record& one) { return percent_of(one, tuner::measure::kStolenFact) >= kMuchStolen; },
      "while the host of this virtual machine took a twentieth of its cores' time or more");
}

/// What the file has besides.
void note_others(const MeasureReport& report, std::vector<std::string>& notes) {
  if (report.others > 0) notes.push_back(others_text(report.others, report.unlike));
}

/// What the intervals say, and what they do not.
void note_precision(const std::vector<Summary>& rows, std::vector<std::string>& notes) {
  const auto count = [&](const auto& is_so) {
    return static_cast<int>(std::ranges::count_if(
        rows, [&](const Summary& row) { return row.precision && is_so(row); }));
  };
  const int open = count([](const Summary& row) { return !row.is_converged; });
  const int lone = count([](const Summary& row) { return row.launches.size() == 1; });
  const int few = count([](const Summary& row) {
    return row.launches.size() > 1 && row.launches.size() < tuner::stats::kLaunchRule.least;
  });
  if (open > 0) {
    notes.push_back(
        fmt::format("{} open: not converged, the median is not known within {:.1f} % at "
                    "{:.0f} %, or a launch has too few samples to say so, or they rise or fall",
                    core::counted(open, "interval"), 100 * tuner::stats::kLaunchRule.most_error,
                    100 * tuner::stats::kLaunchRule.level));
  }
  if (lone > 0) {
    notes.push_back(
        fmt::format("{} of one launch: the interval says nothing about the next start of "
                    "the ranks; ⟨launches⟩ {} does",
                    core::counted(lone, "configuration"), tuner::stats::kLaunchRule.least));
  }
  if (few > 0) {
    notes.push_back(
        fmt::format("{} of few launches: the interval is their range, which holds the "
                    "median as often as said beside it; {} reach {:.0f} %",
                    core::counted(few, "configuration"), tuner::stats::kLaunchRule.least,
                    100 * tuner::stats::kLaunchRule.level));
  }
}

double range_of(const tuner::measure::over_time::SentinelDrift& one) {
  return one.most_us / one.least_us - 1;
}

/// "100 us to 120 us"
std::string range_text(const tuner::measure::over_time::SentinelDrift& one) {
  return fmt::format("{} to {}", core::format_duration(core::Duration::from_us(one.least_us)),
                     core::format_duration(core::Duration::from_us(one.most_us)));
}

/// From its first time to its last as the trend goes: "rose, 100 us to 120 us over 6 turns, by
/// +19.00 us in all (+15.00 to +21.00 at 95 %)"
std::string drift_text(const tuner::measure::over_time::SentinelDrift& one) {
  const bool is_rise = one.drift.s > 0;
  const auto us = [](double value) {
    return core::format_duration(core::Duration::from_us(value));
  };
  std::string text = fmt::format(
      "{}, {} to {} over {}, by Sen's slope {:+.2f} us in all", is_rise ? "rose" : "fell",
      us(is_rise ? one.least_us : one.most_us), us(is_rise ? one.most_us : one.least_us),
      core::counted(one.turns, "turn"), one.drift.slope * one.duration);
  if (const auto& slope = one.drift.slope_interval) {
    text += fmt::format(" ({:+.2f} to {:+.2f} at {:.0f} %)", slope->low * one.duration,
                        slope->high * one.duration, 100 * tuner::stats::kLevel);
  }
  return text;
}

/// Whether equal calls took equally long at different moments.
void note_drift(const std::vector<Record>& records, std::vector<std::string>& notes) {
  const auto drifts = tuner::measure::over_time::sentinel_drifts(records);
  const tuner::measure::over_time::SentinelDrift* widest = nullptr;
  for (const auto& one : drifts) {
    const std::string where =
        one.start.empty() ? "from start to start" : "within the start of " + one.start;
    if (one.is_drift()) {
      notes.push_back(fmt::format("the machine drifted {}: {} {}", where,
                                  text_of(one.configuration), drift_text(one)));
    } else if (range_of(one) > kMuchOff &&
               (widest == nullptr || range_of(one) > range_of(*widest))) {
      widest = &one;
    }
  }
  if (widest == nullptr) return;
  notes.push_back(fmt::format("equal calls differ from moment to moment: {} took {} {}",
                              text_of(widest->configuration), range_text(*widest),
                              widest->start.empty() ? "from start to start" : "within one start"));
}

}  // namespace

std::vector<std::string> notes_on(const MeasureReport& report) {
  const auto append = [](std::vector<std::string> more, std::vector<std::string>& all) {
    std::ranges::move(more, std::back_inserter(all));
  };
  std::vector<std::string> notes;
  if (report.is_emulated()) {
    notes.emplace_back(
        "the GPUs are emulated: these are no measurements, and no other command takes them as "
        "such");
  } else {
    note_machine(report, notes);
  }
  note_others(report, notes);
  note_binding(report.records, notes);
  note_unheeded(report.records, notes);
  note_strain(report.records, notes);
  const std::vector<std::string> mixed = differing_facts(report.records);
  if (!mixed.empty()) {
    notes.push_back(fmt::format("results of unlike conditions: {}", fmt::join(mixed, ", ")));
  }
  note_precision(report.rows, notes);
  note_drift(report.records, notes);
  append(notes_on_trends(report.rows), notes);
  append(notes_on_starts(report.rows), notes);
  append(notes_on_what_ran(report.rows), notes);
  const std::vector<std::string> conditions = condition_texts(report.rows);
  for (std::size_t i = 0; i < report.rows.size(); ++i) {
    note_row(report.rows[i], conditions[i], notes);
  }
  return notes;
}

}  // namespace treering::app::measuring
