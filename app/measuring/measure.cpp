#include "app/measuring/measure.h"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include <fmt/format.h>

#include "app/setup/names.h"
#include "core/text/words.h"
#include "core/unit_text.h"
#include "tuner/importers/measurement_csv.h"
#include "tuner/importers/measurement_lines.h"
#include "tuner/launch/shape.h"
#include "tuner/measure/journal.h"
#include "tuner/runners/registry.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Journal;
using tuner::measure::Record;
using tuner::measure::StartWorkers;
using tuner::measure::Summary;
using tuner::measure::Sweep;
using tuner::runners::Launcher;

constexpr std::string_view kOwnChoice = "default";
constexpr std::string_view kAll = "all";

/// Unless the request says otherwise, sizes that CPUs move in a second.
constexpr std::uint64_t kLeastBytes = 8;
constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 20U;

core::Result<std::vector<std::uint64_t>> sizes_of(const MeasureRequest& request) {
  setup::CallsRequest calls;
  calls.sizes = request.sizes;
  if (!calls.sizes.minbytes) calls.sizes.minbytes = kLeastBytes;
  if (!calls.sizes.maxbytes) calls.sizes.maxbytes = std::max(*calls.sizes.minbytes, kMostBytes);
  auto checked = setup::calls_of(calls);
  if (!checked) return core::fail(checked.error());
  return std::move(checked->sizes);
}

/// The algorithms that are asked for, by the collective's name.
using Algorithms = std::map<std::string, std::vector<std::string>>;

core::Result<Algorithms> algorithms_of(const MeasureRequest& request,
                                       const tuner::measure::StartWorkers& start) {
  Algorithms all;
  const bool are_all = std::ranges::find(request.algorithms, kAll) != request.algorithms.end();
  if (are_all) {
    const auto workers = start();
    if (!workers) return core::fail(workers.error());
    all = (*workers)->hello().algorithms;
  }
  for (const core::Collective collective : request.collectives) {
    auto& names = all[std::string(name_of(collective))];
    if (are_all) {
      names.emplace_back(kOwnChoice);
    } else {
      names = request.algorithms;
    }
  }
  return all;
}

/// Adds `one` with each protocol and number of channels that is asked for.
void add_choices(const MeasureRequest& request, Configuration one,
                 std::vector<Configuration>& all) {
  for (const std::string& protocol : request.protocols) {
    one.protocol = protocol == kOwnChoice ? "" : core::lower_case(protocol);
    for (const int channels : request.channels) {
      one.channels = channels;
      if (std::ranges::find(all, one) == all.end()) all.push_back(one);
    }
  }
}

core::Result<Sweep> sweep_of(const MeasureRequest& request, const Algorithms& algorithms) {
  const auto sizes = sizes_of(request);
  if (!sizes) return core::fail(sizes.error());
  Sweep sweep;
  sweep.rules = request.rules;
  sweep.seed = request.seed;
  Configuration one;
  one.type = request.type;
  one.op = request.op;
  one.is_in_place = request.is_in_place;
  one.cache = request.is_cold ? tuner::measure::Cache::Cold : tuner::measure::Cache::Warm;
  for (const core::Collective collective : request.collectives) {
    for (const std::string& algorithm : algorithms.at(std::string(name_of(collective)))) {
      for (const std::uint64_t bytes : *sizes) {
        one.collective = collective;
        one.algorithm = algorithm == kOwnChoice ? "" : core::lower_case(algorithm);
        // Below an element, nccl-tests measures nothing.
        one.bytes = std::max(bytes, core::size_of(one.type).count());
        add_choices(request, one, sweep.configurations);
      }
    }
  }
  return sweep;
}

