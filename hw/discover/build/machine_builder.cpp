#include "hw/discover/build/machine_builder.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/result.h"
#include "core/text/quote.h"
#include "core/topology/checks.h"
#include "core/topology/topology.h"
#include "core/units.h"
#include "hw/catalogue/links.h"
#include "hw/complete/complete.h"
#include "hw/discover/build/chosen.h"
#include "hw/discover/sources/cpumap.h"
#include "hw/discover/sources/machine_facts.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::discover::build {
namespace {

// Adds the NVLinks and C2C links that NVML reports to a topology as NCCL does (2.28
// src/graph/xml.cc, 765-870, and topo.cc, 563-680): only active ones that carry traffic between
// GPUs, counted together where they lead to one device. An end that the system does not show counts
// as an NVSwitch.

/// A GPU that was added to a topology.
struct PlacedGpu {
  const ChosenGpu* gpu = nullptr;
  core::DeviceId id = core::kNoDevice;
  core::DeviceId cpu = core::kNoDevice;  // the CPU above it
};

using core::DeviceId;
using core::Link;
using core::LinkKind;
using core::Severity;

struct Bundle {
  std::string target;
  int count = 0;
};

bool counts_for_nccl(const world::NvmlLink& link) {
  return link.carries_p2p.value_or(false) && link.is_active.value_or(false) &&
         !link.remote_bus_id.empty();
}

/// In the order in which NCCL meets their targets.
std::vector<Bundle> bundles_of(const world::NvmlGpu& gpu) {
  std::vector<Bundle> bundles;
  for (const world::NvmlLink& link : gpu.links) {
    if (!counts_for_nccl(link)) continue;
    const auto known = std::ranges::find(bundles, link.remote_bus_id, &Bundle::target);
    if (known == bundles.end()) {
      bundles.push_back({link.remote_bus_id, 1});
    } else {
      ++known->count;
    }
  }
  return bundles;
}

class Pass {
 public:
  Pass(const sources::MachineFacts& facts, const std::vector<PlacedGpu>& gpus,
       core::TopologyBuilder& builder)
      : facts_(facts), gpus_(gpus), builder_(builder) {
    for (const core::Device& device : builder.devices()) {
      if (device.pci) taken_.insert(device.pci->bus_id);
    }
  }

  std::vector<core::Diagnostic> add() {
    for (const PlacedGpu& gpu : gpus_) {
      if (gpu.gpu->nvml == nullptr) continue;
      for (const Bundle& bundle : bundles_of(*gpu.gpu->nvml)) add_bundle(gpu, bundle);
    }
    for (const PlacedGpu& gpu : gpus_) {
      if (gpu.gpu->nvml == nullptr || !gpu.gpu->nvml->c2c) continue;
      const world::NvmlC2c& c2c = *gpu.gpu->nvml->c2c;
      if (c2c.links > 0 && c2c.mb_per_s > 0) add_c2c(gpu, c2c);
    }
    for (const std::string& target : missing_gpus_) {
      note(Severity::Note, core::printable(target),
           "NVLinks to this GPU are left out, because it is not among those of this job");
    }
    return std::move(notes_);
  }

 private:
  void add_bundle(const PlacedGpu& gpu, const Bundle& bundle) {
    const catalogue::LinkRate rate =
        catalogue::nvlink_rate(gpu.gpu->compute_capability.value_or(0));
    Link link{
        LinkKind::NvLink, gpu.id, core::kNoDevice, bundle.count, rate.bandwidth * bundle.count, {},
        rate.origin};
    const auto shown = facts_.nvml.remote_classes.find(bundle.target);
    const catalogue::NvlinkEnd end = shown == facts_.nvml.remote_classes.end()
                                         ? catalogue::NvlinkEnd::Switch
                                         : catalogue::nvlink_end(shown->second);
    if (end == catalogue::NvlinkEnd::Gpu) return connect_gpus(std::move(link), bundle.target);
    link.to = end == catalogue::NvlinkEnd::Cpu ? gpu.cpu : nvswitch(bundle.target);
    builder_.connect_both_ways(link);
  }

