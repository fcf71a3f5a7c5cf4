// How far GPUs are from the network, and whether adapters read their memory.
#include <algorithm>

#include <fmt/format.h>

#include "core/topology/topology.h"
#include "hw/catalogue/gpus.h"
#include "hw/complete/unknown.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/down_ports.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/reach.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using sim::nccl::PathType;

// EFA has GPUDirect RDMA on P4d and newer P instances (AWS, EC2 user guide, Elastic Fabric
// Adapter): A100, H100, B200, not the T4 and A10G of G instances.
bool is_on_efa_with_gpu_direct(int compute_capability) {
  return compute_capability >= 80 && compute_capability % 10 == 0;
}

std::string evidence_for(const core::Topology& node, const std::vector<DeviceId>& gpus,
                         PathType type) {
  const auto& pci = node.device(gpus.front()).pci;
  return fmt::format("path type {} from {} to its nearest adapter", name_of(type),
                     pci ? pci->bus_id : node.device(gpus.front()).name);
}

/// With GPUDirect RDMA as far as `reach`.
Comparison with_reach(const Patient& patient, PathType reach) {
  const Condition as_is = across_nodes(patient.condition);
  Comparison comparison{as_is, as_is};
  comparison.mended.job.settings.paths.gpu_direct_reach = reach;
  return comparison;
}

std::string nearer_adapters(const Patient& patient) {
  std::string move =
      "put an adapter into a slot of that CPU, or leave these GPUs out of jobs over several nodes; "
      "if this is a virtual machine that only looks so, give NCCL its topology (NCCL_TOPO_FILE)";
  std::vector<std::string> down;
  for (const core::AdapterPortState& port : patient.host.ports) {
    if (!is_down(port) || meaning_of(patient, port) == DownPort::OtherKind) continue;
    down.push_back(port.device);
  }
  if (down.empty()) return move;
  const bool is_one = down.size() == 1;
  return fmt::format("bring up the {} down on {}, if {} is nearer; else {}",
                     is_one ? "port that is" : "ports that are", in_words(down),
                     is_one ? "it" : "one", move);
}

/// Whether the source does not show which CPU the adapters are below.
bool are_adapters_nowhere(const core::Topology& node) {
  return std::ranges::all_of(node.of_kind(DeviceKind::NicPort), [&](DeviceId id) {
    const DeviceId cpu = node.cpu_of(id);
    return cpu != core::kNoDevice && core::has_unknown_place(node.device(cpu));
  });
}

Symptom adapters_nowhere(const Patient& patient, const std::vector<DeviceId>& gpus) {
  const core::Topology& node = patient.condition.cluster.node;
  return {Severity::Hint,
          fmt::format("{}: the place of every adapter is unknown, and NCCL takes it to be behind "
                      "another NUMA node",
                      names_of(node, gpus)),
          evidence_for(node, gpus, PathType::Sys),
          "in a virtual machine give NCCL its topology (NCCL_TOPO_FILE), which clouds ship with "
          "their images or network plugins",
          with_reach(patient, PathType::Sys),
          commands_for_distance()};
}

Symptom across_sockets(const Patient& patient, const std::vector<DeviceId>& gpus) {
  const core::Topology& node = patient.condition.cluster.node;
  if (are_adapters_nowhere(node)) return adapters_nowhere(patient, gpus);
  return {Severity::Warning,
          fmt::format("{}: every adapter is behind another NUMA node", names_of(node, gpus)),
          evidence_for(node, gpus, PathType::Sys),
          nearer_adapters(patient),
          with_reach(patient, PathType::Sys),
          commands_for_distance()};
}

Symptom across_bridges(const Patient& patient, const std::vector<DeviceId>& gpus) {
  const core::Topology& node = patient.condition.cluster.node;
  return {Severity::Hint,
          fmt::format("{}: no adapter is below the same PCIe switch, and NCCL does not use "
                      "GPUDirect RDMA through a host bridge",
                      names_of(node, gpus)),
          evidence_for(node, gpus, PathType::Phb),
          "set NCCL_NET_GDR_LEVEL=PHB, which allows it, and measure",
          with_reach(patient, PathType::Phb),
          with_variable("NCCL_NET_GDR_LEVEL", "PHB"),
          true};
}

