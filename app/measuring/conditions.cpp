#include "app/measuring/conditions.h"

#include <map>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Record;

/// Facts that a sweep does not change: those that change what it measures, and how it was measured.
std::set<std::string> facts_of_a_sweep() {
  std::set<std::string> all(tuner::measure::kConditionFacts.begin(),
                            tuner::measure::kConditionFacts.end());
  all.insert({"rules", "treering"});
  return all;
}

/// All that was recorded of them, but for what changes from moment to moment. NCCL's variables are
/// among the conditions.
std::set<std::string> recorded_facts(const std::vector<Record>& records) {
  std::set<std::string> all = facts_of_a_sweep();
  for (const Record& record : records) {
    for (const auto& [name, value] : record.environment) {
      if (!tuner::measure::is_of_the_moment(name) && !name.starts_with("NCCL_")) all.insert(name);
    }
  }
  return all;
}

/// By name all values, but for where the fact is unknown. That treering laid out no links is known:
/// "none".
std::map<std::string, std::set<std::string>> values_of(const std::vector<Record>& records) {
  std::map<std::string, std::set<std::string>> values;
  for (const Record& record : records) {
    auto facts = tuner::measure::conditions_of(record);
    facts.insert(record.environment.begin(), record.environment.end());
    facts.emplace(tuner::measure::kShapedFact, "none");
    for (const auto& [name, value] : facts) values[name].insert(value);
  }
  return values;
}

}  // namespace

std::vector<std::string> differing_facts(const std::vector<Record>& records) {
  std::vector<std::string> facts;
  auto values = values_of(records);
  for (const std::string& fact : facts_of_a_sweep()) {
    if (values[fact].size() < 2) continue;
    facts.push_back(fmt::format("{}: {}", fact, fmt::join(values[fact], " | ")));
  }
  return facts;
}

std::vector<std::string> differing_facts(const std::vector<Record>& before,
                                         const std::vector<Record>& after) {
  std::vector<std::string> facts;
  auto first = values_of(before);
  auto second = values_of(after);
  std::set<std::string> names = recorded_facts(before);
  names.merge(recorded_facts(after));
  for (const std::string& fact : names) {
    if (first[fact] == second[fact]) continue;
    const auto text = [](const std::set<std::string>& values) {
      return values.empty() ? std::string("unknown") : fmt::format("{}", fmt::join(values, " | "));
    };
    facts.push_back(
        fmt::format("{}: {} (before), {} (after)", fact, text(first[fact]), text(second[fact])));
  }
  return facts;
}

}  // namespace treering::app::measuring
