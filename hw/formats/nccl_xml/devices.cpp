#include "hw/formats/nccl_xml/devices.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/fields.h"
#include "hw/formats/xml/document.h"

namespace treering::hw::formats::nccl_xml {
namespace {

// The nic and net elements of an NCCL XML.

class Nics {
 public:
  explicit Nics(Builder& builder) : builder_(builder) {}

  /// The nets in the nic elements of `pci`, as ports of the device `nic`.
  void read_ports(const xml::Element& pci, core::DeviceId nic);

  /// A nic right below a cpu has no PCI device. NCCL joins all such nics of a CPU into one.
  void read_virtual(const xml::Element& nic, core::DeviceId cpu);

  /// Call it when all are read: gives ports without a number the free ones.
  void finish();

 private:
  void read_nets(const xml::Element& nic, core::DeviceId id);
  void read_net(const xml::Element& net, core::DeviceId nic);

  Builder& builder_;
  std::map<core::DeviceId, core::DeviceId> virtual_nics_;  // by CPU
  std::vector<core::DeviceId> ports_;
};

using core::Device;
using core::DeviceId;
using core::NicPort;
using core::Severity;

// Linux's SPEED_UNKNOWN (ethtool.h), which NCCL's dumps pass on; lower figures mean nothing.
constexpr std::int64_t kUnknownMbps = -1;

NicPort read_port(Fields& fields, Device& device) {
  const auto assume = [&device](const char* field) { device.assumed.emplace_back(field); };
  NicPort port;
  const auto index = fields.integer("dev");
  if (!index) assume("index");
  port.index = index.value_or(0);
  const auto speed = fields.long_integer("speed");
  if (speed.value_or(0) < kUnknownMbps) {
    fields.refuse("speed", "expected Mbit/s, or -1 where they are unknown");
  }
  const bool has_speed = speed.value_or(0) > 0;
  if (!has_speed || fields.text(kAssumed) == kAssumedPort) assume("speed_mbps");
  port.speed_mbps = has_speed ? *speed : catalogue::kNcclDefaultMbps;
  port.port = fields.integer("port").value_or(0);
  const auto guid = fields.hex("guid");
  port.guid = guid.value_or(0);
  port.latency_us = fields.number("latency").value_or(0);
  port.max_connections = fields.integer("maxconn").value_or(0);
  port.gpu_direct_rdma = fields.integer("gdr").value_or(0) != 0;
  port.in_network_reduction = fields.integer("coll").value_or(0) != 0;
  device.name = fields.text("name");
  device.extra = fields.rest();
  // A guid of 0 that is given makes ports one ASIC; one that is unknown does not.
  if (guid == 0U) device.extra.emplace_back("guid", fields.text("guid"));
  return port;
}

void Nics::read_ports(const xml::Element& pci, DeviceId nic) {
  for (const xml::Element& child : pci.children) {
    if (child.name != "nic") continue;
    builder_.set_inner(nic, child);
    Fields fields(child, builder_);
    for (auto& attribute : fields.rest()) {
      builder_.device(nic).extra.push_back(std::move(attribute));
    }
    read_nets(child, nic);
  }
}

void Nics::read_virtual(const xml::Element& nic, DeviceId cpu) {
  const auto [known, is_new] = virtual_nics_.try_emplace(cpu, core::kNoDevice);
  if (is_new) {
    Device device;
    device.name = "virtual NIC of " + builder_.device(cpu).name;
    device.info = core::Nic{};
    device.extra = Fields(nic, builder_).rest();
    known->second = builder_.add(nic, std::move(device));
    const catalogue::LinkRate rate = catalogue::local_rate();
    builder_.connect_both_ways(
        nic, {core::LinkKind::Pcie, known->second, cpu, 1, rate.bandwidth, {}, rate.origin});
  }
  read_nets(nic, known->second);
}

void Nics::read_nets(const xml::Element& nic, DeviceId id) {
  for (const xml::Element& child : nic.children) {
    if (builder_.failed()) return;
    if (child.name == "net") {
      read_net(child, id);
    } else {
      builder_.note_unknown(child);
    }
  }
}

void Nics::read_net(const xml::Element& net, DeviceId nic) {
  for (const xml::Element& child : net.children) builder_.note_unknown(child);
  Fields fields(net, builder_);
  Device device;
  NicPort port = read_port(fields, device);
  port.nic = nic;
  device.info = port;
  if (is_assumed(device, "index")) {
    builder_.note(Severity::Note, net,
                  "a net without dev: NCCL leaves it out unless its network plugin offers it");
  }
  if (is_assumed(device, "speed_mbps")) {
    builder_.note(Severity::Warning, net,
                  "a net of unknown speed: taken as 10 Gbit/s, as NCCL does");
  }
  ports_.push_back(builder_.add(net, std::move(device)));
}

// The gpu elements of an NCCL XML.

void Nics::finish() {
  std::set<int> taken;
  for (const DeviceId id : ports_) {
    const Device& device = builder_.device(id);
    if (!is_assumed(device, "index")) taken.insert(std::get<NicPort>(device.info).index);
  }
  int next = 0;
  for (const DeviceId id : ports_) {
    Device& device = builder_.device(id);
    auto& port = std::get<NicPort>(device.info);
    if (is_assumed(device, "index")) {
      while (!taken.insert(next).second) ++next;
      port.index = next;
    }
    if (!device.name.empty()) continue;
    device.name = fmt::format("net {}", port.index);
    device.assumed.emplace_back("name");
  }
}

class Gpus {
 public:
  explicit Gpus(Builder& builder) : builder_(builder) {}

