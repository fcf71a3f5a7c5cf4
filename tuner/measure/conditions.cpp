#include "tuner/measure/conditions.h"

namespace treering::tuner::measure {

std::string fact_of(const Record& record, std::string_view name) {
  const auto found = record.environment.find(std::string(name));
  return found == record.environment.end() ? "" : found->second;
}

std::map<std::string, std::string> conditions_of(const Record& record) {
  std::map<std::string, std::string> conditions;
  for (const std::string_view name : kConditionFacts) {
    const std::string value = fact_of(record, name);
    if (!value.empty()) conditions.emplace(name, value);
  }
  return conditions;
}

}  // namespace treering::tuner::measure
