// Calls on built-in machines, each with its time by the event model and by the cost model.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/call.h"

namespace treering::bench {

struct Comparison {
  std::string topology;
  int nodes = 1;
  core::Collective collective = core::Collective::AllReduce;
  std::string algorithm;
  std::string protocol;
  std::uint64_t bytes = 0;
  double event_us = 0;
  double cost_us = 0;

  /// |event / cost - 1|
  double difference() const;
};

struct Comparisons {
  std::vector<Comparison> rows;
  // Calls that are not among them:
  std::uint64_t too_long = 0;      // the simulation would take too long
  std::uint64_t without_time = 0;  // one of the models has none
};

/// What is compared of a machine.
enum class Part {
  Usual,      // all algorithms that NCCL has there by itself, and messages between pairs
  OneGpu,     // PAT, with one GPU of each node
  InNetwork,  // CollNet and NVLS over several nodes, where the network reduces
};

/// All algorithms and protocols of a part, 8 B to 4 GiB. Larger calls of a kind are left out once
/// one of an eighth of the size took an eighth of `most_cpu_s`.
Comparisons compare(const std::string& topology, int nodes, Part part, double most_cpu_s);

}  // namespace treering::bench