  /// The other GPU reports its own way back.
  void connect_gpus(Link link, const std::string& target) {
    const auto other = std::ranges::find_if(
        gpus_, [&](const PlacedGpu& gpu) { return gpu.gpu->bus_id == target; });
    if (other == gpus_.end()) {
      missing_gpus_.insert(target);
      return;
    }
    link.to = other->id;
    if (link.to != link.from) builder_.connect(std::move(link));
  }

  DeviceId nvswitch(const std::string& target) {
    const auto [made, is_new] = switches_.try_emplace(target, core::kNoDevice);
    if (!is_new) return made->second;
    core::Device device = catalogue::nvswitch_at(target, taken_.contains(target));
    const auto function = facts_.pci.functions.find(target);
    if (device.pci && function != facts_.pci.functions.end()) {
      device.pci->class_code = function->second.class_code;
      device.pci->vendor = function->second.vendor;
      device.pci->device = function->second.device;
    }
    made->second = builder_.add(std::move(device));
    return made->second;
  }

  void add_c2c(const PlacedGpu& gpu, const world::NvmlC2c& c2c) {
    // NCCL 2.28 src/graph/topo.cc:667: MB/s of one link.
    builder_.connect_both_ways(
        {LinkKind::C2C,
         gpu.id,
         gpu.cpu,
         c2c.links,
         core::Bandwidth::from_gb_per_s(c2c.mb_per_s / 1e3 * c2c.links),
         {},
         {core::Origin::Kind::Discovered, "NVML: active C2C links, and the MB/s of one"}});
  }

  void note(Severity severity, std::string where, std::string text) {
    notes_.push_back({severity, std::move(where), std::move(text)});
  }

  const sources::MachineFacts& facts_;
  const std::vector<PlacedGpu>& gpus_;
  core::TopologyBuilder& builder_;
  std::set<std::string> taken_;               // bus ids of what is there already
  std::map<std::string, DeviceId> switches_;  // by target
  std::set<std::string> missing_gpus_;
  std::vector<core::Diagnostic> notes_;
};

/// Notes say what is left out.
/// \param gpus in the order of their devices
std::vector<core::Diagnostic> add_nvlinks(const sources::MachineFacts& facts,
                                          const std::vector<PlacedGpu>& gpus,
                                          core::TopologyBuilder& builder) {
  return Pass(facts, gpus, builder).add();
}

using core::Device;
using core::DeviceId;
using core::LinkKind;

class MachineBuilder {
 public:
  MachineBuilder(const sources::MachineFacts& facts, const std::vector<ChosenGpu>& gpus,
                 const std::vector<NetworkPort>& ports, const std::string& name)
      : facts_(facts), all_ports_(ports), builder_(name) {
    for (const ChosenGpu& gpu : gpus) {
      gpus_[gpu.bus_id] = &gpu;
      keep(gpu.bus_id);
    }
    for (const NetworkPort& port : ports) {
      ports_[port.adapter].push_back(&port);
      ports_of_device_[port.device] += 1;
      keep(port.adapter);
    }
  }

  core::Result<BuiltMachine> build() && {
    for (const auto& [numa, roots] : below_cpu_) add_cpu(numa, roots);
    auto notes = add_nvlinks(facts_, placed_, builder_);
    join_sockets();
    // The kernel lets a network interface have any name without space.
    for (std::size_t i = 0; i < builder_.devices().size(); ++i) {
      core::make_printable(builder_.device(static_cast<DeviceId>(i)));
    }
    auto topology = std::move(builder_).build();
    if (!topology) return core::fail(topology.error());
    return BuiltMachine{*std::move(topology), std::move(notes)};
  }

 private:
  /// A device with the switches above it.
  void keep(const std::string& bus_id) {
    // Devices that the system hides are below an unknown CPU, as in NCCL (src/graph/xml.cc, 690).
    const sources::PciFact hidden;
    const sources::PciFact* shown = find(bus_id);
    const sources::PciFact& function = shown == nullptr ? hidden : *shown;
    std::string below = bus_id;
    for (std::size_t i = function.above.size(); i >= 2; i -= 2) {
      const std::string& above = function.above[i - 2];
      children_[above].insert(below);
      below = above;
    }
    const sources::PciFact* top = find(below);
    below_cpu_[numa_of(top == nullptr ? function : *top)][function.root].insert(below);
  }

