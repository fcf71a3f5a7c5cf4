// The comparison of two machines that should be alike: which device is which, what their sources
// report, and how they differ.
#pragma once

#include <initializer_list>
#include <string_view>
#include <utility>
#include <vector>

#include "core/host_state/host_state.h"
#include "core/topology/cluster.h"
#include "core/topology/topology.h"
#include "tuner/diff/difference.h"

namespace treering::tuner::diff {

// Matches the devices of two machines that should be alike.
//
// Names and numbers are weak: a machine without its third GPU numbers the fourth as third. Devices
// match by bus id and place; then, in this order, by bus id, place (what it is, what is above it,
// its NUMA node), name, NUMA node, kind. Ties go by order. Adapters of other models match only
// where their PCIe is alike.

struct Pair {
  core::DeviceId a = core::kNoDevice;
  core::DeviceId b = core::kNoDevice;
  bool operator==(const Pair&) const = default;
};

struct Matching {
  std::vector<Pair> pairs;  // in the order of a
  std::vector<core::DeviceId> only_a;
  std::vector<core::DeviceId> only_b;
};

/// Matches the devices of one kind. Linear but for sorting.
Matching match(const core::Topology& a, const core::Topology& b, core::DeviceKind kind);

/// Matches the ports of matched adapters: by name, then by order. Ports of other adapters are in
/// neither list.
Matching match_ports(const core::Topology& a, const core::Topology& b, const Matching& nics);

// Distinguishes what the source of a machine reports from what is assumed.

/// Whether none of `fields` of the device is assumed.
bool is_known(const core::Device& device, std::initializer_list<std::string_view> fields);

bool is_known(const core::Link& link);

/// Whether the source reports which devices are near which CPU, and the devices between.
bool are_places_known(const core::Topology& node);

/// Whether the number of NVSwitches is that of the machine: in some sources one stands for all.
bool are_nvswitches_known(const core::Topology& node);

/// Whether the NVLinks, or their absence, are those of the machine.
bool are_nvlinks_known(const core::Topology& node, const core::HostState& host);

/// Whether the machine itself was asked, live or in a recording. Then it lacks variables and
/// plugins that it does not name; only then are its kernel and limits known.
bool was_asked(const core::HostState& host);

// Finds the differences of two machines that should be alike. A pure function; each part has a file
// of its name.

/// A machine and how it is set.
struct Compared {
  core::Cluster cluster;
  core::HostState host;
};

/// The differences, heavy ones first; the machines are called A and B.
std::vector<Difference> compare(const Compared& a, const Compared& b);

/// The same, with what was not compared.
Differences all_differences(const Compared& a, const Compared& b);

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
  bool are_places_known_a = true;  // which devices are near which CPU
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
