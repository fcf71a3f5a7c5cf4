#include "app/tuning/session.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/conduct.h"
#include "core/units.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/conductor.h"

namespace treering::app::tuning {

bool is_another(const tuner::measure::Record& record) {
  return is_another_algorithm(record.used, record.trial.configuration);
}

bool was_late(const tuner::measure::Record& record) {
  return record.late > 0 && record.samples_us.empty();
}

std::optional<double> time_of(const tuner::measure::Record& record) {
  if (!record.error.empty() || !record.median_us || *record.median_us <= 0) return std::nullopt;
  if (is_another(record)) return std::nullopt;
  return record.median_us;
}

namespace {

using tuner::measure::Configuration;

/// Every other way is weighed against the library's own choice, also where it was not asked for.
std::vector<Configuration> with_own_choice(std::vector<Configuration> all) {
  std::set<Configuration> known(all.begin(), all.end());
  for (std::size_t i = 0, asked = all.size(); i < asked; ++i) {
    Configuration own = own_choice_of(all[i]);
    if (known.insert(own).second) all.push_back(std::move(own));
  }
  return all;
}

/// What a recording lacks wholly, of one collective.
struct Lack {
  std::set<std::uint64_t> sizes;
  std::set<std::string> ways;
};

std::string text_of(const Lack& lack) {
  std::vector<std::string> parts;
  if (lack.sizes.size() > 1) {
    parts.push_back(fmt::format("{} sizes from {} to {}", lack.sizes.size(),
                                core::format_size(*lack.sizes.begin()),
                                core::format_size(*lack.sizes.rbegin())));
  } else if (!lack.sizes.empty()) {
    parts.push_back(core::format_size(*lack.sizes.begin()));
  }
  parts.insert(parts.end(), lack.ways.begin(), lack.ways.end());
  const bool is_one = lack.sizes.size() + lack.ways.size() == 1;
  return fmt::format("{} {} not in the recording", fmt::join(parts, ", "), is_one ? "is" : "are");
}

}  // namespace

using tuner::measure::Journal;
using tuner::measure::Record;
using tuner::measure::StartWorkers;

core::Result<void> Session::open() {
  if (request_.measure.output.empty()) return {};
  auto opened = Journal::open(request_.measure.output);
  if (!opened) return core::fail(opened.error());
  journal_.emplace(*std::move(opened));
  report_.records = journal_->earlier();
  return {};
}

core::Result<std::vector<tuner::tune::SweptGrid>> Session::begin() {
  auto start = asked_.runner->starter(asked_.job);
  if (!start) return core::fail(start.error());
  auto first = (*start)();
  if (!first) return core::fail(first.error());
  hello_ = (*first)->hello();
  report_.ranks = hello_.ranks;
  report_.nodes = hello_.nodes;
  report_.library = hello_.library;
  const auto replayed = hello_.environment.find(tuner::measure::kReplayedFact);
  report_.measured_by = replayed == hello_.environment.end() ? report_.runner : replayed->second;
  const auto sweep = measuring::sweep_of(request_.measure, measuring::known_of(hello_));
  if (!sweep) return core::fail(sweep.error());
  std::ranges::move(measuring::unrecorded_notes(request_.measure, measuring::known_of(hello_)),
                    std::back_inserter(report_.notes));
  start_ = measuring::started_with(*std::move(first), asked_.job.launcher, *std::move(start));
  leave_out_others();
  auto offered = only_offered(sweep->configurations);
  if (!offered) return core::fail(offered.error());
  auto grids = tuner::tune::grids_of(with_times(with_own_choice(*std::move(offered))));
  for (tuner::tune::SweptGrid& one : grids) thin(one);
  return grids;
}

void Session::thin(tuner::tune::SweptGrid& swept) {
  const std::size_t asked = swept.grid.sizes.size();
  swept = tuner::tune::thinned(std::move(swept));
  if (swept.grid.sizes.size() == asked) return;
  report_.notes.push_back(
      fmt::format("{}: of {} sizes {} are looked at, evenly over the octaves; a line holds for "
                  "the sizes between its own",
                  name_of(swept.grid.call.call.collective), asked, swept.grid.sizes.size()));
}

int Session::most_launches() const {
  const int asked = request_.measure.rules.launches;
  return hello_.recorded_launches == 0 ? asked : std::min(asked, hello_.recorded_launches);
}

/// Those whose algorithm the library has, where it says which: of others nothing may be expected.
core::Result<std::vector<Configuration>> Session::only_offered(std::vector<Configuration> all) {
  if (!hello_.recorded.empty()) return all;
  std::map<std::string, std::set<std::string>> lacking;  // names of collectives, by algorithm
  std::set<std::string> known;
  std::erase_if(all, [&](const Configuration& one) {
    const std::string collective(name_of(one.call.collective));
    const auto have = hello_.algorithms.find(collective);
    if (one.way.algorithm.empty() || have == hello_.algorithms.end()) return false;
    known.insert(have->second.begin(), have->second.end());
    if (std::ranges::find(have->second, one.way.algorithm) != have->second.end()) return false;
    lacking[one.way.algorithm].insert(collective);
    return true;
  });
  for (const auto& [algorithm, collectives] : lacking) {
    if (!known.contains(algorithm)) {
      return core::usage_error("⟨algo⟩",
                               fmt::format("'{}' is unknown to {}", algorithm, report_.library),
                               fmt::format("expected some of {}", fmt::join(known, ", ")));
    }
    report_.notes.push_back(fmt::format("{} has no {} of {}", report_.library, algorithm,
                                        fmt::join(collectives, ", ")));
  }
  return all;
}

/// Those that ranks can measure. A recording has what it has.
std::vector<Configuration> Session::with_times(std::vector<Configuration> all) {
  const std::set<Configuration> recorded(hello_.recorded.begin(), hello_.recorded.end());
  if (recorded.empty()) return all;
  std::map<core::Collective, Lack> lacks;
  std::erase_if(all, [&](const Configuration& one) {
    if (recorded.contains(one)) return false;
    lacks[one.call.collective].sizes.insert(one.call.bytes);
    if (!is_own_choice(one)) lacks[one.call.collective].ways.insert(way_text(one));
    return true;
  });
  for (const Configuration& one : all) {
    lacks[one.call.collective].sizes.erase(one.call.bytes);
    lacks[one.call.collective].ways.erase(way_text(one));
  }
  for (const auto& [collective, lack] : lacks) {
    if (lack.sizes.empty() && lack.ways.empty()) continue;
    report_.notes.push_back(fmt::format("{}: {}", name_of(collective), text_of(lack)));
  }
  return all;
}

/// Results of another machine, library or number of ranks say nothing of this one.
void Session::leave_out_others() {
  auto conduct = measuring::conduct_of(request_.measure, asked_, {});
  measuring::take_ranks(hello_, conduct);
  auto comparable = tuner::measure::comparable(report_.records, conduct);
  if (comparable.others > 0) {
    report_.notes.push_back(measuring::others_text(comparable.others, comparable.unlike));
  }
  first_launch_ = comparable.first_launch;
  report_.records = std::move(comparable.own);
}

core::Result<StartWorkers> Session::starter_for(
    const std::map<std::string, std::string>& variables) {
  if (variables.empty()) return start_;
  const auto known = starters_.find(variables);
  if (known != starters_.end()) return known->second;
  measuring::Asked asked = asked_;
  asked.job.variables = variables;
  auto start = asked.runner->starter(asked.job);
  if (start) starters_.emplace(variables, *start);
  return start;
}

core::Result<std::vector<Record>> Session::measure(const LaunchRequest& launch) {
  auto start = starter_for(launch.variables);
  if (!start) return core::fail(start.error());
  tuner::measure::Sweep sweep;
  sweep.configurations = launch.configurations;
  sweep.rules = request_.measure.rules;
  sweep.rules.launches = 1;
  sweep.first_launch = launch.number;
  sweep.has_sentinel = false;
  sweep.seed = request_.measure.seed;
  std::vector<Record> records;
  tuner::measure::Conduct conduct =
      measuring::conduct_of(request_.measure, asked_, *std::move(start));
  if (!launch.knob.empty()) conduct.facts[tuner::measure::kKnobFact] = launch.knob;
  conduct.keep = [&](const Record& record) -> core::Result<void> {
    records.push_back(record);
    records.back().confirms = launch.confirms;
    say(record);
    return journal_ ? journal_->append(records.back()) : core::Result<void>();
  };
  const auto done = tuner::measure::conduct(sweep, {}, conduct);
  if (!done) return core::fail(done.error());
  report_.records.insert(report_.records.end(), records.begin(), records.end());
  return records;
}

void Session::say(const Record& record) {
  if (!record.trial.is_sentinel) ++progress_.measurements;
  progress_.last = &record;
  if (request_.observe) request_.observe(progress_);
}

}  // namespace treering::app::tuning