  /// Fills in the device `id` from the gpu inside `pci`; without one, marks its facts as unknown.
  void read(const xml::Element& pci, core::DeviceId id, int host);

  /// Call it when all are read: gives GPUs without a number the free ones, by bus id as NVML does,
  /// then names all.
  void finish();

 private:
  struct Read {
    core::DeviceId id;
    int host;
    bool has_index;
  };

  void number_rest();

  Builder& builder_;
  std::vector<Read> gpus_;
};

using core::DeviceId;
using core::Gpu;
using core::Severity;

void Gpus::read(const xml::Element& pci, DeviceId id, int host) {
  core::Device& device = builder_.device(id);
  const xml::Element* element = child_of(pci, "gpu");
  if (element == nullptr) {
    builder_.note(Severity::Warning, pci,
                  "a GPU without a gpu element: NCCL adds its number, compute capability and "
                  "NVLinks from NVML");
    device.assumed.insert(device.assumed.end(), {"index", "compute_capability", "gpu_direct_rdma"});
    gpus_.push_back({id, host, false});
    return;
  }
  builder_.set_inner(id, *element);
  Fields fields(*element, builder_);
  const auto index = fields.integer("dev");
  const auto compute_capability = fields.integer("sm");
  const auto gpu_direct_rdma = fields.integer("gdr");
  if (!index) device.assumed.emplace_back("index");
  if (!compute_capability) {
    device.assumed.emplace_back("compute_capability");
    builder_.note(Severity::Warning, *element, "no sm: NCCL adds the compute capability from NVML");
  }
  if (!gpu_direct_rdma) device.assumed.emplace_back("gpu_direct_rdma");
  const std::string assumed = fields.text(kAssumed);
  if (assumed == kAssumedGpu || assumed == kAssumedNamedGpu) {
    device.assumed.emplace_back("compute_capability");
  }
  if (assumed == kAssumedNamedGpu) device.assumed.emplace_back("extra/model");
  device.info =
      Gpu{index.value_or(0), compute_capability.value_or(0), gpu_direct_rdma.value_or(1) != 0};
  for (auto& attribute : fields.rest()) device.extra.push_back(std::move(attribute));
  gpus_.push_back({id, host, index.has_value()});
}

void Gpus::number_rest() {
  std::set<std::pair<int, int>> taken;
  std::vector<Read> rest;
  for (const Read& gpu : gpus_) {
    if (gpu.has_index) {
      taken.insert({gpu.host, std::get<Gpu>(builder_.device(gpu.id).info).index});
    } else {
      rest.push_back(gpu);
    }
  }
  std::stable_sort(rest.begin(), rest.end(), [this](const Read& a, const Read& b) {
    return builder_.device(a.id).pci->bus_id < builder_.device(b.id).pci->bus_id;
  });
  std::vector<int> next;  // by host
  for (const Read& gpu : rest) {
    next.resize(std::max(next.size(), static_cast<std::size_t>(gpu.host) + 1));
    int& index = next[static_cast<std::size_t>(gpu.host)];
    while (!taken.insert({gpu.host, index}).second) ++index;
    std::get<Gpu>(builder_.device(gpu.id).info).index = index;
  }
}

void Gpus::finish() {
  number_rest();
  for (const Read& gpu : gpus_) {
    core::Device& device = builder_.device(gpu.id);
    device.name = fmt::format("GPU {}", std::get<Gpu>(device.info).index);
  }
}

using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::Severity;

/// Where in the tree an element stands.
struct Position {
  DeviceId parent;
  DeviceId cpu;
  int host;
};

class DevicePass {
 public:
  explicit DevicePass(Builder& builder) : builder_(builder), gpus_(builder), nics_(builder) {}

