// Which collectives an algorithm serves.
#pragma once

#include <string_view>
#include <vector>

#include "sim/algorithms/registry.h"

namespace treering::sim::algorithms {

/// Their names, "barrier" among them. For NCCL's algorithms those for which NCCL may choose them,
/// on machines that allow it.
std::vector<std::string_view> served_by(const Entry& entry);

}  // namespace treering::sim::algorithms
