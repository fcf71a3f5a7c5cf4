#include <array>

#include <fmt/format.h>

#include "tests/support/recorded_fleet.h"
#include "tests/support/recorded_parts.h"

namespace treering::support {
namespace {

// PCI ids: pci-ids.ucw.cz.
const RecordedPci kNvSwitch2{"0x068000", "0x10de", "0x1af1"};
const RecordedPci kGen5Port{"0x060400", "0x8086", "0x352a", "32.0 GT/s PCIe"};
const RecordedPci kConnectX7Bridge{"0x060400", "0x15b3", "0x1979", "32.0 GT/s PCIe"};
const RecordedPci kNvSwitch3{"0x068000", "0x10de", "0x22a3", "5.0 GT/s PCIe", 2};

/// A quarter of a DGX A100: a switch of a socket with two trays of one GPU each and two adapters.
struct A100Quarter {
  int root;
  int numa;
  std::array<int, 2> trays;
  std::array<int, 2> nics;
  int first_nic;
};
constexpr std::array<A100Quarter, 4> kA100Quarters{{
    {0x00, 3, {0x05, 0x0d}, {0x0c, 0x12}, 0},
    {0x40, 1, {0x45, 0x4c}, {0x4b, 0x54}, 2},
    {0x80, 7, {0x85, 0x8e}, {0x8d, 0x94}, 6},
    {0xb0, 5, {0xb5, 0xbb}, {0xba, 0xcc}, 8},
}};

void add(RecordedMachine& machine, const A100Quarter& part) {
  const std::string root = fmt::format("pci0000:{:02x}/0000:{:02x}:01.1", part.root, part.root);
  const std::string upstream = root + "/" + bus(part.root + 1);
  const RecordedPci bridge = on_node(kBridge, part.numa);
  machine.pci(root, on_node(kAmdPort, part.numa));
  machine.pci(upstream, bridge);
  int port = 0;
  const auto downstream = [&](const std::string& switch_path, int below) {
    const std::string path = fmt::format("{}/0000:{:02x}:{:02x}.0", switch_path, below, 4 * port++);
    machine.pci(path, bridge);
    return path;
  };
  for (const int tray : part.trays) {
    const std::string path = downstream(upstream, part.root + 2) + "/" + bus(tray);
    machine.pci(path, bridge);
    machine.pci(downstream(path, tray + 1) + "/" + bus(tray + 2), on_node(kA100, part.numa));
  }
  int number = part.first_nic;
  for (const int nic : part.nics) {
    const std::string path = downstream(upstream, part.root + 2) + "/" + bus(nic);
    machine.pci(path, on_node(kConnectX6, part.numa));
    add_port(machine, fmt::format("mlx5_{}", number++), path, "200 Gb/sec (4X HDR)");
  }
}

const std::array kA100Buses{0x07, 0x0f, 0x47, 0x4e, 0x87, 0x90, 0xb7, 0xbd};

RecordedMachine dgx_a100_without_nvml() {
  RecordedMachine machine;
  for (const A100Quarter& part : kA100Quarters) add(machine, part);
  for (int i = 0; i < 6; ++i) {
    const std::string downstream =
        fmt::format("pci0000:b0/0000:b0:03.1/{}/0000:c3:{:02x}.0", bus(0xc2), i);
    machine.pci(downstream + "/" + bus(0xc4 + i), on_node(kNvSwitch2, 5));
  }
  add_storage(machine, "pci0000:60/0000:60:03.1/0000:61:00", on_node(kConnectX6, 2), 4);
  add_storage(machine, "pci0000:e0/0000:e0:03.1/0000:e1:00", on_node(kConnectX6, 6), 10);
  for (int node = 0; node < 8; ++node) {
    // 16 cores, and their second threads 128 further on; most significant word first.
    std::string map;
    for (int word = 7; word >= 0; --word) {
      const bool is_own = word % 4 == node / 2;
      map += is_own ? (node % 2 == 0 ? "0000ffff" : "ffff0000") : "00000000";
      if (word != 0) map += ',';
    }
    machine.numa(node, map);
  }
  machine.cpuinfo("AuthenticAMD", 23, 49);
  return machine;
}

/// A GPU of a DGX H100 and the adapter whose switch it is behind.
struct H100Place {
  int root;  // bus of the root port
  int numa;
  int nic;  // its number
};
constexpr std::array<H100Place, 8> kH100Places{{{0x15, 0, 0},
                                                {0x3d, 0, 3},
                                                {0x4c, 0, 4},
                                                {0x5b, 0, 5},
                                                {0x97, 1, 6},
                                                {0xbd, 1, 9},
                                                {0xcb, 1, 10},
                                                {0xd9, 1, 11}}};

void add(RecordedMachine& machine, const H100Place& place) {
  const auto& [root, numa, nic] = place;
  const std::string port = fmt::format("pci0000:{:02x}/0000:{:02x}:01.0", root, root);
  const std::string upstream = port + "/" + bus(root + 1);
  const std::string to_nic = upstream + "/" + bus(root + 2);
  const std::string to_gpu = upstream + fmt::format("/0000:{:02x}:01.0", root + 2);
  const std::string gpu_side = to_gpu + "/" + bus(root + 4);
  machine.pci(port, on_node(kGen5Port, numa));
  for (const std::string& bridge :
       {upstream, to_nic, to_gpu, gpu_side, gpu_side + "/" + bus(root + 5)}) {
    machine.pci(bridge, on_node(kConnectX7Bridge, numa));
  }
  machine.pci(to_nic + "/" + bus(root + 3), on_node(kConnectX7, numa));
  machine.pci(gpu_side + "/" + bus(root + 5) + "/" + bus(root + 6), on_node(kH100, numa));
  add_port(machine, fmt::format("mlx5_{}", nic), to_nic + "/" + bus(root + 3),
           "400 Gb/sec (4X NDR)");
}

}  // namespace

RecordedMachine dgx_a100() {
  RecordedMachine machine = dgx_a100_without_nvml();
  std::vector<LinkTarget> switches;
  for (int i = 0; i < 6; ++i) switches.push_back({bus(0xc4 + i), 2});
  std::vector<hw::world::NvmlGpu> gpus;
  for (const int number : kA100Buses) {
    gpus.push_back(nvml_gpu("NVIDIA A100-SXM4-40GB", bus(number), 80));
    gpus.back().links = active_links(switches, 3, hw::world::NvmlRemote::Switch);
  }
  add_nvml(machine, "535.161.08", std::move(gpus));
  return machine;
}

RecordedMachine dgx_h100() {
  RecordedMachine machine;
  const std::vector<LinkTarget> switches{{bus(5), 4}, {bus(6), 5}, {bus(7), 5}, {bus(8), 4}};
  std::vector<hw::world::NvmlGpu> gpus;
  for (const H100Place& place : kH100Places) {
    add(machine, place);
    gpus.push_back(nvml_gpu("NVIDIA H100 80GB HBM3", bus(place.root + 6), 90));
    gpus.back().links = active_links(switches, 4, hw::world::NvmlRemote::Switch);
    gpus.back().fabric =
        hw::world::NvmlFabric{hw::world::NvmlFabricState::Completed, "", kNoCluster, 0};
  }
  for (int i = 0; i < 4; ++i) {
    machine.pci(
        fmt::format("pci0000:00/0000:00:0e.0/0000:02:00.0/0000:03:{:02x}.0/{}", i, bus(5 + i)),
        kNvSwitch3);
  }
  add_storage(machine, "pci0000:26/0000:26:01.0/0000:29:00", kConnectX7, 1);
  add_storage(machine, "pci0000:a8/0000:a8:01.0/0000:aa:00", on_node(kConnectX7, 1), 7);
  machine.numa(0, "00000000,000000ff,ffffffff,ffff0000,00000000,00ffffff,ffffffff");
  machine.numa(1, "ffffffff,ffffff00,00000000,0000ffff,ffffffff,ff000000,00000000");
  machine.cpuinfo("GenuineIntel", 6, 143);
  add_nvml(machine, "550.54.15", std::move(gpus));
  return machine;
}

RecordedMachine container_without_nvml() {
  RecordedMachine machine = dgx_a100_without_nvml();
  std::erase_if(machine.recording().links,
                [](const auto& link) { return link.first.starts_with("/sys/class/infiniband"); });
  add_driver(machine, "535.161.08", "NVIDIA A100-SXM4-40GB", {bus(0x87), bus(0x90)});
  machine.text("/sys/class/net/eth0/operstate", "up\n");  // of the container's own network
  return machine;
}

}  // namespace treering::support
