#include "hw/gpu_models.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/named_values.h"

namespace treering::hw {
namespace {

struct GpuModel {
  std::string_view device;  // PCI device id
  int multiprocessors;
};

// Ids: NVIDIA's open-gpu-kernel-modules, src/nvidia/generated/g_nv_name_released.h, and
// pci-ids.ucw.cz. SMs: NVIDIA's whitepapers of the architectures Pascal to Hopper, and data sheets,
// which give CUDA cores: 64 an SM on Turing, 128 on GA102 and Ada. B200: chipsandcheese.com,
// "Nvidia's B200", 2025: 74 of 80 on each of two dies; NVIDIA does not state it.
constexpr std::array kModels{
    GpuModel{"0x15f8", 56},   // P100 PCIe
    GpuModel{"0x15f9", 56},   // P100 SXM2
    GpuModel{"0x1db1", 80},   // V100 SXM2 16 GB
    GpuModel{"0x1db4", 80},   // V100 PCIe 16 GB
    GpuModel{"0x1db5", 80},   // V100 SXM2 32 GB
    GpuModel{"0x1db6", 80},   // V100 PCIe 32 GB
    GpuModel{"0x1db8", 80},   // V100 SXM3 32 GB
    GpuModel{"0x1eb8", 40},   // T4
    GpuModel{"0x20b0", 108},  // A100 SXM4 40 GB
    GpuModel{"0x20b2", 108},  // A100 SXM4 80 GB
    GpuModel{"0x20b5", 108},  // A100 PCIe 80 GB
    GpuModel{"0x20f1", 108},  // A100 PCIe 40 GB
    GpuModel{"0x20f3", 108},  // A800 SXM4 80 GB
    GpuModel{"0x2230", 84},   // RTX A6000
    GpuModel{"0x2235", 84},   // A40
    GpuModel{"0x2324", 132},  // H800 SXM5
    GpuModel{"0x2330", 132},  // H100 SXM5 80 GB
    GpuModel{"0x2331", 114},  // H100 PCIe
    GpuModel{"0x2335", 132},  // H200 SXM5
    GpuModel{"0x2342", 132},  // GH200
    GpuModel{"0x26b5", 142},  // L40
    GpuModel{"0x26b9", 142},  // L40S
    GpuModel{"0x2901", 148},  // B200
};

bool is_assumed(const core::Device& device) {
  return std::ranges::any_of(device.assumed, [](std::string_view field) {
    return field == "pci" || field == "pci/device" || field == "pci.device";
  });
}

}  // namespace

std::optional<int> multiprocessors_of(const core::Device& gpu) {
  constexpr std::string_view kNvidia = "0x10de";
  if (!gpu.pci || is_assumed(gpu) || !core::is_same_name(gpu.pci->vendor, kNvidia)) return {};
  const auto* const found = std::ranges::find_if(kModels, [&](const GpuModel& model) {
    return core::is_same_name(gpu.pci->device, model.device);
  });
  if (found == kModels.end()) return {};
  return found->multiprocessors;
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

}  // namespace treering::hw
