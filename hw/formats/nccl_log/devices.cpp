#include "hw/formats/nccl_log/devices.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/catalogue/adapters.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/formats/nccl_log/cpu.h"
#include "hw/formats/nccl_log/words.h"

namespace treering::hw::formats::nccl_log {
namespace {

using core::Device;

void set_switch_model(core::PciFunction& pci, std::string_view details) {
  constexpr std::size_t kDigits = 16;
  const auto packed = core::whole_number<std::uint64_t>(details, 16);
  if (details.size() > kDigits || packed.value_or(0) == 0) return;
  const auto part = [&](unsigned shift) {
    return fmt::format("0x{:04x}", (*packed >> shift) & 0xffffU);
  };
  pci.vendor = part(48);
  pci.device = part(32);
  pci.subsystem_vendor = part(16);
  pci.subsystem_device = part(0);
}

}  // namespace

GpuHints hints_of(const Tree& tree, const Context& context) {
  GpuHints hints;
  hints.nccl_version = context.nccl_version;
  hints.has_multicast = context.has_multicast;
  std::map<std::size_t, double> sums;  // by GPU
  for (const TreeLink& link : tree.links) {
    const bool is_of_gpu = tree.nodes[link.from].type == NodeType::Gpu;
    if (link.kind != "NVL" || !is_of_gpu) continue;
    hints.nvlink_gb_per_s.push_back(link.gb_per_s);
    hints.most_of_one_gpu = std::max(hints.most_of_one_gpu, sums[link.from] += link.gb_per_s);
  }
  for (const TreeNode& node : tree.nodes) {
    if (node.type != NodeType::Gpu) continue;
    hints.pci_gb_per_s = std::max(hints.pci_gb_per_s, node.gb_per_s);
  }
  return hints;
}

std::optional<int> Devices::capability_by_name() const {
  for (const LoggedGpu& gpu :
       context_.host == nullptr ? std::vector<LoggedGpu>() : context_.host->gpus) {
    if (const auto known = catalogue::gpu_named(gpu.model).compute_capability) return known;
  }
  return catalogue::gpu_named(context_.gpu_model).compute_capability;
}

bool Devices::can_do_gpu_direct() const {
  if (!catalogue::has_gpu_direct(context_.gpu_model)) return false;
  return context_.host == nullptr ||
         std::ranges::none_of(context_.host->gpus, [](const LoggedGpu& gpu) {
           return !catalogue::has_gpu_direct(gpu.model);
         });
}

int Devices::host_index(std::uint64_t host) {
  return hosts_.try_emplace(host, static_cast<int>(hosts_.size())).first->second;
}

void Devices::number_gpus(const Tree& tree) {
  std::map<std::uint64_t, std::set<std::uint64_t>> bus_ids;  // by host
  for (const TreeNode& node : tree.nodes) {
    if (node.type == NodeType::Gpu) bus_ids[node.host].insert(node.id);
  }
  std::map<std::uint64_t, int> reported;
  std::set<int> indices;
  if (bus_ids.size() == 1 && context_.host != nullptr) {
    for (const LoggedGpu& gpu : context_.host->gpus) {
      if (gpu.bus_id && gpu.nvml_index) reported[*gpu.bus_id] = *gpu.nvml_index;
    }
  }
  for (const auto& [host, ids] : bus_ids) {
    const bool is_known = std::ranges::all_of(ids, [&](std::uint64_t id) {
      return reported.contains(id) && indices.insert(reported[id]).second;
    });
    has_assumed_index_ = has_assumed_index_ || !is_known;
    int next = 0;
    for (const std::uint64_t id : ids) gpu_index_[{host, id}] = is_known ? reported[id] : next++;
  }
}

Device Devices::cpu(const TreeNode& node) {
  return nccl_log_cpu(node, host_index(node.host));
}

Device Devices::pci(const TreeNode& node, int compute_capability, bool is_virtual) {
  Device device;
  const int host = host_index(node.host);
  const std::string of_host = host == 0 ? "" : fmt::format(" of host {}", host);
  const std::string bus_id = full_bus_id(node.id);
  if (node.type == NodeType::Nic) {
    device.info = core::Nic{};
    device.name = fmt::format("NIC {}{}", is_virtual ? "without PCI" : bus_id, of_host);
    if (is_virtual) return device;
  } else if (node.type == NodeType::Gpu) {
    const int index = gpu_index_[{node.host, node.id}];
    device.info = core::Gpu{index, compute_capability, can_do_gpu_direct()};
    device.name = fmt::format("GPU {}{}", index, of_host);
    if (has_assumed_index_) device.assumed.emplace_back("index");
    device.assumed.emplace_back("gpu_direct_rdma");
  } else {
    device.info = core::PciSwitch{};
    device.name = fmt::format("PCI {}{}", bus_id, of_host);
  }
  core::PciFunction pci;
  pci.bus_id = bus_id;
  if (node.type == NodeType::Pci) set_switch_model(pci, node.details);
  pci.class_code = node.type == NodeType::Gpu   ? "0x030200"
                   : node.type == NodeType::Nic ? "0x020000"
                                                : "0x060400";
  const auto rate = pci_rate_of(node.gb_per_s);
  pci.link_speed = rate ? std::string(rate->speed) : std::string();
  pci.link_width = rate ? rate->width : 0;
  device.assumed.insert(device.assumed.end(), {"pci/link_speed", "pci/link_width"});
  device.pci = std::move(pci);
  return device;
}

const Port* Devices::known_port(const std::string& name) const {
  if (context_.adapters == nullptr) return nullptr;
  const auto& ports = context_.adapters->ib;
  const auto found = std::ranges::find(ports, name, &Port::name);
  return found == ports.end() ? nullptr : &*found;
}

/// Completes what the two ways to a port have in common.
Device Devices::net_device(std::string name, core::NicPort port, const Port* reported) {
  Device device;
  Adapters::GpuDirect direct;
  if (context_.adapters != nullptr) {
    direct = context_.adapters->gpu_direct(static_cast<std::size_t>(port.index), reported);
  }
  port.gpu_direct_rdma = direct.is_used;
  if (direct.is_assumed) device.assumed.emplace_back("gpu_direct_rdma");
  if (name.empty()) {
    name = fmt::format("NET {}", port.index);
    device.assumed.emplace_back("name");
  }
  name = core::printable(name);
  const int times = taken_names_[name]++;
  device.name = times == 0 ? name : fmt::format("{} #{}", name, times + 1);
  device.info = port;
  return device;
}

/// "(coll/guid/port/GB/s)", until 2.13 without coll, in 2.5 "(rank)" and the rate of the link.
std::int64_t net_mbps(const TreeNode& node) {
  constexpr double kMbps = 8000;
  // A figure that no wire has is for the builder to refuse.
  constexpr double kMost = 1e9;
  const auto parts = slash_parts(node.details);
  double gb_per_s = node.gb_per_s;
  if (parts.size() == 3 || parts.size() == 4) {
    const std::string_view rate = parts.back();
    std::from_chars(rate.data(), rate.data() + rate.size(), gb_per_s);
  }
  return std::llround(std::clamp(gb_per_s * kMbps, 0.0, kMost));
}

Device Devices::port(const TreeNode& node, core::DeviceId nic) {
  core::NicPort port;
  port.nic = nic;
  constexpr std::uint64_t kMostIndex = 0xffffff;
  port.index = static_cast<int>(std::min(node.id, kMostIndex));
  auto parts = slash_parts(node.details);
  if (parts.size() == 4) {
    port.in_network_reduction = core::whole_number<int>(parts[0]).value_or(0) > 0;
    parts.erase(parts.begin());
  }
  if (parts.size() == 3) {
    const auto guid = core::whole_number<std::uint64_t>(parts[0], 16).value_or(0);
    // NCCL puts the device's number where it knows no guid.
    port.guid = guid == node.id ? 0 : guid;
    port.port = core::whole_number<int>(parts[1]).value_or(0);
  }
  port.speed_mbps = net_mbps(node);
  const std::string name = context_.adapters == nullptr ? "" : context_.adapters->name_of(node.id);
  return net_device(name, port, known_port(name));
}

Device Devices::port_without_net(const Port& reported, int index, core::DeviceId nic,
                                 double pci_gb_per_s) {
  core::NicPort port;
  port.nic = nic;
  port.index = index;
  port.port = reported.port;
  // NDR, HDR and EDR adapters came with generation 5, 4 and 3 of PCIe.
  const std::int64_t usual = pci_gb_per_s >= 48 ? 400'000 : pci_gb_per_s >= 24 ? 200'000 : 100'000;
  const auto known = reported.mbps ? reported.mbps : catalogue::port_mbps_of_name(reported.name);
  port.speed_mbps = known.value_or(usual);
  Device device = net_device(reported.name, port, &reported);
  if (!known) {
    device.assumed.emplace_back("speed_mbps");
    has_assumed_rate_ = true;
  }
  if (!reported.bus_id) device.assumed.emplace_back("nic");
  return device;
}

std::optional<std::size_t> Devices::nic_of_port(const Port& port, std::size_t number,
                                                const Nics& nics) {
  // NCCL joins the functions of an adapter (2.28 src/transport/net_ib.cc).
  constexpr std::uint64_t kFunction = 0xf;
  for (const std::size_t nic : nics.nodes) {
    const std::uint64_t id = nics.tree.nodes[nic].id;
    if (port.bus_id && (*port.bus_id | kFunction) == (id | kFunction)) return nic;
  }
  if (port.bus_id || nics.nodes.size() != nics.ports) return {};
  return nics.nodes[number];
}

std::vector<core::Diagnostic> Devices::take_notes(std::size_t line) const {
  std::vector<core::Diagnostic> notes;
  const std::string where = nccl_log_place(context_.path, line);
  if (has_assumed_index_) {
    notes.push_back({core::Severity::Note, where,
                     "the log does not have NVML's numbers of the GPUs: they are numbered in the "
                     "order of their bus ids"});
  }
  if (has_assumed_rate_) {
    notes.push_back({core::Severity::Warning, where,
                     "the log does not have the rates of network ports: those usual with this "
                     "generation of PCIe are assumed"});
  }
  return notes;
}

}  // namespace treering::hw::formats::nccl_log
