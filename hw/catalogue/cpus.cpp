#include "hw/catalogue/cpus.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "core/assert.h"

namespace treering::hw::catalogue {
namespace {

struct CpuModels {
  std::string_view vendor;
  int family;
  int first;  // model number
  int last;
  std::string_view name;
};

// Intel: Linux 6.12, arch/x86/include/asm/intel-family.h, INTEL_*_X, _D and ATOM_CRESTMONT_X. One
// number may stand for several generations, which only the stepping distinguishes.
// AMD: models of Naples, Rome, Milan and Genoa as in QEMU 9, target/i386/cpu.c (EPYC, EPYC-Rome,
// ...); Turin's 02h as in InstLatx64's dump of an EPYC of that name; Bergamo's, Siena's and dense
// Turin's ranges as in LLVM 19, compiler-rt/lib/builtins/cpu_model/x86.c (Stones-Dense,
// Breithorn-Dense). Linux 6.12, arch/x86/kernel/cpu/amd.c, bsp_init_amd, has all of them as the
// Zen that they are. Other models of these families are Threadripper and Ryzen.
// Zhaoxin: as NCCL names it (2.28 src/graph/topo.cc).
constexpr std::array<CpuModels, 21> kCpus{{
    {kIntelVendor, kIntelFamily, 0x2D, 0x2D, "Intel Xeon (Sandy Bridge)"},
    {kIntelVendor, kIntelFamily, 0x3E, 0x3E, "Intel Xeon (Ivy Bridge)"},
    {kIntelVendor, kIntelFamily, 0x3F, 0x3F, "Intel Xeon (Haswell)"},
    {kIntelVendor, kIntelFamily, kIntelBroadwell, kIntelBroadwell, "Intel Xeon (Broadwell)"},
    {kIntelVendor, kIntelFamily, 0x56, 0x56, "Intel Xeon D (Broadwell)"},
    {kIntelVendor, kIntelFamily, kIntelSkylake, kIntelSkylake,
     "Intel Xeon (Skylake, Cascade Lake or Cooper Lake)"},
    {kIntelVendor, kIntelFamily, kIntelIceLake, kIntelIceLake, "Intel Xeon (Ice Lake)"},
    {kIntelVendor, kIntelFamily, 0x6C, 0x6C, "Intel Xeon D (Ice Lake)"},
    {kIntelVendor, kIntelFamily, kIntelSapphireRapids, kIntelSapphireRapids,
     "Intel Xeon (Sapphire Rapids)"},
    {kIntelVendor, kIntelFamily, 0xAD, 0xAD, "Intel Xeon (Granite Rapids)"},
    {kIntelVendor, kIntelFamily, 0xAE, 0xAE, "Intel Xeon D (Granite Rapids)"},
    {kIntelVendor, kIntelFamily, 0xAF, 0xAF, "Intel Xeon (Sierra Forest)"},
    {kIntelVendor, kIntelFamily, kIntelEmeraldRapids, kIntelEmeraldRapids,
     "Intel Xeon (Emerald Rapids)"},
    {kAmdVendor, kAmdFamily17h, 0x01, 0x01, "AMD EPYC (Naples)"},
    {kAmdVendor, kAmdFamily17h, kAmdRome, kAmdRome, "AMD EPYC (Rome)"},
    {kAmdVendor, kAmdFamily19h, 0x01, 0x01, "AMD EPYC (Milan)"},
    {kAmdVendor, kAmdFamily19h, kAmdGenoa, kAmdGenoa, "AMD EPYC (Genoa)"},
    {kAmdVendor, kAmdFamily19h, 0xA0, 0xAF, "AMD EPYC (Bergamo or Siena)"},
    {kAmdVendor, kAmdFamily1Ah, 0x02, 0x02, "AMD EPYC (Turin)"},
    {kAmdVendor, kAmdFamily1Ah, 0x10, 0x1F, "AMD EPYC (Turin)"},
    {kZhaoxinVendor, kYongfengFamily, kYongfengModel, kYongfengModel, "Zhaoxin (Yongfeng)"},
}};

/// A CPU beside GPUs of some generations.
struct HostCpu {
  std::string_view vendor;
  int family;
  int model;
  int first_capability;  // compute capabilities of these GPUs
  int last_capability;
};

constexpr int kNewest = 1000;

// NVIDIA's and others' GPU servers of the years in which the GPUs were sold. NCCL takes all EPYCs
// alike, and Xeons by the rate between their sockets (links.h), which changed with Skylake,
// Sapphire Rapids and Emerald Rapids.
constexpr std::array<HostCpu, 8> kHostCpus{{
    {kAmdVendor, kAmdFamily17h, kAmdRome, 0, 88},
    {kAmdVendor, kAmdFamily19h, kAmdGenoa, 89, kNewest},
    {kIntelVendor, kIntelFamily, kIntelSapphireRapids, 90, kNewest},
    {kIntelVendor, kIntelFamily, kIntelSkylake, 0, 79},
    {kIntelVendor, kIntelFamily, kIntelIceLake, 80, kNewest},
    {kIntelVendor, kIntelFamily, kIntelBroadwell, 0, 79},
    {kIntelVendor, kIntelFamily, kIntelSapphireRapids, 80, 89},
    {kIntelVendor, kIntelFamily, kIntelEmeraldRapids, 89, kNewest},
}};

}  // namespace

std::vector<core::Cpu> usual_cpus(int compute_capability) {
  std::vector<core::Cpu> cpus;
  for (const HostCpu& one : kHostCpus) {
    if (compute_capability < one.first_capability || compute_capability > one.last_capability) {
      continue;
    }
    core::Cpu cpu{.arch = "x86_64", .vendor = std::string(one.vendor)};
    cpu.family = one.family;
    cpu.model = one.model;
    cpus.push_back(std::move(cpu));
  }
  return cpus;
}

core::Cpu usual_cpu(std::string_view vendor, int compute_capability) {
  const auto cpus = usual_cpus(compute_capability);
  const auto found = std::ranges::find(cpus, vendor, &core::Cpu::vendor);
  TREERING_ASSERT(found != cpus.end(), "AMD and Intel have CPUs beside GPUs of every generation");
  return *found;
}

std::string_view cpu_model_name(std::string_view vendor, int family, int model) {
  if (vendor == kZhaoxinOtherVendor) vendor = kZhaoxinVendor;
  const auto* const found = std::ranges::find_if(kCpus, [&](const CpuModels& models) {
    return models.vendor == vendor && models.family == family && model >= models.first &&
           model <= models.last;
  });
  return found == kCpus.end() ? "" : found->name;
}

std::string cpu_name(const core::Cpu& cpu) {
  if (cpu.family && cpu.model) {
    const auto known = cpu_model_name(cpu.vendor, *cpu.family, *cpu.model);
    if (!known.empty()) return std::string(known);
  }
  std::string text = cpu.arch;
  if (!cpu.vendor.empty()) text += " " + cpu.vendor;
  if (cpu.family && cpu.model) {
    text += fmt::format(" (family {}, model {})", linux_family(*cpu.family), *cpu.model);
  }
  return text;
}

}  // namespace treering::hw::catalogue