  /// -1 when unknown.
  int numa_of(const sources::PciFact& function) const {
    if (function.numa_node) return std::max(function.numa_node->value, -1);
    const std::set<int> local = sources::cpus_in(function.local_cpus);
    for (const auto& [node, cpumap] : facts_.numa.cpumaps) {
      if (!local.empty() && sources::cpus_in(cpumap) == local) return node;
    }
    return -1;
  }

  using Roots = std::map<std::string, std::set<std::string>>;  // bus ids by root complex

  void add_cpu(int numa, const Roots& roots) {
    core::Cpu cpu;
    Device device{.name = fmt::format("CPU {}", numa)};
    cpu.numa_id = numa;
    cpu.arch = facts_.numa.arch;
    if (cpu.arch.empty()) {
      cpu.arch = formats::nccl_xml::kNcclDefaultArch;
      device.assumed.emplace_back("arch");
    }
    cpu.vendor = facts_.numa.vendor;
    if (facts_.numa.family) cpu.family = facts_.numa.family->value;
    if (facts_.numa.model) cpu.model = facts_.numa.model->value;
    const auto cpumap = facts_.numa.cpumaps.find(numa);
    if (cpumap != facts_.numa.cpumaps.end()) cpu.affinity = cpumap->second;
    device.info = std::move(cpu);
    const DeviceId id = builder_.add(std::move(device));
    cpus_.push_back(id);
    int bridge = 0;
    for (const auto& [root, tops] : roots) {
      for (const std::string& top : tops) add_tree(top, id, bridge);
      ++bridge;
    }
  }

  /// \param bridge of a device right below its CPU, which host bridge
  void add_tree(const std::string& bus_id, DeviceId parent, std::optional<int> bridge) {
    // Paths that contradict each other, as only a recording made by hand has them, form circles.
    if (!added_.insert(bus_id).second) return;
    const DeviceId id = add_function(bus_id, parent, bridge);
    const auto ports = ports_.find(bus_id);
    if (ports != ports_.end()) {
      for (const NetworkPort* port : ports->second) add_port(*port, id);
    }
    const auto children = children_.find(bus_id);
    if (children == children_.end()) return;
    for (const std::string& child : children->second) add_tree(child, id, {});
  }

  DeviceId add_function(const std::string& bus_id, DeviceId parent, std::optional<int> bridge) {
    Device device;
    device.pci = function_of(bus_id);
    device.pci->host_bridge = bridge;
    if (device.pci->link_speed.empty()) device.assumed.emplace_back("pci/link_speed");
    if (device.pci->link_width == 0) device.assumed.emplace_back("pci/link_width");
    if (ports_.contains(bus_id)) {
      device.info = core::Nic{};
      device.name = fmt::format("NIC {}", bus_id);
    } else if (children_.contains(bus_id)) {
      device.info = core::PciSwitch{};
      device.name = fmt::format("PCI {}", bus_id);
    } else {
      set_gpu(device, *gpus_.at(bus_id));
    }
    const bool is_gpu = device.kind() == core::DeviceKind::Gpu;
    catalogue::LinkRate rate = catalogue::pcie_rate(*device.pci);
    if (rate.origin.kind == core::Origin::Kind::File) {
      rate.origin = {core::Origin::Kind::Discovered,
                     "max_link_speed and max_link_width of both ends in /sys/bus/pci/devices, less "
                     "line encoding"};
    }
    const int lanes = catalogue::pcie_lanes(*device.pci);
    const DeviceId id = builder_.add(std::move(device));
    builder_.connect_both_ways(
        {LinkKind::Pcie, id, parent, lanes, rate.bandwidth, {}, std::move(rate.origin)});
    if (is_gpu) placed_.push_back({gpus_.at(bus_id), id, cpus_.back()});
    return id;
  }

