#include <array>
#include <cstddef>

#include "core/named_values.h"
#include "sim/models/time_model.h"

namespace treering::sim::models {
namespace {

struct ModelEntry {
  Model value;
  std::string_view name;
  Basis basis;
  decltype(&nccl_estimate) estimate;
};
constexpr std::array kModels{
#define MODEL(id, name, basis, estimate) ModelEntry{Model::id, name, Basis::basis, estimate},
#include "sim/models/models.def"
#undef MODEL
};
static_assert(core::is_in_enum_order(kModels));

constexpr auto kValues = core::values_of(kModels);

const ModelEntry& entry_of(Model model) {
  return kModels.at(static_cast<std::size_t>(model));
}

}  // namespace

std::span<const Model> all_models() {
  return kValues;
}

std::string_view name_of(Model model) {
  return entry_of(model).name;
}

core::Result<Model> parse_model(std::string_view text) {
  return core::parse_name("model", text, kModels);
}

Basis basis_of(Model model) {
  return entry_of(model).basis;
}

std::optional<Estimate> TimeModel::estimate(const nccl::Plan& plan, const core::Call& call,
                                            const Choice* choice) const {
  return entry_of(model).estimate(*this, plan, call, choice);
}

}  // namespace treering::sim::models
