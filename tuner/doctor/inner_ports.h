// Network interfaces that do not leave the machine: NCCL takes them for networks all the same.
#pragma once

#include <string_view>

#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {

/// Whether the kernel or a container engine names only inner interfaces so: "docker0", "veth12".
/// Also of the beginning of such a name, as NCCL_SOCKET_IFNAME may have it.
bool is_inner_interface(std::string_view name);

/// The patient with these ports in `inner_ports` in place of its topology; unchanged where it has
/// no others.
Patient without_inner_ports(Patient patient);

}  // namespace treering::tuner::doctor
