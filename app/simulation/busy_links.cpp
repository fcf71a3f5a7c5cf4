#include "app/simulation/busy_links.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <utility>

#include "core/units.h"

namespace treering::app::simulation {
namespace {

/// Equal to ten digits.
std::int64_t rounded(double share) {
  return std::llround(share * 1e10);
}

}  // namespace

std::vector<BusyLink> busy_links(const sim::machine::CallRun& run,
                                 const sim::engine::Outcome& outcome, double us) {
  std::vector<BusyLink> all;
  std::map<std::pair<int, std::int64_t>, std::size_t> known;  // link of a node, share
  const int per_node = static_cast<int>(run.input.node.links().size());
  const int in_nodes = run.input.plan.job.nodes * per_node;
  for (std::size_t i = 0; i < outcome.carried.size(); ++i) {
    const double capacity = run.wiring.capacities[i];
    if (outcome.carried[i] <= 0 || std::isinf(capacity) || us <= 0) continue;
    const double share = outcome.carried[i] / (capacity * us);
    const int id = static_cast<int>(i);
    const int kind = id < in_nodes ? id % per_node : -1 - (id - in_nodes) % 2;
    const auto [found, is_new] = known.try_emplace({kind, rounded(share)}, all.size());
    if (!is_new) {
      ++all[found->second].links;
      continue;
    }
    all.push_back({sim::machine::link_name(run.input, id), 1, outcome.carried[i],
                   capacity / core::kBytesPerUsPerGbPerS, share});
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const BusyLink& one) { return rounded(one.busy_share); });
  return all;
}

}  // namespace treering::app::simulation
