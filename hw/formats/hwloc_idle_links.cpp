#include "hw/formats/hwloc_idle_links.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "core/words.h"
#include "hw/formats/hwloc_words.h"
#include "hw/gpu_models.h"
#include "hw/link_rates.h"

namespace treering::hw {
namespace {

constexpr double kIdle = 2.5;  // GT/s

double rate_of(const HwlocLinkSpeed& speed) {
  return transfer_rate(speed.link_speed).value_or(0);
}

/// GB/s; 0 for what is no number, of which the reader of the tree complains.
double speed_of(const XmlElement& object) {
  const std::string text = text_of(object, "pci_link_speed");
  double gb_per_s = 0;
  std::from_chars(text.data(), text.data() + text.size(), gb_per_s);
  return std::max(gb_per_s, 0.0);
}

/// The generation of PCI Express that GPUs of a compute capability have (NVIDIA's data sheets); 0
/// where that is not known, or they are part of a chip with CPUs.
int pcie_generation_of(int compute_capability) {
  if (compute_capability < 60 || compute_capability > 103) return 0;
  if (compute_capability < 80) return 3;
  return compute_capability < 90 ? 4 : 5;
}

HwlocAwakeLink awake_at(std::string_view link_speed, int lanes, std::string_view source) {
  core::PciFunction link;
  link.link_speed = link_speed;
  link.link_width = lanes;
  return {pcie_rate(link).bandwidth.in_gb_per_s(), {link_speed, lanes, true, false}, source};
}

}  // namespace

HwlocIdleLinks::HwlocIdleLinks(const HwlocMachine& machine) {
  for (const HwlocPciObject& place : machine.pci_objects) {
    const auto pci = parse_hwloc_pci_type(core::lower_case(text_of(*place.object, "pci_type")));
    if (!pci || pci->vendor != "0x10de" || !pci->class_code.starts_with("0x03")) continue;
    const double own = speed_of(*place.object);
    const int capability = compute_capability_of(pci->device, "").value_or(0);
    gpus_below_[place.object] = {own, pcie_generation_of(capability)};
    for (const XmlElement* bridge : place.bridges) {
      GpuBelow& below = gpus_below_[bridge];
      below.gb_per_s = std::max(below.gb_per_s, own);
    }
  }
}

std::optional<HwlocAwakeLink> HwlocIdleLinks::awake(const XmlElement& object, double own,
                                                    double other) const {
  const auto below = gpus_below_.find(&object);
  if (below == gpus_below_.end()) return {};
  const bool has_both = own > 0 && other > 0;
  const double slower = has_both ? std::min(own, other) : std::max(own, other);
  if (slower <= 0) return {};
  const HwlocLinkSpeed idle = split_link_speed(slower);
  if (!idle.fits || rate_of(idle) != kIdle) return {};
  const double faster = has_both ? std::max(own, other) : below->second.gb_per_s;
  if (const HwlocLinkSpeed split = split_link_speed(std::max(faster, slower));
      rate_of(split) > kIdle) {
    // Lanes do not rest: the link has those of its narrower end.
    return awake_at(split.link_speed, std::min(idle.link_width, split.link_width),
                    has_both ? "the faster of its two ends" : "the GPU below it");
  }
  const std::string_view own_speed = link_speed_of_generation(below->second.generation);
  if (own_speed.empty()) return {};
  return awake_at(own_speed, idle.link_width, "what GPUs of its model can do");
}

}  // namespace treering::hw
