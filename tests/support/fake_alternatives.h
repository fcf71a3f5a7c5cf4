// Models made up for tests: a pair costs a latency plus bytes over a bandwidth.
#pragma once

#include <string>
#include <vector>

#include "sim/alternatives.h"

namespace treering::testing {

struct FakePair {
  std::string algorithm;
  std::string protocol;
  double nccl_latency_us = 1;
  double nccl_gb_per_s = 1;
  double real_latency_us = 1;  // what the model says
  double real_gb_per_s = 1;
  bool has_failed_search = false;
};

/// The model and NCCL agree.
FakePair agreed(std::string algorithm, std::string protocol, double latency_us, double gb_per_s);

/// The same for every collective. Channels grow with the size: one for each KiB begun, up to 16.
sim::AlternativesOf fake_alternatives(std::vector<FakePair> pairs);

}  // namespace treering::testing
