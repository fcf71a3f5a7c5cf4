// The source `pci`: the PCI tree of sysfs: GPUs, network adapters and NVSwitches in full, with the
// bridges above them; only the class of all other devices.
//
// /sys/bus/pci/devices/DDDD:BB:DD.F is a link; the names in the path that it leads to are the
// bridges above. Every user may read all of these files.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "hw/discover/sources/facts.h"

namespace treering::hw::discover::sources {

inline constexpr const char* kPciDevices = "/sys/bus/pci/devices";

struct PciFact {
  std::string bus_id;              // lower case
  std::string root;                // the root complex: "pci0000:16"
  std::vector<std::string> above;  // bus ids of the bridges, from the root down
  std::string class_code;          // "0x030200"; texts as sysfs has them, "" where it has none
  std::string vendor;
  std::string device;
  std::string subsystem_vendor;
  std::string subsystem_device;
  // Nothing where the kernel does not know, as of virtual devices.
  std::optional<Figure<std::string>> max_link_speed;
  std::optional<Figure<int>> max_link_width;
  std::optional<Figure<std::string>> current_link_speed;
  std::optional<Figure<int>> current_link_width;
  std::optional<Figure<int>> numa_node;  // -1 where the firmware does not say
  std::string local_cpus;                // cpumap of its NUMA node, where numa_node is unknown
};

struct PciFacts {
  std::map<std::string, PciFact> functions;  // by bus id
  std::vector<Unread> unread;
};

PciFacts discover_pci(const world::World& world);

bool is_nvidia_gpu(const PciFact& function);
bool is_network_adapter(const PciFact& function);
bool is_nvswitch(const PciFact& function);

/// The bridge at the upper end of its PCIe link; null for a root port, for a device right below a
/// root complex, and for the lower side of a switch, which has no link to its upper side.
const PciFact* port_above(const PciFact& function, const PciFacts& facts);

}  // namespace treering::hw::discover::sources
