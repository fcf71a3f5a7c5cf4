// NVLinks that are down or missing.
#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/gpu_models.h"
#include "hw/link_rates.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/odd_ones.h"

namespace treering::tuner {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

int nvlinks_of(const core::Topology& node, DeviceId gpu) {
  int count = 0;
  for (const core::Link& link : node.links()) {
    if (link.from == gpu && link.kind == LinkKind::NvLink) count += link.count;
  }
  return count;
}

/// A GPU's bundles of NVLinks, both ways, at what they would carry if it had `count` in all.
Condition with_nvlinks(const Condition& condition, DeviceId gpu, int count) {
  const double factor = static_cast<double>(count) / nvlinks_of(condition.cluster.node, gpu);
  return with_links(condition, [&](core::Link& link) {
    if (link.kind != LinkKind::NvLink || (link.from != gpu && link.to != gpu)) return;
    const int wires = static_cast<int>(std::ceil(link.count * factor - 1e-9));
    link.bandwidth = link.bandwidth * (static_cast<double>(wires) / link.count);
    link.count = wires;
  });
}

/// As if the GPU had the NVLinks of another: to the same NVSwitches, or, of a mesh, as many more on
/// the bundles that it has. Nothing where it has none and there is no NVSwitch.
std::optional<Condition> with_nvlinks_of(const Condition& condition, DeviceId gpu, DeviceId like) {
  const core::Topology& node = condition.cluster.node;
  const auto is_of = [](const core::Link& link, DeviceId id) {
    return link.kind == LinkKind::NvLink && (link.from == id || link.to == id);
  };
  core::TopologyBuilder builder(node.name(), node.description());
  builder.set_extra(node.extra());
  for (const core::Device& device : node.devices()) builder.add(device);
  bool is_switched = true;
  for (const core::Link& link : node.links()) {
    if (!is_of(link, gpu)) builder.connect(link);
    if (!is_of(link, like)) continue;
    core::Link copy = link;
    (copy.from == like ? copy.from : copy.to) = gpu;
    const DeviceId end = copy.from == gpu ? copy.to : copy.from;
    is_switched = is_switched && node.device(end).kind() == DeviceKind::NvSwitch;
    builder.connect(copy);
  }
  const int now = nvlinks_of(node, gpu);
  if (!is_switched && now > 0) return with_nvlinks(condition, gpu, nvlinks_of(node, like));
  if (!is_switched) return std::nullopt;
  auto built = std::move(builder).build();
  if (!built) return std::nullopt;
  Condition mended = condition;
  mended.cluster.node = *std::move(built);
  return mended;
}

// A800 and H800 have 8 of the 12 and 18 NVLinks of A100 and H100: 400 GB/s both ways in NVIDIA's
// data sheets of them, 25 GB/s a link and way.
constexpr int kNvLinksForExport = 8;

bool has_nvswitches(const Patient& patient) {
  return !patient.condition.cluster.node.of_kind(DeviceKind::NvSwitch).empty();
}

struct LinkCount {
  int active = 0;
  int down = 0;
  std::string source;  // of the first that is down
};

std::map<int, LinkCount> count_nvlinks(const core::HostState& host) {
  std::map<int, LinkCount> counts;
  for (const core::NvLinkState& link : host.nvlinks) {
    LinkCount& count = counts[link.gpu];
    (link.is_active ? count.active : count.down) += 1;
    if (!link.is_active && count.source.empty()) count.source = link.origin.source;
  }
  return counts;
}

constexpr const char* kMendNvLinks =
    "nvidia-smi nvlink --status and --errorcounters; on machines with NVSwitches see that "
    "nvidia-fabricmanager runs; reset the GPU, then have the baseboard or bridge looked at";

Symptom all_nvlinks_down(const std::map<int, LinkCount>& counts) {
  return {Gravity::Hint, fmt::format("no NVLink of {} is up", core::counted(counts.size(), "GPU")),
          counts.begin()->second.source,
          "cards without a bridge between them have none; on other machines see that "
          "nvidia-fabricmanager runs",
          std::nullopt};
}

/// Of links that GPUs say are down, where others are up.
std::vector<Symptom> nvlinks_down(const Patient& patient) {
  const auto counts = count_nvlinks(patient.host);
  const auto is_up = [](const auto& count) { return count.second.active > 0; };
  if (counts.empty()) return {};
  if (std::ranges::none_of(counts, is_up)) return {all_nvlinks_down(counts)};
  std::vector<Symptom> symptoms;
  for (const auto& [index, count] : counts) {
    if (count.down == 0) continue;
    const DeviceId gpu = gpu_of_index(patient.condition.cluster.node, index);
    const int all = count.active + count.down;
    Symptom symptom{Gravity::Fault,
                    fmt::format("GPU {}: {} of {} NVLinks are down", index, count.down, all),
                    count.source, kMendNvLinks, std::nullopt};
    if (gpu != core::kNoDevice && nvlinks_of(patient.condition.cluster.node, gpu) > 0) {
      symptom.cost = Comparison{patient.condition, with_nvlinks(patient.condition, gpu, all)};
    }
    symptoms.push_back(std::move(symptom));
  }
  // Bridges that join few of a card's links leave the same number down on every GPU.
  const LinkCount& first = counts.begin()->second;
  const bool is_alike =
      symptoms.size() == counts.size() &&
      std::ranges::all_of(counts, [&](const auto& one) { return one.second.down == first.down; });
  if (is_alike && (!has_nvswitches(patient) || first.active == kNvLinksForExport)) {
    for (Symptom& symptom : symptoms) symptom.gravity = Gravity::Hint;
  }
  return symptoms;
}

/// By the topology alone: GPUs with fewer than most.
std::vector<Symptom> fewer_nvlinks(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto count = [&](DeviceId id) { return static_cast<double>(nvlinks_of(node, id)); };
  const auto odd = odd_ones(node.of_kind(DeviceKind::Gpu), count);
  if (!odd) return {};
  std::vector<Symptom> symptoms;
  for (const DeviceId id : odd->less) {
    const int usual = static_cast<int>(odd->usual);
    Symptom symptom{Gravity::Fault,
                    fmt::format("{} has {}, where most GPUs have {}", node.device(id).name,
                                core::counted(nvlinks_of(node, id), "NVLink"), usual),
                    "the topology's links", kMendNvLinks, std::nullopt};
    const auto gpus = node.of_kind(DeviceKind::Gpu);
    const auto like =
        std::ranges::find_if(gpus, [&](DeviceId one) { return count(one) == odd->usual; });
    if (const auto mended = with_nvlinks_of(patient.condition, id, *like)) {
      symptom.cost = Comparison{patient.condition, *mended};
    }
    symptoms.push_back(std::move(symptom));
  }
  return symptoms;
}

/// The number that every GPU has, where a source tells it; 0 otherwise.
int nvlinks_of_each(const core::Topology& node) {
  const auto is_guess = [](const core::Link& link) {
    return link.kind == LinkKind::NvLink && link.origin.kind == core::Origin::Kind::Assumed;
  };
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  if (gpus.empty() || std::ranges::any_of(node.links(), is_guess)) return 0;
  const int count = nvlinks_of(node, gpus.front());
  const bool is_alike =
      std::ranges::all_of(gpus, [&](DeviceId id) { return nvlinks_of(node, id) == count; });
  return is_alike ? count : 0;
}

/// NVSwitches take all NVLinks of a GPU; where one of them is off, every GPU lacks as many.
std::optional<Symptom> fewer_than_the_generation(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const int count = nvlinks_of_each(node);
  if (!has_nvswitches(patient) || count == 0 || count == kNvLinksForExport) return std::nullopt;
  const auto& gpu = std::get<core::Gpu>(node.device(node.of_kind(DeviceKind::Gpu).front()).info);
  const int most = hw::most_nvlinks(gpu.compute_capability);
  if (gpu.compute_capability == 0 || count >= most) return std::nullopt;
  const double factor = static_cast<double>(most) / count;
  Condition whole = with_links(patient.condition, [&](core::Link& link) {
    if (link.kind != LinkKind::NvLink) return;
    link.count = static_cast<int>(std::lround(link.count * factor));
    link.bandwidth = link.bandwidth * factor;
  });
  return Symptom{Gravity::Warning,
                 fmt::format("every GPU has {} to its NVSwitches, where its generation has {}",
                             core::counted(count, "NVLink"), most),
                 "the topology's links",
                 std::string("where the model has no more this is as it should be; ") +
                     "else an NVSwitch may be off: " + kMendNvLinks,
                 Comparison{patient.condition, std::move(whole)}};
}

/// Of models that can have NVLinks, none has one.
std::optional<Symptom> none_at_all(const core::Topology& node) {
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  const bool could =
      gpus.size() > 1 && std::ranges::all_of(gpus, [&](DeviceId id) {
        return nvlinks_of(node, id) == 0 && hw::has_nvlink(node.device(id)).value_or(false);
      });
  if (!could) return std::nullopt;
  return Symptom{
      Gravity::Hint, "no GPU has an NVLink, though their model can have them",
      "the topology's links",
      "cards without a bridge between them have none; on boards with NVSwitches or NVLinks "
      "see nvidia-smi nvlink --status and that nvidia-fabricmanager runs",
      std::nullopt};
}

/// Bundles between GPUs with fewer wires one way than the other, as when one end is down.
std::optional<Symptom> one_sided(const core::Topology& node) {
  for (const core::Link& link : node.links()) {
    if (link.kind != LinkKind::NvLink) continue;
    for (const core::Link& back : node.links()) {
      const bool is_back =
          back.kind == LinkKind::NvLink && back.from == link.to && back.to == link.from;
      if (!is_back || back.count <= link.count) continue;
      return Symptom{
          Gravity::Fault,
          fmt::format("{} has {} to {}, which has {} back", node.device(link.from).name,
                      core::counted(link.count, "NVLink"), node.device(link.to).name, back.count),
          "the topology's links", kMendNvLinks, std::nullopt};
    }
  }
  return std::nullopt;
}

}  // namespace

Examination check_nvlinks(const Patient& patient) {
  Examination seen;
  seen.symptoms = nvlinks_down(patient);
  // What NVML says of single links is the better evidence of the two.
  if (!patient.host.nvlinks.empty()) return seen;
  const core::Topology& node = patient.condition.cluster.node;
  seen.symptoms = fewer_nvlinks(patient);
  for (auto& symptom : {fewer_than_the_generation(patient), none_at_all(node), one_sided(node)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

}  // namespace treering::tuner
