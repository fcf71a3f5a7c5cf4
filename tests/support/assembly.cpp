#include "tests/support/assembly.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace treering::testing {
namespace {

using core::Bandwidth;
using core::DeviceId;
using core::LinkKind;

struct Slot {
  const char* speed;  // sysfs text
  double gb_per_s;    // on the wire, 16 lanes
};

// PCI Express base specification: 8, 16, 32 GT/s a lane, 128b/130b coding.
constexpr std::array<Slot, 4> kSlots{{
    {"", 15.75},
    {"8.0 GT/s PCIe", 15.75},
    {"16.0 GT/s PCIe", 31.5},
    {"32.0 GT/s PCIe", 63},
}};

core::Cpu cpu_of(CpuModel model) {
  core::Cpu cpu;
  switch (model) {
    case CpuModel::Broadwell:
    case CpuModel::SapphireRapids:
      cpu.arch = "x86_64";
      cpu.vendor = "GenuineIntel";
      cpu.family = 6;
      cpu.model = model == CpuModel::Broadwell ? 0x4F : 0x8F;
      return cpu;
    case CpuModel::Milan:
      cpu.arch = "x86_64";
      cpu.vendor = "AuthenticAMD";
      cpu.family = 175;
      cpu.model = 1;
      return cpu;
    case CpuModel::Grace:
      cpu.arch = "arm64";
      return cpu;
    case CpuModel::Power9:
      cpu.arch = "ppc64";
      return cpu;
  }
  return cpu;
}

}  // namespace

DeviceId Assembly::cpu(CpuModel model, std::string affinity) {
  core::Cpu cpu = cpu_of(model);
  cpu.numa_id = numa_nodes_++;
  cpu.affinity = std::move(affinity);
  return builder_.add({fmt::format("CPU {}", cpu.numa_id), cpu, {}, {}, {}});
}

DeviceId Assembly::pci(const std::string& name, core::DeviceInfo info, DeviceId above,
                       double gb_per_s) {
  core::PciFunction function;
  function.bus_id = fmt::format("0000:{:02x}:00.0", ++buses_);
  const DeviceId id = builder_.add({name, std::move(info), function, {}, {}});
  join(LinkKind::Pcie, id, above, gb_per_s);
  return id;
}

DeviceId Assembly::slot(const std::string& name, core::DeviceInfo info, DeviceId above,
                        PcieSpeed speed) {
  constexpr int kLanes = 16;
  const Slot& slot = kSlots.at(static_cast<std::size_t>(speed));
  const DeviceId id = pci(name, std::move(info), above, slot.gb_per_s);
  function(id).link_speed = slot.speed;
  function(id).link_width = speed == PcieSpeed::Unknown ? 0 : kLanes;
  return id;
}

DeviceId Assembly::pci_switch(DeviceId above, PcieSpeed speed) {
  return slot(fmt::format("switch {:02x}", buses_ + 1), core::PciSwitch{}, above, speed);
}

DeviceId Assembly::gpu(DeviceId above, int compute_capability, PcieSpeed speed) {
  core::Gpu gpu;
  gpu.index = gpus_++;
  gpu.compute_capability = compute_capability;
  return slot(fmt::format("GPU {}", gpu.index), gpu, above, speed);
}

DeviceId Assembly::nic(DeviceId above, PcieSpeed speed) {
  return slot(fmt::format("nic {:02x}", buses_ + 1), core::Nic{}, above, speed);
}

DeviceId Assembly::virtual_nic(DeviceId cpu) {
  const auto count = builder_.devices().size();
  const DeviceId id = builder_.add({fmt::format("virtual nic {}", count), core::Nic{}, {}, {}, {}});
  join(LinkKind::Pcie, id, cpu, 1);
  return id;
}

DeviceId Assembly::port(DeviceId nic, int mbps) {
  constexpr std::uint64_t kFirstGuid = 0xa000;
  const auto is_sibling = [&](const core::Device& device) {
    const auto* port = std::get_if<core::NicPort>(&device.info);
    return port != nullptr && port->nic == nic;
  };
  core::NicPort port;
  port.nic = nic;
  port.index = ports_++;
  port.speed_mbps = mbps;
  port.port = 1 + static_cast<int>(std::ranges::count_if(builder_.devices(), is_sibling));
  port.guid = kFirstGuid + static_cast<std::uint64_t>(nic);
  port.gpu_direct_rdma = true;
  return builder_.add({fmt::format("port {}", port.index), port, {}, {}, {}});
}

DeviceId Assembly::nvswitch() {
  const auto count = builder_.devices().size();
  return builder_.add({fmt::format("NVSwitch {}", count), core::NvSwitch{}, {}, {}, {}});
}

void Assembly::nvlink(DeviceId a, DeviceId b, int count) {
  constexpr double kGbPerS = 25;  // one link of NVLink 2 and later, per direction
  join(LinkKind::NvLink, a, b, kGbPerS * count, count);
}

void Assembly::c2c(DeviceId gpu, DeviceId cpu, double gb_per_s) {
  join(LinkKind::C2C, gpu, cpu, gb_per_s);
}

void Assembly::join(LinkKind kind, DeviceId from, DeviceId to, double gb_per_s, int count) {
  core::Link link;
  link.kind = kind;
  link.from = from;
  link.to = to;
  link.count = count;
  link.bandwidth = Bandwidth::from_gb_per_s(gb_per_s);
  builder_.connect_both_ways(link);
}

core::Topology Assembly::build() && {
  return std::move(builder_).build().value();
}

}  // namespace treering::testing
