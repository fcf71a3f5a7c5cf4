#include "hw/catalogue/gpu_models.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/named_values.h"

namespace treering::hw::catalogue {
namespace {

struct GpuModel {
  std::string_view device;  // PCI device id
  int multiprocessors;
  int compute_capability;  // major * 10 + minor
  bool has_nvlink;         // also where it takes a bridge between two cards
  int board_nvlinks = 0;   // to the NVSwitches or other GPUs of the board that it is made for
};

// Ids: NVIDIA's open-gpu-kernel-modules, src/nvidia/generated/g_nv_name_released.h, and
// pci-ids.ucw.cz. SMs: NVIDIA's whitepapers of the architectures Pascal to Hopper, and data sheets,
// which give CUDA cores: 64 an SM on Turing, 128 on GA102 and Ada. B200: chipsandcheese.com,
// "Nvidia's B200", 2025: 74 of 80 on each of two dies; B300 and GB300: 148 and 152 of 160, as CUDA
// reports them (NVIDIA does not state it): benchmarks on "B300 SXM6 AC", kernels of
// flashinfer-ai/flashinfer for GB300. Compute capability: developer.nvidia.com/cuda-gpus. NVLink:
// the data sheets.
constexpr std::array kModels{
    GpuModel{"0x15f8", 56, 60, false},       // P100 PCIe
    GpuModel{"0x15f9", 56, 60, true},        // P100 SXM2
    GpuModel{"0x1db1", 80, 70, true},        // V100 SXM2 16 GB
    GpuModel{"0x1db4", 80, 70, false},       // V100 PCIe 16 GB
    GpuModel{"0x1db5", 80, 70, true},        // V100 SXM2 32 GB
    GpuModel{"0x1db6", 80, 70, false},       // V100 PCIe 32 GB
    GpuModel{"0x1db8", 80, 70, true, 6},     // V100 SXM3 32 GB
    GpuModel{"0x1eb8", 40, 75, false},       // T4
    GpuModel{"0x20b0", 108, 80, true, 12},   // A100 SXM4 40 GB
    GpuModel{"0x20b2", 108, 80, true, 12},   // A100 SXM4 80 GB
    GpuModel{"0x20b5", 108, 80, true},       // A100 PCIe 80 GB
    GpuModel{"0x20f1", 108, 80, true},       // A100 PCIe 40 GB
    GpuModel{"0x20f3", 108, 80, true, 8},    // A800 SXM4 80 GB
    GpuModel{"0x2230", 84, 86, true},        // RTX A6000
    GpuModel{"0x2235", 84, 86, true},        // A40
    GpuModel{"0x2324", 132, 90, true, 8},    // H800 SXM5
    GpuModel{"0x2330", 132, 90, true, 18},   // H100 SXM5 80 GB
    GpuModel{"0x2331", 114, 90, true},       // H100 PCIe
    GpuModel{"0x2335", 132, 90, true, 18},   // H200 SXM5
    GpuModel{"0x2342", 132, 90, true},       // GH200
    GpuModel{"0x26b5", 142, 89, false},      // L40
    GpuModel{"0x26b9", 142, 89, false},      // L40S
    GpuModel{"0x2901", 148, 100, true, 18},  // B200
    GpuModel{"0x3182", 148, 103, true, 18},  // B300 SXM6 AC
    GpuModel{"0x31c2", 152, 103, true},      // GB300, in racks and alone in a DGX Station
};

struct NamedModel {
  std::string_view word;  // in the name that the driver gives, between spaces, hyphens or its ends
  int compute_capability;
};

// developer.nvidia.com/cuda-gpus, and for older ones cuda-legacy-gpus.
constexpr std::array kNames{
    NamedModel{"K40m", 35},   NamedModel{"K80", 37},   NamedModel{"M40", 52},
    NamedModel{"M60", 52},    NamedModel{"P100", 60},  NamedModel{"P40", 61},
    NamedModel{"P4", 61},     NamedModel{"V100", 70},  NamedModel{"V100S", 70},
    NamedModel{"T4", 75},     NamedModel{"A100", 80},  NamedModel{"A800", 80},
    NamedModel{"A30", 80},    NamedModel{"A40", 86},   NamedModel{"A10", 86},
    NamedModel{"A10G", 86},   NamedModel{"A16", 86},   NamedModel{"A6000", 86},
    NamedModel{"L4", 89},     NamedModel{"L40", 89},   NamedModel{"L40S", 89},
    NamedModel{"H20", 90},    NamedModel{"H100", 90},  NamedModel{"H200", 90},
    NamedModel{"H800", 90},   NamedModel{"GH200", 90}, NamedModel{"B200", 100},
    NamedModel{"GB200", 100}, NamedModel{"B300", 103}, NamedModel{"GB300", 103},
    NamedModel{"GB10", 121},  NamedModel{"2080", 75},  NamedModel{"3080", 86},
    NamedModel{"3090", 86},   NamedModel{"4080", 89},  NamedModel{"4090", 89},
    NamedModel{"5080", 120},  NamedModel{"5090", 120},
};

bool has_word(std::string_view name, std::string_view word) {
  constexpr std::string_view kBetween = " -_";
  for (std::size_t at = name.find(word); at != std::string_view::npos;
       at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || kBetween.find(name[at - 1]) != std::string_view::npos;
    const bool ends = end == name.size() || kBetween.find(name[end]) != std::string_view::npos;
    if (starts && ends) return true;
  }
  return false;
}

bool is_assumed(const core::Device& device) {
  return std::ranges::any_of(device.assumed, [](std::string_view field) {
    return field == "pci" || field == "pci/device";
  });
}

/// Null where its PCI id is not known, or assumed.
const GpuModel* model_of(const core::Device& gpu) {
  constexpr std::string_view kNvidia = "0x10de";
  if (!gpu.pci || is_assumed(gpu) || !core::is_same_name(gpu.pci->vendor, kNvidia)) return nullptr;
  const auto* const found = std::ranges::find_if(kModels, [&](const GpuModel& model) {
    return core::is_same_name(gpu.pci->device, model.device);
  });
  return found == kModels.end() ? nullptr : &*found;
}

}  // namespace

std::optional<int> multiprocessors_of(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  if (model == nullptr) return {};
  return model->multiprocessors;
}

std::optional<int> compute_capability_of(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  if (model == nullptr) return {};
  return model->compute_capability;
}

std::optional<bool> has_nvlink(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  if (model == nullptr) return {};
  return model->has_nvlink;
}

bool may_have_nvlinks(const core::Device& gpu) {
  if (const auto known = has_nvlink(gpu)) return *known;
  const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
  if (capability == 0) return true;
  constexpr int kAmpere = 80;
  constexpr int kBlackwell = 100;
  constexpr int kWorkstations = 120;  // Blackwell without
  const auto is_card = [](const auto& attribute) {
    return attribute.first == "model" && (attribute.second.find("PCIE") != std::string::npos ||
                                          attribute.second.find("PCIe") != std::string::npos);
  };
  if (capability < kAmpere && std::ranges::any_of(gpu.extra, is_card)) return false;
  if (capability >= kBlackwell) return capability < kWorkstations;
  constexpr int kPascal = 60;
  return capability >= kPascal && capability % 10 == 0;
}

int nvlinks_of_board(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  return model == nullptr ? 0 : model->board_nvlinks;
}

std::optional<int> multiprocessors_of(const core::Topology& node,
                                      const std::vector<core::DeviceId>& gpus) {
  std::optional<int> common;
  for (const core::DeviceId id : gpus) {
    const auto own = multiprocessors_of(node.device(id));
    if (!own || own != common.value_or(*own)) return {};
    common = own;
  }
  return common;
}

std::optional<int> compute_capability_of(std::string_view device_id, std::string_view model_name) {
  for (const GpuModel& model : kModels) {
    if (core::is_same_name(device_id, model.device)) return model.compute_capability;
  }
  for (const NamedModel& model : kNames) {
    if (has_word(model_name, model.word)) return model.compute_capability;
  }
  return {};
}

}  // namespace treering::hw::catalogue
