#include "hw/formats/nvidia_smi/pci_tree.h"

#include <algorithm>

#include <fmt/format.h>

#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/nvidia_smi/groups.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

using core::Device;
using core::DeviceId;
using core::LinkKind;
using Groups = std::vector<std::size_t>;

std::string_view class_of(const Device& device) {
  switch (device.kind()) {
    case core::DeviceKind::Gpu:
      return "0x030200";
    case core::DeviceKind::PciSwitch:
      return "0x060400";
    default:
      return "0x020000";  // an adapter
  }
}

std::vector<std::size_t> members(const Groups& groups, std::size_t group) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < groups.size(); ++i) {
    if (groups[i] == group) found.push_back(i);
  }
  return found;
}

}  // namespace

core::Origin assumed_origin(std::string reason) {
  return {core::Origin::Kind::Assumed, std::move(reason)};
}

PciTree::PciTree(const Table& table, const DeviceGroups& groups, const MachineModel& gpu,
                 const std::vector<DeviceId>& cpu_of, core::TopologyBuilder& builder)
    : table_(table),
      groups_(groups),
      gpu_(gpu),
      cpu_of_(cpu_of),
      builder_(builder),
      device_of_(table.devices.size(), core::kNoDevice) {}

/// Two adapters side by side that share a switch with nobody else: the ports of one card.
bool PciTree::is_one_card(std::size_t i) const {
  const auto sharing = members(groups_.one_switch, groups_.one_switch[i]);
  return sharing.size() == 2 && sharing[1] == sharing[0] + 1 &&
         !table_.devices[sharing[0]].is_gpu && !table_.devices[sharing[1]].is_gpu;
}

void PciTree::add_device(std::size_t i) {
  if (table_.devices[i].is_gpu) {
    device_of_[i] = add_gpu(i);
    return;
  }
  const std::size_t first = groups_.one_switch[i];
  const bool is_second_port = is_one_card(i) && first != i;
  const DeviceId nic = is_second_port ? device_of_[first] : add_nic(i);
  device_of_[i] = nic;
  add_port(i, nic, is_second_port ? 2 : 1);
}

DeviceId PciTree::add_gpu(std::size_t i) {
  const TableDevice& row = table_.devices[i];
  Device device{.name = fmt::format("GPU {}", row.index)};
  const bool has_own = !row.model.empty();
  const MachineModel own = has_own ? gpu_of_name(row.model) : gpu_;
  const bool is_named = has_own || (table_.is_model_certain && !table_.gpu_model.empty());
  const bool is_known =
      has_own ? own.compute_capability > 0 : is_gpu_known(table_) && table_.is_model_certain;
  // A model that nobody knows counts as the others.
  device.info = core::Gpu{
      row.index, own.compute_capability > 0 ? own.compute_capability : gpu_.compute_capability,
      catalogue::has_gpu_direct(own.name)};
  if (!is_known) device.assumed.emplace_back("compute_capability");
  device.assumed.emplace_back("gpu_direct_rdma");
  const std::string& named = has_own ? row.model : table_.gpu_model;
  device.extra.emplace_back("model", is_named ? named : std::string(gpu_.name));
  if (!is_named) device.assumed.emplace_back("extra/model");
  const DeviceId id = add_below(i, std::move(device), has_own && is_known ? own : gpu_);
  if (gpu_.is_on_chip) connect_on_chip(id, cpu_of_[i]);
  return id;
}

/// 8 links of 43.125 GB/s, as NVML reports them of a GB10 (NVIDIA/nccl pull request 2202).
void PciTree::connect_on_chip(DeviceId gpu, DeviceId cpu) {
  constexpr int kLinks = 8;
  constexpr double kGbPerS = 43.125;
  builder_.connect_both_ways({LinkKind::C2C,
                              gpu,
                              cpu,
                              kLinks,
                              core::Bandwidth::from_gb_per_s(kLinks * kGbPerS),
                              {},
                              assumed_origin("C2C of GB10, as NVML reports it")});
}

/// The halves of a DGX Spark's adapter have four lanes each, and its GPU shows as a function of
/// 2.5 GT/s (NVIDIA, DGX Spark user guide; NVIDIA/nccl pull request 2202).
PciTree::Slot PciTree::slot_of(const Device& device, const MachineModel& gpu) {
  constexpr int kWidest = 16;
  constexpr int kSparkLanes = 4;
  const bool is_gpu = device.kind() == core::DeviceKind::Gpu;
  if (!gpu.is_on_chip) return {gpu.link_speed, is_gpu ? gpu.lanes : kWidest};
  if (is_gpu) return {catalogue::link_speed_of_generation(1), kWidest};
  return {gpu.link_speed, kSparkLanes};
}

DeviceId PciTree::add_nic(std::size_t i) {
  Device device{.name = fmt::format("NIC {}", nics_++), .info = core::Nic{}};
  return add_below(i, std::move(device), gpu_);
}

void PciTree::add_port(std::size_t i, DeviceId nic, int number) {
  core::NicPort port;
  port.nic = nic;
  port.index = ports_++;
  const std::int64_t usual = table_.devices[i].usual_mbps;
  port.speed_mbps = table_.devices[i].rate().value_or(usual > 0 ? usual : gpu_.nic_mbps);
  port.port = number;
  // No adapter reads the memory of GPUs that do not allow it, GeForce and GB10.
  port.gpu_direct_rdma =
      table_.devices[i].gpu_direct_rdma &&
      (!table_.devices[i].is_gpu_direct_assumed || catalogue::has_gpu_direct(gpu_.name));
  Device device{.name = table_.devices[i].label, .info = port};
  if (!table_.devices[i].rate()) device.assumed.emplace_back("speed_mbps");
  device.assumed.emplace_back("port");
  if (table_.devices[i].is_gpu_direct_assumed && !gpu_.is_on_chip)
    device.assumed.emplace_back("gpu_direct_rdma");
  builder_.add(std::move(device));
}

