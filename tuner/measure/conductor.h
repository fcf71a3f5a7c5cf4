// Measures a sweep: starts workers, gives them tasks, judges when a result is settled, writes it
// down, and goes on whatever happens to them.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/result.h"
#include "core/units.h"
#include "tuner/measure/record.h"
#include "tuner/measure/sweep.h"
#include "tuner/measure/workers.h"

namespace treering::tuner::measure {

/// Starts workers anew.
using StartWorkers = std::function<core::Result<std::unique_ptr<Workers>>()>;

/// Puts a result where it lasts before the next measurement starts. Fails where it cannot.
using KeepRecord = std::function<core::Result<void>(const Record&)>;

struct Progress {
  std::size_t done = 0;
  std::size_t all = 0;
  const Record* last = nullptr;  // null before the first
  core::Duration elapsed;        // since the sweep began

  /// For the rest, if it takes as long as what is done; nothing before the first.
  [[nodiscard]] std::optional<core::Duration> left() const;
};

/// Which results that failed earlier are tried again.
enum class Retry {
  Lost,    // those of which nothing was recorded because their workers ended or hung
  Failed,  // all
};

/// Whether an earlier result is to be tried again.
bool is_retried(const Record& record, Retry retry);

struct Conduct {
  std::string runner;                        // for the records
  int ranks = 0;                             // that `start` starts; 0: not known before
  std::map<std::string, std::string> facts;  // for the records' environment
  // Of the ranks where a run is resumed; empty and 0: not known before.
  std::map<std::string, std::string> environment;  // environment_with()
  int nodes = 0;
  Retry retry = Retry::Lost;
  StartWorkers start;
  KeepRecord keep;
  std::function<void(const Progress&)> observe;  // may be empty
  std::stop_token stop;                          // ends after the batch that runs
};

/// Measures all trials of `sweep` that `earlier` does not have, or has to be tried again, and
/// returns how many. A trial that fails is a record with its reason. Fails where workers cannot be
/// started at all, and where a record cannot be kept.
core::Result<std::size_t> conduct(const Sweep& sweep, const std::vector<Record>& earlier,
                                  const Conduct& with);

}  // namespace treering::tuner::measure
