#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "core/text/quote.h"
#include "core/text/reading.h"
#include "hw/world/nvml/calls.h"

namespace treering::hw::world::nvml {
namespace {

constexpr int kHopper = 90;

/// How many NVLinks NCCL 2.28 asks a GPU for (src/graph/xml.cc, 769).
int links_to_ask(const NvmlGpu& gpu) {
  const int capability = gpu.compute_capability.value_or(kHopper);
  if (capability < 60) return 0;
  if (capability < 70) return 4;
  if (capability < 80) return 6;
  return capability < kHopper ? 12 : 18;
}

/// nvmlNvlinkVersion_t, which counts versions with their second digit, to the first one.
std::optional<int> generation_of(unsigned version) {
  constexpr std::array kGenerations{0, 1, 2, 2, 3, 3, 4, 5, 6};
  if (version == 0 || version >= kGenerations.size()) return {};
  return kGenerations.at(version);
}

NvmlRemote remote_of(unsigned type) {
  // nvmlIntNvLinkDeviceType_t
  constexpr std::array kRemotes{NvmlRemote::Gpu, NvmlRemote::Npu, NvmlRemote::Switch};
  return type < kRemotes.size() ? kRemotes.at(type) : NvmlRemote::Unknown;
}

class GpuLinks {
 public:
  GpuLinks(NvmlCalls& calls, nvml::Device device, NvmlGpu& gpu)
      : calls_(calls), functions_(calls.functions()), device_(device), gpu_(gpu) {}

  void ask() {
    for (int number = 0; number < links_to_ask(gpu_); ++number) ask_link(number);
    if (gpu_.compute_capability.value_or(kHopper) >= kHopper) ask_c2c();
  }

 private:
  void ask_link(int number) {
    NvmlLink link;
    link.number = number;
    const auto id = static_cast<unsigned>(number);
    unsigned answer = 0;
    // First, as in NCCL: this call trains a link that was not yet.
    const nvml::Return capable =
        calls_.call(functions_.link_capability, device_, id, nvml::kCapabilityP2p, &answer);
    if (capable == nvml::kInvalidArgument) return;  // the GPU has fewer links
    if (calls_.keep(gpu_.index, functions_.link_capability.name, capable)) {
      link.carries_p2p = answer != 0;
    }
    link.is_active = state_of(id);
    if (!link.carries_p2p && !link.is_active) return;
    if (link.is_active.value_or(false)) ask_other_end(id, link);
    gpu_.links.push_back(std::move(link));
  }

  /// NCCL asks from Hopper on by a field; where that is not there, the call of before stands in.
  std::optional<bool> state_of(unsigned link) {
    if (gpu_.compute_capability.value_or(0) >= kHopper) {
      const auto state = field(nvml::kFieldLinkState, link);
      if (state) return *state == nvml::kFeatureEnabled;
    }
    unsigned state = 0;
    const nvml::Return answer = calls_.call(functions_.link_state, device_, link, &state);
    if (answer == nvml::kInvalidArgument) return {};
    if (!calls_.keep(gpu_.index, functions_.link_state.name, answer)) return {};
    return state == nvml::kFeatureEnabled;
  }

  void ask_other_end(unsigned id, NvmlLink& link) {
    unsigned answer = 0;
    if (calls_.answered(gpu_.index, functions_.link_version, device_, id, &answer)) {
      link.version = generation_of(answer);
    }
    if (calls_.answered(gpu_.index, functions_.link_remote_type, device_, id, &answer)) {
      link.remote = remote_of(answer);
    }
    nvml::PciInfo pci{};
    if (calls_.answered(gpu_.index, functions_.link_remote_pci, device_, id, &pci)) {
      link.remote_bus_id = bus_id_of(pci);
    }
  }

  /// Nothing also where the GPU does not have it; such fields fail one by one.
  std::optional<unsigned> field(unsigned id, unsigned scope) {
    nvml::FieldValue value{};
    value.field = id;
    value.scope = scope;
    if (!calls_.answered(gpu_.index, functions_.fields, device_, 1, &value)) return {};
    if (value.result == nvml::kInvalidArgument) return {};
    if (!calls_.keep(gpu_.index, functions_.fields.name, value.result)) return {};
    return value.value.as_unsigned;
  }

  /// As NCCL counts: links that are active, at what the last of them says.
  void ask_c2c() {
    NvmlC2c c2c;
    const unsigned count =
        std::min<unsigned>(field(nvml::kFieldC2cCount, 0).value_or(0), kMaxNvmlLinks);
    for (unsigned link = 0; link < count; ++link) {
      const auto status = field(nvml::kFieldC2cStatus, link);
      const auto rate = field(nvml::kFieldC2cMbPerS, link);
      if (status != 1U || !rate || *rate > kMostMbPerS) continue;
      c2c.mb_per_s = static_cast<int>(*rate);
      ++c2c.links;
    }
    if (c2c.links > 0) gpu_.c2c = c2c;
  }

  static constexpr unsigned kMostMbPerS = 100'000'000;  // core::kMaxBandwidthGBps

  NvmlCalls& calls_;
  const NvmlFunctions& functions_;
  nvml::Device device_;
  NvmlGpu& gpu_;
};

}  // namespace

std::string bus_id_of(const nvml::PciInfo& pci) {
  const std::string_view text(pci.bus_id.data(), pci.bus_id.size());
  return core::lower_case(core::printable(text.substr(0, text.find('\0'))));
}

void ask_links(NvmlCalls& calls, nvml::Device device, NvmlGpu& gpu) {
  GpuLinks(calls, device, gpu).ask();
}

}  // namespace treering::hw::world::nvml
