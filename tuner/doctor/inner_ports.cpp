#include "tuner/doctor/inner_ports.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "core/topology/topology.h"
#include "sim/nccl/system/adapters.h"

namespace treering::tuner::doctor {

namespace {

// Bridges, pairs and tunnels of Docker ("br-" and hexadecimal digits), LXC, LXD, libvirt, Podman,
// Kubernetes' networks and VPNs. Not "br0" and "bond0", which people put above real ports.
constexpr std::array<std::string_view, 22> kInner{
    "docker", "br-",     "veth", "lxcbr",  "lxdbr",   "virbr", "vnet",   "podman",
    "cni",    "flannel", "cali", "cilium", "kube-",   "weave", "antrea", "tap",
    "tun",    "wg",      "zt",   "dummy",  "vboxnet", "vmnet"};

}  // namespace

bool is_inner_interface(std::string_view name) {
  return name == "lo" || std::ranges::any_of(kInner, [name](std::string_view beginning) {
           return name.starts_with(beginning);
         });
}

Patient without_inner_ports(Patient patient) {
  core::Topology& node = patient.condition.cluster.node;
  std::set<core::DeviceId> kept;
  std::vector<std::string> inner;
  for (const core::DeviceId id : node.of_kind(core::DeviceKind::NicPort)) {
    const std::string& name = node.device(id).name;
    if (is_inner_interface(name)) {
      inner.push_back(name);
    } else {
      kept.insert(id);
    }
  }
  if (inner.empty() || kept.empty()) return patient;
  node = sim::nccl::system::with_ports(node, kept);
  patient.inner_ports = std::move(inner);
  return patient;
}

}  // namespace treering::tuner::doctor
