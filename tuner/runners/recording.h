// A file of results as a recording that can be replayed: by configuration and start, without what
// was replayed before.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

#include "core/result.h"
#include "tuner/measure/messages.h"
#include "tuner/measure/record.h"
#include "tuner/runners/runner.h"

namespace treering::tuner::runners {

using Records = std::vector<const measure::Record*>;

struct Recording {
  std::vector<measure::Record> all;
  measure::Hello hello;
  /// The records of each configuration, by start in the order in which they ran.
  std::map<measure::Configuration, std::vector<Records>> starts;
  std::map<measure::Configuration, std::size_t> replayed;  // starts
  /// Likewise of the sentinel's turns, by launch: one may have had several starts.
  std::map<measure::Configuration, std::vector<Records>> turns;
  std::map<measure::Configuration, std::size_t> replayed_turns;  // launches
};

/// Reads the job's file. \pre it names one
core::Result<std::shared_ptr<Recording>> read_recording(const LaunchRequest& job);

}  // namespace treering::tuner::runners