/// Superchips: adapters read GPUs' memory over C2C and the CPU (NCCL_NET_GDR_C2C).
bool is_over_c2c(const core::Topology& node) {
  return std::ranges::any_of(
      node.links(), [](const core::Link& link) { return link.kind == core::LinkKind::C2C; });
}

/// The GPUs that can have it.
std::vector<DeviceId> able_gpus(const core::Topology& node) {
  std::vector<DeviceId> gpus = node.of_kind(DeviceKind::Gpu);
  std::erase_if(gpus, [&](DeviceId id) { return !hw::catalogue::has_gpu_direct(node.device(id)); });
  return gpus;
}

/// The GPUs or ports without it by the topology's source, not by assumption; no GPUs that cannot
/// have it.
std::vector<DeviceId> without_gdr(const core::Topology& node) {
  const auto is_off = [&](DeviceId id) {
    const core::Device& device = node.device(id);
    if (is_assumed(device, "gpu_direct_rdma")) return false;
    if (const auto* const gpu = std::get_if<core::Gpu>(&device.info)) return !gpu->gpu_direct_rdma;
    return !std::get<core::NicPort>(device.info).gpu_direct_rdma;
  };
  for (const DeviceKind kind : {DeviceKind::Gpu, DeviceKind::NicPort}) {
    std::vector<DeviceId> devices = kind == DeviceKind::Gpu ? able_gpus(node) : node.of_kind(kind);
    std::erase_if(devices, [&](DeviceId id) { return !is_off(id); });
    if (!devices.empty()) return devices;
  }
  return {};
}

std::string said_by_topology(const core::Topology& node) {
  const auto devices = without_gdr(node);
  return devices.empty() ? "" : fmt::format("gdr=0 of {}", names_of(node, devices));
}

bool is_over_rdma(const core::TransportUse& use) {
  return use.transport.starts_with("NET/") && !use.transport.starts_with("NET/Socket");
}

/// The first connection over RDMA, of NCCL's own or a plugin's, where none reads GPUs' memory.
const core::TransportUse* rdma_without_gdr(const core::HostState& host) {
  const auto has_gdr = [](const core::TransportUse& use) {
    return use.transport.find("GDRDMA") != std::string::npos;
  };
  const auto first = std::ranges::find_if(host.transports, is_over_rdma);
  if (first == host.transports.end() || std::ranges::any_of(host.transports, has_gdr)) {
    return nullptr;
  }
  return &*first;
}

/// Whether all that a log shows of a host is that NCCL found no peer memory: no connection, no
/// dma-buf, no machine.
bool is_said_alone(const Patient& patient) {
  const core::HostState& host = patient.host;
  return host.has_peermem && !host.has_peermem->value && !host.has_dmabuf && !host.can_gpu_direct &&
         patient.condition.cluster.node.gpu_count() == 0 &&
         std::ranges::none_of(host.transports, is_over_rdma);
}

/// The evidence that adapters do not read GPUs' memory; "" for none.
std::string sign_of_no_gpu_direct(const Patient& patient) {
  const core::HostState& host = patient.host;
  const bool no_peermem = host.has_peermem && !host.has_peermem->value;
  const bool no_dmabuf = host.has_dmabuf && !host.has_dmabuf->value;
  if (no_peermem && no_dmabuf) {
    return fmt::format("{}; {}", host.has_peermem->origin.source, host.has_dmabuf->origin.source);
  }
  if (const core::TransportUse* const use = rdma_without_gdr(host)) {
    if (host.too_far_for_gpu_direct) {
      return fmt::format("{}: {}", host.too_far_for_gpu_direct->origin.source,
                         host.too_far_for_gpu_direct->value);
    }
    return fmt::format("{}: {} without GDRDMA", use->origin.source, use->transport);
  }
  if (is_said_alone(patient)) {
    return fmt::format("{}: GPU Direct RDMA Disabled", host.has_peermem->origin.source);
  }
  return said_by_topology(patient.condition.cluster.node);
}

