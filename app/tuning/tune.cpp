#include "app/tuning/tune.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/conduct.h"
#include "app/tuning/expectations.h"
#include "app/tuning/session.h"
#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "sim/libraries/library.h"
#include "sim/nccl/system/system.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/conductor.h"
#include "tuner/tune/noise.h"

namespace treering::app::tuning {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Record;
using tuner::tune::Launch;
using tuner::tune::Place;
using tuner::tune::Shown;
using tuner::tune::Table;

std::optional<Place> place_of(const std::vector<Table>& tables, const Configuration& one) {
  for (std::size_t table = 0; table < tables.size(); ++table) {
    if (const auto cell = tables[table].grid.find(one)) return Place{table, *cell};
  }
  return std::nullopt;
}

/// What records show of the tables. The sentinel's turns do not count: they would give its cell
/// more weight than others. Nor do launches with variables of their own, and those beside them.
std::vector<Shown> shown_by(const std::vector<Record>& records, const std::vector<Table>& tables) {
  std::vector<Shown> shown;
  for (const Record& record : records) {
    if (record.trial.is_sentinel || is_of_knobs(record)) continue;
    if (const auto place = place_of(tables, record.trial.configuration)) {
      shown.push_back({*place, time_of(record), record.trial.launch, record.confirms,
                       tuner::tune::deviation_of(record), was_late(record)});
    }
  }
  return shown;
}

core::Result<std::vector<Shown>> measured(Session& session, const std::vector<Table>& tables,
                                          const Launch& launch) {
  LaunchRequest request;
  request.number = launch.number;
  request.confirms = launch.confirms;
  for (const Place& place : launch.places) {
    request.configurations.push_back(tables[place.table].grid.configuration(place.cell));
  }
  const auto records = session.measure(request);
  if (!records) return core::fail(records.error());
  return shown_by(*records, tables);
}

std::size_t cells_of(const std::vector<Table>& tables) {
  std::size_t cells = 0;
  for (const Table& table : tables) {
    cells += static_cast<std::size_t>(std::ranges::count(table.possible, true));
  }
  return cells;
}

core::Result<void> check(const TuneRequest& request) {
  const auto recording = measuring::check_recording(request.measure);
  if (!recording) return core::fail(recording.error());
  if (request.budget <= 0 || request.budget > 1) {
    return core::usage_error("⟨budget⟩", fmt::format("{:g} %", 100 * request.budget),
                             "expected more than 0 and at most 100 %");
  }
  return {};
}

std::optional<int> multiprocessors_of(const Job& job) {
  const core::Topology& node = job.machine.cluster.node;
  return hw::catalogue::multiprocessors_of(node,
                                           sim::nccl::system::local_ranks(node, job.machine.job));
}

core::Result<void> check_ranks(const Job& job, const tuner::measure::Hello& hello) {
  if (job.ranks() == hello.ranks) return {};
  return core::usage_error(job.machine.source,
                           fmt::format("a job of {}", core::counted(job.ranks(), "rank")),
                           fmt::format("expected the {} that run", hello.ranks),
                           "⟨nodes⟩ and ⟨gpus-per-node⟩ say how many of it there are");
}

/// Ways without a cell, since each of their calls is that of another way.
std::vector<std::string> repeated_ways(const Table& table) {
  const tuner::tune::Grid& grid = table.grid;
  std::vector<bool> has_cell(grid.ways.size());
  for (std::size_t cell = 0; cell < grid.cells(); ++cell) {
    if (table.possible[cell]) has_cell[grid.cell_at(cell).way] = true;
  }
  std::vector<std::string> names;
  for (std::size_t way = 0; way < grid.ways.size(); ++way) {
    if (!has_cell[way]) names.push_back(way_text(grid.configuration(grid.index_of({0, way}))));
  }
  return names;
}

/// What there is to measure, what is expected of it, and which variables can matter.
core::Result<std::vector<Table>> begun(const TuneRequest& request, Session& session,
                                       TuneReport& report) {
  auto grids = session.begin();
  if (!grids) return core::fail(grids.error());
  JobPtr job;
  if (request.job) {
    auto opened = tuned_job(request, report.library);
    if (!opened) return core::fail(opened.error());
    job = *std::move(opened);
  }
  if (job != nullptr && report.is_of_nccl()) {
    const auto fits = check_ranks(*job, session.hello());
    if (!fits) return core::fail(fits.error());
  } else if (job != nullptr) {
    report.notes.push_back(job->machine.source +
                           " is not used: the model of hosts says what Open MPI and Gloo take");
    job.reset();
  }
  if (job != nullptr) report.multiprocessors = multiprocessors_of(*job);
  auto name = fill_expectations(request, job, session.hello(), *grids);
  if (!name) return core::fail(name.error());
  report.expected_from = *std::move(name);
  if (job != nullptr) report.knobs = weighed_knobs(*job, session.hello(), *grids);
  std::vector<Table> tables;
  for (const auto& one : *grids) {
    tables.push_back(tuner::tune::table_of(one));
    const auto names = repeated_ways(tables.back());
    if (names.empty()) continue;
    report.notes.push_back(fmt::format(
        "{}: not measured: {}, each call of which NCCL carries as one of the other ways",
        name_of(one.grid.call.call.collective), fmt::join(names, ", ")));
  }
  return tables;
}

/// Measures what may change a choice.
core::Result<tuner::tune::Tuning> tuned(const TuneRequest& request, std::vector<Table> tables,
                                        Session& session, TuneReport& report) {
  const auto launches = static_cast<std::size_t>(session.most_launches());
  report.exhaustive = cells_of(tables) * launches;
  const std::vector<Shown> earlier = shown_by(report.records, tables);
  tables = tuner::tune::resumed(std::move(tables), earlier, request.rule);
  report.earlier = earlier.size();
  tuner::tune::Pace pace;
  pace.rule = request.rule;
  pace.most_launches = launches;
  const auto most = static_cast<std::size_t>(
      std::max(1.0, std::floor(request.budget * static_cast<double>(report.exhaustive))));
  pace.most_measurements = most - std::min(most, report.earlier);
  session.allow(*pace.most_measurements);
  pace.first_launch = session.first_launch();
  const auto measure = [&](const Launch& launch) { return measured(session, tables, launch); };
  auto tuning = tuner::tune::tune(tables, pace, measure, request.measure.stop);
  if (!tuning) return tuning;
  report.measured = report.earlier + tuning->measurements;
  report.launches = tuning->launches;
  report.ending = tuning->ending;
  return tuning;
}

/// What chosen numbers of channels take from kernels that compute meanwhile: a channel is a block
/// of threads (CTA), which has an SM for itself.
void note_channels(TuneReport& report) {
  std::set<int> counts;
  for (const Choice& one : report.choices) {
    if (one.way.channels > 0) counts.insert(one.way.channels);
  }
  for (const int count : counts) {
    std::string of_all;
    if (report.multiprocessors) {
      of_all = fmt::format(" of its {} ({:.0f} %)", *report.multiprocessors,
                           100.0 * count / *report.multiprocessors);
    }
    report.notes.push_back(fmt::format("{} take {} of each GPU{} from what computes meanwhile",
                                       core::counted(count, "channel"), core::counted(count, "SM"),
                                       of_all));
  }
}

/// Why it failed, without the collective that the sentence begins with.
std::string failure_of(const Record& record) {
  if (is_another(record)) {
    return fmt::format("what ran was {}", record.used.ways.front().algorithm);
  }
  const std::string call = std::string(name_of(record.trial.configuration.call.collective)) + ": ";
  return record.error.starts_with(call) ? record.error.substr(call.size()) : record.error;
}

/// A library may have no file of settings.
void note_no_settings(TuneReport& report) {
  const auto library = sim::libraries::library_of_runner(report.measured_by);
  if (!library || !report.has_confirmed()) return;
  const auto& entry = sim::libraries::entry_of(*library);
  if (!entry.settings.empty()) return;
  report.notes.push_back(fmt::format("{} reads no settings: {}", entry.title, entry.how_else));
}

void note(const TuneRequest& request, TuneReport& report) {
  note_channels(report);
  note_no_settings(report);
  std::map<std::string, int> failed;
  for (const Record& record : report.records) {
    if (time_of(record) || record.trial.is_sentinel) continue;
    const auto& one = record.trial.configuration;
    const std::string way = way_text(one).empty() ? "its own choice" : way_text(one);
    const std::string knob = fact_of(record, tuner::measure::kKnobFact);
    ++failed[fmt::format("{} {}{}{}: {}", name_of(one.call.collective), way,
                         knob.empty() ? "" : " with ", knob, failure_of(record))];
  }
  for (const auto& [text, count] : failed) {
    report.notes.push_back(count == 1 ? text : fmt::format("{} ({} sizes)", text, count));
  }
  if (report.expected_from.empty()) {
    report.notes.emplace_back("no model said what to expect: every way had to be measured");
  }
  if (report.ending == tuner::tune::Ending::Spent) {
    report.notes.push_back(fmt::format(
        "the budget of {:g} % of a whole sweep is spent before all choices are settled; "
        "another run with a larger ⟨budget⟩ goes on from the file",
        100 * request.budget));
  }
}

}  // namespace