std::string text_of(const Configuration& one) {
  std::string text = fmt::format("{} {}", name_of(one.collective), core::format_size(one.bytes));
  if (!one.algorithm.empty()) text += " " + one.algorithm;
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

std::vector<std::string> notes_on(const MeasureReport& report) {
  std::vector<std::string> notes;
  if (report.is_emulated()) {
    notes.emplace_back(
        "the GPUs are emulated: these are no measurements, and no other command takes them as "
        "such");
  } else {
    note_machine(report, notes);
  }
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

core::Result<tuner::runners::Job> job_of(const MeasureRequest& request) {
  tuner::runners::Job job;
  job.ranks = request.ranks;
  job.recording = request.measurements.value_or("");
  job.launcher = tuner::runners::launcher_of_this_process();
  if (request.shaped.empty()) return job;
  auto rates = tuner::launch::parse_shape(request.shaped, request.ranks);
  if (!rates) return core::fail(rates.error());
  job.shaped_gbit = *std::move(rates);
  return job;
}

/// What starts the workers of the runner that is asked for.
core::Result<StartWorkers> starter_of(const MeasureRequest& request) {
  const auto runner = tuner::runners::find_runner(request.runner);
  if (!runner) return core::fail(runner.error());
  const auto job = job_of(request);
  if (!job) return core::fail(job.error());
  return (*runner)->starter(*job);
}

/// Measures into `report.records`, and into the journal if there is one.
core::Result<void> measure(const MeasureRequest& request, const StartWorkers& start,
                           std::optional<Journal>& journal, MeasureReport& report) {
  const auto algorithms = algorithms_of(request, start);
  if (!algorithms) return core::fail(algorithms.error());
  const auto sweep = sweep_of(request, *algorithms);
  if (!sweep) return core::fail(sweep.error());
  tuner::measure::Conduct conduct;
  conduct.runner = request.runner;
  conduct.start = start;
  const bool is_ours = tuner::runners::launcher_of_this_process() == Launcher::None;
  if (is_ours && !request.measurements) conduct.ranks = request.ranks;
  if (!request.shaped.empty()) conduct.facts["shaped_gbit"] = request.shaped;
  conduct.observe = request.observe;
  conduct.stop = request.stop;
  conduct.keep = [&](const Record& record) -> core::Result<void> {
    report.records.push_back(record);
    return journal ? journal->append(record) : core::Result<void>();
  };
  const auto done = tuner::measure::conduct(*sweep, std::vector<Record>(report.records), conduct);
  if (!done) return core::fail(done.error());
  report.is_stopped = request.stop.stop_requested();
  return {};
}

}  // namespace

core::Result<MeasureReport> answer(const MeasureRequest& request) {
  const auto start = starter_of(request);
  if (!start) return core::fail(start.error());
  MeasureReport report;
  report.runner = request.runner;
  std::optional<Journal> journal;
  if (!request.output.empty()) {
    auto opened = Journal::open(request.output);
    if (!opened) return core::fail(opened.error());
    journal.emplace(*std::move(opened));
    if (request.is_resumed) report.records = journal->earlier();
    report.skipped = report.records.size();
  }
  if (const auto done = measure(request, *start, journal, report); !done) {
    return core::fail(done.error());
  }
  report.rows = tuner::measure::summarise(report.records);
  std::ranges::stable_sort(report.rows, {}, [](const Summary& row) {
    const Configuration& one = row.configuration;
    return std::tuple(one.collective, one.algorithm, one.bytes);
  });
  report.notes = notes_on(report);
  return report;
}

bool MeasureReport::is_emulated() const {
  return std::ranges::any_of(records, tuner::measure::is_emulated);
}

core::Result<std::string> measurement_csv(const MeasureReport& report) {
  if (report.is_emulated()) {
    return core::environment_error("GPUs",
                                   "emulated: the results are no measurements, and have no CSV", "",
                                   "write JSON, which marks them");
  }
  const auto set = tuner::importers::measurements_of(report.rows, "measured");
  return tuner::importers::write_measurement_csv(set.rows);
}

core::Result<std::optional<std::string>> rank_program(const MeasureRequest& request) {
  if (tuner::runners::launcher_of_this_process() != Launcher::Member) return std::nullopt;
  auto program = tuner::runners::worker_program("treering-worker-" + request.runner);
  if (!program) return core::fail(program.error());
  return *std::move(program);
}

}  // namespace treering::app::measuring
