#include "tests/support/recorded_fleet.h"

#include <array>
#include <ostream>

#include <fmt/format.h>

#include "tests/support/recorded_parts.h"

namespace treering::support {
namespace {

// PCI ids: pci-ids.ucw.cz.
const RecordedPci kA100Pcie{"0x030200", "0x10de", "0x20b5"};  // 80 GB
const RecordedPci kGracePort{"0x060400", "0x10de", "0x22b1", "32.0 GT/s PCIe"};
const RecordedPci kGb200{"0x030200", "0x10de", "0x2941", "32.0 GT/s PCIe"};

}  // namespace

RecordedMachine gb200_tray() {
  RecordedMachine machine;
  std::vector<hw::world::NvmlGpu> gpus;
  for (int grace = 0; grace < 2; ++grace) {
    for (int place = 0; place < 2; ++place) {
      const std::string gpu = fmt::format("00{}{}", grace, 8 + place);  // PCI domains
      const std::string nic = fmt::format("00{}{}", grace, 2 * place);
      const std::string gpu_port = fmt::format("pci{}:00/{}:00:00.0", gpu, gpu);
      const std::string nic_port = fmt::format("pci{}:00/{}:00:00.0", nic, nic);
      machine.pci(gpu_port, on_node(kGracePort, grace));
      machine.pci(nic_port, on_node(kGracePort, grace));
      machine.pci(gpu_port + "/" + gpu + ":01:00.0", on_node(kGb200, grace));
      machine.pci(nic_port + "/" + nic + ":03:00.0", on_node(kConnectX7, grace));
      // mlx5_2 and mlx5_5 are the BlueField-3 adapters, which are left out.
      add_port(machine, fmt::format("mlx5_{}", 3 * grace + place),
               nic_port + "/" + nic + ":03:00.0", "400 Gb/sec (4X NDR)");
      gpus.push_back(nvml_gpu("NVIDIA GB200", gpu + ":01:00.0", 100));
      gpus.back().links = active_links({{"fffffff:ffff:ff", 18}}, 5, hw::world::NvmlRemote::Switch);
      gpus.back().c2c = hw::world::NvmlC2c{5, 45000};
      // The clique as in the log of NVIDIA/nccl issue 1769; the cluster is invented.
      gpus.back().fabric = hw::world::NvmlFabric{hw::world::NvmlFabricState::Completed, "",
                                                 "7e1d2c3b-4a59-4687-9786-a5b4c3d2e1f0", 0x7ffe};
    }
  }
  machine.numa(0, "00000000,00000000,000000ff,ffffffff,ffffffff");
  machine.numa(1, "0000ffff,ffffffff,ffffff00,00000000,00000000");
  for (const int node : {2, 10, 18, 26}) machine.numa(node, "0");  // the GPUs' memory
  machine.text("/proc/cpuinfo",
               "processor\t: 0\nBogoMIPS\t: 2000.00\nCPU implementer\t: 0x41\nCPU architecture: 8\n"
               "CPU variant\t: 0x0\nCPU part\t: 0xd4f\n");
  add_nvml(machine, "570.133.20", std::move(gpus));
  return machine;
}

RecordedMachine pcie_box() {
  RecordedMachine machine;
  std::vector<hw::world::NvmlGpu> gpus;
  for (const int root : {0x00, 0x40, 0x80, 0xc0}) {
    const int numa = root < 0x80 ? 0 : 1;
    const std::string port = fmt::format("pci0000:{:02x}/0000:{:02x}:01.1", root, root);
    const std::string upstream = port + "/" + bus(root + 1);
    machine.pci(port, on_node(kAmdPort, numa));
    machine.pci(upstream, on_node(kBridge, numa));
    const auto below = [&](int device, int number) {
      const std::string path = fmt::format("{}/0000:{:02x}:{:02x}.0", upstream, root + 2, device);
      machine.pci(path, on_node(kBridge, numa));
      return path + "/" + bus(root + number);
    };
    machine.pci(below(0, 3), on_node(kA100Pcie, numa));
    machine.pci(below(4, 4), on_node(kA100Pcie, numa));
    if (root == 0x00 || root == 0x80) {
      const std::string nic = below(8, 5);
      machine.pci(nic, on_node(kConnectX6, numa));
      add_port(machine, fmt::format("mlx5_{}", numa), nic, "200 Gb/sec (4X HDR)");
    }
    for (const int number : {3, 4}) {
      gpus.push_back(nvml_gpu("NVIDIA A100 80GB PCIe", bus(root + number), 80));
      gpus.back().links =
          active_links({{bus(root + 7 - number), 12}}, 3, hw::world::NvmlRemote::Gpu);
    }
  }
  machine.numa(0, "00000000,ffffffff");
  machine.numa(1, "ffffffff,00000000");
  machine.cpuinfo("AuthenticAMD", 25, 1);
  add_nvml(machine, "550.54.15", std::move(gpus));
  return machine;
}

RecordedMachine cloud_guest() {
  RecordedMachine machine;
  RecordedPci gpu = on_node(kH100, -1);
  gpu.speed = "Unknown";
  gpu.width = 0;
  std::vector<hw::world::NvmlGpu> gpus;
  for (int i = 0; i < 8; ++i) {
    const std::string bus_id = fmt::format("0000:00:{:02x}.0", 5 + i);
    machine.pci("pci0000:00/" + bus_id, gpu);
    gpus.push_back(nvml_gpu("NVIDIA H100 80GB HBM3", bus_id, 90));
    gpus.back().links = active_links({{"fffffff:ffff:ff", 18}}, 4, hw::world::NvmlRemote::Switch);
    gpus.back().fabric =
        hw::world::NvmlFabric{hw::world::NvmlFabricState::Completed, "", kNoCluster, 0};
  }
  machine.pci("pci0000:00/0000:00:03.0", {"0x020000", "0x1af4", "0x1041", "Unknown", 0, -1});
  machine.interface("eth0", "pci0000:00/0000:00:03.0/virtio0", -1);
  machine.numa(0, "ffffffff,ffffffff,ffffffff");
  machine.cpuinfo("GenuineIntel", 6, 143);
  machine.text("/sys/class/dmi/id/sys_vendor", "QEMU\n");
  add_nvml(machine, "550.54.15", std::move(gpus));
  return machine;
}

std::vector<NamedRecording> recorded_fleet() {
  return {{"dgx-a100", dgx_a100},       {"dgx-h100", dgx_h100},
          {"gb200-tray", gb200_tray},   {"pcie-box", pcie_box},
          {"cloud-guest", cloud_guest}, {"container", container_without_nvml}};
}

void PrintTo(const NamedRecording& recording, std::ostream* stream) {
  *stream << recording.name;
}

}  // namespace treering::support
