#include "tuner/doctor/nvlink_states.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "core/unit_text.h"
#include "hw/catalogue/gpus.h"
#include "tuner/doctor/lookup.h"
#include "tuner/doctor/nvlink_conditions.h"

namespace treering::tuner::doctor {
namespace {

using core::DeviceId;
using core::DeviceKind;

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

Symptom all_nvlinks_down(const Patient& patient, const std::map<int, LinkCount>& counts) {
  Symptom symptom{Severity::Hint,
                  fmt::format("no NVLink of {} is up", core::counted(counts.size(), "GPU")),
                  counts.begin()->second.source,
                  "this is right for cards without a bridge; on other machines check that "
                  "nvidia-fabricmanager runs",
                  std::nullopt};
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

Symptom alike_on_all(const std::map<int, LinkCount>& counts, int down) {
  const LinkCount& first = counts.begin()->second;
  return {
      Severity::Hint,
      fmt::format("{} of {} NVLinks are down on every GPU", down, first.active + first.down),
      first.source,
      "this is right for some bridges and models; else check that each bridge is firmly in place",
      std::nullopt};
}

Symptom some_down(const Patient& patient, int index, const LinkCount& count, int by_design) {
  const core::Topology& node = patient.condition.cluster.node;
  const int all = count.active + count.down - by_design;
  Symptom symptom{
      Severity::Fault,
      fmt::format("GPU {}: {} of {} NVLinks are down", index, count.down - by_design, all),
      count.source, kMendNvLinks, std::nullopt};
  const DeviceId gpu = gpu_of_index(node, index);
  if (gpu == core::kNoDevice) return symptom;
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

}  // namespace

bool has_nvswitches(const Patient& patient) {
  return !patient.condition.cluster.node.of_kind(DeviceKind::NvSwitch).empty();
}

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

std::optional<Comparison> cost_of_none(const Patient& patient, int count) {
  auto whole = with_nvswitch(patient.condition, count);
  if (!whole) return std::nullopt;
  return Comparison{patient.condition, *std::move(whole)};
}

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
  if (by_design > 0) symptoms.push_back(alike_on_all(counts, by_design));
  return symptoms;
}

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
    if (gpu != core::kNoDevice && nvlinks_of(node, gpu) > 0) {
      symptom.cost = Comparison{patient.condition, with_full_rate(patient.condition, gpu)};
    }
    symptoms.push_back(std::move(symptom));
  }
  return symptoms;
}

}  // namespace treering::tuner::doctor
