#include "hw/catalogue/gpus.h"

#include <algorithm>
#include <cstddef>
#include <set>
#include <string>
#include <utility>

#include "core/named_values.h"
#include "core/text/reading.h"
#include "hw/catalogue/gpu_names.h"

namespace treering::hw::catalogue {
namespace {

bool is_assumed(const core::Device& device) {
  return std::ranges::any_of(device.assumed, [](std::string_view field) {
    return field == "pci" || field == "pci/device";
  });
}

/// Null where its PCI id is not known, or assumed.
const GpuModel* model_of(const core::Device& gpu) {
  if (!gpu.pci || is_assumed(gpu) || !core::is_same_name(gpu.pci->vendor, kNvidiaVendor))
    return nullptr;
  return gpu_with_id(gpu.pci->device);
}

/// GeForce cards have been without since Turing.
bool has_pcie_peer_access(const GpuModel* model) {
  constexpr int kTuring = 75;
  return model == nullptr || model->compute_capability < kTuring ||
         !core::has(model->name, "GeForce");
}

}  // namespace

const GpuModel* gpu_with_id(std::string_view device_id) {
  const auto all = gpu_models();
  const auto found = std::ranges::find_if(all, [&](const GpuModel& model) {
    return std::ranges::any_of(model.pci_ids, [&](std::string_view id) {
      return !id.empty() && core::is_same_name(device_id, id);
    });
  });
  return found == all.end() ? nullptr : &*found;
}

std::string_view gpu_model_name(const core::Device& gpu) {
  const GpuModel* model = model_of(gpu);
  return model == nullptr ? "" : model->name;
}

std::string model_of_source(const core::Device& gpu) {
  const auto said = std::ranges::find(gpu.extra, "model", &core::Attributes::value_type::first);
  return said == gpu.extra.end() ? "" : said->second;
}

const GpuModel* gpu_model_of(const core::Device& gpu) {
  if (const GpuModel* model = model_of(gpu)) return model;
  return core::is_assumed(gpu, "extra/model") ? nullptr : gpu_named(model_of_source(gpu)).model;
}

const GpuModel* gpu_model_of(const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  return gpus.empty() ? nullptr : gpu_model_of(node.device(gpus.front()));
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
  if (const GpuModel* model = gpu_model_of(gpu)) return model->joining != GpuJoining::None;
  const int capability = std::get<core::Gpu>(gpu.info).compute_capability;
  if (capability == 0) return true;
  constexpr int kPascalCapability = 60;
  constexpr int kBlackwell = 100;
  constexpr int kWithout = 110;  // Thor, and workstations of Blackwell
  if (capability >= kBlackwell) return capability < kWithout;
  return capability >= kPascalCapability && capability % 10 == 0;
}

bool has_gpu_direct(std::string_view name) {
  const GpuModel* model = gpu_named(name).model;
  const bool is_gb10 = model != nullptr && model->compute_capability == kGb10;
  return !core::has(name, "GeForce") && !is_gb10;
}

bool has_gpu_direct(const core::Device& gpu) {
  return std::get<core::Gpu>(gpu.info).compute_capability != kGb10 &&
         has_gpu_direct(gpu_model_name(gpu)) && has_gpu_direct(model_of_source(gpu));
}

bool has_pcie_peer_access(std::string_view driver_name) {
  return has_pcie_peer_access(gpu_named(driver_name).model);
}

bool has_pcie_peer_access(const core::Device& gpu) {
  return has_pcie_peer_access(gpu_model_of(gpu));
}

BridgedPairs bridged_pairs(const core::Topology& node) {
  std::set<std::pair<core::DeviceId, core::DeviceId>> joined;
  for (const core::Link& link : node.links()) {
    const bool is_between_gpus = node.device(link.from).kind() == core::DeviceKind::Gpu &&
                                 node.device(link.to).kind() == core::DeviceKind::Gpu;
    if (link.kind != core::LinkKind::NvLink || !is_between_gpus || link.from == link.to) continue;
    joined.insert(std::minmax(link.from, link.to));
  }
  if (joined.empty()) return BridgedPairs::None;
  const std::size_t gpus = node.of_kind(core::DeviceKind::Gpu).size();
  return joined.size() == gpus * (gpus - 1) / 2 ? BridgedPairs::All : BridgedPairs::Some;
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
  const GpuModel* model = gpu_with_id(gpu.device);
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
  if (const GpuModel* model = gpu_with_id(device_id)) return model->compute_capability;
  return gpu_named(driver_name).compute_capability;
}

const GpuModel* nvlink_model_of(std::string_view driver_name) {
  const GpuModel* model = gpu_named(driver_name).model;
  return model == nullptr || model->joining == GpuJoining::None ? nullptr : model;
}

GpuJoining joining_of(std::string_view driver_name) {
  const GpuModel* model = gpu_named(driver_name).model;
  return model == nullptr ? GpuJoining::None : model->joining;
}

bool is_superchip(std::string_view driver_name) {
  const GpuModel* model = gpu_named(driver_name).model;
  return model != nullptr && model->has_grace;
}

bool have_same_links(const GpuModel& one, const GpuModel& other) {
  return one.compute_capability == other.compute_capability && one.joining == other.joining &&
         one.nvlinks == other.nvlinks;
}

bool are_other_gpus(std::string_view name, const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (name.empty() || gpus.empty()) return false;
  const GpuModel* const own = gpu_model_of(node.device(gpus.front()));
  const auto named = gpu_named(name).models();
  return own != nullptr && !named.empty() && std::ranges::none_of(named, [&](const GpuModel* one) {
           return have_same_links(*one, *own);
         });
}

}  // namespace treering::hw::catalogue
