// The job whose communicator we look at: which ranks on which nodes, under which NCCL.
#pragma once

#include <string>
#include <vector>

#include "sim/job/settings.h"

namespace treering::sim::job {

/// Tri-state for what the driver decides on a real machine: Auto follows the topology.
enum class Feature { Auto, Off, On };

struct Job {
  int nodes = 1;
  std::vector<int>
      devices;  // GPUs by number (core/topology/gpu_numbers.h), as local ranks; empty = all
  std::string nccl_version = "2.28.9";
  Feature nvls = Feature::Auto;    // NVLink SHARP multicast (Auto: sm >= 90 behind NVSwitch)
  Feature collnet = Feature::Off;  // in-network reduction plugin (SHARP), and it is enabled
  Settings settings;               // NCCL_* variables of its processes
  int gpus_per_process = 1;        // that one thread submits to, one after another: nccl-tests' -g
  bool operator==(const Job&) const = default;
};

}  // namespace treering::sim::job
