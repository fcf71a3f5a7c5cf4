#include "app/tuning/tune.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "app/measuring/conduct.h"
#include "app/measuring/ranks.h"
#include "app/measuring/sweep.h"
#include "app/tuning/expectations.h"
#include "app/tuning/unexpected.h"
#include "core/unit_text.h"
#include "tuner/measure/journal.h"
#include "tuner/measure/resume.h"

namespace treering::app::tuning {
namespace {

using tuner::measure::Configuration;
using tuner::measure::Journal;
using tuner::measure::Record;
using tuner::tune::Launch;
using tuner::tune::Place;
using tuner::tune::Shown;
using tuner::tune::Table;

/// Whether the ranks did something else than what was asked.
bool is_another(const Record& record) {
  return is_another_algorithm(record.used, record.trial.configuration);
}

/// Nothing where there is no time, or that of something else.
std::optional<double> time_of(const Record& record) {
  if (!record.error.empty() || !record.median_us || *record.median_us <= 0) return std::nullopt;
  if (is_another(record)) return std::nullopt;
  return record.median_us;
}

std::optional<Place> place_of(const std::vector<Table>& tables, const Configuration& one) {
  for (std::size_t table = 0; table < tables.size(); ++table) {
    if (const auto cell = tables[table].grid.find(one)) return Place{table, *cell};
  }
  return std::nullopt;
}

/// What records show of the tables. The sentinel's turns do not count: they would give its cell
/// more weight than others.
std::vector<Shown> shown_by(const std::vector<Record>& records, const std::vector<Table>& tables) {
  std::vector<Shown> shown;
  for (const Record& record : records) {
    if (record.trial.is_sentinel) continue;
    if (const auto place = place_of(tables, record.trial.configuration)) {
      shown.push_back({*place, time_of(record), record.trial.launch, record.confirms});
    }
  }
  return shown;
}

/// Measures, and keeps what was measured.
class Session {
 public:
  Session(const TuneRequest& request, const measuring::Asked& asked, TuneReport& report)
      : request_(request), asked_(asked), report_(report) {}

  core::Result<void> open() {
    if (request_.measure.output.empty()) return {};
    auto opened = Journal::open(request_.measure.output);
    if (!opened) return core::fail(opened.error());
    journal_.emplace(*std::move(opened));
    report_.records = journal_->earlier();
    return {};
  }

  /// What the workers are, and the grids of the request for them.
  core::Result<std::vector<tuner::tune::SweptGrid>> begin() {
    auto start = measuring::starter_of(asked_);
    if (!start) return core::fail(start.error());
    auto first = (*start)();
    if (!first) return core::fail(first.error());
    const tuner::measure::Hello& hello = (*first)->hello();
    hello_ = hello;
    report_.ranks = hello.ranks;
    report_.nodes = hello.nodes;
    report_.library = hello.library;
    const auto sweep =
        measuring::sweep_of(request_.measure, measuring::Known{hello.ranks, hello.algorithms});
    if (!sweep) return core::fail(sweep.error());
    start_ = measuring::started_with(*std::move(first), asked_.job.launcher, *std::move(start));
    return tuner::tune::grids_of(sweep->configurations);
  }

  [[nodiscard]] const tuner::measure::Hello& hello() const { return hello_; }
  void allow(std::size_t measurements) { progress_.most = measurements; }

  core::Result<std::vector<Shown>> measure(const std::vector<Table>& tables, const Launch& launch) {
    tuner::measure::Sweep sweep;
    for (const Place& place : launch.places) {
      sweep.configurations.push_back(tables[place.table].grid.configuration(place.cell));
    }
    sweep.rules = request_.measure.rules;
    sweep.rules.launches = 1;
    sweep.first_launch = launch.number;
    sweep.has_sentinel = false;
    sweep.seed = request_.measure.seed;
    std::vector<Record> records;
    tuner::measure::Conduct conduct = measuring::conduct_of(request_.measure, asked_, start_);
    conduct.keep = [&](const Record& record) -> core::Result<void> {
      records.push_back(record);
      records.back().confirms = launch.confirms;
      say(record);
      return journal_ ? journal_->append(records.back()) : core::Result<void>();
    };
    const auto done = tuner::measure::conduct(sweep, {}, conduct);
    if (!done) return core::fail(done.error());
    report_.records.insert(report_.records.end(), records.begin(), records.end());
    return shown_by(records, tables);
  }

 private:
  void say(const Record& record) {
    if (!record.trial.is_sentinel) ++progress_.measurements;
    progress_.last = &record;
    if (request_.observe) request_.observe(progress_);
  }

  const TuneRequest& request_;
  const measuring::Asked& asked_;
  TuneReport& report_;
  std::optional<Journal> journal_;
  tuner::measure::StartWorkers start_;
  tuner::measure::Hello hello_;
  Progress progress_;
};

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

void note(const TuneRequest& request, TuneReport& report) {
  std::map<std::string, int> failed;
  for (const Record& record : report.records) {
    if (time_of(record) || record.trial.is_sentinel) continue;
    const std::string why = is_another(record)
                                ? fmt::format("what ran was {}", record.used.algorithms.front())
                                : record.error;
    ++failed[fmt::format("{}{}{}: {}", name_of(record.trial.configuration.collective),
                         way_text(record.trial.configuration).empty() ? "" : " ",
                         way_text(record.trial.configuration), why)];
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

core::Result<TuneReport> answer(const TuneRequest& request) {
  if (const auto checked = check(request); !checked) return core::fail(checked.error());
  measuring::MeasureRequest once = request.measure;
  once.rules.launches = 1;
  const auto asked = measuring::asked_of(once);
  if (!asked) return core::fail(asked.error());
  const measuring::Meeting meeting(asked->job);
  TuneReport report;
  report.runner = request.measure.runner;
  Session session(request, *asked, report);
  if (const auto opened = session.open(); !opened) return core::fail(opened.error());
  auto grids = session.begin();
  if (!grids) return core::fail(grids.error());
  auto name = fill_expectations(request, session.hello(), *grids);
  if (!name) return core::fail(name.error());
  report.expected_from = *std::move(name);
  std::vector<Table> tables;
  for (const auto& one : *grids) tables.push_back(tuner::tune::table_of(one));
  report.exhaustive = cells_of(tables) * static_cast<std::size_t>(request.measure.rules.launches);
  const std::vector<Shown> earlier = shown_by(report.records, tables);
  tables = tuner::tune::resumed(std::move(tables), earlier, request.rule);
  report.earlier = earlier.size();
  tuner::tune::Pace pace;
  pace.rule = request.rule;
  pace.most_launches = static_cast<std::size_t>(request.measure.rules.launches);
  const auto most = static_cast<std::size_t>(
      std::max(1.0, std::floor(request.budget * static_cast<double>(report.exhaustive))));
  pace.most_measurements = most - std::min(most, report.earlier);
  session.allow(*pace.most_measurements);
  pace.first_launch = tuner::measure::next_launch(report.records);
  const auto measure = [&](const Launch& launch) { return session.measure(tables, launch); };
  const auto tuning = tuner::tune::tune(tables, pace, measure, request.measure.stop);
  if (!tuning) return core::fail(tuning.error());
  report.measured = report.earlier + tuning->measurements;
  report.launches = tuning->launches;
  report.ending = tuning->ending;
  report.choices = choices_of(*tuning);
  report.guesses = guesses_of(*tuning);
  report.notes = unexpected_ways(*tuning);
  note(request, report);
  return report;
}

}  // namespace treering::app::tuning
