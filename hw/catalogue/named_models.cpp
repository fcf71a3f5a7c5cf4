#include "hw/catalogue/named_models.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>
#include <iterator>
#include <string>

namespace treering::hw::catalogue {
namespace {

bool has_part(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0;
}

/// Whether `name` has `word` and not as a part of a longer one.
bool has_whole_word(std::string_view name, std::string_view word) {
  for (std::size_t at = name.find(word); at != std::string_view::npos;
       at = name.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    const bool starts = at == 0 || !is_of_word(name[at - 1]);
    const bool ends = end == name.size() || !is_of_word(name[end]);
    if (starts && ends) return true;
  }
  return false;
}

/// A card for a PCIe slot: "H100 PCIe", "A100-PCIE-40GB", "H100 NVL".
bool names_card(std::string_view name) {
  return has_part(name, "PCIe") || has_part(name, "PCIE") || has_whole_word(name, "NVL");
}

/// NVIDIA's driver begins names so.
bool is_of_driver(std::string_view name) {
  constexpr std::array<std::string_view, 4> kStarts{"NVIDIA ", "Tesla ", "Quadro ", "GeForce "};
  return std::ranges::any_of(kStarts, [&](auto start) { return name.starts_with(start); });
}

using Models = std::vector<const GpuModel*>;

std::string upper_case(std::string_view text) {
  std::string upper(text);
  std::ranges::transform(upper, upper.begin(), [](unsigned char c) {
    return static_cast<char>(std::toupper(c));
  });
  return upper;
}

/// Those with the longest word that the name has: "L40S", not "L40"; "3090 Ti", not "3090".
Models with_longest_word(std::string_view name) {
  const std::string upper = upper_case(name);
  Models models;
  std::size_t longest = 0;
  for (const GpuModel& model : gpu_models()) {
    const std::size_t length = model.word.size();
    if (length == 0 || length < longest || !has_whole_word(upper, upper_case(model.word))) continue;
    if (length > longest) models.clear();
    longest = length;
    models.push_back(&model);
  }
  return models;
}

/// Whether the name says which form it is.
bool names_form(std::string_view name) {
  return is_of_driver(name) || names_card(name) || has_part(name, "SXM") || has_part(name, "HBM");
}

}  // namespace

std::vector<const GpuModel*> models_named(std::string_view name) {
  Models models = with_longest_word(name);
  if (models.size() < 2 || !names_form(name)) return models;
  const GpuModel* const linked = nvlink_model_of(name);
  if (std::ranges::find(models, linked) != models.end()) return {linked};
  const auto form = names_card(name) ? GpuModel::Form::Card : GpuModel::Form::Board;
  Models of_form;
  std::ranges::copy_if(models, std::back_inserter(of_form),
                       [&](const GpuModel* model) { return model->form == form; });
  return of_form.empty() ? models : of_form;
}

const GpuModel* model_of_device(const core::Device& gpu) {
  const std::string_view known = gpu_model_name(gpu);
  if (!known.empty()) {
    const auto found = std::ranges::find(gpu_models(), known, &GpuModel::name);
    if (found != gpu_models().end()) return &*found;
  }
  const Models named = models_named(model_of_source(gpu));
  return named.size() == 1 ? named.front() : nullptr;
}

bool have_same_links(const GpuModel& one, const GpuModel& other) {
  return one.compute_capability == other.compute_capability && one.joining == other.joining &&
         one.nvlinks == other.nvlinks;
}

bool are_other_gpus(std::string_view name, const core::Topology& node) {
  const auto gpus = node.of_kind(core::DeviceKind::Gpu);
  if (name.empty() || gpus.empty()) return false;
  const GpuModel* const own = model_of_device(node.device(gpus.front()));
  const Models named = models_named(name);
  return own != nullptr && !named.empty() &&
         std::ranges::none_of(named,
                              [&](const GpuModel* one) { return have_same_links(*one, *own); });
}

}  // namespace treering::hw::catalogue
