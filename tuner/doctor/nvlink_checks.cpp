// NVLinks that are down, slow or missing.
#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "core/units.h"
#include "hw/catalogue/gpus.h"
#include "hw/catalogue/links.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/condition.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/loss.h"
#include "tuner/doctor/symptom.h"

namespace treering::tuner::doctor {
namespace {

// A800 and H800 have 8 of the 12 and 18 NVLinks of A100 and H100: 400 GB/s both ways in NVIDIA's
// data sheets of them, 25 GB/s a link and way.
constexpr int kNvLinksForExport = 8;

constexpr const char* kMendNvLinks =
    "look at nvidia-smi nvlink --status and --errorcounters; with NVSwitches check that "
    "nvidia-fabricmanager runs; reset the GPU, else have the baseboard or bridge examined";

using core::DeviceId;
using core::DeviceKind;

/// What to do about a GPU without NVLinks among others. On trays of racks NCCL before 2.31.2 has
/// left out those of a GPU that were up: two trays of GB200 fell from 507 to 52 GB/s.
std::string mend_text(const core::Topology& node, DeviceId gpu) {
  const hw::catalogue::GpuModel* model = hw::catalogue::gpu_model_of(node.device(gpu));
  const bool is_of_rack = model != nullptr && model->has_grace && nvlinks_of(node, gpu) == 0;
  if (!is_of_rack) return kMendNvLinks;
  return std::string(kMendNvLinks) +
         "; where they are up, give NCCL the dump of a healthy tray (NCCL_TOPO_FILE), or take NCCL "
         "2.31.2 or newer";
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

bool has_nvswitches(const Patient& patient) {
  return !patient.condition.cluster.node.of_kind(DeviceKind::NvSwitch).empty();
}

/// NVLinks of each GPU by its model, where all models exist only on boards that join them; else 0,
/// also for a single GPU, which may be all that a guest has.
int board_nvlinks(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  const auto of_gpu = [&](DeviceId id) {
    const int index = std::get<core::Gpu>(node.device(id).info).index;
    const auto named = std::ranges::find(patient.host.gpus, index, &core::GpuState::gpu);
    const int by_id = hw::catalogue::nvlinks_of_board(node.device(id));
    if (by_id > 0 || named == patient.host.gpus.end()) return by_id;
    return hw::catalogue::nvlinks_of_board(named->model);
  };
  if (gpus.size() < 2) return 0;
  const int count = of_gpu(gpus.front());
  const bool is_alike = std::ranges::all_of(gpus, [&](DeviceId id) { return of_gpu(id) == count; });
  return is_alike ? count : 0;
}

/// The cost of no GPU of a board having its `count` NVLinks.
std::optional<Comparison> cost_of_none(const Patient& patient, int count) {
  auto whole = with_nvswitch(patient.condition, count);
  if (!whole) return std::nullopt;
  return Comparison{patient.condition, *std::move(whole)};
}

Symptom all_nvlinks_down(const Patient& patient, const std::map<int, LinkCount>& counts) {
  Symptom symptom{Severity::Hint,
                  fmt::format("no NVLink of {} is up", core::counted(counts.size(), "GPU")),
                  counts.begin()->second.source,
                  "this is right for cards without a bridge; on other machines check that "
                  "nvidia-fabricmanager runs",
                  std::nullopt,
                  commands_for_nvlinks(patient.condition.cluster.node)};
  const int count = board_nvlinks(patient);
  if (count == 0) return symptom;
  symptom.severity = Severity::Fault;
  symptom.fix = kMendNvLinks;
  symptom.cost = cost_of_none(patient, count);
  return symptom;
}

/// NVLinks that are down on every GPU because nothing is built to use them, as of cards whose
/// bridges take 12 of 18. Behind NVSwitches it is so of export models only.
int down_by_design(const Patient& patient, const std::map<int, LinkCount>& counts) {
  int fewest = counts.begin()->second.down;
  int most_active = 0;
  for (const auto& [index, count] : counts) {
    fewest = std::min(fewest, count.down);
    most_active = std::max(most_active, count.active);
  }
  const bool is_board = has_nvswitches(patient) || board_nvlinks(patient) > 0;
  return is_board && most_active != kNvLinksForExport ? 0 : fewest;
}

/// The only GPU whose links are shown: machines with modules in a mesh join all of their NVLinks
/// (V100 SXM2, P100 SXM2), cards and others not.
Symptom on_lone_gpu(const core::HostState& host, const std::map<int, LinkCount>& counts) {
  const auto& [index, count] = *counts.begin();
  const auto named = std::ranges::find(host.gpus, index, &core::GpuState::gpu);
  const bool is_module = named != host.gpus.end() &&
                         hw::catalogue::joining_of(named->model) == hw::catalogue::GpuJoining::Mesh;
  return {is_module ? Severity::Warning : Severity::Hint,
          fmt::format("GPU {}: {} of {} NVLinks are down", index, count.down,
                      count.active + count.down),
          count.source,
          "compare it with the other GPUs: nvidia-smi nvlink --status shows all of them; the same "
          "number down on each is right for some bridges and machines",
          std::nullopt,
          Commands{{"nvidia-smi nvlink --status"}}};
}

Symptom alike_on_all(const std::map<int, LinkCount>& counts, int down) {
  const LinkCount& first = counts.begin()->second;
  return {
      Severity::Hint,
      fmt::format("{} of {} NVLinks are down on every GPU", down, first.active + first.down),
      first.source,
      "this is right for some bridges and models; else check that each bridge is firmly in place",
      std::nullopt,
      Commands{{"nvidia-smi nvlink --status"}}};
}

Symptom some_down(const Patient& patient, int index, const LinkCount& count, int by_design) {
  const core::Topology& node = patient.condition.cluster.node;
  const int all = count.active + count.down - by_design;
  Symptom symptom{
      Severity::Fault,
      fmt::format("GPU {}: {} of {} NVLinks are down", index, count.down - by_design, all),
      count.source, kMendNvLinks, std::nullopt};
  const DeviceId gpu = gpu_of_index(node, index);
  symptom.commands = commands_for_nvlinks(node, gpu);
  // Where nobody knows where the links lead, nobody knows what they cost.
  if (gpu == core::kNoDevice || patient.host.nvlinks_unknown) return symptom;
  if (nvlinks_of(node, gpu) > 0) {
    symptom.cost = Comparison{patient.condition, with_nvlinks(patient.condition, gpu, all)};
    return symptom;
  }
  const auto gpus = node.of_kind(DeviceKind::Gpu);
  const auto like =
      std::ranges::max_element(gpus, {}, [&](DeviceId one) { return nvlinks_of(node, one); });
  if (const auto mended = with_nvlinks_of(patient.condition, gpu, *like)) {
    symptom.cost = Comparison{patient.condition, *mended};
  }
  return symptom;
}

/// The rate that most NVLinks have, in GB/s; 0 where none is known or no rate is that of most.
double usual_rate(const core::HostState& host) {
  std::map<double, std::size_t> votes;
  std::size_t all = 0;
  for (const core::NvLinkState& link : host.nvlinks) {
    if (link.gb_per_s <= 0) continue;
    ++votes[link.gb_per_s];
    ++all;
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  return most != votes.end() && most->second * 2 > all ? most->first : 0;
}

/// Symptoms of links that GPUs report as down.
std::vector<Symptom> nvlinks_down(const Patient& patient) {
  const auto counts = count_nvlinks(patient.host);
  const auto is_up = [](const auto& count) { return count.second.active > 0; };
  if (counts.empty()) return {};
  if (std::ranges::none_of(counts, is_up)) return {all_nvlinks_down(patient, counts)};
  const int by_design = down_by_design(patient, counts);
  std::vector<Symptom> symptoms;
  for (const auto& [index, count] : counts) {
    if (count.down > by_design) {
      symptoms.push_back(some_down(patient, index, count, by_design));
    }
  }
  if (by_design > 0) {
    symptoms.push_back(counts.size() == 1 ? on_lone_gpu(patient.host, counts)
                                          : alike_on_all(counts, by_design));
  }
  return symptoms;
}

/// Symptoms of NVLinks that run slower than others.
std::vector<Symptom> slower_nvlinks(const Patient& patient) {
  constexpr double kAsFast = 0.99;
  const core::Topology& node = patient.condition.cluster.node;
  const double usual = usual_rate(patient.host);
  std::map<int, std::vector<const core::NvLinkState*>> slow;
  for (const core::NvLinkState& link : patient.host.nvlinks) {
    if (link.gb_per_s > 0 && link.gb_per_s < usual * kAsFast) slow[link.gpu].push_back(&link);
  }
  std::vector<Symptom> symptoms;
  for (const auto& [index, links] : slow) {
    const auto* slowest = *std::ranges::min_element(
        links, {}, [](const core::NvLinkState* link) { return link->gb_per_s; });
    Symptom symptom{Severity::Fault,
                    fmt::format("GPU {}: {} at {} GB/s, where most NVLinks run at {}", index,
                                core::counted(links.size(), "NVLink"), slowest->gb_per_s, usual),
                    slowest->origin.source, kMendNvLinks, std::nullopt};
    const DeviceId gpu = gpu_of_index(node, index);
    symptom.commands = commands_for_nvlinks(node, gpu);
    if (gpu != core::kNoDevice && nvlinks_of(node, gpu) > 0) {
      symptom.cost = Comparison{patient.condition, with_full_rate(patient.condition, gpu)};
    }
    symptoms.push_back(std::move(symptom));
  }
  return symptoms;
}

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
                    "the topology's links",
                    mend_text(node, id),
                    std::nullopt,
                    commands_for_nvlinks(node, id)};
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
  const core::Device& first = node.device(node.of_kind(DeviceKind::Gpu).front());
  const auto& gpu = std::get<core::Gpu>(first.info);
  const hw::catalogue::GpuModel* model = hw::catalogue::gpu_model_of(first);
  const int most =
      model == nullptr ? hw::catalogue::most_nvlinks(gpu.compute_capability) : model->nvlinks;
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
                 Comparison{patient.condition, std::move(whole)},
                 commands_for_nvlinks(node)};
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
        "the topology's links",
        kMendNvLinks,
        cost_of_none(patient, count),
        commands_for_nvlinks(node)};
  }
  const bool could = std::ranges::all_of(gpus, [&](DeviceId id) {
    return hw::catalogue::has_nvlink(node.device(id)).value_or(false);
  });
  if (!could) return std::nullopt;
  const bool are_cards = std::ranges::all_of(gpus, [&](DeviceId id) {
    return hw::catalogue::joining_of(hw::catalogue::gpu_model_name(node.device(id))) ==
           hw::catalogue::GpuJoining::Bridge;
  });
  return Symptom{Severity::Hint,
                 "no GPU has an NVLink, though this model can have them",
                 "the topology's links",
                 are_cards ? "this is right for cards without a bridge; if two have one, check how "
                             "it sits, and nvidia-smi nvlink --status"
                           : "check nvidia-smi nvlink --status, and on boards with NVSwitches "
                             "that nvidia-fabricmanager runs",
                 std::nullopt,
                 commands_for_nvlinks(node)};
}

/// Bundles between GPUs with fewer wires one way than the other: one end is down, or the source
/// does not agree with itself.
std::optional<Symptom> one_sided(const core::Topology& node) {
  for (const core::Link& link : node.links()) {
    if (link.kind != LinkKind::NvLink) continue;
    for (const core::Link& back : node.links()) {
      const bool is_back =
          back.kind == LinkKind::NvLink && back.from == link.to && back.to == link.from;
      if (!is_back || back.count <= link.count) continue;
      return Symptom{
          Severity::Warning,
          fmt::format(
              "{} has {} to {}, but that has {} back: one end is down, or the source is wrong",
              node.device(link.from).name, core::counted(link.count, "NVLink"),
              node.device(link.to).name, back.count),
          "the topology's links",
          kMendNvLinks,
          std::nullopt,
          commands_for_nvlinks(node)};
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