bool is_gpu_direct_known(const Patient& patient) {
  const core::HostState& host = patient.host;
  const core::Topology& node = patient.condition.cluster.node;
  const auto is_unknown = [&](DeviceId id) {
    return is_assumed(node.device(id), "gpu_direct_rdma");
  };
  return (host.has_peermem && host.has_dmabuf) || is_said_alone(patient) ||
         std::ranges::any_of(host.transports, is_over_rdma) ||
         !std::ranges::all_of(node.of_kind(DeviceKind::NicPort), is_unknown);
}

/// Whether what carried a run has no GPUDirect RDMA with GPUs of this machine.
bool is_efa_without_gpu_direct(const core::Topology& node, const core::TransportUse* use) {
  if (use == nullptr || !use->transport.starts_with("NET/AWS")) return false;
  return !std::ranges::all_of(node.of_kind(DeviceKind::Gpu), [&](DeviceId id) {
    return is_on_efa_with_gpu_direct(std::get<core::Gpu>(node.device(id).info).compute_capability);
  });
}

bool is_by_plugin(const core::TransportUse* use) {
  return use != nullptr && !use->transport.starts_with("NET/IB");
}

Commands gpu_direct_commands(const core::TransportUse* use) {
  return is_by_plugin(use) ? look_at_variables({"FI_EFA_USE_DEVICE_RDMA", "NCCL_NET_PLUGIN"})
                           : commands_for_gpu_direct();
}

constexpr std::string_view kMakePossible =
    "modprobe nvidia_peermem, or use the driver's open kernel modules with Linux 5.12 or newer "
    "(dma-buf); Omni-Path needs its own driver built for it. For a container, do this on the host";

// NVIDIA/nccl#1676: before 2.23 NCCL looks for nv_mem in memory_peers alone.
constexpr std::string_view kFindPeerMemory =
    "where lsmod shows no nvidia_peermem, modprobe it (for a container on the host). Where it "
    "does, /sys/kernel/mm/memory_peers must show it as well: if not, the NVIDIA driver was built "
    "without these RDMA drivers, and has to be installed again behind them. NCCL before 2.23 does "
    "not find "
    "it under its newer name: take a newer NCCL. Open kernel modules with Linux 5.12 or newer do "
    "it by dma-buf";

constexpr std::string_view kAllowFarther =
    "NCCL_NET_GDR_LEVEL=SYS (or PHB, PXB) lets it go that far: measure both; nearer adapters, or "
    "in a virtual machine the topology file of its kind (NCCL_TOPO_FILE), are better";

bool is_impossible(const core::HostState& host) {
  return host.has_peermem && !host.has_peermem->value &&
         (!host.has_dmabuf || !host.has_dmabuf->value) && !host.can_gpu_direct;
}

/// Not possible, or only too far: NCCL says which, with NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH.
std::string gpu_direct_fix(const Patient& patient, const core::TransportUse* use) {
  const core::HostState& host = patient.host;
  if (is_said_alone(patient)) return std::string(kFindPeerMemory);
  if (is_by_plugin(use)) {
    return "see in the plugin's log why it is off; on AWS, P4d and newer P instances have it, with "
           "older plugins only under FI_EFA_USE_DEVICE_RDMA=1";
  }
  if (host.too_far_for_gpu_direct || host.can_gpu_direct) return std::string(kAllowFarther);
  if (is_impossible(host) || use == nullptr) return std::string(kMakePossible);
  return fmt::format(
      "the log does not say whether it is impossible or the adapters are too far: "
      "NCCL_DEBUG_SUBSYS=INIT,NET,GRAPH has lines \"GPU Direct RDMA\" with the "
      "reason. Where it is impossible: {}. Where they are too far: {}",
      kMakePossible, kAllowFarther);
}

