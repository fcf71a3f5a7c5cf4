// How the system is set: access control, memory limits, virtual machines.
#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "core/units.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::IommuMode;
using core::LinkKind;

// NVIDIA's guide to NCCL (troubleshooting, shared memory) starts containers with --shm-size=1g; one
// connection takes up to 9.6 MB (github.com/NVIDIA/nccl issue 342).
constexpr std::uint64_t kEnoughShm = std::uint64_t{1} << 30U;

// Traffic between two devices below a switch crosses the switch's own link up and down again: each
// direction carries what is sent and what is received.
constexpr double kShareUnderAcs = 0.5;

std::set<DeviceId> below(const core::Topology& node, DeviceId bridge) {
  std::set<DeviceId> found;
  for (DeviceId id = 0; id < static_cast<DeviceId>(node.devices().size()); ++id) {
    for (DeviceId at = id; at != core::kNoDevice; at = node.parent_of(at)) {
      if (at == bridge) found.insert(id);
    }
  }
  return found;
}

/// Devices that answer to a bridge which redirects; all below CPUs where it is not in the topology,
/// as root ports and the lower ports of switches are not.
std::set<DeviceId> redirected(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  std::set<DeviceId> devices;
  for (const core::AcsState& acs : patient.host.acs) {
    if (!acs.is_redirecting) continue;
    const DeviceId bridge = device_at(node, acs.bus_id);
    if (bridge != core::kNoDevice) devices.merge(below(node, bridge));
  }
  if (!devices.empty()) return devices;
  for (const DeviceId id : node.of_kind(DeviceKind::PciSwitch)) devices.merge(below(node, id));
  return devices;
}

Comparison without_acs(const Patient& patient) {
  const Condition mended = across_nodes(patient.condition);
  const std::set<DeviceId> devices = redirected(patient);
  const Condition as_is = with_links(mended, [&](core::Link& link) {
    const bool is_below = devices.contains(link.from) && devices.contains(link.to);
    if (link.kind == LinkKind::Pcie && is_below) link.bandwidth = link.bandwidth * kShareUnderAcs;
  });
  return {as_is, mended};
}

bool is_virtual(const core::HostState& host) {
  return host.hypervisor.has_value();
}

std::optional<Symptom> redirecting(const Patient& patient) {
  std::vector<std::string> bridges;
  std::size_t count = 0;
  std::string place;  // of bridges whose lines have no name
  for (const core::AcsState& acs : patient.host.acs) {
    if (!acs.is_redirecting) continue;
    ++count;
    if (!acs.bus_id.empty()) bridges.push_back(acs.bus_id);
    if (place.empty()) place = acs.origin.source;
  }
  if (count == 0) return std::nullopt;
  const std::string shown =
      bridges.empty()       ? place
      : bridges.size() <= 4 ? in_words(bridges)
                            : fmt::format("{} and {} more", bridges.front(), bridges.size() - 1);
  Commands commands = commands_for_acs(bridges);
  if (is_virtual(patient.host)) commands.change.clear();
  return Symptom{Severity::Fault,
                 fmt::format("ACS at {} sends traffic between devices up to the root complex",
                             core::counted(count, "PCIe bridge")),
                 fmt::format("ACS control of {}", shown),
                 is_virtual(patient.host)
                     ? "switch on ATS in the adapters, since this is a virtual machine"
                     : "switch ACS off in the firmware, or after each boot with setpci at every "
                       "bridge; lspci -vvv shows it as SrcValid+ and ReqRedir+ in ACSCtl",
                 without_acs(patient),
                 std::move(commands)};
}

std::optional<Symptom> translating(const Patient& patient) {
  const auto& iommu = patient.host.iommu;
  if (!iommu || iommu->value != IommuMode::Translating || is_virtual(patient.host)) {
    return std::nullopt;
  }
  return Symptom{Severity::Warning,
                 "the IOMMU translates every access by a device, also between GPUs and adapters",
                 iommu->origin.source,
                 "boot the kernel with iommu=pt, or switch the IOMMU (VT-d, AMD-Vi) off if no "
                 "virtual machine is given a device",
                 std::nullopt,
                 commands_for_iommu()};
}

std::optional<Symptom> small_shm(const core::HostState& host) {
  if (!host.shm_bytes || host.shm_bytes->value >= kEnoughShm) return std::nullopt;
  return Symptom{
      Severity::Warning,
      fmt::format(
          "/dev/shm has only {}: NCCL may fail to start or fail with \"no space left on device\"",
          core::format_size(host.shm_bytes->value)),
      host.shm_bytes->origin.source,
      "docker run --shm-size=1g (or --ipc=host); in Kubernetes mount an emptyDir of medium Memory "
      "at /dev/shm",
      std::nullopt,
      commands_for_small_shared_memory()};
}

