#include "hw/discover/build/nvlinks.h"

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/unit_text.h"
#include "hw/catalogue/links.h"

namespace treering::hw::discover::build {
namespace {

using core::DeviceId;
using core::Link;
using core::LinkKind;
using core::Severity;

struct Bundle {
  std::string target;
  int count = 0;
};

bool counts_for_nccl(const world::NvmlLink& link) {
  return link.carries_p2p.value_or(false) && link.is_active.value_or(false) &&
         !link.remote_bus_id.empty();
}

/// In the order in which NCCL meets their targets.
std::vector<Bundle> bundles_of(const world::NvmlGpu& gpu) {
  std::vector<Bundle> bundles;
  for (const world::NvmlLink& link : gpu.links) {
    if (!counts_for_nccl(link)) continue;
    const auto known = std::ranges::find(bundles, link.remote_bus_id, &Bundle::target);
    if (known == bundles.end()) {
      bundles.push_back({link.remote_bus_id, 1});
    } else {
      ++known->count;
    }
  }
  return bundles;
}

class Pass {
 public:
  Pass(const sources::MachineFacts& facts, const std::vector<PlacedGpu>& gpus,
       core::TopologyBuilder& builder)
      : facts_(facts), gpus_(gpus), builder_(builder) {
    for (const core::Device& device : builder.devices()) {
      if (device.pci) taken_.insert(device.pci->bus_id);
    }
  }

  std::vector<core::Diagnostic> add() {
    for (const PlacedGpu& gpu : gpus_) {
      if (gpu.gpu->nvml == nullptr) continue;
      for (const Bundle& bundle : bundles_of(*gpu.gpu->nvml)) add_bundle(gpu, bundle);
    }
    for (const PlacedGpu& gpu : gpus_) {
      if (gpu.gpu->nvml == nullptr || !gpu.gpu->nvml->c2c) continue;
      const world::NvmlC2c& c2c = *gpu.gpu->nvml->c2c;
      if (c2c.links > 0 && c2c.mb_per_s > 0) add_c2c(gpu, c2c);
    }
    for (const std::string& target : missing_gpus_) {
      note(Severity::Note, core::printable(target),
           "NVLinks to this GPU are left out, because it is not among those of this job");
    }
    return std::move(notes_);
  }

 private:
  void add_bundle(const PlacedGpu& gpu, const Bundle& bundle) {
    const catalogue::LinkRate rate =
        catalogue::nvlink_rate(gpu.gpu->compute_capability.value_or(0));
    Link link{
        LinkKind::NvLink, gpu.id, core::kNoDevice, bundle.count, rate.bandwidth * bundle.count, {},
        rate.origin};
    const auto shown = facts_.nvml.remote_classes.find(bundle.target);
    const catalogue::NvlinkEnd end = shown == facts_.nvml.remote_classes.end()
                                         ? catalogue::NvlinkEnd::Switch
                                         : catalogue::nvlink_end(shown->second);
    if (end == catalogue::NvlinkEnd::Gpu) return connect_gpus(std::move(link), bundle.target);
    link.to = end == catalogue::NvlinkEnd::Cpu ? gpu.cpu : nvswitch(bundle.target);
    builder_.connect_both_ways(link);
  }

  /// The other GPU reports its own way back.
  void connect_gpus(Link link, const std::string& target) {
    const auto other = std::ranges::find_if(
        gpus_, [&](const PlacedGpu& gpu) { return gpu.gpu->bus_id == target; });
    if (other == gpus_.end()) {
      missing_gpus_.insert(target);
      return;
    }
    link.to = other->id;
    if (link.to != link.from) builder_.connect(std::move(link));
  }

  DeviceId nvswitch(const std::string& target) {
    const auto [made, is_new] = switches_.try_emplace(target, core::kNoDevice);
    if (!is_new) return made->second;
    core::Device device = catalogue::nvswitch_at(target, taken_.contains(target));
    const auto function = facts_.pci.functions.find(target);
    if (device.pci && function != facts_.pci.functions.end()) {
      device.pci->class_code = function->second.class_code;
      device.pci->vendor = function->second.vendor;
      device.pci->device = function->second.device;
    }
    made->second = builder_.add(std::move(device));
    return made->second;
  }

  void add_c2c(const PlacedGpu& gpu, const world::NvmlC2c& c2c) {
    // NCCL 2.28 src/graph/topo.cc:667: MB/s of one link.
    builder_.connect_both_ways(
        {LinkKind::C2C,
         gpu.id,
         gpu.cpu,
         c2c.links,
         core::Bandwidth::from_gb_per_s(c2c.mb_per_s / 1e3 * c2c.links),
         {},
         {core::Origin::Kind::Discovered, "NVML: active C2C links, and the MB/s of one"}});
  }

  void note(Severity severity, std::string where, std::string text) {
    notes_.push_back({severity, std::move(where), std::move(text)});
  }

  const sources::MachineFacts& facts_;
  const std::vector<PlacedGpu>& gpus_;
  core::TopologyBuilder& builder_;
  std::set<std::string> taken_;               // bus ids of what is there already
  std::map<std::string, DeviceId> switches_;  // by target
  std::set<std::string> missing_gpus_;
  std::vector<core::Diagnostic> notes_;
};

}  // namespace

std::vector<core::Diagnostic> add_nvlinks(const sources::MachineFacts& facts,
                                          const std::vector<PlacedGpu>& gpus,
                                          core::TopologyBuilder& builder) {
  return Pass(facts, gpus, builder).add();
}

}  // namespace treering::hw::discover::build
