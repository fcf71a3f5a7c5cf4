// The models that answer "how long does this call take", by name.
#pragma once

#include <span>
#include <string_view>

#include "core/result.h"

namespace treering::sim::models {

enum class Model {
#define MODEL(id, name, estimate) id,
#include "sim/models/models.def"
#undef MODEL
};

/// In the order of models.def.
std::span<const Model> all_models();

/// "nccl", "cost", "event".
std::string_view name_of(Model model);

/// Reads a name in any case. Fails with Category::Usage, naming the closest model.
core::Result<Model> parse_model(std::string_view text);

/// Whether it gives times; the others answer that they do not know.
bool is_available(Model model);

}  // namespace treering::sim::models
