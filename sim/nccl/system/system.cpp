#include "sim/nccl/system/system.h"

#include <algorithm>
#include <charconv>
#include <limits>
#include <map>
#include <utility>

#include "core/assert.h"
#include "core/topology/names.h"
#include "sim/nccl/system/adapters.h"
#include "sim/nccl/system/build_steps.h"
#include "sim/nccl/versions/graph_constants.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::system {

int System::min_compute_capability() const {
  int lowest = std::numeric_limits<int>::max();
  for (int g = 0; g < count(NodeType::Gpu); ++g) {
    lowest = std::min(lowest, gpu(g).compute_capability);
  }
  return lowest;
}

int System::max_compute_capability() const {
  int highest = 0;
  for (int g = 0; g < count(NodeType::Gpu); ++g) {
    highest = std::max(highest, gpu(g).compute_capability);
  }
  return highest;
}

std::vector<core::DeviceId> local_ranks(const core::Topology& topology, const job::JobSpec& job) {
  std::vector<core::DeviceId> gpus = topology.of_kind(core::DeviceKind::Gpu);
  const std::vector<int> numbers = core::gpu_numbers(topology);
  const auto place_of = [&](core::DeviceId id) {
    const int number = numbers[static_cast<std::size_t>(id)];
    if (job.devices.empty()) return number;
    return static_cast<int>(std::ranges::find(job.devices, number) - job.devices.begin());
  };
  std::erase_if(gpus, [&](core::DeviceId id) {
    return !job.devices.empty() && place_of(id) == std::ssize(job.devices);
  });
  std::ranges::stable_sort(gpus, {}, [&](core::DeviceId id) {
    return std::pair(core::host_of(topology, id), place_of(id));
  });
  return gpus;
}

// make_system: the devices of a topology in fused order, then NVLinks, C2C, PCI peer links and
// inter-socket links, each with NCCL's bandwidth.

namespace {

using core::DeviceId;
using core::LinkKind;

CpuArch arch_of(const core::Cpu& cpu) {
  if (cpu.arch.starts_with("x86_64")) return CpuArch::X86;
  if (cpu.arch.starts_with("arm64")) return CpuArch::Arm;
  if (cpu.arch.starts_with("ppc64")) return CpuArch::Power;
  return CpuArch::Unknown;
}

CpuVendor vendor_of(const core::Cpu& cpu) {
  if (arch_of(cpu) != CpuArch::X86) return CpuVendor::Unknown;
  if (cpu.vendor.starts_with("GenuineIntel")) return CpuVendor::Intel;
  if (cpu.vendor.starts_with("AuthenticAMD")) return CpuVendor::Amd;
  if (cpu.vendor.starts_with("CentaurHauls") || cpu.vendor.starts_with("  Shanghai  ")) {
    return CpuVendor::Zhaoxin;
  }
  return CpuVendor::Unknown;
}

/// "0x1000" in bits `shift` and up; 0 when not given or not a number.
std::uint64_t id_bits(std::string_view text, unsigned shift) {
  if (text.starts_with("0x")) text.remove_prefix(2);
  std::uint64_t value = 0;
  std::from_chars(text.data(), text.data() + text.size(), value, 16);
  return value << shift;
}

std::uint64_t pci_device_id(const core::PciFunction& pci) {
  return id_bits(pci.vendor, 48) + id_bits(pci.device, 32) + id_bits(pci.subsystem_vendor, 16) +
         id_bits(pci.subsystem_device, 0);
}

class SystemBuilder {
 public:
  SystemBuilder(const core::Topology& topology, const job::JobSpec& job)
      : topology_(topology),
        hardware_(versions::version(job.nccl_version).hardware),
        ranks_(local_ranks(topology, job)),
        tree_(fuse(topology, ranks_)),
        node_of_(topology.devices().size(), kNoNode) {
    system_.spans_nodes = job.nodes > 1;
    system_.nets_per_gpu = job.settings.nets_per_gpu;
  }

  System build() && {
    for (const DeviceId cpu : tree_.roots) add_cpu(cpu);
    add_nvlinks();
    add_links(LinkKind::C2C, PathType::C2c);
    add_pci_peers();
    flatten_broadcom_switches(system_);
    connect_sockets();
    put_up_links_last(system_);
    return std::move(system_);
  }