std::string gpu_direct_sentence(const Patient& patient) {
  const core::HostState& host = patient.host;
  if (is_said_alone(patient)) {
    return "NCCL finds no peer memory module for the adapters: unless it uses dma-buf, traffic to "
           "other nodes goes through host memory";
  }
  const std::string what = "no GPUDirect RDMA: traffic to other nodes goes through host memory";
  if (host.too_far_for_gpu_direct) {
    return fmt::format("{}, as NCCL finds the adapters too far from the GPUs ({})", what,
                       host.too_far_for_gpu_direct->value);
  }
  if (host.can_gpu_direct) {
    return what +
           ", although the adapters can do it: NCCL finds them too far from the GPUs, or is "
           "told not to use it (NCCL_NET_GDR_LEVEL)";
  }
  return what;
}

/// Whether all ports are RDMA in software, whose drivers rdma_rxe and siw name them so by custom
/// (rdma-core, rdma link add rxe0).
bool is_software_rdma(const core::Topology& node) {
  const auto ports = node.of_kind(DeviceKind::NicPort);
  return !ports.empty() && std::ranges::all_of(ports, [&](DeviceId id) {
    const std::string& name = node.device(id).name;
    return name.starts_with("rxe") || name.starts_with("siw");
  });
}

}  // namespace

Examination check_adapter_distance(const Patient& patient) {
  if (patient.condition.cluster.node.of_kind(DeviceKind::NicPort).empty()) {
    return {"no adapter is known", {}};
  }
  if (is_place_assumed(patient.condition.cluster.node)) {
    return {"the places of devices are unknown", {}};
  }
  const auto found = adapter_distances(across_nodes(patient.condition));
  Examination seen;
  if (const auto gpus = gpus_at(found, PathType::Sys); !gpus.empty()) {
    seen.symptoms.push_back(across_sockets(patient, gpus));
  }
  if (!has_rdma(patient) || is_over_c2c(patient.condition.cluster.node)) return seen;
  auto gpus = gpus_at(found, PathType::Phb);
  std::erase_if(gpus, [&](DeviceId id) {
    return !hw::catalogue::has_gpu_direct(patient.condition.cluster.node.device(id));
  });
  if (!gpus.empty()) {
    seen.symptoms.push_back(across_bridges(patient, gpus));
  }
  return seen;
}

Examination check_gpu_direct(const Patient& patient) {
  const bool is_used = std::ranges::any_of(patient.host.transports, is_over_rdma);
  if (!has_rdma(patient) && !is_used) return {"no RDMA adapter is known", {}};
  const core::Topology& node = patient.condition.cluster.node;
  if (node.gpu_count() > 0 && able_gpus(node).empty()) return {};
  if (is_software_rdma(node)) return {};
  if (!is_gpu_direct_known(patient)) return {"whether it works is unknown", {}};
  const std::string sign = sign_of_no_gpu_direct(patient);
  if (sign.empty()) return {};
  const Condition condition = across_nodes(patient.condition);
  // Where every adapter is behind a host bridge, NCCL would not use it anyway.
  const auto found = adapter_distances(condition);
  const core::TransportUse* const use = rdma_without_gdr(patient.host);
  if (is_efa_without_gpu_direct(condition.cluster.node, use)) return {};
  const bool is_unknown = is_place_assumed(node);
  const bool would_use =
      is_unknown || std::ranges::any_of(found, [&](const AdapterDistance& distance) {
        return distance.type <=
               std::max(condition.job.settings.paths.gpu_direct_reach, PathType::P2c);
      });
  Symptom symptom{would_use ? Severity::Fault : Severity::Hint,
                  gpu_direct_sentence(patient),
                  sign,
                  gpu_direct_fix(patient, use),
                  Comparison{with_gpu_direct(condition, false), with_gpu_direct(condition, true)},
                  gpu_direct_commands(use)};
  // The cost depends on where the adapters are.
  if (is_unknown || node.gpu_count() == 0) symptom.cost.reset();
  // GeForce cards cannot have it: only a machine shows which GPUs there are, where it names them.
  const bool is_known_gpu = node.gpu_count() > 0 && hw::complete::unknown_gpu(node) == nullptr;
  if (!is_known_gpu && would_use) symptom.severity = Severity::Warning;
  return {"", {std::move(symptom)}};
}

}  // namespace treering::tuner::doctor