bool TuneReport::is_emulated() const {
  return std::ranges::any_of(records, tuner::measure::is_emulated);
}

bool TuneReport::is_of_nccl() const {
  return sim::libraries::is_on_gpus(measured_by);
}

bool TuneReport::reads_rules() const {
  const auto on_cpus = sim::libraries::find_on_cpus(measured_by);
  return on_cpus && !entry_of(*on_cpus).settings.empty();
}

bool TuneReport::has_confirmed() const {
  return std::ranges::count(choices, Reason::Faster, &Choice::reason) > 0;
}

bool TuneReport::has_undecided() const {
  return std::ranges::any_of(choices, [](const Choice& one) {
    return one.reason == Reason::Undecided || one.reason == Reason::Untimed;
  });
}

bool TuneReport::has_failed() const {
  return std::ranges::all_of(choices,
                             [](const Choice& one) { return one.reason == Reason::AllFailed; });
}

core::Result<JobPtr> tuned_job(const TuneRequest& request, std::string_view library) {
  constexpr std::string_view kNccl = "NCCL ";
  setup::JobRequest asked = *request.job;
  if (!asked.nccl && library.starts_with(kNccl)) asked.nccl = library.substr(kNccl.size());
  return open(asked, request.time_model);
}

core::Result<TuneReport> answer(const TuneRequest& request) {
  if (const auto checked = check(request); !checked) return core::fail(checked.error());
  measuring::MeasureRequest once = request.measure;
  once.rules.launches = 1;
  auto asked = measuring::asked_of(once);
  if (!asked) return core::fail(asked.error());
  asked->job.continued = once.output;
  if (const auto checked = check_knobs(request, *asked); !checked) {
    return core::fail(checked.error());
  }
  TuneReport report;
  report.runner = request.measure.runner;
  Session session(request, *asked, report);
  if (const auto opened = session.open(); !opened) return core::fail(opened.error());
  auto tables = begun(request, session, report);
  if (!tables) return core::fail(tables.error());
  const auto tuning = tuned(request, *std::move(tables), session, report);
  if (!tuning) return core::fail(tuning.error());
  report.choices = choices_of(*tuning);
  report.guesses = guesses_of(*tuning);
  report.curves = curves_of(*tuning);
  std::ranges::move(unexpected_ways(*tuning), std::back_inserter(report.notes));
  if (const auto done = try_knobs(request, session, report); !done) {
    return core::fail(done.error());
  }
  note(request, report);
  return report;
}

}  // namespace treering::app::tuning
