// NVLinks that are down, slow or missing.
#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/nvlink_conditions.h"
#include "tuner/doctor/nvlink_states.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

/// By the topology alone: GPUs with fewer than most.
std::vector<Symptom> fewer_nvlinks(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto count = [&](DeviceId id) { return static_cast<double>(nvlinks_of(node, id)); };
  const auto odd = low_outliers(node.of_kind(DeviceKind::Gpu), count);
  if (!odd) return {};
  std::vector<Symptom> symptoms;
  for (const DeviceId id : odd->less) {
    const int usual = static_cast<int>(odd->usual);
    Symptom symptom{Severity::Fault,
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

/// The number that every GPU has, where a source reports it; 0 otherwise.
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
  const int most = hw::catalogue::most_nvlinks(gpu.compute_capability);
  if (gpu.compute_capability == 0 || count >= most) return std::nullopt;
  const double factor = static_cast<double>(most) / count;
  Condition whole = with_links(patient.condition, [&](core::Link& link) {
    if (link.kind != LinkKind::NvLink) return;
    link.count = static_cast<int>(std::lround(link.count * factor));
    link.bandwidth = link.bandwidth * factor;
  });
  return Symptom{Severity::Warning,
                 fmt::format("every GPU has {} to its NVSwitches; its generation has up to {}",
                             core::counted(count, "NVLink"), most),
                 "the topology's links",
                 std::string("this is right if the model has no more; ") +
                     "else an NVSwitch may be off: " + kMendNvLinks,
                 Comparison{patient.condition, std::move(whole)}};
}

/// No GPU has an NVLink, though the models can have them.
std::optional<Symptom> none_at_all(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  if (gpus.size() < 2) return std::nullopt;
  if (std::ranges::any_of(gpus, [&](DeviceId id) { return nvlinks_of(node, id) > 0; })) {
    return std::nullopt;
  }
  const int count = board_nvlinks(patient);
  if (count > 0) {
    return Symptom{
        Severity::Fault,
        fmt::format("no GPU has an NVLink, though boards with this model have {} each", count),
        "the topology's links", kMendNvLinks, cost_of_none(patient, count)};
  }
  const bool could = std::ranges::all_of(gpus, [&](DeviceId id) {
    return hw::catalogue::has_nvlink(node.device(id)).value_or(false);
  });
  if (!could) return std::nullopt;
  const bool are_cards = std::ranges::all_of(gpus, [&](DeviceId id) {
    return hw::catalogue::joining_of(hw::catalogue::gpu_model_name(node.device(id))) ==
           hw::catalogue::GpuJoining::Bridge;
  });
  return Symptom{Severity::Hint, "no GPU has an NVLink, though this model can have them",
                 "the topology's links",
                 are_cards ? "this is right for cards without a bridge; if two have one, check how "
                             "it sits, and nvidia-smi nvlink --status"
                           : "check nvidia-smi nvlink --status, and on boards with NVSwitches "
                             "that nvidia-fabricmanager runs",
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
          Severity::Fault,
          fmt::format("{} has {} to {}, but that has {} back", node.device(link.from).name,
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
  for (Symptom& symptom : slower_nvlinks(patient)) seen.symptoms.push_back(std::move(symptom));
  // NVML's report on single links is the better evidence.
  if (!patient.host.nvlinks.empty()) return seen;
  if (patient.host.nvlinks_unknown)
    return {"they are unknown: " + patient.host.nvlinks_unknown->value, {}};
  const core::Topology& node = patient.condition.cluster.node;
  seen.symptoms = fewer_nvlinks(patient);
  for (auto& symptom :
       {fewer_than_the_generation(patient), none_at_all(patient), one_sided(node)}) {
    if (symptom) seen.symptoms.push_back(*symptom);
  }
  return seen;
}

}  // namespace treering::tuner::doctor