  Devices read(const xml::Element& system) {
    for (const xml::Element& child : system.children) {
      if (builder_.failed()) break;
      if (child.name == "cpu") {
        read_cpu(child);
      } else {
        builder_.note_unknown(child);
      }
    }
    gpus_.finish();
    nics_.finish();
    return std::move(devices_);
  }

 private:
  core::Cpu read_cpu_fields(const xml::Element& element, Device& device) {
    Fields fields(element, builder_);
    core::Cpu cpu;
    const auto numa_id = fields.integer("numaid");
    if (!numa_id) {
      device.assumed.emplace_back("numa_id");
      builder_.note(Severity::Warning, element,
                    "a cpu without numaid, which NCCL refuses: taken as -1, unknown");
    }
    cpu.numa_id = numa_id.value_or(-1);
    cpu.arch = fields.text("arch");
    if (cpu.arch.empty()) {
      cpu.arch = kNcclDefaultArch;
      device.assumed.emplace_back("arch");
      builder_.note(
          Severity::Note, element,
          "a cpu without arch: taken as x86_64; NCCL adds that of the machine it runs on");
    }
    cpu.vendor = fields.text("vendor");
    cpu.family = fields.integer("familyid");
    cpu.model = fields.integer("modelid");
    cpu.affinity = fields.text("affinity");
    if (fields.text(kAssumed) == kAssumedCpu) {
      device.assumed.insert(device.assumed.end(), {"vendor", "family", "model"});
    }
    device.extra = fields.rest();
    cpu.host = builder_.enter_host(fields.hex("host_hash").value_or(0));
    return cpu;
  }

  void read_cpu(const xml::Element& element) {
    Device device;
    const core::Cpu cpu = read_cpu_fields(element, device);
    device.name = fmt::format("CPU {}", cpu.numa_id);
    device.info = cpu;
    const DeviceId id = builder_.add(element, std::move(device));
    const auto host = static_cast<std::size_t>(cpu.host);
    if (host == devices_.cpus.size()) devices_.cpus.emplace_back();
    devices_.cpus[host].push_back(id);
    read_below_cpu(element, {id, id, cpu.host});
  }

  void read_below_cpu(const xml::Element& element, const Position& cpu) {
    for (const xml::Element& child : element.children) {
      if (builder_.failed()) return;
      if (child.name == "pci") {
        read_pci(child, cpu);
      } else if (child.name == "nic") {
        nics_.read_virtual(child, cpu.cpu);
      } else {
        builder_.note_unknown(child);
      }
    }
  }

  void read_below_switch(const xml::Element& element, const Position& position) {
    for (const xml::Element& child : element.children) {
      if (builder_.failed()) return;
      if (child.name == "pci") {
        read_pci(child, position);
      } else if (child.name != "pcilink") {
        builder_.note_unknown(child);
      }
    }
  }

  void read_pci(const xml::Element& element, const Position& position) {
    Device device = read_pci_device(element, builder_);
    if (builder_.failed()) return;
    const auto known = builder_.find_bus_id(position.host, device.pci->bus_id);
    if (known) return read_again(element, std::move(device), {*known, position});
    add_pci(element, std::move(device), position);
  }

