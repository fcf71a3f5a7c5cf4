#include "hw/formats/nccl_xml/devices.h"

#include <string_view>
#include <unordered_map>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nccl_xml/builder.h"
#include "hw/formats/nccl_xml/fields.h"
#include "hw/formats/nccl_xml/gpu.h"
#include "hw/formats/nccl_xml/nic.h"
#include "hw/formats/nccl_xml/pci.h"

namespace treering::hw::formats::nccl_xml {
namespace {

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
    if (known) return read_again(element, device, {*known, position});
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

  /// NCCL's fusion of the trees of several ranks may leave one switch or NIC twice below the same
  /// parent (NCCL 2.28 src/graph/xml.cc:294); the second is then more of the first.
  void read_again(const xml::Element& element, const Device& device, const Placed& known) {
    const DeviceKind kind = builder_.device(known.id).kind();
    const bool is_fused = kind == device.kind() && parents_[known.id] == known.position.parent &&
                          (kind == DeviceKind::PciSwitch || kind == DeviceKind::Nic);
    if (!is_fused) {
      builder_.problem(element,
                       fmt::format("busid {} given twice", core::in_quotes(device.pci->bus_id)),
                       fmt::format("expected another than that of {}", builder_.line_of(known.id)));
      return;
    }
    builder_.note(Severity::Warning, element,
                  "a busid given twice below one parent: taken as one device");
    read_content(element, known);
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
};

}  // namespace

Devices read_nccl_devices(const xml::Element& system, Builder& builder) {
  return DevicePass(builder).read(system);
}

}  // namespace treering::hw::formats::nccl_xml
