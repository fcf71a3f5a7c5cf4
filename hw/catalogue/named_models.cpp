#include "hw/catalogue/named_models.h"

#include <algorithm>
#include <array>

namespace treering::hw::catalogue {
namespace {

/// PCIe, SXM and HBM stand in names of one form alone, and NVIDIA's driver begins names so: what it
/// leaves without a mark is one form, but for models whose forms it marks all.
bool names_form(std::string_view name) {
  constexpr std::array<std::string_view, 4> kStarts{"NVIDIA ", "Tesla ", "Quadro ", "GeForce "};
  constexpr std::array<std::string_view, 5> kParts{"PCIe", "PCIE", "NVL", "SXM", "HBM"};
  constexpr std::array<std::string_view, 5> kAllMarked{"P100", "V100", "A100", "A800", "H100"};
  const auto has = [&](std::string_view part) { return name.find(part) != std::string_view::npos; };
  if (std::ranges::any_of(kParts, has)) return true;
  return std::ranges::any_of(kStarts, [&](auto start) { return name.starts_with(start); }) &&
         std::ranges::none_of(kAllMarked, has);
}

}  // namespace

std::vector<const GpuModel*> models_named(std::string_view name) {
  const GpuModel* const one = gpu_model_named(name);
  if (one == nullptr) return {};
  if (names_form(name)) return {one};
  std::vector<const GpuModel*> forms;
  for (const GpuModel& model : gpu_models()) {
    if (model.word == one->word) forms.push_back(&model);
  }
  return forms;
}

bool have_same_links(const GpuModel& one, const GpuModel& other) {
  return one.compute_capability == other.compute_capability && one.joining == other.joining &&
         one.nvlinks == other.nvlinks;
}

bool are_other_gpus(std::string_view name, const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (name.empty() || gpus.empty()) return false;
  const GpuModel* const own = gpu_model_of(node.device(gpus.front()));
  const auto named = models_named(name);
  return own != nullptr && !named.empty() && std::ranges::none_of(named, [&](const GpuModel* one) {
           return have_same_links(*one, *own);
         });
}

}  // namespace treering::hw::catalogue
