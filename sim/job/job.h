// The job whose communicator is modelled: its nodes, their GPUs, and NCCL's version and settings.
#pragma once

#include <string>
#include <vector>

#include "sim/job/settings.h"

namespace treering::sim::job {

/// A feature that the driver enables on a real machine. Auto follows the topology.
enum class Feature { Auto, Off, On };

struct JobSpec {
  int nodes = 1;
  std::vector<int> devices;  // GPUs by number (core/topology/names.h), as local ranks; empty = all
  std::string nccl_version = "2.28.9";
  Feature nvls = Feature::Auto;        // NVLink SHARP multicast (Auto: sm >= 90 behind NVSwitch)
  Feature pcie_peers = Feature::Auto;  // GPUs reach each other's memory over PCIe (Auto: they do)
  Feature collnet = Feature::Off;      // in-network reduction plugin (SHARP), and it is enabled
  Settings settings;                   // NCCL_* variables of its processes
  int gpus_per_process = 1;            // to which one thread submits in turn: nccl-tests' -g
  bool operator==(const JobSpec&) const = default;
};

}  // namespace treering::sim::job
