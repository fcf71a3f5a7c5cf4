// The algorithms, in one table.
#pragma once

#include <span>
#include <string_view>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::algorithms {

struct Entry {
  std::string_view id;     // "nvls_tree", as on the command line
  std::string_view title;  // one line for lists
  const nccl::rules::AlgorithmRules& (*rules)() = nullptr;

  std::string_view name() const { return nccl::name_of(rules().algorithm); }  // "NVLSTree"
};

/// All of them, in the order of algorithms.def.
std::span<const Entry> all();

const Entry& entry_of(nccl::Algorithm algorithm);

/// By id or NCCL's name in any case; null when there is none.
const Entry* find(std::string_view name);

// Each defined in the file of its name.
#define ALGORITHM(id, title) const nccl::rules::AlgorithmRules& id##_rules();
#include "sim/algorithms/algorithms.def"
#undef ALGORITHM

}  // namespace treering::sim::algorithms
