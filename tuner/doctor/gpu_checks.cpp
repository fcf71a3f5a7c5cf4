// Checks what joins GPUs: their NVLink fabric, access to each other's memory.
#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::PeerAccess;

struct Refusal {
  PeerAccess access;
  Severity severity;
  const char* why;
  const char* fix;
};

constexpr std::array kRefusals{
    Refusal{PeerAccess::Chipset, Severity::Warning, "the chipset does not allow it",
            "check the firmware's settings for PCIe peer-to-peer, ACS and IOMMU"},
    Refusal{PeerAccess::Gpu, Severity::Hint, "these GPUs do not support it",
            "none for these GPUs: NCCL goes through host memory"},
    Refusal{PeerAccess::Topology, Severity::Warning, "the topology does not allow it",
            "put the GPUs under one root complex if possible"},
    Refusal{PeerAccess::Disabled, Severity::Warning, "it is switched off in the driver",
            "remove NVreg_RegistryDwords and the like from the options of the nvidia module"},
    Refusal{PeerAccess::Unsupported, Severity::Hint, "it is not supported",
            "none for these GPUs: NCCL goes through host memory"},
};

Comparison with_peers(const Patient& patient) {
  Comparison comparison{patient.condition, patient.condition};
  comparison.as_is.job.settings.paths.peer_to_peer_reach = sim::nccl::PathType::Loc;
  return comparison;
}

/// Pairs of GPUs, each once, whichever of the two does not reach the other.
using Pairs = std::set<std::pair<int, int>>;

Pairs pairs_of(const std::vector<core::PeerState>& peers,
               const std::function<bool(const core::PeerState&)>& is_meant) {
  Pairs pairs;
  for (const core::PeerState& peer : peers) {
    if (is_meant(peer)) pairs.insert(std::minmax(peer.from, peer.to));
  }
  return pairs;
}

std::optional<Symptom> refused_peers(const Patient& patient, const Refusal& refusal) {
  const auto is_it = [&](const core::PeerState& peer) { return peer.access == refusal.access; };
  const auto& peers = patient.host.peers;
  const auto first = std::ranges::find_if(peers, is_it);
  if (first == peers.end()) return std::nullopt;
  const std::size_t all = pairs_of(peers, [](const auto&) { return true; }).size();
  const std::size_t count = pairs_of(peers, is_it).size();
  return Symptom{
      refusal.severity,
      fmt::format("{} of {} cannot reach each other's memory, such as GPU {} and GPU {}: {}", count,
                  fmt::format("{} pairs of GPUs", all), first->from, first->to, refusal.why),
      first->origin.source, refusal.fix,
      count == all ? std::optional(with_peers(patient)) : std::nullopt};
}

constexpr const char* kSetUpFabric =
    "start nvidia-fabricmanager (on racks the NMX controller and nvidia-imex) and read its log; "
    "nvidia-smi -q shows the state under Fabric";

std::string fabric_words(const std::vector<std::string>& names, const std::string& fault) {
  const bool is_one = names.size() == 1;
  if (fault.empty()) {
    return fmt::format("{} {} not registered with {} NVLink fabric", in_words(names),
                       is_one ? "is" : "are", is_one ? "its" : "their");
  }
  return fmt::format(
      "the NVLink fabric of {} has status \"{}\" in place of \"Success\": it is not "
      "provisioned for {}",
      in_words(names), fault, is_one ? "this GPU" : "these GPUs");
}

/// GPUs with the same fault in one symptom.
std::vector<Symptom> fabric_not_ready(const Patient& patient) {
  std::map<std::string, std::vector<const core::GpuState*>> alike;
  for (const core::GpuState& gpu : patient.host.gpus) {
    if (!gpu.in_fabric.value_or(true)) alike[gpu.fabric_fault].push_back(&gpu);
  }
  std::vector<Symptom> symptoms;
  for (const auto& [fault, gpus] : alike) {
    std::vector<std::string> names;
    for (const core::GpuState* gpu : gpus)
      names.push_back(gpu_name(patient, gpu->gpu, gpu->bus_id));
    symptoms.push_back({Severity::Fault, fabric_words(names, fault), gpus.front()->origin.source,
                        kSetUpFabric, std::nullopt});
  }
  return symptoms;
}

std::optional<Symptom> in_parts(const core::GpuState& gpu) {
  if (!gpu.has_mig.value_or(false)) return std::nullopt;
  return Symptom{Severity::Fault,
                 fmt::format("GPU {} is in MIG mode: its instances have neither NVLink nor access "
                             "to other GPUs",
                             gpu.gpu),
                 gpu.origin.source,
                 "switch MIG off with nvidia-smi -mig 0 if the GPUs are to work together",
                 std::nullopt};
}

std::optional<Symptom> several_cliques(const core::HostState& host) {
  std::map<std::string, std::vector<std::string>> gpus;
  for (const core::GpuState& gpu : host.gpus) {
    if (!gpu.fabric_clique.empty()) {
      gpus[gpu.fabric_clique].push_back(fmt::format("GPU {}", gpu.gpu));
    }
  }
  if (gpus.size() < 2) return std::nullopt;
  return Symptom{
      Severity::Warning,
      fmt::format("the GPUs belong to {} NVLink cliques; {} cannot reach the others over NVLink",
                  gpus.size(), in_words(gpus.rbegin()->second)),
      host.gpus.front().origin.source, "check the partitions of the NVLink fabric in its manager",
      std::nullopt};
}

}  // namespace

Examination check_gpu_fabric(const Patient& patient) {
  const auto& gpus = patient.host.gpus;
  const auto is_known = [](const core::GpuState& gpu) { return gpu.has_mig || gpu.in_fabric; };
  if (std::ranges::none_of(gpus, is_known)) return {"unknown; nvidia-smi -q shows it", {}};
  Examination seen;
  seen.symptoms = fabric_not_ready(patient);
  for (const core::GpuState& gpu : gpus) {
    if (auto symptom = in_parts(gpu)) seen.symptoms.push_back(*std::move(symptom));
  }
  if (auto symptom = several_cliques(patient.host)) seen.symptoms.push_back(*std::move(symptom));
  return seen;
}

Examination check_peer_access(const Patient& patient) {
  if (patient.host.peers.empty()) {
    return {"it is unknown; nvidia-smi topo -p2p r shows it", {}};
  }
  Examination seen;
  for (const Refusal& refusal : kRefusals) {
    if (auto symptom = refused_peers(patient, refusal)) {
      seen.symptoms.push_back(*std::move(symptom));
    }
  }
  return seen;
}

}  // namespace treering::tuner::doctor
