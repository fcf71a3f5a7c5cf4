// One step of a schedule's JSON.
#pragma once

#include <cstdint>
#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/json/fields.h"
#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {

/// What a step may name.
struct StepScope {
  Contract contract;
  int agents = 0;
  std::uint64_t chunks = 1;  // of the space
  Address self;              // the stream of the step
};

WrittenStep read_step(const nlohmann::ordered_json& value, const std::string& pointer,
                      const StepScope& scope, core::FirstProblem& problem);

}  // namespace treering::sim::schedule
