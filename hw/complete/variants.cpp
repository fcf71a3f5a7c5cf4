#include "hw/complete/variants.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "core/topology/edited_topology.h"
#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"

namespace treering::hw::complete {
namespace {

using core::Device;
using core::DeviceId;
using core::DeviceKind;
using core::Link;
using core::LinkKind;
using core::Topology;

// --- the CPU

/// Whether nobody named it. An arch that is assumed beside a vendor that is known is none to guess,
/// and Grace and POWER9 show themselves by their cores (docs/topologies.md).
bool is_open(const Device& cpu) {
  const auto& info = std::get<core::Cpu>(cpu.info);
  return info.arch == "x86_64" && core::is_assumed(cpu, "arch") &&
         (info.vendor.empty() || core::is_assumed(cpu, "vendor"));
}

Topology with_cpu(const Topology& node, const core::Cpu& other) {
  const auto edit_device = [&](Device& device) {
    auto* const cpu = std::get_if<core::Cpu>(&device.info);
    if (cpu == nullptr) return;
    cpu->arch = other.arch;
    cpu->vendor = other.vendor;
    cpu->family = other.family;
    cpu->model = other.model;
  };
  const auto edit_link = [](const std::vector<Device>& devices, Link& link) {
    if (link.kind != LinkKind::InterSocket) return;
    const Device& from = devices[static_cast<std::size_t>(link.from)];
    link.bandwidth = catalogue::inter_socket_rate(std::get<core::Cpu>(from.info)).bandwidth;
  };
  return core::edited(node, edit_device, edit_link);
}

/// The facts by which NCCL tells CPUs apart: the maker, and between sockets the rate.
bool are_alike(const core::Cpu& one, const core::Cpu& other, bool has_sockets) {
  return one.vendor == other.vendor &&
         (!has_sockets || catalogue::inter_socket_rate(one).bandwidth ==
                              catalogue::inter_socket_rate(other).bandwidth);
}

int newest_gpu(const Topology& node) {
  int newest = 0;
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    newest = std::max(newest, std::get<core::Gpu>(node.device(id).info).compute_capability);
  }
  return newest;
}

std::optional<FactVariants> open_cpu(const Topology& node) {
  const auto cpus = node.of_kind(DeviceKind::Cpu);
  const bool is_guess =
      std::ranges::any_of(cpus, [&](auto id) { return is_open(node.device(id)); });
  if (!is_guess) return {};
  const auto& taken = std::get<core::Cpu>(node.device(cpus.front()).info);
  FactVariants open{{OpenFact::What::Cpu, catalogue::cpu_name(taken)}, {}};
  std::vector<core::Cpu> known{taken};
  for (const core::Cpu& other : catalogue::usual_cpus(newest_gpu(node))) {
    const bool is_known = std::ranges::any_of(
        known, [&](const core::Cpu& one) { return are_alike(one, other, cpus.size() > 1); });
    if (is_known) continue;
    known.push_back(other);
    open.others.push_back({catalogue::cpu_name(other), with_cpu(node, other)});
  }
  return open;
}

// --- the rate of PCIe slots

/// A card runs as its slot does; boards with all GPUs on them have the rate that they were made
/// for. GPUs that nobody named are a guess in all (unknown.h).
bool has_open_rate(const Device& gpu) {
  if (!gpu.pci || !core::is_assumed(gpu, "pci/link_speed")) return false;
  const std::string model = catalogue::model_of_source(gpu);
  if (model.empty() || core::is_assumed(gpu, "extra/model")) return false;
  const catalogue::GpuModel* named = catalogue::gpu_named(model).model;
  if (named != nullptr && named->form == catalogue::GpuModel::Form::OnChip) return false;
  const catalogue::GpuModel* joined = catalogue::nvlink_model_of(model);
  return joined == nullptr || joined->form == catalogue::GpuModel::Form::Card;
}

/// 5 for "32.0 GT/s PCIe"; 0 for other texts.
int generation_of(std::string_view link_speed) {
  const auto& all = catalogue::kPcieGenerations;
  const auto* const found = std::ranges::find(all, link_speed, &catalogue::PcieGeneration::text);
  return found == all.end() ? 0 : static_cast<int>(found - all.begin()) + 1;
}

Topology with_link_speed(const Topology& node, std::string_view taken, std::string_view other) {
  const auto is_changed = [&](const Device& device) {
    return device.pci && device.pci->link_speed == other &&
           core::is_assumed(device, "pci/link_speed");
  };
  const auto edit_device = [&](Device& device) {
    const bool is_open =
        device.pci && device.pci->link_speed == taken && core::is_assumed(device, "pci/link_speed");
    if (is_open) device.pci->link_speed = other;
  };
  const auto edit_link = [&](const std::vector<Device>& devices, Link& link) {
    if (link.kind != LinkKind::Pcie) return;
    const DeviceId below = node.parent_of(link.from) == link.to ? link.from : link.to;
    const Device& device = devices[static_cast<std::size_t>(below)];
    if (is_changed(device)) link.bandwidth = catalogue::pcie_rate(*device.pci).bandwidth;
  };
  return core::edited(node, edit_device, edit_link);
}

std::string pcie_name(int generation) {
  return fmt::format("PCIe {}.0", generation);
}

/// Cards of one generation stand in slots of the one before as often as in their own; but for those
/// of PCIe 3.0, which CPUs for servers have since 2012 (Intel Xeon E5), before NCCL was.
std::optional<FactVariants> open_pcie_rate(const Topology& node) {
  for (const DeviceId id : node.of_kind(DeviceKind::Gpu)) {
    const Device& gpu = node.device(id);
    if (!has_open_rate(gpu)) continue;
    const std::string& taken = gpu.pci->link_speed;
    const int generation = generation_of(taken);
    constexpr int kOldest = 3;
    if (generation <= kOldest) return {};
    FactVariants open{{OpenFact::What::PcieRate, pcie_name(generation)}, {}};
    const std::string_view slower = catalogue::link_speed_of_generation(generation - 1);
    open.others.push_back({pcie_name(generation - 1), with_link_speed(node, taken, slower)});
    return open;
  }
  return {};
}

}  // namespace

std::vector<FactVariants> open_facts(const Topology& node) {
  std::vector<FactVariants> facts;
  for (auto& fact : {open_cpu(node), open_pcie_rate(node)}) {
    if (fact && !fact->others.empty()) facts.push_back(*fact);
  }
  return facts;
}

}  // namespace treering::hw::complete
