// Builds the PCI devices for a matrix of `nvidia-smi topo -m`: GPUs and NICs, and the switches and
// host bridges that its words imply.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/topology/topology.h"
#include "hw/formats/nvidia_smi/groups.h"
#include "hw/formats/nvidia_smi/models.h"
#include "hw/formats/nvidia_smi/table.h"

namespace treering::hw::formats::nvidia_smi {

/// "assumed", for `reason`.
core::Origin assumed_origin(std::string reason);

class PciTree {
 public:
  /// All are kept as references. \param cpu_of by row of the table
  PciTree(const Table& table, const DeviceGroups& groups, const MachineModel& gpu,
          const std::vector<core::DeviceId>& cpu_of, core::TopologyBuilder& builder);

  /// Adds the device of row `i` with what is missing between it and its CPU; rows in order. A NIC
  /// gets a port of its own.
  void add_device(std::size_t i);

  /// The GPU or NIC of an added row.
  core::DeviceId device_of(std::size_t i) const { return device_of_[i]; }

 private:
  struct Slot {
    std::string_view link_speed;
    int lanes = 0;
  };

  bool is_one_card(std::size_t i) const;
  core::DeviceId add_gpu(std::size_t i);
  core::DeviceId add_nic(std::size_t i);
  void add_port(std::size_t i, core::DeviceId nic, int number);
  core::DeviceId add_below(std::size_t i, core::Device device, const MachineModel& gpu);
  core::DeviceId parent_for(std::size_t i);
  core::DeviceId switch_for(std::pair<bool, std::size_t> key, core::DeviceId parent, std::size_t i);
  core::DeviceId add_pci(core::Device device, const MachineModel& gpu, core::DeviceId parent,
                         std::optional<int> host_bridge);
  static Slot slot_of(const core::Device& device, const MachineModel& gpu);
  /// Why its link has that rate, in words.
  std::string reason_for(const core::Device& device, const Slot& slot,
                         const MachineModel& gpu) const;
  void connect_on_chip(core::DeviceId gpu, core::DeviceId cpu);
  std::string made_up_bus_id();
  std::optional<int> bridge_below(core::DeviceId parent, std::size_t i);
  bool shows_bridge(std::size_t root) const;

  const Table& table_;
  const DeviceGroups& groups_;
  const MachineModel& gpu_;
  const std::vector<core::DeviceId>& cpu_of_;
  core::TopologyBuilder& builder_;
  std::vector<core::DeviceId> device_of_;                            // by row
  std::map<std::pair<bool, std::size_t>, core::DeviceId> switches_;  // see switch_for
  std::map<std::size_t, int> bridges_;                               // by group
  std::map<core::DeviceId, int> bridges_of_cpu_;
  int nics_ = 0;
  int ports_ = 0;
  int pci_count_ = 0;
};

}  // namespace treering::hw::formats::nvidia_smi
