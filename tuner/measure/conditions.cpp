#include "tuner/measure/conditions.h"

#include <algorithm>

#include "sim/libraries/library.h"
#include "tuner/measure/environment.h"

namespace treering::tuner::measure {
namespace {

bool is_of_nccl(const Record& record) {
  const std::string replayed = fact_of(record, kReplayedFact);
  return sim::libraries::is_on_gpus(replayed.empty() ? record.runner : replayed);
}

}  // namespace

std::string nccl_variables(const std::map<std::string, std::string>& environment) {
  std::string all;
  for (const auto& [name, value] : environment) {
    if (!name.starts_with("NCCL_")) continue;
    if (!all.empty()) all += "; ";
    all += name;
    all += "=";
    all += value;
  }
  return all.empty() ? kNoVariables : all;
}

bool is_of_the_moment(std::string_view name) {
  constexpr std::array<std::string_view, 9> kMoment{
      kTimeFact,   "load_1min", "clock", "temperature",   kThrottledFact,
      kWaitedFact, kStolenFact, "seed",  kFirstLaunchFact};
  if (std::ranges::find(kMoment, name) != kMoment.end()) return true;
  return name.ends_with("_before") || name.ends_with("_after") || name == kGpuThrottledFact ||
         name == kGpuSharedFact;
}

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
  if (is_of_nccl(record)) conditions.emplace(kVariablesFact, nccl_variables(record.environment));
  return conditions;
}

}  // namespace treering::tuner::measure