/// Adds a GPU or NIC with what is missing between it and its CPU.
DeviceId PciTree::add_below(std::size_t i, Device device, const MachineModel& gpu) {
  const DeviceId parent = parent_for(i);
  if (!table_.devices[i].bus_id.empty()) {
    device.pci = core::PciFunction{.bus_id = table_.devices[i].bus_id};
  }
  return add_pci(std::move(device), gpu, parent, bridge_below(parent, i));
}

DeviceId PciTree::parent_for(std::size_t i) {
  const std::size_t root = groups_.root_switch[i];
  const std::size_t own = groups_.one_switch[i];
  const auto below_root = members(groups_.root_switch, root);
  const bool has_root = std::ranges::any_of(
      below_root, [&](std::size_t other) { return groups_.one_switch[other] != own; });
  // Below a root switch even a lone device has a switch of its own, or it would be PIX to others.
  const bool has_own = has_root || (members(groups_.one_switch, own).size() > 1 && !is_one_card(i));
  DeviceId parent = cpu_of_[i];
  if (has_root) parent = switch_for({false, root}, parent, i);
  if (has_own) parent = switch_for({true, own}, parent, i);
  return parent;
}

/// \param key whether the switch is the lower one, and the group that it serves
DeviceId PciTree::switch_for(std::pair<bool, std::size_t> key, DeviceId parent, std::size_t i) {
  const auto known = switches_.find(key);
  if (known != switches_.end()) return known->second;
  Device device{.name = fmt::format("PCI switch {}", switches_.size()), .info = core::PciSwitch{}};
  const DeviceId id = add_pci(std::move(device), gpu_, parent, bridge_below(parent, i));
  return switches_[key] = id;
}

/// \param gpu the model whose slots it has
DeviceId PciTree::add_pci(Device device, const MachineModel& gpu, DeviceId parent,
                          std::optional<int> host_bridge) {
  core::PciFunction pci = device.pci.value_or(core::PciFunction());
  const bool has_bus_id = !pci.bus_id.empty();
  if (!has_bus_id) pci.bus_id = made_up_bus_id();
  pci.class_code = class_of(device);
  const Slot slot = slot_of(device, gpu);
  pci.link_speed = slot.link_speed;
  pci.link_width = slot.lanes;
  pci.host_bridge = host_bridge;
  const catalogue::LinkRate rate = catalogue::pcie_rate(pci);
  device.pci = std::move(pci);
  for (const char* field : {"pci/bus_id", "pci/link_speed", "pci/link_width"}) {
    if (!has_bus_id || field != std::string_view("pci/bus_id")) device.assumed.emplace_back(field);
  }
  std::string reason = reason_for(device, slot, gpu);
  const DeviceId id = builder_.add(std::move(device));
  builder_.connect_both_ways({LinkKind::Pcie,
                              id,
                              parent,
                              slot.lanes,
                              rate.bandwidth,
                              {},
                              assumed_origin(std::move(reason))});
  return id;
}

std::string PciTree::reason_for(const Device& device, const Slot& slot,
                                const MachineModel& gpu) const {
  const std::string lanes = fmt::format("{} lanes of {}", slot.lanes, slot.link_speed);
  const bool is_gpu = device.kind() == core::DeviceKind::Gpu;
  if (is_gpu && !gpu.has_slot && !gpu.is_on_chip) {
    return fmt::format("{} is on one chip with its CPU, where {} stand for what joins them",
                       gpu.name, lanes);
  }
  return fmt::format("{}, as {}{} have them", lanes,
                     is_gpu_known(table_) && table_.is_model_certain ? "" : "GPUs taken for ",
                     gpu.name);
}

/// 255 buses a domain from bus 1: bus 0 is the CPU's own. Where some bus ids are known, in domains
/// that no machine has.
std::string PciTree::made_up_bus_id() {
  constexpr int kBuses = 255;
  constexpr int kFarDomain = 0xff00;
  const bool is_some_known = std::ranges::any_of(
      table_.devices, [](const TableDevice& device) { return !device.bus_id.empty(); });
  const int number = pci_count_++;
  return fmt::format("{:04x}:{:02x}:00.0", number / kBuses + (is_some_known ? kFarDomain : 0),
                     number % kBuses + 1);
}

/// The host bridge of a device right below its CPU, where some cell shows it.
std::optional<int> PciTree::bridge_below(DeviceId parent, std::size_t i) {
  if (parent != cpu_of_[i] || !shows_bridge(groups_.root_switch[i])) return {};
  const std::size_t bridge = groups_.host_bridge[i];
  const auto known = bridges_.find(bridge);
  if (known != bridges_.end()) return known->second;
  return bridges_[bridge] = bridges_of_cpu_[parent]++;
}

/// Whether a member of the group is PHB or NODE to somebody.
bool PciTree::shows_bridge(std::size_t root) const {
  for (std::size_t i = 0; i < table_.devices.size(); ++i) {
    if (groups_.root_switch[i] != root) continue;
    for (std::size_t j = 0; j < table_.devices.size(); ++j) {
      const Path path = table_.cell(i, j).path;
      if (path == Path::Phb || path == Path::Node) return true;
    }
  }
  return false;
}

}  // namespace treering::hw::formats::nvidia_smi
