#include "hw/catalogue/gpus.h"

#include <algorithm>
#include <array>
#include <string>

#include "core/named_values.h"

namespace treering::hw::catalogue {
namespace {

constexpr auto kBoard = GpuModel::Form::Board;
constexpr auto kCard = GpuModel::Form::Card;
constexpr auto kSwitch = GpuJoining::NvSwitch;
constexpr auto kMesh = GpuJoining::Mesh;
constexpr auto kBridge = GpuJoining::Bridge;
constexpr auto kNone = GpuJoining::None;

// Compute capability: developer.nvidia.com/cuda-gpus, and for older ones cuda-legacy-gpus. PCI ids:
// NVIDIA's open-gpu-kernel-modules, src/nvidia/generated/g_nv_name_released.h, and pci-ids.ucw.cz.
// SMs: NVIDIA's whitepapers of the architectures Pascal to Hopper, and data sheets, which give CUDA
// cores: 64 an SM on Turing, 128 on GA102 and Ada. B200: chipsandcheese.com, "Nvidia's B200", 2025:
// 74 of 80 on each of two dies; B300 and GB300: 148 and 152 of 160, as CUDA reports them (NVIDIA
// does not state it): benchmarks on "B300 SXM6 AC", kernels of flashinfer-ai/flashinfer for GB300.
// NVLink: the data sheets; of cards those whose bridges NVIDIA sells, which it has left out since
// Ada. Where one word stands in another, the longer comes first: the first that a name has counts.
// name, word, form, mark, capability, SMs, joining, NVLinks, PCI ids, Grace, stands alone
constexpr auto kGpus = std::to_array<GpuModel>({
    {"GB200", "GB200", kBoard, "", 100, 0, kSwitch, 18, {}, true, false},
    // In racks, and alone in a DGX Station.
    {"GB300", "GB300", kBoard, "", 103, 152, kSwitch, 18, {"0x31c2"}, true, true},
    {"GH200", "GH200", kBoard, "", 90, 132, kSwitch, 18, {"0x2342"}, true, true},
    {"B200", "B200", kBoard, "", 100, 148, kSwitch, 18, {"0x2901"}},
    {"B300 SXM6", "B300", kBoard, "", 103, 148, kSwitch, 18, {"0x3182"}},
    {"H800 SXM5", "H800", kBoard, "", 90, 132, kSwitch, 8, {"0x2324"}},
    {"H800 PCIe", "H800", kCard, "", 90, 0, kBridge, 12},
    {"H100 SXM5", "H100", kBoard, "", 90, 132, kSwitch, 18, {"0x2330"}},
    {"H100 PCIe", "H100", kCard, "", 90, 114, kBridge, 12, {"0x2331"}},
    {"H200 SXM5", "H200", kBoard, "", 90, 132, kSwitch, 18, {"0x2335"}},
    {"H200 NVL", "H200", kCard, "", 90, 0, kBridge, 18},
    {"H20", "H20", kBoard, "", 90, 0, kSwitch, 18},
    {"A800 SXM4", "A800", kBoard, "-SXM", 80, 108, kSwitch, 8, {"0x20f3"}},
    {"A100 SXM4", "A100", kBoard, "-SXM", 80, 108, kSwitch, 12, {"0x20b0", "0x20b2"}},
    {"A100 PCIe", "A100", kCard, "", 80, 108, kBridge, 12, {"0x20b5", "0x20f1"}},
    {"A800 PCIe", "A800", kCard, "", 80, 0, kBridge, 8},
    {"V100 SXM3", "V100", kBoard, "-SXM3", 70, 80, kSwitch, 6, {"0x1db8"}},
    {"V100 SXM2", "V100", kBoard, "-SXM2", 70, 80, kMesh, 6, {"0x1db1", "0x1db5"}},
    {"V100 PCIe", "V100", kCard, "", 70, 80, kNone, 0, {"0x1db4", "0x1db6"}},
    {"P100 SXM2", "P100", kBoard, "-SXM2", 60, 56, kMesh, 4, {"0x15f9"}},
    {"P100 PCIe", "P100", kCard, "", 60, 56, kNone, 0, {"0x15f8"}},
    {"A30", "A30", kCard, "", 80, 0, kBridge, 4},
    {"A40", "A40", kCard, "", 86, 84, kBridge, 4, {"0x2235"}},
    {"RTX A6000", "A6000", kCard, "", 86, 84, kBridge, 4, {"0x2230"}},
    {"GeForce RTX 3090 Ti", "3090 Ti", kCard, "", 86, 0, kBridge, 4, {"0x2203"}},
    {"GeForce RTX 3090", "3090", kCard, "", 86, 0, kBridge, 4, {"0x2204"}},
    {"L40", "L40", kCard, "", 89, 142, kNone, 0, {"0x26b5"}},
    {"L40S", "L40S", kCard, "", 89, 142, kNone, 0, {"0x26b9"}},
    {"T4", "T4", kCard, "", 75, 40, kNone, 0, {"0x1eb8"}},
    {"K40m", "K40m", kCard, "", 35},
    {"K80", "K80", kCard, "", 37},
    {"M40", "M40", kCard, "", 52},
    {"M60", "M60", kCard, "", 52},
    {"P40", "P40", kCard, "", 61},
    {"P4", "P4", kCard, "", 61},
    {"V100S", "V100S", kCard, "", 70},
    {"A10", "A10", kCard, "", 86},
    {"A10G", "A10G", kCard, "", 86},
    {"A16", "A16", kCard, "", 86},
    {"L4", "L4", kCard, "", 89},
    {"GB10", "GB10", kCard, "", 121},
    {"GeForce RTX 2080", "2080", kCard, "", 75},
    {"GeForce RTX 3080", "3080", kCard, "", 86, 0, kNone, 0, {"0x2206"}},
    {"GeForce RTX 4080", "4080", kCard, "", 89, 0, kNone, 0, {"0x2704"}},
    {"GeForce RTX 4090", "4090", kCard, "", 89, 0, kNone, 0, {"0x2684"}},
    {"GeForce RTX 5080", "5080", kCard, "", 120, 0, kNone, 0, {"0x2c02"}},
    {"GeForce RTX 5090", "5090", kCard, "", 120, 0, kNone, 0, {"0x2b85"}},
});

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

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

const GpuModel* model_of_id(std::string_view device_id) {
  const auto* const found = std::ranges::find_if(kGpus, [&](const GpuModel& model) {
    return std::ranges::any_of(model.pci_ids, [&](std::string_view id) {
      return !id.empty() && core::is_same_name(device_id, id);
    });
  });
  return found == kGpus.end() ? nullptr : found;
}

/// Null where its PCI id is not known, or assumed.
const GpuModel* model_of(const core::Device& gpu) {
  if (!gpu.pci || is_assumed(gpu) || !core::is_same_name(gpu.pci->vendor, kNvidiaVendor))
    return nullptr;
  return model_of_id(gpu.pci->device);
}

/// A card for a PCIe slot: "H100 PCIe", "A100-PCIE-40GB", "H100 NVL". "GB300 NVL72" is a rack.
bool is_card(std::string_view driver_name) {
  return has(driver_name, "PCIe") || has(driver_name, "PCIE") ||
         (has(driver_name, "NVL") && !is_superchip(driver_name));
}

/// The first of this form that NVLinks join. Its word may be the start of another, as in "A100X".
const GpuModel* joined_model(std::string_view driver_name, GpuModel::Form form) {
  const auto* const found = std::ranges::find_if(kGpus, [&](const GpuModel& model) {
    return model.form == form && model.joining != GpuJoining::None &&
           has(driver_name, std::string(model.word).append(model.form_mark));
  });
  return found == kGpus.end() ? nullptr : found;
}

}  // namespace

std::span<const GpuModel> gpu_models() {
  return kGpus;
}

std::string_view gpu_model_name(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  return model == nullptr ? "" : model->name;
}

std::string model_of_source(const core::Device& gpu) {
  const auto said = std::ranges::find(gpu.extra, "model", &core::Attributes::value_type::first);
  return said == gpu.extra.end() ? "" : said->second;
}

std::optional<int> multiprocessors_of(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  if (model == nullptr || model->multiprocessors == 0) return {};
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
  return model->joining != GpuJoining::None;
}

bool may_have_nvlinks(const core::Device& gpu) {
  if (const auto known = has_nvlink(gpu)) return *known;
  const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
  if (capability == 0) return true;
  constexpr int kAmpere = 80;
  constexpr int kBlackwell = 100;
  constexpr int kWorkstations = 120;  // Blackwell without
  if (capability < kAmpere) {
    const std::string model = model_of_source(gpu);
    if (model.find("PCIE") != std::string::npos || model.find("PCIe") != std::string::npos) {
      return false;
    }
  }
  if (capability >= kBlackwell) return capability < kWorkstations;
  constexpr int kPascal = 60;
  return capability >= kPascal && capability % 10 == 0;
}

bool has_gpu_direct(std::string_view name) {
  return !has(name, "GeForce") && !has_word(name, "GB10");
}

bool has_gpu_direct(const core::Device& gpu) {
  return std::get<core::Gpu>(gpu.info).compute_capability != kGb10 &&
         has_gpu_direct(gpu_model_name(gpu)) && has_gpu_direct(model_of_source(gpu));
}

int nvlinks_of_board(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  const bool is_board =
      model != nullptr && model->joining == GpuJoining::NvSwitch && !model->stands_alone;
  return is_board ? model->nvlinks : 0;
}

// A GB300 that stands alone is the only GPU of its machine; GH200 also stand side by side without
// NVLinks between them.
int nvlinks_of_board(std::string_view driver_name) {
  const GpuModel* model = nvlink_model_of(driver_name);
  const bool is_board = model != nullptr && model->joining == GpuJoining::NvSwitch;
  return is_board && model->word != "GH200" ? model->nvlinks : 0;
}

bool is_mesh_module(const core::PciFunction& gpu) {
  const GpuModel* model = model_of_id(gpu.device);
  return model != nullptr && model->joining == GpuJoining::Mesh;
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

std::optional<int> compute_capability_of(std::string_view device_id, std::string_view driver_name) {
  if (const GpuModel* model = model_of_id(device_id)) return model->compute_capability;
  for (const GpuModel& model : kGpus) {
    if (has_word(driver_name, model.word)) return model.compute_capability;
  }
  return {};
}

const GpuModel* nvlink_model_of(std::string_view driver_name) {
  const GpuModel* board =
      is_card(driver_name) ? nullptr : joined_model(driver_name, GpuModel::Form::Board);
  return board != nullptr ? board : joined_model(driver_name, GpuModel::Form::Card);
}

GpuJoining joining_of(std::string_view driver_name) {
  const GpuModel* model = nvlink_model_of(driver_name);
  return model == nullptr ? GpuJoining::None : model->joining;
}

bool is_superchip(std::string_view driver_name) {
  return std::ranges::any_of(kGpus, [driver_name](const GpuModel& model) {
    return model.has_grace && has(driver_name, model.word);
  });
}

}  // namespace treering::hw::catalogue
