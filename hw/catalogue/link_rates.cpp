#include "hw/catalogue/link_rates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <string>

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
};

// From new to old; the first whose compute capability is not above the GPU's holds.
constexpr std::array<NvlinkGeneration, 7> kNvlink{{
    {100, 50, 18, "NVLink 5: 18 links, 1800 GB/s both ways (nvidia.com/en-us/data-center/nvlink)"},
    {90, 25, 18, "NVLink 4: 18 links, 900 GB/s both ways (NVIDIA H100 whitepaper)"},
    {87, 25, 12, "NVLink 3: 12 links, 600 GB/s both ways (NVIDIA A100 whitepaper)"},
    {86, 14.0625, 4,
     "NVLink 3 of GA102: 4 links of 14.0625 GB/s each way (NVIDIA GA102 whitepaper)"},
    {80, 25, 12, "NVLink 3: 12 links, 600 GB/s both ways (NVIDIA A100 whitepaper)"},
    {70, 25, 6, "NVLink 2: 6 links, 300 GB/s both ways (NVIDIA V100 whitepaper)"},
    {60, 20, 4, "NVLink 1: 4 links, 160 GB/s both ways (NVIDIA P100 whitepaper)"},
}};

struct PcieGeneration {
  double gt_per_s;
  double payload_share;   // what line encoding leaves
  std::string_view text;  // as Linux prints it (drivers/pci/probe.c, pci_speed_string)
};

// PCI Express Base Specification: 8b/10b for generations 1 and 2, 128b/130b for 3 to 5. Generation
// 6 and 7 send flits of 256 bytes of which 242 are not error correction or check sums.
constexpr double kEightOfTen = 8.0 / 10;
constexpr double k128Of130 = 128.0 / 130;
constexpr double kFlit = 242.0 / 256;
constexpr std::array<PcieGeneration, 7> kPcie{{
    {2.5, kEightOfTen, "2.5 GT/s PCIe"},
    {5, kEightOfTen, "5.0 GT/s PCIe"},
    {8, k128Of130, "8.0 GT/s PCIe"},
    {16, k128Of130, "16.0 GT/s PCIe"},
    {32, k128Of130, "32.0 GT/s PCIe"},
    {64, kFlit, "64.0 GT/s PCIe"},
    {128, kFlit, "128.0 GT/s PCIe"},
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
  return *std::find_if(kPcie.begin(), kPcie.end(), [gt_per_s](const PcieGeneration& generation) {
    return generation.gt_per_s == gt_per_s;
  });
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
  // Model numbers: topo.cc:531-537; all of family 6.
  const int model = cpu.family == 6 ? cpu.model.value_or(0) : 0;
  if (model >= 0xCF) return kEmeraldRapids;
  if (model >= 0x8F) return kSapphireRapids;
  if (model >= 0x55) return kSkylake;
  return kBroadwell;
}

double between_sockets(const Cpu& cpu) {
  if (cpu.arch.starts_with("ppc64")) return kPower9;
  if (cpu.arch.starts_with("arm64")) return kArm;
  if (cpu.vendor == "GenuineIntel") return intel_rate(cpu);
  if (cpu.vendor == "AuthenticAMD") return kAmd;
  if (cpu.vendor == "CentaurHauls" || cpu.vendor == "  Shanghai  ") {
    return cpu.family == 7 && cpu.model == 0x5B ? kYongfeng : kZhaoxin;
  }
  return kLocal;
}

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

int most_nvlinks(int compute_capability) {
  for (const NvlinkGeneration& generation : kNvlink) {
    if (compute_capability >= generation.lowest_compute_capability) return generation.most_links;
  }
  return kNvlink.front().most_links;
}

std::optional<double> transfer_rate(std::string_view link_speed) {
  const auto gt_per_s = figure_in(link_speed);
  const bool is_known = std::any_of(kPcie.begin(), kPcie.end(), [gt_per_s](const auto& generation) {
    return generation.gt_per_s == gt_per_s;
  });
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
      std::min_element(kPcie.begin(), kPcie.end(),
                       [&](const auto& a, const auto& b) { return distance(a) < distance(b); });
  return closest->text;
}

std::string_view link_speed_of_generation(int generation) {
  const bool is_known = generation >= 1 && generation <= static_cast<int>(kPcie.size());
  return is_known ? kPcie.at(static_cast<std::size_t>(generation) - 1).text : "";
}

LinkRate inter_socket_rate(const Cpu& cpu) {
  const double gb_per_s = between_sockets(cpu);
  return {Bandwidth::from_gb_per_s(gb_per_s),
          assumed("what NCCL 2.28 takes between sockets of this CPU (src/graph/topo.h)")};
}

LinkRate local_rate() {
  return {Bandwidth::from_gb_per_s(kLocal),
          assumed("no wire: what NCCL 2.28 takes within a socket (src/graph/topo.h, LOC_BW)")};
}

}  // namespace treering::hw::catalogue