std::optional<Symptom> small_memlock(const Patient& patient) {
  const auto& limit = patient.host.memlock_bytes;
  if (!limit || limit->value == core::kUnlimited) return std::nullopt;
  if (patient.host.ports.empty()) return std::nullopt;  // only RDMA locks memory
  return Symptom{
      Severity::Warning,
      fmt::format(
          "a process may lock only {} of memory: adapters may fail to register NCCL's buffers",
          core::format_size(limit->value)),
      limit->origin.source,
      "set ulimit -l unlimited for the processes of the job (limits.conf, LimitMEMLOCK of the "
      "launcher's service, docker run --ulimit memlock=-1)",
      std::nullopt,
      commands_for_locked_memory()};
}

std::optional<Symptom> balancing(const core::HostState& host) {
  if (!host.numa_balancing || !host.numa_balancing->value) return std::nullopt;
  return Symptom{Severity::Warning,
                 "the kernel moves pages between NUMA nodes while NCCL runs",
                 host.numa_balancing->origin.source,
                 "set sysctl kernel.numa_balancing=0; NCCL warns of this too",
                 std::nullopt,
                 commands_for_numa_balancing()};
}

/// A CPU whose source says that it has no NUMA node: a number that is assumed says nothing.
bool has_no_numa_node(const core::Device& cpu) {
  return std::get<core::Cpu>(cpu.info).numa_id < 0 && !is_assumed(cpu, "numa_id");
}

/// Every GPU right below a CPU without a NUMA node.
bool hides_topology(const core::Topology& node) {
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  return gpus.size() > 1 && std::ranges::all_of(gpus, [&](DeviceId id) {
           const DeviceId cpu = node.cpu_of(id);
           return cpu != core::kNoDevice && has_no_numa_node(node.device(cpu)) &&
                  node.parent_of(id) == cpu;
         });
}

/// A machine with one socket and no switches looks alike: only where the host says that it is
/// virtual, this costs it something.
Symptom flat_topology(const core::HostState& host) {
  const std::string who = host.hypervisor ? host.hypervisor->value : "the machine";
  return {
      is_virtual(host) ? Severity::Warning : Severity::Hint,
      fmt::format("{} {} NUMA nodes and PCIe switches: NCCL treats all GPUs and adapters as "
                  "equally far apart",
                  who, is_virtual(host) ? "hides" : "shows no"),
      "NUMA node -1 of every GPU's CPU",
      fmt::format("{}set NCCL_TOPO_FILE to the topology of this kind of virtual machine, which "
                  "clouds ship with their images or network plugins",
                  is_virtual(host) ? "" : "none on a machine of one socket; if it is virtual, "),
      std::nullopt};
}

}  // namespace

Examination check_acs(const Patient& patient) {
  if (patient.host.acs.empty() && !patient.host.iommu) {
    return {"unknown; lspci -vvv as root shows ACSCtl of every bridge", {}};
  }
  Examination seen;
  if (patient.host.acs.empty()) {
    seen.unknown = "only the IOMMU is known; lspci -vvv as root shows ACSCtl of every bridge";
  }
  for (auto& symptom : {redirecting(patient), translating(patient)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

Examination check_memory_limits(const Patient& patient) {
  const core::HostState& host = patient.host;
  if (!host.shm_bytes && !host.memlock_bytes && !host.numa_balancing)
    return {"they are unknown", {}};
  Examination seen;
  for (auto& symptom : {small_shm(host), small_memlock(patient), balancing(host)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

Examination check_virtual_machine(const Patient& patient) {
  const auto& variables = patient.host.variables;
  if (patient.host.topology_file) return {};
  const auto is_topology = [](const core::NcclVariable& variable) {
    return variable.name == "NCCL_TOPO_FILE";
  };
  const core::Topology& node = patient.condition.cluster.node;
  // Discovery itself has seen what a guest shows.
  if (!is_virtual(patient.host) && is_place_assumed(node)) {
    return {"the places of devices are unknown", {}};
  }
  if (!hides_topology(node) || std::ranges::any_of(variables, is_topology)) return {};
  return {"", {flat_topology(patient.host)}};
}

}  // namespace treering::tuner::doctor
