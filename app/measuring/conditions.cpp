#include "app/measuring/conditions.h"

#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/measure/conditions.h"

namespace treering::app::measuring {
namespace {

using tuner::measure::Record;

/// Facts that a sweep does not change: those that change what it measures, and how it was measured.
std::vector<std::string_view> facts_of_a_sweep() {
  std::vector<std::string_view> all(tuner::measure::kConditionFacts.begin(),
                                    tuner::measure::kConditionFacts.end());
  all.insert(all.end(), {"rules", "treering"});
  return all;
}

/// All values of the fact, but for where it is unknown. That treering laid out no links is known:
/// "none".
std::set<std::string> values_of(const std::vector<Record>& records, std::string_view fact) {
  std::set<std::string> values;
  for (const Record& record : records) {
    const auto found = record.environment.find(std::string(fact));
    if (found != record.environment.end()) {
      values.insert(found->second);
    } else if (fact == tuner::measure::kShapedFact) {
      values.insert("none");
    }
  }
  return values;
}

}  // namespace

std::vector<std::string> differing_facts(const std::vector<Record>& records) {
  std::vector<std::string> facts;
  for (const std::string_view fact : facts_of_a_sweep()) {
    const auto values = values_of(records, fact);
    if (values.size() > 1) facts.push_back(fmt::format("{}: {}", fact, fmt::join(values, " | ")));
  }
  return facts;
}

std::vector<std::string> differing_facts(const std::vector<Record>& before,
                                         const std::vector<Record>& after) {
  std::vector<std::string> facts;
  for (const std::string_view fact : facts_of_a_sweep()) {
    const auto first = values_of(before, fact);
    const auto second = values_of(after, fact);
    if (first == second || (first.empty() && second.empty())) continue;
    const auto text = [](const std::set<std::string>& values) {
      return values.empty() ? std::string("unknown") : fmt::format("{}", fmt::join(values, " | "));
    };
    facts.push_back(fmt::format("{}: {} (before), {} (after)", fact, text(first), text(second)));
  }
  return facts;
}

}  // namespace treering::app::measuring
