#include "hw/formats/nvidia_smi/models.h"

#include <algorithm>
#include <array>
#include <bit>
#include <optional>
#include <set>
#include <vector>

#include "hw/catalogue/cpus.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"

namespace treering::hw::formats::nvidia_smi {
namespace {

/// A machine that a matrix may be of, by the GPU in it.
struct Rule {
  bool (*holds)(const NvLinkCounts& nvlinks, bool is_grace);
  std::string_view name;
  std::string_view driver_name;  // by which hw/catalogue/gpus.h knows it
  std::int64_t nic_mbps = 0;     // in place of the catalogue's; 0 for that
  bool is_newer = false;         // than drivers whose matrix has no column "NUMA Affinity"
};

constexpr std::string_view kH100 = "H100 SXM";
constexpr std::string_view kA100 = "A100 SXM";
constexpr std::string_view kA100Name = "A100-SXM4";

// The first that holds. Machines that each stands for:
constexpr std::array<Rule, 16> kRules{{
    // A tray of GB200 NVL72: two GPUs for each Grace.
    {[](const NvLinkCounts& n, bool is_grace) { return is_grace && n.most > 12; }, "GB200",
     "GB200"},
    // GH200, alone or four with 6 links to each other.
    {[](const NvLinkCounts&, bool is_grace) { return is_grace; }, "GH200", "GH200"},
    {[](const NvLinkCounts& n, bool) { return n.most == 0; }, "L40S", "L40S", 0, true},
    // Matrices of NVIDIA's forums and of issues of NVIDIA/nccl show "NUMA Affinity" from driver 450
    // on, of 2020; Ada came in 2022.
    {[](const NvLinkCounts& n, bool) { return n.most == 0; }, "V100 PCIe", "V100-PCIE"},
    // Bridges of 18 links between two cards (NVIDIA H200 NVL data sheet).
    {[](const NvLinkCounts& n, bool) { return n.most > 12 && n.is_in_pairs(); }, "H200 NVL",
     "H200 NVL"},
    // HGX H100, H200 and B200: 18 links to NVSwitch. No older GPU has as many.
    {[](const NvLinkCounts& n, bool) { return n.most > 12; }, kH100, kH100},
    // HGX A100: 12 links to NVSwitch; fewer where links are down.
    {[](const NvLinkCounts& n, bool) { return n.is_all_to_all && n.most > 8 && n.gpus > 2; }, kA100,
     kA100Name},
    // HGX H800: 8 links to NVSwitch.
    {[](const NvLinkCounts& n, bool) { return n.is_all_to_all && n.most > 6 && n.gpus > 2; },
     "H800 SXM", "H800"},
    // A bridge between two cards: three for A100 PCIe, with adapters as beside boards; one for
    // Ampere's and Turing's workstations, whose RTX 6000 have two links (NVIDIA's data sheet).
    {[](const NvLinkCounts& n, bool) { return n.total == n.most && n.most > 6; },
     "A100 PCIe with NVLink bridges", "A100-PCIE", 200'000},
    {[](const NvLinkCounts& n, bool) { return n.total == n.most && n.most == 4; },
     "RTX A6000 with NVLink bridges", "A6000", 0, true},
    {[](const NvLinkCounts& n, bool) { return n.total == n.most && n.most == 2; },
     "Quadro RTX 6000 with NVLink bridges", "Quadro RTX 6000"},
    // HGX H100 and HGX A100 with four GPUs: 6 or 4 links between each two.
    {[](const NvLinkCounts& n, bool) { return n.most == 6 && n.gpus == 4 && n.total == 18; }, kH100,
     kH100},
    {[](const NvLinkCounts& n, bool) { return n.most == 4 && n.gpus == 4 && n.total == 12; }, kA100,
     kA100Name},
    // DGX-1 of 2016: single links between four and four GPUs.
    {[](const NvLinkCounts& n, bool) { return n.most == 1 && n.total == 4; }, "P100 SXM2",
     "P100-SXM2"},
    // DGX-1, DGX-2, POWER9: up to 6 links, or all of them to NVSwitch.
    {[](const NvLinkCounts& n, bool) { return n.total <= 6 || n.is_all_to_all; }, "V100 SXM2",
     "V100-SXM2"},
    {[](const NvLinkCounts& n, bool) { return n.total <= 12; }, kA100, kA100Name},
}};

bool is_name_known(const Table& table) {
  return catalogue::gpu_named(table.gpu_model).model != nullptr;
}

/// The GPU of which only the compute capability is known: it has the NVLinks that the matrix shows,
/// through NVSwitch up to those of its generation.
MachineModel gpu_of_capability(const Table& table) {
  const int capability = table.compute_capability;
  const NvLinkCounts nvlinks = count_nvlinks(table);
  const int most = catalogue::most_nvlinks(capability);
  const bool is_board = nvlinks.most > 4;  // more than a bridge of a card (hw/catalogue/gpus.cpp)
  return {table.gpu_model,
          capability,
          nvlinks.total > most ? nvlinks.most : nvlinks.total,
          catalogue::link_speed_of_generation(catalogue::pcie_generation_of(capability)),
          catalogue::usual_adapter_mbps(capability, is_board),
          16};
}

std::vector<std::vector<int>> gpu_affinities(const Table& table) {
  std::vector<std::vector<int>> affinities;
  for (const TableDevice& device : table.devices) {
    if (!device.is_gpu) continue;
    affinities.push_back(parse_cpu_list(device.cpu_affinity).value_or(std::vector<int>()));
  }
  return affinities;
}

bool is_one_run(const std::vector<int>& cpus) {
  return !cpus.empty() && cpus.back() - cpus.front() + 1 == static_cast<int>(cpus.size());
}

/// Grace has 72 cores and no threads beside them (NVIDIA Grace CPU Superchip whitepaper).
bool is_grace(const std::vector<std::vector<int>>& affinities) {
  constexpr int kCores = 72;
  return std::ranges::all_of(affinities, [](const std::vector<int>& cpus) {
    return cpus.size() == kCores && cpus.front() % kCores == 0 && is_one_run(cpus);
  });
}

/// Linux numbers the sockets of POWER9 0 and 8. Where NUMA nodes are not given, 64 CPUs and more in
/// a row are cores with four threads each: no x86 of that time had as many without a gap.
bool is_power9(const Table& table, const MachineModel& gpu,
               const std::vector<std::vector<int>>& affinities) {
  constexpr std::size_t kFewest = 64;
  constexpr int kVolta = 70;
  if (count_nvlinks(table).most == 0 || gpu.compute_capability > kVolta) return false;
  std::set<std::string_view> numa_nodes;
  for (const TableDevice& device : table.devices) {
    if (device.is_gpu) numa_nodes.insert(device.numa_affinity);
  }
  if (numa_nodes != std::set<std::string_view>{""}) {
    return numa_nodes == std::set<std::string_view>{"0", "8"};
  }
  return std::ranges::all_of(affinities, [](const std::vector<int>& cpus) {
    return cpus.size() >= kFewest && is_one_run(cpus);
  });
}

/// Cores of the CPU with these CPUs. On x86 Linux numbers the second threads of all cores after
/// the first ones, so that two runs of one length are cores and their second threads.
unsigned cores_of(const std::vector<int>& cpus) {
  const auto gap = std::ranges::adjacent_find(cpus, [](int a, int b) { return b != a + 1; });
  if (gap == cpus.end()) return static_cast<unsigned>(cpus.size());
  const auto first_run = static_cast<std::size_t>(gap - cpus.begin()) + 1;
  const bool is_two_runs = first_run * 2 == cpus.size() &&
                           cpus.back() - cpus[first_run] == static_cast<int>(first_run) - 1;
  return static_cast<unsigned>(is_two_runs ? first_run : cpus.size());
}

}  // namespace

NvLinkCounts count_nvlinks(const Table& table) {
  NvLinkCounts nvlinks;
  nvlinks.is_all_to_all = true;
  for (std::size_t row = 0; row < table.devices.size(); ++row) {
    if (!table.devices[row].is_gpu) continue;
    ++nvlinks.gpus;
    int total = 0;
    for (std::size_t column = 0; column < table.devices.size(); ++column) {
      const Cell& cell = table.cell(row, column);
      total += cell.nvlinks;
      nvlinks.most = std::max(nvlinks.most, cell.nvlinks);
      const bool is_pair = column != row && table.devices[column].is_gpu;
      if (is_pair && cell.nvlinks == 0) nvlinks.is_all_to_all = false;
    }
    nvlinks.total = std::max(nvlinks.total, total);
  }
  return nvlinks;
}

bool is_gpu_known(const Table& table) {
  return is_name_known(table) || (!table.gpu_model.empty() && table.compute_capability > 0);
}

MachineModel gpu_of(const Table& table) {
  if (is_name_known(table)) return gpu_of_name(table.gpu_model);
  if (is_gpu_known(table)) return gpu_of_capability(table);
  const NvLinkCounts nvlinks = count_nvlinks(table);
  const bool has_grace = is_grace(gpu_affinities(table));
  const bool is_old = !table.has_numa_column && !has_grace;
  const auto* rule = std::ranges::find_if(kRules, [&](const Rule& candidate) {
    return candidate.holds(nvlinks, has_grace) && !(is_old && candidate.is_newer);
  });
  if (rule == kRules.end()) return gpu_of_name(kH100);
  MachineModel model = gpu_of_name(rule->driver_name);
  model.name = rule->name;
  if (rule->nic_mbps > 0) model.nic_mbps = rule->nic_mbps;
  return model;
}

MachineModel gpu_of_name(std::string_view name) {
  const catalogue::GpuModel* model = catalogue::gpu_named(name).model;
  const int capability = model == nullptr ? 0 : model->compute_capability;
  // Machines with H200 NVL have adapters as those with boards (NVIDIA Enterprise Reference
  // Architecture 2-8-5-200: one of 400 Gbit/s for two GPUs).
  constexpr int kMostOfOlderCards = 12;
  const bool is_board =
      model != nullptr &&
      (model->form == catalogue::GpuModel::Form::Board ||
       (model->joining == catalogue::GpuJoining::Bridge && model->nvlinks > kMostOfOlderCards));
  const bool has_slot = model != nullptr && model->slot.generation > 0;
  const int pcie = has_slot ? model->slot.generation : catalogue::pcie_generation_of(capability);
  MachineModel machine{name, capability, model == nullptr ? 0 : model->nvlinks,
                       catalogue::link_speed_of_generation(pcie),
                       catalogue::usual_adapter_mbps(capability, is_board)};
  if (has_slot && model->slot.lanes > 0) machine.lanes = model->slot.lanes;
  machine.has_slot = model == nullptr || model->form != catalogue::GpuModel::Form::OnChip;
  if (capability != catalogue::kGb10) return machine;
  constexpr std::int64_t kSparkMbps = 200'000;  // DGX Spark user guide
  machine.nic_mbps = kSparkMbps;
  machine.is_on_chip = true;
  return machine;
}

std::string_view name_of_cpu(const core::Cpu& cpu, const MachineModel& gpu) {
  if (cpu.arch == "arm64" && gpu.compute_capability == catalogue::kGb10) {
    return "the Arm cores on the chip of GB10";
  }
  if (cpu.arch == "arm64") return "NVIDIA Grace";
  if (cpu.arch == "ppc64") return "IBM POWER9";
  return cpu.vendor == catalogue::kAmdVendor ? "an AMD EPYC" : "an Intel Xeon";
}

core::Cpu assume_cpu(const Table& table, const MachineModel& gpu) {
  if (table.cpu) return std::get<core::Cpu>(table.cpu->info);
  const auto affinities = gpu_affinities(table);
  // GB10 has ten Cortex-X925 and ten Cortex-A725 on the chip (NVIDIA, DGX Spark user guide).
  const bool is_on_chip =
      catalogue::is_superchip(table.gpu_model) || gpu.compute_capability == catalogue::kGb10;
  if (is_grace(affinities) || is_on_chip) return {.arch = "arm64"};
  if (is_power9(table, gpu, affinities)) return {.arch = "ppc64"};
  const unsigned cores = affinities.empty() ? 0 : cores_of(affinities.front());
  // EPYCs have 8 cores a die and powers of two of dies, but for those of 96 cores (AMD's lists of
  // EPYC 7002 to 9004); Xeons for GPU servers have 18 to 60, rarely 32.
  constexpr unsigned kGenoaCores = 96;
  const bool is_epyc = cores == kGenoaCores || (cores >= 8 && std::has_single_bit(cores));
  return catalogue::usual_cpu(is_epyc ? catalogue::kAmdVendor : catalogue::kIntelVendor,
                              gpu.compute_capability);
}

}  // namespace treering::hw::formats::nvidia_smi
