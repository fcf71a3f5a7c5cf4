// Gloo's older collectives: classes that bind to the memory of a call when they are made, and
// reduce in place there.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

#include "core/data_type.h"

namespace gloo {
class Context;
}

namespace treering::workers::gloo {

/// What they are made of.
struct Binding {
  std::shared_ptr<::gloo::Context> context;
  std::byte* memory = nullptr;  // input, then output
  int elements = 0;
  core::DataType type = core::DataType::Float;
  core::ReduceOp op = core::ReduceOp::Sum;
};

/// What runs it; empty where no class has the name. \pre a type of this host, an operation of Gloo
std::function<void()> bound_all_reduce(std::string_view algorithm, const Binding& binding);

/// Each rank gets equally many elements. \pre likewise
std::function<void()> bound_reduce_scatter(const Binding& binding);

}  // namespace treering::workers::gloo
