#include "sim/model.h"

#include <array>
#include <cstddef>

#include "core/named_values.h"

namespace treering::sim {
namespace {

struct ModelEntry {
  Model value;
  std::string_view name;
  bool is_available;
};
constexpr std::array<ModelEntry, 3> kModels{{
    {Model::Nccl, "nccl", true},
    {Model::Cost, "cost", true},
    {Model::Event, "event", false},
}};
static_assert(core::is_in_enum_order(kModels));

constexpr auto kValues = core::values_of(kModels);

}  // namespace

std::span<const Model> all_models() {
  return kValues;
}

std::string_view name_of(Model model) {
  return kModels.at(static_cast<std::size_t>(model)).name;
}

core::Result<Model> parse_model(std::string_view text) {
  return core::parse_name("model", text, kModels);
}

bool is_available(Model model) {
  return kModels.at(static_cast<std::size_t>(model)).is_available;
}

}  // namespace treering::sim
