// The models that answer "how long does this call take", by name.
#pragma once

#include <span>
#include <string_view>

#include "core/result.h"

namespace treering::sim::models {

enum class Model {
#define MODEL(id, name, basis, estimate) id,
#include "sim/models/models.def"
#undef MODEL
};

/// The basis of a model's times.
enum class Basis {
  NcclPrices,  // those by which NCCL chooses
  Profile,     // a machine's parameters, with how well each is known
};

/// In the order of models.def.
std::span<const Model> all_models();

/// "nccl", "cost", "event".
std::string_view name_of(Model model);

/// Reads a name in any case. Fails with Category::Usage, naming the closest model.
core::Result<Model> parse_model(std::string_view text);

Basis basis_of(Model model);

}  // namespace treering::sim::models
