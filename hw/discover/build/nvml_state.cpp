#include <algorithm>
#include <set>
#include <string_view>

#include <fmt/format.h>

#include "hw/catalogue/links.h"
#include "hw/discover/build/host_state.h"

namespace treering::hw::discover::build {
namespace {

core::Origin nvml_origin() {
  return {core::Origin::Kind::Discovered, "NVML"};
}

bool is_zero(std::string_view uuid) {
  return uuid.find_first_not_of("0-") == std::string_view::npos;
}

core::GpuState state_of(const ChosenGpu& gpu) {
  core::GpuState state;
  state.gpu = gpu.index;
  state.model = gpu.model;
  state.origin = gpu.origin;
  if (gpu.nvml == nullptr) return state;
  state.has_mig = gpu.nvml->has_mig;
  state.vbios = gpu.nvml->vbios;
  const auto& fabric = gpu.nvml->fabric;
  if (!fabric || fabric->state == world::NvmlFabricState::Unsupported) return state;
  state.in_fabric = fabric->state == world::NvmlFabricState::Completed && fabric->fault.empty();
  state.fabric_fault = fabric->fault;
  if (*state.in_fabric && !is_zero(fabric->cluster_uuid)) {
    state.fabric_clique = fmt::format("{}/{}", fabric->cluster_uuid, fabric->clique);
  }
  return state;
}

void add_nvlinks(const ChosenGpu& gpu, core::HostState& host) {
  for (const world::NvmlLink& link : gpu.nvml->links) {
    if (!link.is_active) continue;
    host.nvlinks.push_back(
        {gpu.index, link.number, *link.is_active, link.version.value_or(0), nvml_origin()});
  }
}

core::PcieRate rate_of(std::optional<int> generation, std::optional<int> width) {
  return {std::string(generation ? catalogue::link_speed_of_generation(*generation) : ""),
          width.value_or(0)};
}

/// NVML may report facts of a link that sysfs does not.
void complete(core::PcieRate& rate, const core::PcieRate& other) {
  if (rate.speed.empty()) rate.speed = other.speed;
  if (rate.width == 0) rate.width = other.width;
}

void add_pcie(const ChosenGpu& gpu, core::HostState& host) {
  const world::NvmlPcie& pcie = gpu.nvml->pcie;
  if (pcie == world::NvmlPcie()) return;
  const core::PcieRate most = rate_of(pcie.max_generation, pcie.max_width);
  const core::PcieRate now = rate_of(pcie.generation, pcie.width);
  const auto known = std::ranges::find(host.pcie_links, gpu.bus_id, &core::PcieLinkState::bus_id);
  if (known == host.pcie_links.end()) {
    host.pcie_links.push_back({gpu.bus_id, most, {}, now, nvml_origin()});
    return;
  }
  complete(known->device, most);
  complete(known->now, now);
}

/// A reason against either direction counts for both.
core::PeerAccess access_of(const world::NvmlPair& pair) {
  using core::PeerAccess;
  const PeerAccess read = pair.read.value_or(PeerAccess::Unknown);
  const PeerAccess write = pair.write.value_or(PeerAccess::Unknown);
  return read == PeerAccess::Ok ? write : read;
}

}  // namespace

void fill_gpu_state(const sources::MachineFacts& facts, const std::vector<ChosenGpu>& gpus,
                    core::HostState& host) {
  std::set<int> named;
  for (const ChosenGpu& gpu : gpus) {
    if (gpu.nvml != nullptr || !gpu.model.empty()) host.gpus.push_back(state_of(gpu));
    if (gpu.nvml == nullptr) continue;
    named.insert(gpu.index);
    add_nvlinks(gpu, host);
    add_pcie(gpu, host);
  }
  host.driver_version = facts.driver.version;
  if (!facts.nvml.answers) {
    host.nvlinks_unknown = {"only NVML reports them, and it did not answer", nvml_origin()};
    return;
  }
  for (const world::NvmlPair& pair : facts.nvml.answers->pairs) {
    if (!named.contains(pair.from) || !named.contains(pair.to)) continue;
    host.peers.push_back({pair.from, pair.to, access_of(pair), nvml_origin()});
  }
  const std::string& version = facts.nvml.answers->driver_version;
  if (!version.empty()) host.driver_version = {version, nvml_origin()};
  // "12.4" of 12040 (cuda.h, CUDA_VERSION).
  const std::optional<int> cuda = facts.nvml.answers->cuda_version;
  if (cuda) {
    host.cuda_version = {fmt::format("{}.{}", *cuda / 1000, *cuda % 1000 / 10), nvml_origin()};
  }
}

}  // namespace treering::hw::discover::build
