#include "sim/algorithms/registry.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/named_values.h"

namespace treering::sim::algorithms {

namespace {

constexpr std::array kEntries{
#define ALGORITHM(id, title) Entry{#id, title, id##_rules},
#include "sim/algorithms/algorithms.def"
#undef ALGORITHM
};

}  // namespace

std::span<const Entry> all() {
  return kEntries;
}

const Entry& entry_of(nccl::Algorithm algorithm) {
  return kEntries.at(static_cast<std::size_t>(algorithm));
}

const Entry* find(std::string_view name) {
  const auto* entry = std::find_if(kEntries.begin(), kEntries.end(), [name](const Entry& e) {
    return core::is_same_name(name, e.id) || core::is_same_name(name, e.name());
  });
  return entry == kEntries.end() ? nullptr : entry;
}

}  // namespace treering::sim::algorithms