  void add_pci(const xml::Element& element, Device device, const Position& position) {
    const catalogue::LinkRate rate = catalogue::pcie_rate(*device.pci);
    const int lanes = catalogue::pcie_lanes(*device.pci);
    const std::string bus_id = device.pci->bus_id;
    const DeviceId id = builder_.add(element, std::move(device));
    builder_.remember_bus_id(position.host, bus_id, id);
    builder_.connect_both_ways(
        element,
        {core::LinkKind::Pcie, id, position.parent, lanes, rate.bandwidth, {}, rate.origin});
    parents_[id] = position.parent;
    read_content(element, {id, position});
  }

  struct Placed {
    DeviceId id;
    Position position;
  };

  /// A bus id twice, which NCCL does not mind (2.28 src/graph/topo.cc, ncclTopoAddPci). Its fusion
  /// of the trees of several ranks may leave one switch or NIC twice below the same parent
  /// (xml.cc:294). NICs of one bus id are one also elsewhere; each switch is one of its own. Only a
  /// GPU must not be there twice: NCCL's init refuses ranks of one bus id ("Duplicate GPU
  /// detected").
  void read_again(const xml::Element& element, Device device, const Placed& known) {
    const DeviceKind kind = device.kind();
    const bool is_same_kind = builder_.device(known.id).kind() == kind;
    const bool has_same_parent = parents_[known.id] == known.position.parent;
    const bool is_fused = is_same_kind && (kind == DeviceKind::Nic ||
                                           (kind == DeviceKind::PciSwitch && has_same_parent));
    if (is_fused) {
      builder_.note(Severity::Warning, element,
                    has_same_parent ? "a busid given twice below one parent: taken as one device"
                                    : "a busid of a NIC given twice: taken as one NIC, below the "
                                      "first parent, as NCCL does");
      return read_content(element, known);
    }
    if (kind == DeviceKind::Gpu && is_same_kind) {
      builder_.problem(element,
                       fmt::format("busid {} given twice", core::in_quotes(device.pci->bus_id)),
                       fmt::format("expected another than that of {}", builder_.line_of(known.id)));
      return;
    }
    builder_.note(Severity::Warning, element,
                  fmt::format("busid {} given twice, as NCCL allows: this device gets another",
                              core::in_quotes(device.pci->bus_id)));
    device.pci->bus_id = free_bus_id(known.position.host);
    device.assumed.emplace_back("pci/bus_id");
    add_pci(element, std::move(device), known.position);
  }

  /// In a domain that no machine has.
  std::string free_bus_id(int host) {
    while (true) {
      // 32 devices on each of the 256 buses of a domain.
      std::string bus_id = fmt::format("{:04x}:{:02x}:{:02x}.0", 0xfffe - made_up_ / 8192,
                                       made_up_ / 32 % 256, made_up_ % 32);
      ++made_up_;
      if (!builder_.find_bus_id(host, bus_id)) return bus_id;
    }
  }

  void read_content(const xml::Element& element, const Placed& placed) {
    const auto& [id, position] = placed;
    switch (builder_.device(id).kind()) {
      case DeviceKind::Gpu:
        gpus_.read(element, id, position.host);
        devices_.gpus.push_back({&element, id, position.cpu, position.host});
        return note_skipped(element, "gpu");
      case DeviceKind::Nic:
        nics_.read_ports(element, id);
        return note_skipped(element, "nic");
      case DeviceKind::NvSwitch:
        return note_skipped(element, "");
      default:
        devices_.switches.push_back({&element, id, position.cpu, position.host});
        return read_below_switch(element, {id, position.cpu, position.host});
    }
  }

  /// NCCL does not look further below a GPU, a NIC or an NVSwitch.
  void note_skipped(const xml::Element& element, std::string_view known) {
    for (const xml::Element& child : element.children) {
      if (child.name == known) continue;
      builder_.note(
          Severity::Warning, child,
          "an element beside a gpu or nic, or below an NVSwitch, is skipped, as NCCL does");
    }
  }

  Builder& builder_;
  Gpus gpus_;
  Nics nics_;
  Devices devices_;
  std::unordered_map<DeviceId, DeviceId> parents_;
  unsigned made_up_ = 0;  // bus ids
};

}  // namespace

Devices read_nccl_devices(const xml::Element& system, Builder& builder) {
  return DevicePass(builder).read(system);
}

}  // namespace treering::hw::formats::nccl_xml
