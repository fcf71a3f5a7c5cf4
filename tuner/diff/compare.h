// Finds the differences of two machines that should be alike. A pure function; each part has a file
// of its name.
#pragma once

#include <vector>

#include "core/host_state/host_state.h"
#include "core/topology/cluster.h"
#include "tuner/diff/difference.h"
#include "tuner/diff/matching.h"

namespace treering::tuner::diff {

/// A machine and how it is set.
struct Compared {
  core::Cluster cluster;
  core::HostState host;
};

/// The differences, heavy ones first; the machines are called A and B.
std::vector<Difference> compare(const Compared& a, const Compared& b);

/// Whether the machines are the same to a job: only harmless differences, or facts that one does
/// not report.
bool is_alike(const std::vector<Difference>& differences);

/// Both machines, and which device is which.
struct MatchedMachines {
  const core::Topology& a;
  const core::Topology& b;
  Matching cpus;
  Matching gpus;
  Matching nics;
  Matching ports;
  bool are_places_known_a = true;  // which devices are near which CPU (provenance.h)
  bool are_places_known_b = true;
  bool are_nvlinks_known_a = true;
  bool are_nvlinks_known_b = true;

  [[nodiscard]] bool are_places_known() const { return are_places_known_a && are_places_known_b; }
  [[nodiscard]] bool are_nvlinks_known() const {
    return are_nvlinks_known_a && are_nvlinks_known_b;
  }
};

// The parts of compare.
void compare_devices(const MatchedMachines& machines, Differences& differences);
void compare_links(const MatchedMachines& machines, Differences& differences);
void compare_paths(const MatchedMachines& machines, Differences& differences);
void compare_names(const MatchedMachines& machines, Differences& differences);
void compare_hosts(const core::HostState& a, const core::HostState& b, Differences& differences);
void compare_device_states(const MatchedMachines& machines, const core::HostState& a,
                           const core::HostState& b, Differences& differences);
void compare_pcie_states(const MatchedMachines& machines, const core::HostState& a,
                         const core::HostState& b, Differences& differences);

}  // namespace treering::tuner::diff
