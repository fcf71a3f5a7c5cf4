#include "sim/nccl/versions/graph_constants.h"

#include "core/topology/topology.h"

namespace treering::sim::nccl::versions {

namespace {

constexpr int kIntelFamily = 6;
// Zhaoxin Yongfeng, as NCCL identifies it (v2.28.9-1, src/graph/topo.cc, ncclTopoAddCpu).
constexpr int kYongfengFamily = 7;
constexpr int kYongfengModel = 0x5B;

float intel_bandwidth(const SocketRates& rates, const core::Cpu& cpu) {
  const int model = cpu.family == kIntelFamily ? cpu.model.value_or(0) : 0;
  for (const IntelSocketRate& rate : rates.intel) {
    if (model >= rate.from_model) return rate.gb_per_s;
  }
  return rates.unknown;
}

float amd_bandwidth(const SocketRates& rates, const core::Cpu& cpu) {
  for (const AmdSocketRate& rate : rates.amd_families) {
    if (cpu.family.value_or(0) >= rate.from_family) return rate.gb_per_s;
  }
  return rates.amd;
}

}  // namespace

float nvlink_bandwidth(const HardwareConstants& hardware, int compute_capability) {
  for (const NvLinkRate& rate : hardware.nvlinks) {
    if (compute_capability >= rate.from && compute_capability <= rate.to) return rate.gb_per_s;
  }
  return hardware.default_nvlink;
}

float pci_bandwidth(const HardwareConstants& hardware, std::string_view link_speed, int lanes) {
  const int width = lanes == 0 ? hardware.default_pci_lanes : lanes;
  for (const PciLaneRate& rate : hardware.pci_lanes) {
    if (!link_speed.starts_with(rate.prefix)) continue;
    constexpr double kHundredMbpsPerGbPerS = 80.0;
    return static_cast<float>(width * rate.hundred_mbps / kHundredMbpsPerGbPerS);
  }
  return 0;
}

float inter_socket_bandwidth(const HardwareConstants& hardware, const core::Cpu& cpu) {
  const SocketRates& rates = hardware.sockets;
  if (cpu.arch.starts_with("ppc64")) return rates.power;
  if (cpu.arch.starts_with("arm64")) return rates.arm;
  if (!cpu.arch.starts_with("x86_64")) return rates.unknown;
  if (cpu.vendor.starts_with("GenuineIntel")) return intel_bandwidth(rates, cpu);
  if (cpu.vendor.starts_with("AuthenticAMD")) return amd_bandwidth(rates, cpu);
  if (cpu.vendor.starts_with("CentaurHauls") || cpu.vendor.starts_with("  Shanghai  ")) {
    const bool yongfeng = cpu.family == kYongfengFamily && cpu.model == kYongfengModel;
    return yongfeng ? rates.zhaoxin_yongfeng : rates.zhaoxin;
  }
  return rates.unknown;
}

std::span<const float> search_speeds(const SearchConstants& search, bool spans_nodes,
                                     int compute_capability) {
  for (const SearchSpeeds& speeds : search.speeds) {
    if (compute_capability < speeds.from_compute_capability) continue;
    return spans_nodes ? speeds.between : speeds.inside;
  }
  return {};
}

}  // namespace treering::sim::nccl::versions