 private:
  NodeId add(SystemNode node) {
    const auto id = static_cast<NodeId>(system_.nodes.size());
    system_.by_type[static_cast<std::size_t>(node.type())].push_back(id);
    if (node.device != core::kNoDevice) node_of_[static_cast<std::size_t>(node.device)] = id;
    system_.nodes.push_back(std::move(node));
    return id;
  }

  NodeId node_of(DeviceId id) const { return node_of_[static_cast<std::size_t>(id)]; }
  const std::vector<DeviceId>& children(DeviceId id) const {
    return tree_.children[static_cast<std::size_t>(id)];
  }

  void add_cpu(DeviceId id) {
    const auto& cpu = std::get<core::Cpu>(topology_.device(id).info);
    host_ = cpu.host;
    system_.hosts = std::max(system_.hosts, cpu.host + 1);
    const CpuNode info{arch_of(cpu), vendor_of(cpu),
                       versions::inter_socket_bandwidth(hardware_, cpu)};
    const NodeId node = add({.info = info, .host = host_, .device = id});
    for (const DeviceId child : children(id)) add_below(child, node);
  }

  void add_below(DeviceId id, NodeId above) {
    switch (topology_.device(id).kind()) {
      case core::DeviceKind::Gpu:
        return add_gpu(id, above);
      case core::DeviceKind::Nic:
        return add_nic(id, above);
      case core::DeviceKind::PciSwitch:
        return add_switch(id, above);
      default:
        return;
    }
  }

  void add_gpu(DeviceId id, NodeId above) {
    const auto& gpu = std::get<core::Gpu>(topology_.device(id).info);
    const auto rank = std::ranges::find(ranks_, id) - ranks_.begin();
    const GpuNode info{static_cast<int>(rank), gpu.index, gpu.compute_capability,
                       gpu.gpu_direct_rdma};
    attach(add({.info = info, .host = host_, .device = id}), above, id);
  }

  void add_switch(DeviceId id, NodeId above) {
    const auto& pci = topology_.device(id).pci;
    const PciNode info{pci ? pci_device_id(*pci) : 0};
    const NodeId node = add({.info = info, .host = host_, .device = id});
    for (const DeviceId child : children(id)) add_below(child, node);
    attach(node, above, id);
  }

  void add_nic(DeviceId id, NodeId above) {
    const core::Device& device = topology_.device(id);
    if (device.pci) {
      const NodeId node = add({.info = NicNode{}, .host = host_, .device = id});
      add_ports(id, node);
      attach(node, above, id);
      return;
    }
    // NCCL gives all virtual NICs of a host the same id, so that they are one NIC below the first
    // CPU.
    const auto [place, is_new] = virtual_nic_.try_emplace(host_, kNoNode);
    if (is_new) {
      place->second = add({.info = NicNode{}, .host = host_, .device = id});
      const SystemLink link{PathType::Pix, hardware_.local, kNoNode};
      connect_both_ways(system_, above, place->second, link);
    }
    add_ports(id, place->second);
  }

  void add_ports(DeviceId nic, NodeId node) {
    for (const DeviceId id : children(nic)) {
      const auto& port = std::get<core::NicPort>(topology_.device(id).info);
      const auto mbps =
          port.speed_mbps > 0 ? static_cast<double>(port.speed_mbps) : hardware_.default_net_mbps;
      NetNode info{.device = port.index,
                   .asic = port.guid != 0 ? port.guid : static_cast<std::uint64_t>(port.index),
                   .port = port.port,
                   .bandwidth = static_cast<float>(mbps / 8000.0),
                   .latency_us = static_cast<float>(port.latency_us),
                   .gpu_direct_rdma = port.gpu_direct_rdma,
                   .reduces = port.in_network_reduction};
      const NodeId net = add({.info = info, .host = host_, .device = id});
      connect_both_ways(system_, node, net, {PathType::Net, info.bandwidth, kNoNode});
    }
  }

  void attach(NodeId node, NodeId above, DeviceId id) {
    const auto& pci = topology_.device(id).pci;
    const float bandwidth =
        pci ? versions::pci_bandwidth(hardware_, pci->link_speed, pci->link_width)
            : versions::pci_bandwidth(hardware_, "", 0);
    connect_both_ways(system_, node, above, {PathType::Pix, bandwidth, kNoNode});
  }

