#include "sim/algorithms/registry.h"

#include <algorithm>
#include <array>
#include <cstddef>

#include "core/assert.h"
#include "core/named_values.h"

namespace treering::sim::algorithms {
namespace {

using schedule::Goal;

/// What is served does not depend on the number of ranks.
bool serves(const ScheduleFace& face, Goal goal) {
  constexpr int kRanks = 4;
  constexpr int kRanksPerNode = 2;
  const schedule::Contract contract{goal, kRanks, 1, 0};
  return face.serves != nullptr && face.serves({contract, {{0, 1, 1}}, kRanksPerNode});
}

}  // namespace

std::span<const Entry> all() {
  static const std::array kEntries{
#define ALGORITHM(id, title) Entry{id##_faces(), #id, title},
#include "sim/algorithms/algorithms.def"
#undef ALGORITHM
  };
  return kEntries;
}

std::vector<const Entry*> known_to_nccl(std::span<const Entry> entries) {
  std::vector<const Entry*> known;
  for (const Entry& entry : entries) {
    if (entry.rules != nullptr) known.push_back(&entry);
  }
  return known;
}

const Entry& entry_of(nccl::Algorithm algorithm) {
  return all()[static_cast<std::size_t>(algorithm)];
}

const nccl::rules::AlgorithmRules& rules_of(nccl::Algorithm algorithm) {
  const Entry& entry = entry_of(algorithm);
  TREERING_ASSERT(entry.rules != nullptr, "an algorithm of NCCL has its rules");
  return *entry.rules;
}

const Entry* find(std::string_view name, std::span<const Entry> entries) {
  const auto found = std::ranges::find_if(entries, [name](const Entry& entry) {
    return core::is_same_name(name, entry.id) || core::is_same_name(name, entry.name);
  });
  return found == entries.end() ? nullptr : &*found;
}

const Entry* find_in_nccl(std::string_view name) {
  const Entry* entry = find(name);
  return entry == nullptr || entry->rules == nullptr ? nullptr : entry;
}

std::vector<std::string_view> served_by(const Entry& entry) {
  std::vector<std::string_view> names;
  if (entry.rules != nullptr) {
    for (const core::Collective collective : core::all_collectives()) {
      if (entry.rules->offers(collective)) names.push_back(core::name_of(collective));
    }
    return names;
  }
  for (int goal = 0; goal <= static_cast<int>(Goal::Barrier); ++goal) {
    const auto one = static_cast<Goal>(goal);
    if (serves(entry.schedule, one)) names.push_back(name_of(one));
  }
  return names;
}

}  // namespace treering::sim::algorithms
