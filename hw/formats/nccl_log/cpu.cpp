#include "hw/formats/nccl_log/cpu.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "hw/catalogue/cpus.h"
#include "hw/formats/nccl_log/words.h"
#include "hw/formats/nccl_xml/fields.h"

namespace treering::hw::formats::nccl_log {
namespace {

using core::Device;

int number(const std::vector<std::string_view>& parts, std::size_t i) {
  return i < parts.size() ? core::whole_number<int>(parts[i]).value_or(-1) : -1;
}

// NCCL_TOPO_CPU_* (2.28 src/graph/topo.h).
enum CpuArch { X86 = 1, Power = 2, Arm = 3 };
enum CpuVendor { Intel = 1, Amd = 2, Zhaoxin = 3 };

/// A model number of each Intel generation that NCCL distinguishes: Broadwell, Skylake, Sapphire
/// Rapids, Emerald Rapids (2.28 src/graph/topo.cc:531). Until 2.25 the last two count as Skylake.
std::optional<int> intel_model(int generation) {
  switch (generation) {
    case 1:
      return catalogue::kIntelBroadwell;
    case 2:
      return catalogue::kIntelSkylake;
    case 3:
      return catalogue::kIntelSapphireRapids;
    case 4:
      return catalogue::kIntelEmeraldRapids;
    default:
      return {};
  }
}

void set_x86(core::Cpu& cpu, int vendor, int generation) {
  cpu.arch = "x86_64";
  if (vendor == Intel) {
    cpu.vendor = catalogue::kIntelVendor;
    cpu.model = intel_model(generation);
    if (cpu.model) cpu.family = catalogue::kIntelFamily;
  } else if (vendor == Amd) {
    cpu.vendor = catalogue::kAmdVendor;
  } else if (vendor == Zhaoxin) {
    cpu.vendor = catalogue::kZhaoxinVendor;
    if (generation == 1) {
      cpu.family = catalogue::kYongfengFamily;
      cpu.model = catalogue::kYongfengModel;
    }
  }
}

/// NCCL prints unknown NUMA nodes, -1, as they are in 32 or 64 bits.
int numa_id(std::uint64_t id) {
  constexpr std::uint64_t kMost = 0xffff;
  return id > kMost ? -1 : static_cast<int>(id);
}

}  // namespace

Device nccl_log_cpu(const TreeNode& node, int host) {
  core::Cpu cpu;
  cpu.numa_id = numa_id(node.id);
  cpu.host = host;
  Device device;
  const auto parts = slash_parts(node.details);
  switch (number(parts, 0)) {
    case X86:
      set_x86(cpu, number(parts, 1), number(parts, 2));
      break;
    case Power:
      cpu.arch = "ppc64";
      break;
    case Arm:
      cpu.arch = "arm64";
      break;
    default:
      cpu.arch = nccl_xml::kNcclDefaultArch;
      device.assumed.emplace_back("arch");
  }
  if (cpu.model) device.assumed.insert(device.assumed.end(), {"family", "model"});
  device.name = host == 0 ? fmt::format("CPU {}", cpu.numa_id)
                          : fmt::format("CPU {} of host {}", cpu.numa_id, host);
  device.info = std::move(cpu);
  return device;
}

}  // namespace treering::hw::formats::nccl_log
