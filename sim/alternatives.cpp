#include "sim/alternatives.h"

#include <algorithm>
#include <map>
#include <memory>
#include <utility>

namespace treering::sim {
namespace {

bool lists(const std::vector<std::string>& names, const std::string& name) {
  return names.empty() || name.empty() ||
         std::find(names.begin(), names.end(), name) != names.end();
}

/// The first of equals; null when there is none.
const Alternative* cheapest(const std::vector<const Alternative*>& alternatives) {
  const auto found = std::ranges::min_element(
      alternatives, {}, [](const Alternative* one) { return one->nccl_cost; });
  return found == alternatives.end() ? nullptr : *found;
}

}  // namespace

AlternativesOf remembered(AlternativesOf alternatives) {
  using Known = std::map<std::pair<core::Collective, std::uint64_t>, std::vector<Alternative>>;
  return [ask = std::move(alternatives), known = std::make_shared<Known>()](
             core::Collective collective, std::uint64_t bytes) {
    const std::pair key{collective, bytes};
    const auto found = known->find(key);
    if (found != known->end()) return found->second;
    return known->emplace(key, ask(collective, bytes)).first->second;
  };
}

AlternativesOf spanning(AlternativesOf as_taken, AlternativesOf otherwise) {
  return [first = std::move(as_taken), second = std::move(otherwise)](core::Collective collective,
                                                                      std::uint64_t bytes) {
    std::vector<Alternative> all = first(collective, bytes);
    const std::vector<Alternative> others = second(collective, bytes);
    for (Alternative& one : all) {
      const auto same = std::ranges::find(others, one.way, &Alternative::way);
      if (!one.estimate || same == others.end() || !same->estimate) continue;
      one.estimate = estimates::spanning(*std::move(one.estimate), *same->estimate);
    }
    return all;
  };
}

bool Filter::allows(const Alternative& alternative) const {
  return lists(algorithms, alternative.way.algorithm) && lists(protocols, alternative.way.protocol);
}

const Alternative* nccl_choice(const std::vector<Alternative>& alternatives, const Filter& filter) {
  std::vector<const Alternative*> allowed;
  for (const Alternative& one : alternatives) {
    if (filter.allows(one)) allowed.push_back(&one);
  }
  return cheapest(allowed);
}

const Alternative* nccl_runner_up(const std::vector<Alternative>& alternatives,
                                  const Filter& filter) {
  const Alternative* const choice = nccl_choice(alternatives, filter);
  std::vector<const Alternative*> others;
  for (const Alternative& one : alternatives) {
    if (&one != choice && filter.allows(one)) others.push_back(&one);
  }
  return cheapest(others);
}

bool is_every_search_failed(const std::vector<Alternative>& alternatives) {
  return !alternatives.empty() &&
         std::ranges::all_of(alternatives, &Alternative::has_failed_search);
}

std::vector<const Alternative*> recommendable(const std::vector<Alternative>& alternatives,
                                              const Filter& filter) {
  std::vector<const Alternative*> found;
  for (const Alternative& one : alternatives) {
    if (filter.allows(one) && !one.has_failed_search) found.push_back(&one);
  }
  if (!is_every_search_failed(alternatives)) return found;
  const Alternative* const left = nccl_choice(alternatives, filter);
  return left == nullptr ? found : std::vector<const Alternative*>{left};
}

const Alternative* recommendable_choice(const std::vector<Alternative>& alternatives,
                                        const Filter& filter) {
  return cheapest(recommendable(alternatives, filter));
}

const Alternative* fastest(const std::vector<Alternative>& alternatives, const Filter& filter) {
  const Alternative* const usual = nccl_choice(alternatives);
  const Alternative* best = nullptr;
  for (const Alternative* const one : recommendable(alternatives, filter)) {
    if (!one->estimate) continue;
    if (best == nullptr || one->estimate->time < best->estimate->time ||
        (one == usual && one->estimate->time == best->estimate->time)) {
      best = one;
    }
  }
  return best;
}

}  // namespace treering::sim
