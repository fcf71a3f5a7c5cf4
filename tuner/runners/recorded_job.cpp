#include "tuner/runners/recorded_job.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "tuner/measure/conditions.h"

namespace treering::tuner::runners {
namespace {

using measure::Record;

/// The first that ran as it is, not with a variable that `tune` tries; else the first.
const Record& usual(const std::vector<Record>& records) {
  const auto ran_as_it_is = [](const Record& record) {
    const std::string knob = measure::fact_of(record, measure::kKnobFact);
    return knob.empty() || knob == measure::kNoVariables;
  };
  const auto found = std::ranges::find_if(records, ran_as_it_is);
  return found == records.end() ? records.front() : *found;
}

std::string job_text(const Record& record) {
  const std::string shaped = measure::fact_of(record, measure::kShapedFact);
  return fmt::format("{} on {} of {}{}", record.runner, core::counted(record.ranks, "rank"),
                     core::counted(record.nodes, "node"),
                     shaped.empty() ? "" : ", links of " + shaped + " Gbit/s");
}

}  // namespace

std::vector<Record> with_variables(std::vector<Record> records, const Job& job) {
  const Record first = usual(records);
  const auto is_unlike = [&](const Record& record) {
    return std::ranges::any_of(measure::kKnobVariables, [&](std::string_view name) {
      const auto given = job.variables.find(std::string(name));
      const std::string wanted =
          given == job.variables.end() ? measure::fact_of(first, name) : given->second;
      return measure::fact_of(record, name) != wanted;
    });
  };
  std::erase_if(records, is_unlike);
  return records;
}

std::string variables_text(const Job& job) {
  std::string text;
  for (const auto& [name, value] : job.variables) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

core::Result<void> check_one_job(const std::vector<Record>& records, const std::string& file) {
  const std::string first = job_text(records.front());
  for (const Record& record : records) {
    if (job_text(record) == first) continue;
    return core::bad_input(file, "runs of " + first + " and of " + job_text(record),
                           "expected those of one job");
  }
  return {};
}

}  // namespace treering::tuner::runners
