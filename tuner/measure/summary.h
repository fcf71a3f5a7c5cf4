// What the results of a sweep come to, configuration by configuration.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "tuner/measure/record.h"
#include "tuner/stats/drift.h"
#include "tuner/stats/launches.h"
#include "tuner/stats/modes.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::measure {

/// All results of one configuration by one runner on so many ranks.
struct Summary {
  std::string runner;
  Configuration configuration;
  int ranks = 0;
  int nodes = 0;
  stats::Launches launches;  // samples of each in us, in the order in which they ran
  std::size_t samples = 0;
  std::optional<stats::Precision> precision;  // of the median; nothing without samples
  std::optional<double> average_us;           // nccl-tests' time: median of the launches
  int late = 0;
  std::uint64_t wrong = 0;
  Used used;
  std::optional<stats::Modes> modes;  // of the launch with most samples, where it has two
  std::vector<std::string> errors;    // of its failed results

  /// Whether every launch ended because its median was settled.
  bool is_converged = false;
};

/// In the order in which configurations first appear. The sentinel's further turns do not count:
/// they would give it more weight than others.
std::vector<Summary> summarise(const std::vector<Record>& records);

/// How the sentinel changed over one start of the workers.
struct SentinelDrift {
  std::string start;
  std::size_t turns = 0;
  stats::Drift drift;  // of its medians, by turn
};

/// For each start in which the sentinel ran three times or more.
std::vector<SentinelDrift> sentinel_drifts(const std::vector<Record>& records);

}  // namespace treering::tuner::measure
