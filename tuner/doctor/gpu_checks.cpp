// Checks what joins GPUs: their NVLink fabric, access to each other's memory.
#include <algorithm>
#include <array>
#include <bit>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "core/topology/names.h"
#include "hw/catalogue/gpu_names.h"
#include "hw/catalogue/gpus.h"
#include "tuner/doctor/checks.h"
#include "tuner/doctor/lookup.h"

namespace treering::tuner::doctor {
namespace {

using core::PeerAccess;

enum class PairModels { Any, NotDifferent, Different };  // of the two GPUs

struct Refusal {
  PeerAccess access;
  Severity severity;
  const char* why;
  const char* fix;
  PairModels models = PairModels::Any;
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
    Refusal{PeerAccess::Refused, Severity::Warning, "NVML does not allow it",
            "nvidia-smi topo -p2p r shows the reason; in virtual machines ACS, the IOMMU, or GPUs "
            "that are passed through one by one"},
    Refusal{PeerAccess::Cuda, Severity::Warning, "CUDA does not allow it",
            "nvidia-smi topo -p2p r shows the reason: ACS, the IOMMU, a virtual machine, or the "
            "driver, as with GeForce cards",
            PairModels::NotDifferent},
    // GPUs of different generations have no access to each other, whatever the machine.
    Refusal{PeerAccess::Cuda, Severity::Hint,
            "they are of different models, and CUDA does not allow it",
            "none for GPUs of different generations: NCCL goes through host memory between them; "
            "nvidia-smi topo -p2p r shows the reason for each pair",
            PairModels::Different},
};

/// As a text beside the machine names it, else its source; "" where neither does.
std::string named_model_of(const Patient& patient, int gpu) {
  const auto named = std::ranges::find(patient.host.gpus, gpu, &core::GpuState::gpu);
  if (named != patient.host.gpus.end() && !named->model.empty()) return named->model;
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId id = gpu_of_index(node, gpu);
  return id == core::kNoDevice ? "" : hw::catalogue::model_of_source(node.device(id));
}

bool are_different(const Patient& patient, const core::PeerState& peer) {
  const std::string one = named_model_of(patient, peer.from);
  const std::string other = named_model_of(patient, peer.to);
  return !one.empty() && !other.empty() && one != other;
}

/// The same with each GPU reaching the others' memory wherever a path leads, as by
/// NCCL_P2P_LEVEL=SYS.
Comparison with_peers(const Patient& patient) {
  Comparison comparison{patient.condition, patient.condition};
  comparison.as_is.job.settings.paths.peer_to_peer_reach = sim::nccl::PathType::Loc;
  comparison.mended.job.pcie_peers = sim::job::Feature::Auto;
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
  const auto is_it = [&](const core::PeerState& peer) {
    if (peer.access != refusal.access) return false;
    return refusal.models == PairModels::Any ||
           are_different(patient, peer) == (refusal.models == PairModels::Different);
  };
  const auto& peers = patient.host.peers;
  const auto first = std::ranges::find_if(peers, is_it);
  if (first == peers.end()) return std::nullopt;
  const std::size_t all = pairs_of(peers, [](const auto&) { return true; }).size();
  const std::size_t count = pairs_of(peers, is_it).size();
  return Symptom{
      refusal.severity,
      fmt::format("{} of {} cannot reach each other's memory, such as GPU {} and GPU {}: {}", count,
                  fmt::format("{} pairs of GPUs", all), first->from, first->to, refusal.why),
      first->origin.source,
      refusal.fix,
      count == all ? std::optional(with_peers(patient)) : std::nullopt,
      commands_for_peers()};
}

/// The GeForce cards of a machine of which no card reaches another over PCIe, "GeForce RTX 4090";
/// "" where one does, or the source says so, or where NVLinks join all of them.
std::string cards_without_peers(const Patient& patient) {
  const auto is_ok = [](const core::PeerState& peer) { return peer.access == PeerAccess::Ok; };
  if (std::ranges::any_of(patient.host.peers, is_ok)) return "";
  std::set<std::string_view> names;
  const auto add = [&](const hw::catalogue::GpuModel* model) {
    names.insert(model == nullptr ? "" : model->name);
  };
  const core::Topology& node = patient.condition.cluster.node;
  if (hw::catalogue::bridged_pairs(node) == hw::catalogue::BridgedPairs::All) return "";
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  for (const core::DeviceId gpu : gpus) add(hw::catalogue::gpu_model_of(node.device(gpu)));
  if (gpus.empty()) {
    for (const core::GpuState& gpu : patient.host.gpus)
      add(hw::catalogue::gpu_named(gpu.model).model);
  }
  const bool is_one = gpus.size() == 1 || (gpus.empty() && patient.host.gpus.size() == 1);
  const bool lack = std::ranges::none_of(
      names, [](std::string_view name) { return hw::catalogue::has_pcie_peer_access(name); });
  return names.empty() || is_one || !lack ? "" : std::string(*names.begin());
}

/// NVIDIA's driver gives GeForce cards no access to each other's memory over PCIe, whatever the
/// machine: nothing is broken, but it costs.
Symptom without_peers(const Patient& patient, const std::string& name) {
  Comparison cost = with_peers(patient);
  cost.mended.job.settings.paths.peer_to_peer_reach = sim::nccl::PathType::Sys;
  const auto& peers = patient.host.peers;
  const bool is_in_part = hw::catalogue::bridged_pairs(patient.condition.cluster.node) ==
                          hw::catalogue::BridgedPairs::Some;
  return {
      Severity::Hint,
      fmt::format("{} do not reach each other's memory over PCIe: NVIDIA's driver refuses it to "
                  "GeForce cards, and NCCL goes through host memory (SHM){}",
                  name, is_in_part ? " between those that no NVLinks join" : ""),
      peers.empty() ? "the model" : peers.front().origin.source,
      "none on these cards: it is so by design, and no variable of NCCL changes it; cards for "
      "workstations and data centers have it",
      cost};
}

/// The GPUs of each host, where all are of one model that exists only on boards with NVSwitches.
std::map<int, int> gpus_on_boards(const Patient& patient) {
  const core::Topology& node = patient.condition.cluster.node;
  std::map<int, int> counts;
  for (const core::DeviceId gpu : node.of_kind(core::DeviceKind::Gpu)) {
    const hw::catalogue::GpuModel* model = hw::catalogue::gpu_model_of(node.device(gpu));
    if (model == nullptr || hw::catalogue::nvlinks_of_board(model->name) == 0) return {};
    ++counts[core::host_of(node, gpu)];
  }
  return counts;
}

/// Boards have 4 or 8 GPUs (HGX, trays of racks), those of DGX-2 16 together; guests get 1, 2, 4 or
/// 8 of them.
bool is_whole(int count) {
  return std::has_single_bit(static_cast<unsigned>(count));
}

Symptom gpus_missing(const Patient& patient, int count) {
  const core::Topology& node = patient.condition.cluster.node;
  const core::DeviceId first = node.of_kind(core::DeviceKind::Gpu).front();
  const std::string_view name = hw::catalogue::gpu_model_of(node.device(first))->name;
  // A job may leave GPUs out; a text about the machine has all that the driver sees.
  const bool is_of_run = patient.host.nccl_version.has_value() || !patient.host.transports.empty();
  return {is_of_run ? Severity::Hint : Severity::Warning,
          fmt::format("{} {}, where boards with this model have 4 or 8", count, name),
          "the GPUs of the topology",
          "if the job or container was not given fewer, one is lost: compare nvidia-smi -L with "
          "lspci -d 10de:, and look for Xid 79 (fallen off the bus) in dmesg",
          std::nullopt,
          commands_for_lost_gpu()};
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
                        kSetUpFabric, std::nullopt, commands_for_fabric_manager()});
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
                 std::nullopt,
                 commands_for_mig(gpu.gpu)};
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
      host.gpus.front().origin.source,
      "check the partitions of the NVLink fabric in its manager",
      std::nullopt,
      Commands{{"nvidia-smi -q | grep -iE 'CliqueId|ClusterUUID'"}}};
}

}  // namespace

Examination check_board_gpus(const Patient& patient) {
  if (patient.host.gpus_unknown) return {"the text may not show all GPUs", {}};
  const std::map<int, int> counts = gpus_on_boards(patient);
  if (counts.empty()) return {"the GPUs are of no model, or of one that is not only on boards", {}};
  const auto cut =
      std::ranges::find_if(counts, [](const auto& of) { return !is_whole(of.second); });
  if (cut == counts.end()) return {};
  return {"", {gpus_missing(patient, cut->second)}};
}

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
  Examination seen;
  if (const std::string name = cards_without_peers(patient); !name.empty()) {
    seen.symptoms.push_back(without_peers(patient, name));
    return seen;
  }
  if (patient.host.peers.empty()) {
    return {"it is unknown; nvidia-smi topo -p2p r shows it", {}};
  }
  for (const Refusal& refusal : kRefusals) {
    if (auto symptom = refused_peers(patient, refusal)) {
      seen.symptoms.push_back(*std::move(symptom));
    }
  }
  return seen;
}

}  // namespace treering::tuner::doctor
