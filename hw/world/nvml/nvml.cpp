#include "hw/world/nvml/nvml.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/text/quote.h"
#include "core/topology/topology.h"
#include "hw/world/nvml/calls.h"

namespace treering::hw::world::nvml {
namespace {

constexpr unsigned kTextBytes = 128;  // NVML's longest names have 96

std::string text_in(const std::array<char, kTextBytes>& buffer) {
  const std::string_view text(buffer.data(), buffer.size());
  return core::printable(text.substr(0, text.find('\0')));
}

std::string uuid_text(const nvml::Uuid& uuid) {
  std::string text;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    if (i == 4 || i == 6 || i == 8 || i == 10) text += '-';
    text += fmt::format("{:02x}", uuid.at(i));
  }
  return text;
}

NvmlFabricState fabric_state(unsigned char state) {
  constexpr auto kLast = static_cast<unsigned char>(NvmlFabricState::Completed);
  return state <= kLast ? static_cast<NvmlFabricState>(state) : NvmlFabricState::Unsupported;
}

class Asker {
 public:
  explicit Asker(const NvmlLibrary& library)
      : library_(library), calls_(library), functions_(library.functions()) {}

  Seen<NvmlAnswers> ask() {
    const nvml::Return started = calls_.call(functions_.init);
    if (started != nvml::kSuccess) return not_started(functions_.init.name, started);
    auto answers = ask_started();
    calls_.call(functions_.shutdown);
    return answers;
  }

 private:
  tl::unexpected<Unseen> not_started(const char* name, nvml::Return error) const {
    const auto why = error == nvml::kNoPermission ? Unseen::Why::Denied : Unseen::Why::Failed;
    const std::string words =
        error == nvml::kFunctionNotFound ? "not in this library" : library_.words_for(error);
    return tl::unexpected(Unseen{why, fmt::format("{}: {}", name, words)});
  }

  Seen<NvmlAnswers> ask_started() {
    unsigned count = 0;
    const nvml::Return counted = calls_.call(functions_.count, &count);
    if (counted != nvml::kSuccess) return not_started(functions_.count.name, counted);
    std::array<char, kTextBytes> version{};
    if (calls_.answered({}, functions_.driver_version, version.data(), kTextBytes)) {
      answers_.driver_version = text_in(version);
    }
    ask_cuda();
    for (unsigned i = 0; i < std::min<unsigned>(count, core::kMaxGpus); ++i) ask_gpu(i);
    for (const auto& [from, device] : devices_) {
      for (const auto& [to, other] : devices_) {
        if (from != to) ask_pair({from, to, {}, {}}, device, other);
      }
    }
    answers_.faults = calls_.take_faults();
    return std::move(answers_);
  }

  // Neither decides what a machine does: that a driver cannot say it is no fault.

  void ask_cuda() {
    constexpr int kMost = 1'000'000;
    int version = 0;
    const bool is_known = calls_.call(functions_.cuda_version, &version) == nvml::kSuccess;
    if (is_known && version > 0 && version < kMost) answers_.cuda_version = version;
  }

  void ask_vbios(nvml::Device device, NvmlGpu& gpu) {
    std::array<char, kTextBytes> version{};
    const auto answer = calls_.call(functions_.vbios, device, version.data(), kTextBytes);
    if (answer == nvml::kSuccess) gpu.vbios = text_in(version);
  }

  void ask_gpu(unsigned number) {
    NvmlGpu gpu;
    gpu.index = static_cast<int>(number);
    nvml::Device device = nullptr;
    if (!calls_.answered(gpu.index, functions_.by_index, number, &device)) return;
    devices_.emplace_back(gpu.index, device);
    nvml::PciInfo pci{};
    if (calls_.answered(gpu.index, functions_.pci, device, &pci)) gpu.bus_id = bus_id_of(pci);
    std::array<char, kTextBytes> name{};
    if (calls_.answered(gpu.index, functions_.device_name, device, name.data(), kTextBytes)) {
      gpu.name = text_in(name);
    }
    int major = 0;
    int minor = 0;
    if (calls_.answered(gpu.index, functions_.compute_capability, device, &major, &minor)) {
      gpu.compute_capability = major * 10 + minor;
    }
    unsigned mode = 0;
    unsigned pending = 0;
    if (calls_.answered(gpu.index, functions_.mig_mode, device, &mode, &pending)) {
      gpu.has_mig = mode == 1;
    }
    gpu.pcie = {figure(gpu, functions_.max_generation, device),
                figure(gpu, functions_.max_width, device),
                figure(gpu, functions_.generation, device), figure(gpu, functions_.width, device)};
    ask_vbios(device, gpu);
    ask_fabric(device, gpu);
    ask_links(calls_, device, gpu);
    answers_.gpus.push_back(std::move(gpu));
  }

  std::optional<int> figure(const NvmlGpu& gpu,
                            const NvmlFunction<nvml::Device, unsigned*>& function,
                            nvml::Device device) {
    constexpr unsigned kMost = 255;  // of generations and lanes
    unsigned value = 0;
    if (!calls_.answered(gpu.index, function, device, &value) || value > kMost) return {};
    return static_cast<int>(value);
  }

  void ask_fabric(nvml::Device device, NvmlGpu& gpu) {
    nvml::FabricInfoV2 info{};
    info.version = nvml::kFabricInfoV2;
    if (functions_.fabric.call == nullptr && functions_.old_fabric.call != nullptr) {
      nvml::FabricInfo old{};
      if (!calls_.answered(gpu.index, functions_.old_fabric, device, &old)) return;
      info = {0, old.cluster_uuid, old.status, old.clique, old.state, 0};
    } else if (!calls_.answered(gpu.index, functions_.fabric, device, &info)) {
      return;
    }
    NvmlFabric fabric;
    fabric.state = fabric_state(info.state);
    if (fabric.state == NvmlFabricState::Unsupported) return;
    if (fabric.state == NvmlFabricState::Completed && info.status != nvml::kSuccess) {
      fabric.fault = library_.words_for(info.status);
    }
    fabric.cluster_uuid = uuid_text(info.cluster_uuid);
    fabric.clique = info.clique;
    gpu.fabric = std::move(fabric);
  }

  void ask_pair(NvmlPair pair, nvml::Device from, nvml::Device to) {
    pair.read = access(pair.from, from, to, nvml::kP2pRead);
    pair.write = access(pair.from, from, to, nvml::kP2pWrite);
    if (pair.read || pair.write) answers_.pairs.push_back(pair);
  }

  std::optional<core::PeerAccess> access(int gpu, nvml::Device from, nvml::Device to, int kind) {
    int status = 0;
    if (!calls_.answered(gpu, functions_.p2p_status, from, to, kind, &status)) return {};
    // nvmlGpuP2PStatus_t has PeerAccess's order.
    constexpr auto kUnknown = static_cast<int>(core::PeerAccess::Unknown);
    return static_cast<core::PeerAccess>(status < 0 || status > kUnknown ? kUnknown : status);
  }

  const NvmlLibrary& library_;
  NvmlCalls calls_;
  const NvmlFunctions& functions_;
  NvmlAnswers answers_;
  std::vector<std::pair<int, nvml::Device>> devices_;
};

}  // namespace

Seen<NvmlAnswers> ask_nvml(const std::string& library) {
  const auto opened = NvmlLibrary::open(library);
  if (!opened) return tl::unexpected(opened.error());
  return Asker(*opened).ask();
}

}  // namespace treering::hw::world::nvml
