#include "app/measuring/notes.h"

#include <algorithm>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "core/text/words.h"
#include "core/unit_text.h"
#include "tuner/measure/environment.h"
#include "tuner/measure/witness.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Record;
using tuner::measure::Summary;

std::string text_of(const Configuration& one) {
  std::string text = fmt::format("{} {}", name_of(one.collective), core::format_size(one.bytes));
  const std::string way = way_text(one);
  if (!way.empty()) text += " " + way;
  if (!one.protocol.empty()) text += " " + one.protocol;
  if (one.channels > 0) text += " " + core::counted(one.channels, "channel");
  return text;
}

/// What ran in place of what was asked for.
void note_other_choice(const Summary& row, std::vector<std::string>& notes) {
  const std::string name = text_of(row.configuration);
  const Configuration& asked = row.configuration;
  const auto& seen = row.used;
  const bool is_known = !seen.algorithms.empty();
  if (!asked.algorithm.empty() && is_known &&
      tuner::measure::is_recognised(seen.witness, asked.collective, asked.algorithm) &&
      std::ranges::find(seen.algorithms, asked.algorithm) == seen.algorithms.end()) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.algorithms.front(), asked.algorithm));
  }
  if (!asked.protocol.empty() && is_known && seen.protocol != asked.protocol) {
    notes.push_back(
        fmt::format("{}: what ran was {}, not {}", name, seen.protocol, asked.protocol));
  }
  if (asked.channels > 0 && is_known && seen.channels != asked.channels) {
    notes.push_back(
        fmt::format("{}: what ran had {}", name, core::counted(seen.channels, "channel")));
  }
}

/// What a reader of the table has to know of a row.
void note_row(const Summary& row, std::vector<std::string>& notes) {
  const std::string name = text_of(row.configuration);
  for (const std::string& error : row.errors) {
    notes.push_back(fmt::format("{}: {}", name, error));
  }
  note_other_choice(row, notes);
  if (row.modes) {
    notes.push_back(
        fmt::format("{}: two modes, {} in {:.0f} % and {} in {:.0f} % of the samples", name,
                    core::format_duration(core::Duration::from_us(row.modes->low.centre)),
                    100 * row.modes->low.share,
                    core::format_duration(core::Duration::from_us(row.modes->high.centre)),
                    100 * row.modes->high.share));
  }
}

void note_machine(const MeasureReport& report, std::vector<std::string>& notes) {
  const std::vector<Record>& records = report.records;
  if (records.empty()) return;
  if (report.runner.starts_with("nccl")) {
    // Its ranks are GPUs and share no cores.
    notes.emplace_back(
        "this runner is unproven on a GPU: compare it with nccl-tests before you rely on it");
    return;
  }
  const Record& last = records.back();
  const auto cores = last.environment.find("cores");
  if (cores == last.environment.end() || last.nodes != 1) return;
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

void note_results_with(const std::vector<Record>& records, const char* fact, std::string_view what,
                       std::vector<std::string>& notes) {
  const auto count = std::ranges::count_if(
      records, [&](const Record& record) { return record.environment.contains(fact); });
  if (count == 0) return;
  notes.push_back(
      fmt::format("{} while {}", core::counted(static_cast<int>(count), "result"), what));
}

void note_other_load(const std::vector<Record>& records, std::vector<std::string>& notes) {
  note_results_with(records, tuner::measure::kThrottledFact,
                    "processors were slowed down, because they were too hot", notes);
  note_results_with(records, tuner::measure::kGpuThrottledFact,
                    "GPUs were slowed down: gpu_throttled says by what", notes);
  note_results_with(records, tuner::measure::kGpuSharedFact, "other processes used the GPUs",
                    notes);
}

}  // namespace

std::vector<std::string> notes_on(const MeasureReport& report) {
  std::vector<std::string> notes;
  if (report.is_emulated()) {
    notes.emplace_back(
        "the GPUs are emulated: these are no measurements, and no other command takes them as "
        "such");
  } else {
    note_machine(report, notes);
  }
  note_binding(report.records, notes);
  note_other_load(report.records, notes);
  int late = 0;
  std::size_t open = 0;
  for (const Summary& row : report.rows) {
    note_row(row, notes);
    late += row.late;
    if (row.precision && !row.is_converged) ++open;
  }
  if (open > 0) {
    notes.push_back(fmt::format("{} did not converge: the median is not known as well as asked",
                                core::counted(open, "configuration")));
  }
  if (late > 0) {
    notes.push_back(fmt::format("{} left out, because the ranks started too far apart",
                                core::counted(late, "call")));
  }
  for (const auto& one : tuner::measure::sentinel_drifts(report.records)) {
    if (one.drift.p > 0.01) continue;
    notes.push_back(
        fmt::format("the machine drifted while it was measured: the sentinel changed by "
                    "{:+.1f} % over {} (start {})",
                    100 * one.drift.change, core::counted(one.turns, "turn"), one.start));
  }
  return notes;
}

}  // namespace treering::app::measuring
