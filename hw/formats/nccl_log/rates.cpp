#include "hw/formats/nccl_log/rates.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include "hw/catalogue/links.h"

namespace treering::hw::formats::nccl_log {
namespace {

struct Lane {
  std::string_view speed;
  double hundred_mbps;
};

// NCCL 2.28 src/graph/topo.cc:423: a lane in 100 Mbit/s; a link has width x that / 80 GB/s.
constexpr std::array<Lane, 6> kLanes{{
    {"64.0 GT/s PCIe", 480},
    {"32.0 GT/s PCIe", 240},
    {"16.0 GT/s PCIe", 120},
    {"8.0 GT/s PCIe", 60},
    {"5.0 GT/s PCIe", 30},
    {"2.5 GT/s PCIe", 15},
}};
constexpr std::array<int, 7> kWidths{16, 8, 4, 2, 1, 32, 12};

// Figures are printed with one digit behind the point.
constexpr double kRounding = 0.0501;

// A version as one number: 2.27.3 is 22703.
constexpr int version_number(int major, int minor, int patch) {
  return major * 10000 + minor * 100 + patch;
}

int number_of_version(std::string_view text) {
  std::array<int, 3> parts{};
  for (int& part : parts) {
    const auto [stop, code] = std::from_chars(text.data(), text.data() + text.size(), part);
    if (code != std::errc()) break;
    text.remove_prefix(static_cast<std::size_t>(stop - text.data()));
    if (!text.starts_with('.')) break;
    text.remove_prefix(1);
  }
  return version_number(parts[0], parts[1], parts[2]);
}

struct NvlinkFigure {
  int compute_capability;
  double gb_per_s;
  int first;  // version, by version_number
  int last;
};

constexpr int kAlways = version_number(99, 0, 0);

// NCCL src/graph/topo.h of the tags v2.5.6 to v2.30.4, *_NVLINK_WIDTH and *_NVLINK_BW. Where
// several fit, the first does.
constexpr std::array<NvlinkFigure, 13> kFigures{{
    {100, 40.1, version_number(2, 27, 5), kAlways},
    {103, 40.1, version_number(2, 27, 5), kAlways},
    {100, 40.0, version_number(2, 25, 1), version_number(2, 27, 3)},
    {90, 20.6, version_number(2, 19, 0), kAlways},
    {90, 20.0, version_number(2, 15, 0), version_number(2, 20, 0)},
    {80, 20.0, version_number(2, 15, 0), kAlways},
    {80, 22.0, version_number(2, 10, 0), version_number(2, 14, 99)},
    {80, 21.0, version_number(2, 5, 0), version_number(2, 9, 99)},
    {86, 12.0, version_number(2, 8, 0), kAlways},
    {70, 20.0, version_number(2, 15, 0), kAlways},
    {70, 22.0, version_number(2, 10, 0), version_number(2, 14, 99)},
    {70, 21.0, version_number(2, 5, 0), version_number(2, 9, 99)},
    {60, 18.0, version_number(2, 5, 0), kAlways},
}};

/// Whether `gb_per_s` is a number of links that a GPU of this generation can have.
bool gives(const NvlinkFigure& figure, double gb_per_s) {
  const double count = std::round(gb_per_s / figure.gb_per_s);
  return count >= 1 && std::abs(count * figure.gb_per_s - gb_per_s) <= kRounding;
}

bool fits(const NvlinkFigure& figure, const GpuHints& hints, int version) {
  const bool is_of_version = version == 0 || (version >= figure.first && version <= figure.last);
  const double most = catalogue::most_nvlinks(figure.compute_capability) * figure.gb_per_s;
  // Guests may see more links than there are: that of a unique figure counts all the same.
  const bool is_unique = figure.gb_per_s == 20.6 || figure.gb_per_s > 40;
  return is_of_version && (is_unique || hints.most_of_one_gpu <= most + kRounding) &&
         std::ranges::all_of(hints.nvlink_gb_per_s,
                             [&](double gb_per_s) { return gives(figure, gb_per_s); });
}

/// NCCL takes all Blackwells alike (v2.28.9-1 to v2.30.7-1, src/graph: only ">= 100").
int known_generation(int compute_capability) {
  constexpr int kBlackwell = 100;
  return std::min(compute_capability, kBlackwell);
}

}  // namespace

std::optional<PciRate> pci_rate_of(double gb_per_s) {
  constexpr double kPerLane = 80;
  for (const int width : kWidths) {
    for (const Lane& lane : kLanes) {
      const double expected = width * lane.hundred_mbps / kPerLane;
      if (std::abs(expected - gb_per_s) <= kRounding) return PciRate{lane.speed, width};
    }
  }
  return {};
}

int compute_capability_of_pcie(double gb_per_s) {
  struct Step {
    double gb_per_s;
    int compute_capability;
  };
  // 16 lanes of generation 6, 5 and 4, which came with Blackwell Ultra, Hopper and Ampere.
  constexpr std::array<Step, 3> kSteps{{{96, 103}, {48, 90}, {24, 80}}};
  for (const Step& step : kSteps) {
    if (gb_per_s >= step.gb_per_s) return step.compute_capability;
  }
  return 70;
}

GpuGeneration gpu_generation_of(const GpuHints& hints) {
  const int by_pcie = compute_capability_of_pcie(hints.pci_gb_per_s);
  if (hints.nvlink_gb_per_s.empty()) {
    constexpr int kHopper = 90;
    return {hints.has_multicast ? std::max(by_pcie, kHopper) : by_pcie, 0, false};
  }
  const int version = number_of_version(hints.nccl_version);
  std::vector<const NvlinkFigure*> fitting;
  for (const NvlinkFigure& figure : kFigures) {
    if (fits(figure, hints, version)) fitting.push_back(&figure);
  }
  if (fitting.empty()) return {by_pcie, 0, false};
  const bool is_certain = std::ranges::all_of(fitting, [&](const NvlinkFigure* figure) {
    return known_generation(figure->compute_capability) ==
           known_generation(fitting.front()->compute_capability);
  });
  // Among several, the one that came with this generation of PCIe, else the latest.
  const auto same = std::ranges::find(fitting, by_pcie, &NvlinkFigure::compute_capability);
  const NvlinkFigure& chosen = same == fitting.end() ? *fitting.front() : **same;
  return {chosen.compute_capability, chosen.gb_per_s, is_certain};
}

}  // namespace treering::hw::formats::nccl_log
