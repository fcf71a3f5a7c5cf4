// CPUs by vendor, family and model: their names, and the numbers of CPUs that readers assume where
// their source names none.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/topology/topology.h"

namespace treering::hw::catalogue {

/// The family as NCCL has it, for `family` as Linux and hwloc give it: they add CPUID's extended
/// family to the base family of 4 bits, NCCL puts it in front (2.28 src/graph/xml.cc, familyId). 23
/// is 15 and 8, so 15 + (8 << 4) = 143.
constexpr int nccl_family(int family) {
  constexpr int kMostBase = 15;
  return family <= kMostBase ? family : kMostBase + ((family - kMostBase) << 4);
}

/// The family as Linux writes it: 23 of 143. Numbers that nccl_family() does not give stay.
constexpr int linux_family(int nccl) {
  constexpr int kMostBase = 15;
  return nccl % (kMostBase + 1) == kMostBase ? kMostBase + nccl / (kMostBase + 1) : nccl;
}

// As CPUID and core::Cpu have them.
inline constexpr std::string_view kIntelVendor = "GenuineIntel";
inline constexpr std::string_view kAmdVendor = "AuthenticAMD";
inline constexpr std::string_view kZhaoxinVendor = "CentaurHauls";
inline constexpr std::string_view kZhaoxinOtherVendor = "  Shanghai  ";

// Model numbers: Linux 6.12, arch/x86/include/asm/intel-family.h, INTEL_*_X.
inline constexpr int kIntelFamily = 6;
inline constexpr int kIntelBroadwell = 0x4F;
inline constexpr int kIntelSkylake = 0x55;
inline constexpr int kIntelIceLake = 0x6A;
inline constexpr int kIntelSapphireRapids = 0x8F;
inline constexpr int kIntelEmeraldRapids = 0xCF;

// Families as NCCL numbers them. Models: QEMU 9, target/i386/cpu.c, EPYC-Rome and EPYC-Genoa.
inline constexpr int kAmdFamily17h = nccl_family(0x17);
inline constexpr int kAmdFamily19h = nccl_family(0x19);
inline constexpr int kAmdFamily1Ah = nccl_family(0x1A);
inline constexpr int kAmdRome = 0x31;   // in 17h
inline constexpr int kAmdGenoa = 0x11;  // in 19h

// NCCL 2.28 src/graph/topo.cc:538-540.
inline constexpr int kYongfengFamily = 7;
inline constexpr int kYongfengModel = 0x5B;

/// "Intel Xeon (Sapphire Rapids)", "AMD EPYC (Rome)"; "" for unknown ones. Names server parts only;
/// a workstation part with the same numbers gets the server's name.
/// \param family as core::Cpu has it: by nccl_family
std::string_view cpu_model_name(std::string_view vendor, int family, int model);

/// The CPU that a text names as Linux does: "AMD EPYC 9575F 64-Core Processor", "Intel(R) Xeon(R)
/// Platinum 8480+", "Cortex-X925", "POWER9": its instruction set, for x86 its maker and, of server
/// parts, family and model. Nothing where the name shows none.
std::optional<core::Cpu> cpu_named(std::string_view model_name);

/// A CPU that people name, and what the name shows of it.
struct SaidCpu {
  std::string name;  // "AMD EPYC 9575F", "Intel Xeon Platinum 8480+"
  core::Cpu cpu;     // as cpu_named() has it
  int sockets = 0;   // "2 x EPYC 7542", "dual Xeon"; 0 where no words say so, or they differ
};

/// The CPU of a text in people's words: "2x EPYC 9575F", "dual Xeon Platinum 8480", "Threadripper
/// PRO 7995WX". Nothing where it names none, or several that are not of one maker and generation.
std::optional<SaidCpu> cpu_named_in(std::string_view text);

/// CPUs that machines with GPUs of this compute capability have, one for all that NCCL takes alike:
/// of each maker the most usual first, without NUMA node and affinity.
std::vector<core::Cpu> usual_cpus(int compute_capability);

/// The most usual one of a maker. \pre the maker has one: kIntelVendor or kAmdVendor
core::Cpu usual_cpu(std::string_view vendor, int compute_capability);

/// "Intel Xeon (Sapphire Rapids)"; else "x86_64 GenuineIntel (family 6, model 1)", "arm64"; ""
/// where nothing is known.
std::string cpu_name(const core::Cpu& cpu);

}  // namespace treering::hw::catalogue
