// What a sweep measures, and in which order.
//
// Fresh launches are a factor, since what a start decides (placement, connections) stays for its
// life (Hunold & Carpen-Amarie 2015, arXiv 1505.07734, section 5.2). Within a launch configurations
// come in random order, so that what drifts does not look like size or algorithm; one of them, the
// sentinel, returns throughout, so that drift shows. It is the one in the middle of the list.
#pragma once

#include <cstdint>
#include <vector>

#include "core/units.h"
#include "tuner/measure/configuration.h"
#include "tuner/measure/messages.h"
#include "tuner/stats/stopping.h"

namespace treering::tuner::measure {

struct Rules {
  int launches = 1;
  int warmups = 5;                                              // calls, before the first sample
  core::Duration least_warmup = core::Duration::from_us(50e3);  // at the pace of the first calls
  int loops = 20;  // calls in one go for nccl-tests' time
  stats::StoppingRule stop;
  StartTolerance start;
  core::Duration most_time = core::Duration::from_us(20e6);  // for one configuration and launch
  core::Duration patience = core::Duration::from_us(60e6);   // without an answer: they hang
};

struct Sweep {
  std::vector<Configuration> configurations;
  Rules rules;
  std::uint64_t seed = 1;  // of the order
  int first_launch = 0;    // its number in the results
  /// Of a sweep that comes back to its configurations by itself there is none.
  bool has_sentinel = true;
};

/// One configuration in one launch.
struct Trial {
  Configuration configuration;
  int launch = 0;
  bool is_sentinel = false;
  int turn = 0;  // of the sentinel: how often it came before in this launch

  auto operator<=>(const Trial&) const = default;
};

/// All trials of a launch, in order: the same for equal sweeps.
std::vector<Trial> trials_of(const Sweep& sweep, int launch);

}  // namespace treering::tuner::measure
