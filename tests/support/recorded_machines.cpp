#include "tests/support/recorded_machines.h"

#include <fmt/format.h>

#include "tests/support/pci_config.h"
#include "tests/support/recorded_parts.h"

namespace treering::support {
namespace {

// PCI ids: pci-ids.ucw.cz.
const RecordedPci kNvSwitch{"0x068000", "0x10de", "0x1af1"};
const RecordedPci kDisk{"0x010802", "0x144d", "0xa80a"};

}  // namespace

void RecordedMachine::denied(const std::string& path) {
  recording_.texts.erase(path);
  recording_.unreadable[path] = {hw::world::Unseen::Why::Denied, "permission denied"};
}

void RecordedMachine::pci(const std::string& path, const RecordedPci& device) {
  const std::string folder = "/sys/devices/" + path;
  const std::string name = path.substr(path.rfind('/') + 1);
  const auto file = [&](const char* what, const std::string& content) {
    if (!content.empty()) text(folder + "/" + what, content + "\n");
  };
  const auto lanes = [](int width) { return width == 0 ? "" : fmt::format("{}", width); };
  file("class", device.class_code);
  file("vendor", device.vendor);
  file("device", device.device);
  file("subsystem_vendor", device.vendor);
  file("subsystem_device", "0x0001");
  file("max_link_speed", device.speed);
  file("max_link_width", lanes(device.width));
  file("current_link_width",
       lanes(device.current_width == 0 ? device.width : device.current_width));
  file("numa_node", fmt::format("{}", device.numa));
  recording_.links["/sys/bus/pci/devices/" + name] = folder;
}

void RecordedMachine::hca(const std::string& name, const std::string& path, const std::string& rate,
                          const std::string& guid) {
  const std::string folder = "/sys/devices/" + path + "/infiniband/" + name;
  recording_.links["/sys/class/infiniband/" + name] = folder;
  recording_.links[folder + "/device"] = "/sys/devices/" + path;
  text(folder + "/node_guid", guid + "\n");
  text(folder + "/sys_image_guid", guid + "\n");
  text(folder + "/ports/1/rate", rate + "\n");
  text(folder + "/ports/1/state", "4: ACTIVE\n");
  text(folder + "/ports/1/link_layer", "InfiniBand\n");
}

void RecordedMachine::interface(const std::string& name, const std::string& path, int speed) {
  const std::string folder = "/sys/devices/" + path + "/net/" + name;
  recording_.links["/sys/class/net/" + name] = folder;
  recording_.links[folder + "/device"] = "/sys/devices/" + path;
  text(folder + "/operstate", speed == 0 ? "down\n" : "up\n");
  if (speed != 0) text(folder + "/speed", fmt::format("{}\n", speed));
}

void RecordedMachine::numa(int node, const std::string& cpumap) {
  text(fmt::format("/sys/devices/system/node/node{}/cpumap", node), cpumap + "\n");
}

void RecordedMachine::cpuinfo(const std::string& vendor, int family, int model) {
  text("/proc/cpuinfo", fmt::format("processor\t: 0\nvendor_id\t: {}\ncpu family\t: {}\nmodel\t\t: "
                                    "{}\nmodel name\t: some\n\nprocessor\t: 1\n",
                                    vendor, family, model));
}

RecordedMachine dgx_like() {
  RecordedMachine machine;
  const std::string root = "pci0000:00/0000:00:01.1";
  const std::string upstream = root + "/0000:01:00.0";
  machine.pci(root, kAmdPort);
  machine.pci(upstream, kBridge);
  const auto below = [&](int port, const char* bus) {
    const std::string downstream = fmt::format("{}/0000:02:{:02x}.0", upstream, port);
    machine.pci(downstream, kBridge);
    return fmt::format("{}/0000:{}:00.0", downstream, bus);
  };
  machine.pci(below(0, "07"), kA100);
  machine.pci(below(4, "0f"), kA100);
  const std::string first = below(8, "0b");
  const std::string second = below(12, "11");
  machine.pci(first, kConnectX6);
  machine.pci(second, kConnectX6);
  machine.pci("pci0000:40/0000:40:01.1", kAmdPort);
  machine.pci("pci0000:40/0000:40:01.1/0000:41:00.0", kNvSwitch);
  machine.pci("pci0000:40/0000:40:02.0", kDisk);
  machine.hca("mlx5_0", first, "200 Gb/sec (4X HDR)", "b8ce:f603:00a1:0001");
  machine.hca("mlx5_1", second, "200 Gb/sec (4X HDR)", "b8ce:f603:00a1:0002");
  machine.interface("ib0", first, 200000);
  machine.numa(0, "00000000,ffffffff");
  machine.numa(1, "ffffffff,00000000");
  machine.cpuinfo("AuthenticAMD", 23, 49);
  return machine;
}

RecordedMachine set_up_dgx() {
  RecordedMachine machine = dgx_like();
  const std::string bridges = "/sys/devices/pci0000:00/0000:00:01.1/0000:01:00.0/";
  machine.text(bridges + "0000:02:00.0/config", pci_config({{0x000d, 0x001d001f}}));
  machine.text(bridges + "0000:02:04.0/config", pci_config({{0x000d, 0x0000001f}}));
  machine.text(bridges + "0000:02:00.0/0000:07:00.0/current_link_speed", "2.5 GT/s PCIe\n");
  machine.text("/proc/driver/nvidia/version",
               "NVRM version: NVIDIA UNIX Open Kernel Module for x86_64  550.54.15  Release\n");
  machine.text("/proc/sys/kernel/osrelease", "5.15.0-91-generic\n");
  machine.text("/sys/module/nvidia_peermem/version", "550.54.15\n");
  machine.recording().folders.insert("/sys/class/iommu");
  machine.text("/proc/mounts", "server:/root / nfs rw 0 0\ntmpfs /dev/shm tmpfs rw,nosuid 0 0\n");
  machine.text("/proc/meminfo", "MemTotal:       536870912 kB\n");
  machine.text("/proc/self/limits", "Max locked memory         unlimited    unlimited    bytes\n");
  machine.text("/proc/sys/kernel/numa_balancing", "1\n");
  machine.text("/sys/class/dmi/id/sys_vendor", "NVIDIA\n");
  machine.text("/sys/class/dmi/id/product_name", "DGXA100 920-23687-2530-000\n");
  for (const int cpu : {0, 32}) {
    const std::string folder = fmt::format("/sys/devices/system/cpu/cpu{}/topology/", cpu);
    machine.text(folder + "physical_package_id", cpu == 0 ? "0\n" : "1\n");
    machine.text(folder + "core_siblings", cpu == 0 ? "0,ffffffff\n" : "ffffffff,0\n");
  }
  machine.text("/etc/nccl.conf", "NCCL_IB_HCA=mlx5\n");
  machine.recording().variables = {{"NCCL_DEBUG", "INFO"}, {"LD_LIBRARY_PATH", "/home/ann/lib"}};
  machine.text("/home/ann/lib/libnccl-net.so", "");
  return machine;
}

RecordedMachine container() {
  RecordedMachine machine = dgx_like();
  auto& links = machine.recording().links;
  std::erase_if(links, [](const auto& link) {
    return link.first.starts_with("/sys/class/infiniband") ||
           link.first.starts_with("/sys/class/net");
  });
  return machine;
}

RecordedMachine virtual_machine() {
  RecordedMachine machine;
  RecordedPci gpu{"0x030200", "0x10de", "0x1eb8", "", 0, -1};
  machine.pci("pci0000:00/0000:00:05.0", gpu);
  machine.pci("pci0000:00/0000:00:06.0", gpu);
  machine.pci("pci0000:00/0000:00:03.0", {"0x020000", "0x1af4", "0x1000", "", 0, -1});
  machine.interface("eth0", "pci0000:00/0000:00:03.0", -1);
  machine.numa(0, "ff");
  machine.cpuinfo("GenuineIntel", 6, 85);
  return machine;
}

}  // namespace treering::support
