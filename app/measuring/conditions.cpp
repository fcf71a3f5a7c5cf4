#include "tuner/measure/conditions.h"

#include <cstddef>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/measuring/compared_side.h"
#include "core/units.h"

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
  all.insert({kRunnerFact, kNodesFact});
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
    facts.emplace(kRunnerFact, record.runner);
    if (record.nodes > 0) facts.emplace(kNodesFact, std::to_string(record.nodes));
    for (const auto& [name, value] : facts) values[name].insert(value);
  }
  return values;
}

/// Absent facts are unknown, but for those that are only there where there is something to say.
std::string shown_value(const std::map<std::string, std::string>& conditions,
                        const std::string& fact) {
  const auto found = conditions.find(fact);
  if (found != conditions.end()) return found->second;
  const bool is_none = fact == tuner::measure::kShapedFact || fact == tuner::measure::kAlsoRanFact;
  return is_none ? "none" : "unknown";
}

/// The rows whose sides differ in a fact.
struct UnlikeRows {
  std::size_t count = 0;
  std::set<std::string> values;  // of these
};

UnlikeRows unlike_rows(const std::vector<ConditionsOfBoth>& rows, const std::string& fact) {
  UnlikeRows unlike;
  for (const ConditionsOfBoth& row : rows) {
    std::string before = shown_value(row.before, fact);
    std::string after = shown_value(row.after, fact);
    if (before == after) continue;
    ++unlike.count;
    unlike.values.insert({std::move(before), std::move(after)});
  }
  return unlike;
}

/// "performance (before), powersave | schedutil (after)"
std::string text_of_both(const std::set<std::string>& before, const std::set<std::string>& after) {
  const auto text = [](const std::set<std::string>& values) {
    return values.empty() ? std::string("unknown") : fmt::format("{}", fmt::join(values, " | "));
  };
  return fmt::format("{} (before), {} (after)", text(before), text(after));
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
                                         const std::vector<Record>& after,
                                         const std::vector<ConditionsOfBoth>& rows) {
  std::vector<std::string> facts;
  auto first = values_of(before);
  auto second = values_of(after);
  std::set<std::string> names = recorded_facts(before);
  names.merge(recorded_facts(after));
  for (const std::string& fact : names) {
    const UnlikeRows unlike = unlike_rows(rows, fact);
    const std::string where =
        fmt::format(", in {} of {}", unlike.count, core::counted(rows.size(), "row"));
    if (first[fact] != second[fact]) {
      const bool is_said = unlike.count > 0 && unlike.count < rows.size();
      facts.push_back(fmt::format("{}: {}{}", fact, text_of_both(first[fact], second[fact]),
                                  is_said ? where : ""));
    } else if (unlike.count > 0) {
      facts.push_back(fmt::format("{}: {}{}", fact, fmt::join(unlike.values, " and "), where));
    }
  }
  return facts;
}

}  // namespace treering::app::measuring
