// Network ports as NCCL uses them: those that do not leave the machine, those that are down, and
// how far the GPUs are from the nearest.
#pragma once

#include <cstdint>
#include <set>
#include <string_view>
#include <vector>

#include "sim/nccl/types.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

// Network interfaces that do not leave the machine: NCCL takes them for networks all the same.

/// Whether the kernel or a container engine names only inner interfaces so: "docker0", "veth12".
/// Also of the beginning of such a name, as NCCL_SOCKET_IFNAME may have it.
bool is_inner_interface(std::string_view name);

/// The patient with these ports in `inner_ports` in place of its topology; unchanged where it has
/// no others.
Patient without_inner_ports(Patient patient);

// Whether NCCL would use a port that is down.

enum class DownPort : std::uint8_t {
  Missed,     // a GPU lacks one near it, and those that work are no faster
  Spare,      // every GPU has another
  OtherKind,  // those that work are faster, or of another network
  Unknown     // the source reports none that works
};

/// \pre the port is down
DownPort meaning_of(const Patient& patient, const core::AdapterPortState& port);

/// Whether `other` works and is of the same network, and no faster by its model.
bool is_working_match(const core::AdapterPortState& port, const core::AdapterPortState& other);

// How far each GPU is from its nearest adapter.

struct Reach {
  core::DeviceId gpu = core::kNoDevice;
  sim::nccl::PathType type = sim::nccl::PathType::Dis;  // to the nearest adapter
};

/// As the hardware has it, before any rule about its use. Empty where NCCL cannot run.
std::vector<Reach> reaches(const Condition& condition);

/// The GPUs at that distance.
std::vector<core::DeviceId> gpus_at(const std::vector<Reach>& reaches, sim::nccl::PathType type);

/// The ports that NCCL's rings and trees use on several nodes; all where it cannot search.
std::set<core::DeviceId> ports_in_use(const Condition& condition);

/// The ports that NCCL takes for the GPUs, each its own, on several nodes; all where that is
/// unknown.
std::set<core::DeviceId> rail_ports(const Condition& condition);

}  // namespace treering::tuner::doctor
