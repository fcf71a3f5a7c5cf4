#include "hw/formats/hwloc/link_speed.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string>

#include "core/text/reading.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "hw/formats/hwloc/objects.h"

namespace treering::hw::formats::hwloc {

namespace {

constexpr std::array kWidths{16, 8, 4, 2, 1};

// hwloc's figures are of either encoding, whatever the generation.
constexpr std::array kShares{catalogue::kPayload8b10b, catalogue::kPayload128b130b,
                             catalogue::kPayloadFlit};

bool may_have(double gt_per_s, double share) {
  constexpr double kGeneration3 = 8;
  constexpr double kGeneration6 = 64;
  if (share == catalogue::kPayload8b10b) return gt_per_s < kGeneration3;
  return share == catalogue::kPayload128b130b || gt_per_s >= kGeneration6;
}

/// hwloc prints six decimals; the lowest figure has three digits.
bool is_same(double a, double b) {
  constexpr double kTolerance = 1e-4;
  return std::abs(a / b - 1) < kTolerance;
}

bool fits(double gb_per_s, double gt_per_s, int lanes) {
  return std::ranges::any_of(kShares, [&](double share) {
    return may_have(gt_per_s, share) && is_same(gb_per_s, gt_per_s * share / 8 * lanes);
  });
}

}  // namespace

SplitLinkSpeed split_link_speed(double gb_per_s) {
  SplitLinkSpeed found;
  for (const int lanes : kWidths) {
    for (const catalogue::PcieGeneration& generation : catalogue::kPcieGenerations) {
      if (!fits(gb_per_s, generation.gt_per_s, lanes)) continue;
      found.is_only = !found.fits;
      if (!found.fits) found = {generation.text, lanes, true, true};
    }
  }
  if (found.fits) return found;
  return {catalogue::closest_link_speed(core::Bandwidth::from_gb_per_s(gb_per_s), kWidths[0]),
          kWidths[0], false, false};
}

namespace {

constexpr double kIdle = 2.5;  // GT/s

double rate_of(const SplitLinkSpeed& speed) {
  return catalogue::transfer_rate(speed.link_speed).value_or(0);
}

/// GB/s; 0 for what is no number, of which the reader of the tree complains.
double speed_of(const xml::Element& object) {
  const std::string text = text_of(object, "pci_link_speed");
  double gb_per_s = 0;
  std::from_chars(text.data(), text.data() + text.size(), gb_per_s);
  return std::max(gb_per_s, 0.0);
}

/// The generation of PCI Express at which such a GPU runs in a server; 0 where that is not known,
/// or it is part of a chip with CPUs. CPUs have generation 5 at the most, also beside Blackwell
/// Ultra.
int pcie_generation_of(int compute_capability) {
  if (compute_capability < 60 || compute_capability > 103) return 0;
  return std::min(catalogue::pcie_generation_of(compute_capability), 5);
}

AwakeLink awake_at(std::string_view link_speed, int lanes, std::string_view source) {
  core::PciFunction link;
  link.link_speed = link_speed;
  link.link_width = lanes;
  return {
      catalogue::pcie_rate(link).bandwidth.in_gb_per_s(), {link_speed, lanes, true, false}, source};
}

}  // namespace

IdleLinks::IdleLinks(const Machine& machine) {
  for (const PciObject& place : machine.pci_objects) {
    const auto pci = parse_hwloc_pci_type(core::lower_case(text_of(*place.object, "pci_type")));
    if (!pci || pci->vendor != catalogue::kNvidiaVendor || !pci->class_code.starts_with("0x03"))
      continue;
    const double own = speed_of(*place.object);
    const int generation =
        pcie_generation_of(catalogue::compute_capability_of(pci->device, "").value_or(0));
    gpus_below_[place.object] = {own, generation, true};
    for (const xml::Element* bridge : place.bridges) {
      GpuBelow& below = gpus_below_[bridge];
      below.gb_per_s = std::max(below.gb_per_s, own);
      below.generation = std::max(below.generation, generation);
    }
  }
}

std::optional<AwakeLink> IdleLinks::awake(const xml::Element& object, double own,
                                          double other) const {
  const auto found = gpus_below_.find(&object);
  if (found == gpus_below_.end()) return {};
  const GpuBelow& below = found->second;
  const double slower = own > 0 && other > 0 ? std::min(own, other) : std::max(own, other);
  if (slower <= 0) return {};
  const SplitLinkSpeed idle = split_link_speed(slower);
  if (!idle.fits || rate_of(idle) != kIdle) return {};
  // Lanes do not rest: the link has those of its narrower end.
  if (const SplitLinkSpeed end = split_link_speed(std::max(own, other)); rate_of(end) > kIdle) {
    return awake_at(end.link_speed, std::min(idle.link_width, end.link_width),
                    "the faster of its two ends");
  }
  if (const SplitLinkSpeed gpu = split_link_speed(below.gb_per_s); rate_of(gpu) > kIdle) {
    return awake_at(gpu.link_speed, idle.link_width, "the GPU below it");
  }
  const std::string_view best = catalogue::link_speed_of_generation(below.generation);
  if (best.empty()) return {};
  return awake_at(
      best, idle.link_width,
      below.is_itself ? "what GPUs of its model can do" : "what the GPU below it can do");
}

}  // namespace treering::hw::formats::hwloc
