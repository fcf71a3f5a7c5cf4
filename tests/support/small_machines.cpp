#include "tests/support/small_machines.h"

#include <array>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>

namespace treering::testing {
namespace {

using core::DeviceId;
using core::LinkKind;

core::Gpu gpu(int index, int compute_capability) {
  core::Gpu result;
  result.index = index;
  result.compute_capability = compute_capability;
  return result;
}

core::NicPort port(DeviceId nic, int index, int mbps) {
  core::NicPort result;
  result.nic = nic;
  result.index = index;
  result.speed_mbps = mbps;
  result.port = 1;
  return result;
}

}  // namespace

core::Topology two_sockets() {
  constexpr double kPcie = 20;
  constexpr int kMbps = 100000;
  Assembly assembly("two_sockets");
  const auto add_port = [&](const std::string& name, DeviceId nic, int index) {
    assembly.builder().add({name, port(nic, index, kMbps), {}, {}, {}});
  };
  const DeviceId cpu0 = assembly.cpu(CpuModel::SapphireRapids, "00000033");
  const DeviceId cpu1 = assembly.cpu(CpuModel::SapphireRapids, "000000cc");
  assembly.join(LinkKind::InterSocket, cpu0, cpu1, 10);
  const DeviceId a = assembly.pci("switch A", core::PciSwitch{}, cpu0, kPcie);
  assembly.pci("GPU 0", gpu(0, 80), a, kPcie);
  assembly.pci("GPU 1", gpu(1, 80), a, kPcie);
  const DeviceId nic0 = assembly.pci("nic0", core::Nic{}, a, kPcie);
  add_port("nic0_0", nic0, 0);
  add_port("nic0_1", nic0, 1);
  const DeviceId b = assembly.pci("switch B", core::PciSwitch{}, cpu1, kPcie);
  const DeviceId c = assembly.pci("switch C", core::PciSwitch{}, b, kPcie);
  assembly.pci("GPU 2", gpu(2, 80), c, kPcie);
  assembly.pci("GPU 3", gpu(3, 80), b, kPcie);
  const DeviceId nic1 = assembly.pci("nic1", core::Nic{}, cpu1, kPcie);
  add_port("nic1_0", nic1, 2);
  return std::move(assembly).build();
}

core::Topology nvswitch_machine(int gpus, int compute_capability) {
  constexpr int kMbps = 200000;
  Assembly assembly("nvswitch_machine");
  const DeviceId cpu = assembly.cpu(CpuModel::SapphireRapids, "000000ff");
  const DeviceId nvswitch = assembly.builder().add({"NVSwitch", core::NvSwitch{}, {}, {}, {}});
  for (int i = 0; i < gpus; ++i) {
    const auto name = [i](std::string_view kind) { return fmt::format("{} {}", kind, i); };
    const DeviceId bridge = assembly.pci(name("switch"), core::PciSwitch{}, cpu, 25);
    const DeviceId id = assembly.pci(name("GPU"), gpu(i, compute_capability), bridge, 25);
    assembly.join(LinkKind::NvLink, id, nvswitch, 100, 4);
    const DeviceId nic = assembly.pci(name("nic"), core::Nic{}, bridge, 25);
    assembly.builder().add({name("port"), port(nic, i, kMbps), {}, {}, {}});
  }
  return std::move(assembly).build();
}

core::Topology pcie_box(const PcieBox& box) {
  Assembly assembly("pcie_box");
  for (int socket = 0; socket < box.sockets; ++socket) {
    const DeviceId cpu = assembly.cpu(box.cpu);
    for (int i = 0; i < box.switches_per_socket; ++i) {
      const DeviceId bridge = assembly.pci_switch(cpu, box.speed);
      for (int g = 0; g < box.gpus_per_switch; ++g) {
        assembly.gpu(bridge, box.compute_capability, box.speed);
      }
      if (box.nic_mbps > 0) assembly.port(assembly.nic(bridge, box.speed), box.nic_mbps);
    }
  }
  return std::move(assembly).build();
}

core::Topology nvswitch_box(const NvswitchBox& box) {
  Assembly assembly("nvswitch_box");
  const DeviceId cpu = assembly.cpu();
  const DeviceId nvswitch = assembly.nvswitch();
  for (int i = 0; i < box.gpus; ++i) {
    const DeviceId bridge = assembly.pci_switch(cpu, box.speed);
    assembly.nvlink(assembly.gpu(bridge, box.compute_capability, box.speed), nvswitch, box.links);
    if (box.nic_mbps > 0) assembly.port(assembly.nic(bridge, box.speed), box.nic_mbps);
  }
  return std::move(assembly).build();
}

core::Topology nvlink_mesh(int gpus, int links, int compute_capability) {
  Assembly assembly("nvlink_mesh");
  const DeviceId cpu = assembly.cpu();
  std::vector<DeviceId> ids;
  for (int i = 0; i < gpus; ++i) {
    const DeviceId id = assembly.gpu(assembly.pci_switch(cpu), compute_capability);
    for (const DeviceId other : ids) assembly.nvlink(other, id, links);
    ids.push_back(id);
  }
  return std::move(assembly).build();
}

core::Topology hybrid_cube() {
  struct Edge {
    int a;
    int b;
    int links;
  };
  constexpr std::array<Edge, 16> kEdges{{{0, 1, 1},
                                         {0, 2, 1},
                                         {0, 3, 2},
                                         {1, 2, 2},
                                         {1, 3, 1},
                                         {2, 3, 2},
                                         {0, 4, 2},
                                         {1, 5, 2},
                                         {2, 6, 1},
                                         {3, 7, 1},
                                         {4, 5, 1},
                                         {4, 6, 1},
                                         {4, 7, 2},
                                         {5, 6, 2},
                                         {5, 7, 1},
                                         {6, 7, 2}}};
  constexpr int kVolta = 70;
  constexpr int kMbps = 100000;
  Assembly assembly("hybrid_cube");
  std::vector<DeviceId> gpus;
  for (int socket = 0; socket < 2; ++socket) {
    const DeviceId cpu = assembly.cpu(CpuModel::Broadwell);
    for (int pair = 0; pair < 2; ++pair) {
      const DeviceId bridge = assembly.pci_switch(cpu, PcieSpeed::Gen3);
      gpus.push_back(assembly.gpu(bridge, kVolta, PcieSpeed::Gen3));
      gpus.push_back(assembly.gpu(bridge, kVolta, PcieSpeed::Gen3));
      assembly.port(assembly.nic(bridge, PcieSpeed::Gen3), kMbps);
    }
  }
  for (const Edge& edge : kEdges) {
    assembly.nvlink(gpus[static_cast<std::size_t>(edge.a)], gpus[static_cast<std::size_t>(edge.b)],
                    edge.links);
  }
  return std::move(assembly).build();
}

core::Topology power_box(int gpus_per_socket) {
  constexpr int kVolta = 70;
  constexpr int kLinks = 3;
  constexpr int kMbps = 100000;
  Assembly assembly("power_box");
  for (int socket = 0; socket < 2; ++socket) {
    const DeviceId cpu = assembly.cpu(CpuModel::Power9);
    std::vector<DeviceId> gpus;
    for (int i = 0; i < gpus_per_socket; ++i) {
      const DeviceId id = assembly.gpu(assembly.pci_switch(cpu), kVolta);
      assembly.nvlink(id, cpu, kLinks);
      for (const DeviceId other : gpus) assembly.nvlink(other, id, kLinks);
      gpus.push_back(id);
    }
    assembly.port(assembly.nic(cpu), kMbps);
  }
  return std::move(assembly).build();
}

core::Topology grace_box(int superchips) {
  constexpr int kHopper = 90;
  constexpr int kLinks = 18;
  constexpr int kMbps = 400000;
  constexpr double kC2cGbPerS = 450;
  Assembly assembly("grace_box");
  const DeviceId nvswitch = assembly.nvswitch();
  for (int i = 0; i < superchips; ++i) {
    const DeviceId cpu = assembly.cpu(CpuModel::Grace);
    const DeviceId id = assembly.gpu(cpu, kHopper, PcieSpeed::Gen5);
    assembly.c2c(id, cpu, kC2cGbPerS);
    assembly.nvlink(id, nvswitch, kLinks);
    assembly.port(assembly.nic(cpu, PcieSpeed::Gen5), kMbps);
  }
  return std::move(assembly).build();
}

core::Topology virtual_nic_machine(int gpus, int nics, int mbps) {
  Assembly assembly("virtual_nic_machine");
  const DeviceId cpu = assembly.cpu();
  for (int i = 0; i < gpus; ++i) assembly.gpu(cpu);
  for (int i = 0; i < nics; ++i) assembly.port(assembly.virtual_nic(cpu), mbps);
  return std::move(assembly).build();
}

}  // namespace treering::testing
