#include "hw/catalogue/links.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

#include "core/named_values.h"
#include "core/topology/names.h"
#include "hw/catalogue/cpus.h"

namespace treering::hw::catalogue {
namespace {

using core::Bandwidth;
using core::Cpu;
using core::Origin;

Origin specified(std::string_view source) {
  return {Origin::Kind::Specification, std::string(source)};
}

Origin assumed(std::string_view reason) {
  return {Origin::Kind::Assumed, std::string(reason)};
}

struct NvlinkGeneration {
  int lowest_compute_capability;
  double gb_per_s;
  int most_links;  // of the GPU of the generation that has most
  std::string_view source;
  int generation = 0;  // as NVIDIA counts
};

// From new to old; the first whose compute capability is not above the GPU's holds.
constexpr std::array<NvlinkGeneration, 7> kNvlink{{
    {100, 50, 18, "NVLink 5: 18 links, 1800 GB/s both ways (nvidia.com/en-us/data-center/nvlink)",
     5},
    {90, 25, 18, "NVLink 4: 18 links, 900 GB/s both ways (NVIDIA H100 whitepaper)", 4},
    {87, 25, 12, "NVLink 3: 12 links, 600 GB/s both ways (NVIDIA A100 whitepaper)", 3},
    {86, 14.0625, 4,
     "NVLink 3 of GA102: 4 links of 14.0625 GB/s each way (NVIDIA GA102 whitepaper)", 3},
    {80, 25, 12, "NVLink 3: 12 links, 600 GB/s both ways (NVIDIA A100 whitepaper)", 3},
    {70, 25, 6, "NVLink 2: 6 links, 300 GB/s both ways (NVIDIA V100 whitepaper)", 2},
    {60, 20, 4, "NVLink 1: 4 links, 160 GB/s both ways (NVIDIA P100 whitepaper)", 1},
}};

// NCCL 2.28 src/graph/topo.cc:485-491: no width is 16 lanes, no known speed is 8 GT/s.
constexpr int kDefaultLanes = 16;
constexpr double kDefaultTransferRate = 8;

Bandwidth pcie_bandwidth(const PcieGeneration& generation, int lanes) {
  return Bandwidth::from_gbit_per_s(generation.gt_per_s * generation.payload_share * lanes);
}

/// The number before " GT/s"; beyond double, infinity.
std::optional<double> figure_in(std::string_view link_speed) {
  double gt_per_s = 0;
  const char* end = link_speed.data() + link_speed.size();
  const auto [stop, code] = std::from_chars(link_speed.data(), end, gt_per_s);
  if (!std::string_view(stop, end).starts_with(" GT/s")) return {};
  if (code == std::errc::result_out_of_range) return std::numeric_limits<double>::infinity();
  return code == std::errc() ? std::optional(gt_per_s) : std::nullopt;
}

const PcieGeneration& generation_of(double gt_per_s) {
  return *std::find_if(
      kPcieGenerations.begin(), kPcieGenerations.end(),
      [gt_per_s](const PcieGeneration& generation) { return generation.gt_per_s == gt_per_s; });
}

// NCCL 2.28 src/graph/topo.h:15-33 and its choice in topo.cc:70; in GB/s.
constexpr double kLocal = 5000;
constexpr double kPower9 = 32;
constexpr double kArm = 6;
constexpr double kAmd = 16;
constexpr double kBroadwell = 6;
constexpr double kSkylake = 10;
constexpr double kSapphireRapids = 22;
constexpr double kEmeraldRapids = 40;
constexpr double kZhaoxin = 6;
constexpr double kYongfeng = 9;

double intel_rate(const Cpu& cpu) {
  // topo.cc:531-537.
  const int model = cpu.family == kIntelFamily ? cpu.model.value_or(0) : 0;
  if (model >= kIntelEmeraldRapids) return kEmeraldRapids;
  if (model >= kIntelSapphireRapids) return kSapphireRapids;
  if (model >= kIntelSkylake) return kSkylake;
  return kBroadwell;
}

double between_sockets(const Cpu& cpu) {
  if (cpu.arch.starts_with("ppc64")) return kPower9;
  if (cpu.arch.starts_with("arm64")) return kArm;
  if (cpu.vendor == kIntelVendor) return intel_rate(cpu);
  if (cpu.vendor == kAmdVendor) return kAmd;
  if (cpu.vendor == kZhaoxinVendor || cpu.vendor == kZhaoxinOtherVendor) {
    return cpu.family == kYongfengFamily && cpu.model == kYongfengModel ? kYongfeng : kZhaoxin;
  }
  return kLocal;
}

struct NamedSpeed {
  LaneSpeed speed;
  std::string_view name;
  std::int64_t mbps;
};

constexpr std::array<NamedSpeed, 9> kLaneSpeeds{{
    {LaneSpeed::Sdr, "SDR", 2500},
    {LaneSpeed::Ddr, "DDR", 5000},
    {LaneSpeed::Qdr, "QDR", 10000},
    {LaneSpeed::Fdr10, "FDR10", 10000},
    {LaneSpeed::Fdr, "FDR", 14000},
    {LaneSpeed::Edr, "EDR", 25000},
    {LaneSpeed::Hdr, "HDR", 50000},
    {LaneSpeed::Ndr, "NDR", 100000},
    {LaneSpeed::Xdr, "XDR", 200000},
}};

}  // namespace

LinkRate nvlink_rate(int compute_capability) {
  for (const NvlinkGeneration& generation : kNvlink) {
    if (compute_capability < generation.lowest_compute_capability) continue;
    return {Bandwidth::from_gb_per_s(generation.gb_per_s), specified(generation.source)};
  }
  return {
      Bandwidth::from_gb_per_s(25),
      assumed("25 GB/s a link and way, as from NVLink 2 to 4: the GPU's generation is unknown")};
}

int nvlink_generation(int compute_capability) {
  const auto* const found = std::ranges::find_if(kNvlink, [&](const NvlinkGeneration& generation) {
    return compute_capability >= generation.lowest_compute_capability;
  });
  return found == kNvlink.end() ? 0 : found->generation;
}

int most_nvlinks(int compute_capability) {
  for (const NvlinkGeneration& generation : kNvlink) {
    if (compute_capability >= generation.lowest_compute_capability) return generation.most_links;
  }
  return kNvlink.front().most_links;
}

std::optional<double> transfer_rate(std::string_view link_speed) {
  const auto gt_per_s = figure_in(link_speed);
  const bool is_known =
      std::any_of(kPcieGenerations.begin(), kPcieGenerations.end(),
                  [gt_per_s](const auto& generation) { return generation.gt_per_s == gt_per_s; });
  return is_known ? gt_per_s : std::nullopt;
}

bool is_absurd_rate(std::string_view link_speed) {
  constexpr double kMost = 1000;
  const auto gt_per_s = figure_in(link_speed);
  // Written so that NaN is absurd.
  return gt_per_s && !(*gt_per_s >= 0 && *gt_per_s <= kMost);
}

int pcie_lanes(const core::PciFunction& pci) {
  return pci.link_width == 0 ? kDefaultLanes : pci.link_width;
}

LinkRate pcie_rate(const core::PciFunction& pci) {
  const auto known = transfer_rate(pci.link_speed);
  const auto& generation = generation_of(known.value_or(kDefaultTransferRate));
  const Bandwidth bandwidth = pcie_bandwidth(generation, pcie_lanes(pci));
  if (known && pci.link_width != 0) {
    return {bandwidth, {Origin::Kind::File, "link_speed and link_width, less line encoding"}};
  }
  if (known) return {bandwidth, assumed("16 lanes, as NCCL takes it: link_width is unknown")};
  return {bandwidth, assumed("8 GT/s a lane, as NCCL takes it: link_speed is unknown")};
}

std::string_view closest_link_speed(Bandwidth bandwidth, int lanes) {
  const auto distance = [&](const PcieGeneration& generation) {
    return std::abs(std::log(bandwidth / pcie_bandwidth(generation, lanes)));
  };
  const auto* closest =
      std::min_element(kPcieGenerations.begin(), kPcieGenerations.end(),
                       [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return closest->text;
}

std::string_view link_speed_of_generation(int generation) {
  const bool is_known = generation >= 1 && generation <= static_cast<int>(kPcieGenerations.size());
  return is_known ? kPcieGenerations.at(static_cast<std::size_t>(generation) - 1).text : "";
}

LinkRate inter_socket_rate(const Cpu& cpu) {
  const double gb_per_s = between_sockets(cpu);
  return {Bandwidth::from_gb_per_s(gb_per_s),
          assumed("what NCCL 2.28 takes between sockets of this CPU (src/graph/topo.h)")};
}

std::optional<LinkRate> inter_grace_rate(int compute_capability) {
  constexpr int kHopper = 90;
  constexpr int kBlackwell = 100;
  if (compute_capability >= kBlackwell) {
    return LinkRate{Bandwidth::from_gb_per_s(150),
                    assumed("Clinks between the Graces of a tray with GB300: 150 GB/s "
                            "(ForceInjection/AI-fundamentals issue 22); NVIDIA publishes none")};
  }
  if (compute_capability < kHopper) return {};
  return LinkRate{Bandwidth::from_gb_per_s(100),
                  assumed("coherent NVLink between the Graces of a node of GH200: 100 GB/s "
                          "(JUPITER configuration, apps.fz-juelich.de/jsc/hps/jupiter)")};
}

LinkRate local_rate() {
  return {Bandwidth::from_gb_per_s(kLocal),
          assumed("no wire: what NCCL 2.28 takes within a socket (src/graph/topo.h, LOC_BW)")};
}

std::int64_t lane_mbps(LaneSpeed speed) {
  const auto* const found = std::ranges::find(kLaneSpeeds, speed, &NamedSpeed::speed);
  return found == kLaneSpeeds.end() ? 0 : found->mbps;
}

std::string_view name_of(LaneSpeed speed) {
  const auto* const found = std::ranges::find(kLaneSpeeds, speed, &NamedSpeed::speed);
  return found == kLaneSpeeds.end() ? "" : found->name;
}

std::optional<LaneSpeed> lane_speed_named(std::string_view name) {
  for (const NamedSpeed& named : kLaneSpeeds) {
    if (core::is_same_name(named.name, name)) return named.speed;
  }
  return {};
}

LaneSpeed lane_speed(double gbit_per_s) {
  constexpr double kTolerance = 0.07;  // NDR signals 106.25 for 100
  for (const NamedSpeed& named : kLaneSpeeds) {
    const double own = static_cast<double>(named.mbps) / 1000;
    if (std::abs(gbit_per_s / own - 1) <= kTolerance) return named.speed;
  }
  return LaneSpeed::Unknown;
}

NvlinkEnd nvlink_end(std::string_view pci_class) {
  if (pci_class.starts_with("0x03")) return NvlinkEnd::Gpu;
  return pci_class.starts_with("0x068001") ? NvlinkEnd::Cpu : NvlinkEnd::Switch;
}

core::Device nvswitch_at(const std::string& target, bool is_taken) {
  core::Device device;
  device.info = core::NvSwitch{};
  device.name = target.empty() ? "NVSwitch" : "NVSwitch " + target;
  if (!is_taken && core::is_pci_address(target)) {
    device.pci = core::PciFunction{};
    device.pci->bus_id = target;
    device.pci->class_code = kNvSwitchClass;
  } else if (!target.empty()) {
    device.extra.emplace_back("target", target);
  }
  return device;
}

}  // namespace treering::hw::catalogue