  NodeId nvswitch() {
    if (system_.count(NodeType::Nvs) == 0) add({.info = NvsNode{}, .host = 0});
    return system_.at(NodeType::Nvs, 0);
  }

  /// All NVSwitches are one NVS node. A link between GPUs is added from each GPU's own side.
  void add_nvlinks() {
    const auto gpus = system_.of(NodeType::Gpu);
    for (const NodeId gpu : gpus) {
      const DeviceId id = system_.node(gpu).device;
      const int capability = std::get<GpuNode>(system_.node(gpu).info).compute_capability;
      for (const core::Link& link : topology_.links()) {
        if (link.kind != LinkKind::NvLink || link.from != id) continue;
        add_nvlink(
            gpu, link,
            static_cast<float>(link.count) * versions::nvlink_bandwidth(hardware_, capability));
      }
    }
  }

  void add_nvlink(NodeId gpu, const core::Link& link, float bandwidth) {
    switch (topology_.device(link.to).kind()) {
      case core::DeviceKind::Gpu:
        if (node_of(link.to) == kNoNode) return;
        return connect(system_, gpu, {PathType::Nvl, bandwidth, node_of(link.to)});
      case core::DeviceKind::NvSwitch:
        return connect_both_ways(system_, gpu, nvswitch(), {PathType::Nvl, bandwidth, kNoNode});
      default: {
        const NodeId cpu = local_cpu(system_, gpu);
        if (cpu == kNoNode) return;
        return connect_both_ways(system_, gpu, cpu, {PathType::Nvl, bandwidth, kNoNode});
      }
    }
  }

  void add_links(LinkKind kind, PathType type) {
    for (const NodeId gpu : std::vector<NodeId>(system_.of(NodeType::Gpu))) {
      for (const core::Link& link : topology_.links()) {
        if (link.kind != kind || link.from != system_.node(gpu).device) continue;
        const NodeId cpu = local_cpu(system_, gpu);
        if (cpu == kNoNode) continue;
        const auto bandwidth = static_cast<float>(link.bandwidth.in_gb_per_s());
        connect_both_ways(system_, gpu, cpu, {type, bandwidth, kNoNode});
      }
    }
  }

  void add_pci_peers() {
    for (const core::Link& link : topology_.links()) {
      if (link.kind != LinkKind::PciPeer) continue;
      const NodeId from = node_of(link.from);
      const NodeId to = node_of(link.to);
      if (from == kNoNode || to == kNoNode) continue;
      connect(system_, from, {PathType::Loc, hardware_.local, to});
    }
  }

  void connect_sockets() {
    for (const NodeId a : system_.of(NodeType::Cpu)) {
      const float bandwidth = std::get<CpuNode>(system_.node(a).info).inter_socket_bandwidth;
      for (const NodeId b : system_.of(NodeType::Cpu)) {
        if (a == b || system_.node(a).host != system_.node(b).host) continue;
        connect(system_, a, {PathType::Sys, bandwidth, b});
      }
    }
  }

  const core::Topology& topology_;
  const versions::HardwareConstants& hardware_;
  std::vector<DeviceId> ranks_;
  FusedTree tree_;
  std::vector<NodeId> node_of_;
  std::map<int, NodeId> virtual_nic_;
  int host_ = 0;
  System system_;
};

}  // namespace

core::Topology as_used(const core::Topology& topology, const job::Settings& settings) {
  core::Topology kept =
      settings.adapters ? with_ports(topology, used_ports(topology, *settings.adapters)) : topology;
  if (!settings.nics.is_given()) return kept;
  auto joined = join_nics(kept, settings.nics);
  TREERING_ASSERT(joined, "why_not has refused what cannot be joined");
  return *std::move(joined);
}

System make_system(const core::Topology& topology, const job::JobSpec& job) {
  if (!job.settings.adapters && !job.settings.nics.is_given()) {
    return SystemBuilder(topology, job).build();
  }
  const core::Topology used = as_used(topology, job.settings);
  return SystemBuilder(used, job).build();
}

}  // namespace treering::sim::nccl::system
