#include <algorithm>
#include <array>
#include <string_view>

#include "core/text/reading.h"
#include "tuner/measure/conditions.h"
#include "tuner/measure/conductor.h"

namespace treering::tuner::measure {
namespace {

/// What a run is asked for, and its results have in their environment.
constexpr std::array<std::string_view, 4> kAskedFacts{kShapedFact, "bind", "rules", "seed"};

/// In what a result is of another machine or library than those of the run that is asked for. What
/// either does not know is no difference.
std::set<std::string> unlike_conditions(const Record& record, const Conduct& with) {
  std::set<std::string> all;
  if (with.nodes != 0 && record.nodes != with.nodes) all.insert("nodes");
  if (with.environment.empty()) return all;
  Record now;
  now.runner = with.runner;
  now.environment = with.environment;
  auto conditions = conditions_of(now);
  // Workers of a replay say what all of its results have in common, which may leave out variables.
  if (with.environment.contains(kReplayedFact) && !with.environment.contains(kVariablesFact)) {
    conditions.erase(kVariablesFact);
  }
  for (const auto& [name, value] : conditions_of(record)) {
    const auto other = conditions.find(name);
    const bool is_asked = std::ranges::find(kAskedFacts, name) != kAskedFacts.end();
    if (!is_asked && other != conditions.end() && other->second != value) all.insert(name);
  }
  return all;
}

/// In what a result is not as asked for.
std::set<std::string> unlike(const Record& record, const Conduct& with) {
  std::set<std::string> all = unlike_conditions(record, with);
  if (record.runner != with.runner) all.insert("runner");
  if (with.ranks != 0 && record.ranks != with.ranks) all.insert("ranks");
  const bool is_replayed = record.environment.contains(kReplayedFact);
  for (const std::string_view name : kAskedFacts) {
    const std::string fact = fact_of(record, name);
    const auto asked = with.facts.find(std::string(name));
    // A cluster is shaped or it is not, and a replay has that of its recording. All else may be
    // unknown, since earlier versions did not write it.
    const bool is_shape = name == kAskedFacts.front();
    if (is_shape ? is_replayed : fact.empty()) continue;
    if (fact != (asked == with.facts.end() ? "" : asked->second)) all.emplace(name);
  }
  return all;
}

int first_launch_of(const Record& record) {
  return core::whole_number<int>(fact_of(record, kFirstLaunchFact)).value_or(0);
}

}  // namespace

int next_launch(const std::vector<Record>& records) {
  int next = 0;
  for (const Record& record : records) next = std::max(next, record.trial.launch + 1);
  return next;
}

Resumed comparable(const std::vector<Record>& earlier, const Conduct& with) {
  Resumed result;
  for (const Record& record : earlier) {
    std::set<std::string> differing = unlike(record, with);
    differing.erase("seed");
    if (!fact_of(record, kKnobFact).empty()) differing.erase(std::string(kVariablesFact));
    result.unlike.insert(differing.begin(), differing.end());
    if (differing.empty()) result.own.push_back(record);
  }
  result.first_launch = next_launch(earlier);
  result.others = earlier.size() - result.own.size();
  return result;
}

Resumed resumed(const std::vector<Record>& earlier, const Conduct& with) {
  Resumed result;
  for (const Record& record : earlier) {
    const std::set<std::string> differing = unlike(record, with);
    result.unlike.insert(differing.begin(), differing.end());
    if (differing.empty()) result.own.push_back(record);
  }
  if (result.own.empty()) {
    result.first_launch = next_launch(earlier);
  } else {
    result.first_launch = first_launch_of(result.own.back());
    std::erase_if(result.own, [&](const Record& record) {
      return first_launch_of(record) != result.first_launch;
    });
  }
  result.others = earlier.size() - result.own.size();
  return result;
}

}  // namespace treering::tuner::measure