  static void set_gpu(Device& device, const ChosenGpu& from) {
    core::Gpu gpu;
    gpu.index = from.index;
    gpu.compute_capability = from.compute_capability.value_or(0);
    if (!from.has_known_index) device.assumed.emplace_back("index");
    if (!from.compute_capability) device.assumed.emplace_back("compute_capability");
    device.assumed.emplace_back("gpu_direct_rdma");
    if (device.pci->class_code.empty()) device.pci->class_code = "0x03";  // as NCCL has it
    device.name = fmt::format("GPU {}", gpu.index);
    device.info = gpu;
  }

  /// The speed and width that both ends of its link can do, as NCCL takes it: the lower of each.
  core::PciFunction function_of(const std::string& bus_id) const {
    core::PciFunction pci;
    pci.bus_id = bus_id;
    const sources::PciFact* own = find(bus_id);
    if (own == nullptr) return pci;
    pci.class_code = own->class_code;
    pci.vendor = own->vendor;
    pci.device = own->device;
    pci.subsystem_vendor = own->subsystem_vendor;
    pci.subsystem_device = own->subsystem_device;
    narrow(pci, *own);
    if (own->above.empty()) return pci;
    if (const sources::PciFact* port = find(own->above.back())) narrow(pci, *port);
    return pci;
  }

  const sources::PciFact* find(const std::string& bus_id) const {
    const auto found = facts_.pci.functions.find(bus_id);
    return found == facts_.pci.functions.end() ? nullptr : &found->second;
  }

  /// To what this end can do, where it says.
  static void narrow(core::PciFunction& pci, const sources::PciFact& end) {
    if (end.max_link_width && (pci.link_width == 0 || end.max_link_width->value < pci.link_width)) {
      pci.link_width = end.max_link_width->value;
    }
    if (!end.max_link_speed) return;
    const std::string& speed = end.max_link_speed->value;
    const auto rate = catalogue::transfer_rate(pci.link_speed);
    const auto end_rate = catalogue::transfer_rate(speed);
    if (!rate || (end_rate && *end_rate < *rate)) pci.link_speed = speed;
  }

  void add_port(const NetworkPort& from, DeviceId nic) {
    core::NicPort port;
    port.nic = nic;
    port.index = static_cast<int>(&from - all_ports_.data());
    port.port = from.number;
    port.guid = from.guid;
    port.speed_mbps = from.speed_mbps.value_or(catalogue::kNcclDefaultMbps);
    port.gpu_direct_rdma = from.gpu_direct_rdma.value_or(from.is_rdma);
    Device device{.name = from.device, .info = port};
    if (ports_of_device_.at(from.device) > 1) {
      // NCCL's name, by which it finds the device, is that of the adapter.
      device.name = fmt::format("{} port {}", from.device, from.number);
      device.extra.emplace_back("name", from.device);
    }
    device.assumed.emplace_back("index");
    if (!from.speed_mbps) device.assumed.emplace_back("speed_mbps");
    if (!from.gpu_direct_rdma) device.assumed.emplace_back("gpu_direct_rdma");
    builder_.add(std::move(device));
  }

  void join_sockets() {
    const auto device = [this](DeviceId id) -> const Device& { return builder_.device(id); };
    for (core::Link& link : complete::links_between_sockets(cpus_, device)) {
      builder_.connect(std::move(link));
    }
  }

  const sources::MachineFacts& facts_;
  const std::vector<NetworkPort>& all_ports_;
  core::TopologyBuilder builder_;
  std::map<std::string, std::vector<const NetworkPort*>> ports_;  // by adapter
  std::map<std::string, int> ports_of_device_;
  std::map<std::string, std::set<std::string>> children_;  // of switches, by bus id
  std::map<int, Roots> below_cpu_;                         // by NUMA node
  std::map<std::string, const ChosenGpu*> gpus_;           // by bus id
  std::vector<PlacedGpu> placed_;
  std::vector<DeviceId> cpus_;
  std::set<std::string> added_;
};

}  // namespace

core::Result<BuiltMachine> build_machine(const sources::MachineFacts& facts,
                                         const std::vector<ChosenGpu>& gpus,
                                         const std::vector<NetworkPort>& ports,
                                         const std::string& name) {
  return MachineBuilder(facts, gpus, ports, name).build();
}

}  // namespace treering::hw::discover::build
