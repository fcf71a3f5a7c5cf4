#include "sim/alternatives.h"

#include <algorithm>

namespace treering::sim {
namespace {

bool lists(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || name.empty() ||
         std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

bool Filter::allows(const Alternative& alternative) const {
  return lists(algorithms, alternative.algorithm) && lists(protocols, alternative.protocol);
}

const Alternative* nccl_choice(const std::vector<Alternative>& alternatives, const Filter& filter) {
  const Alternative* cheapest = nullptr;
  for (const Alternative& alternative : alternatives) {
    if (!filter.allows(alternative)) continue;
    if (cheapest == nullptr || alternative.nccl_cost < cheapest->nccl_cost) cheapest = &alternative;
  }
  return cheapest;
}

const Alternative* fastest(const std::vector<Alternative>& alternatives, const Filter& filter) {
  const Alternative* const usual = nccl_choice(alternatives);
  const Alternative* best = nullptr;
  for (const Alternative& alternative : alternatives) {
    if (!alternative.time || !filter.allows(alternative)) continue;
    const bool is_usual = &alternative == usual;
    if (best == nullptr || *alternative.time < *best->time ||
        (is_usual && *alternative.time == *best->time)) {
      best = &alternative;
    }
  }
  return best;
}

}  // namespace treering::sim
