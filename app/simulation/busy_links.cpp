#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <tuple>
#include <utility>

#include "app/simulation/run.h"
#include "core/units.h"

namespace treering::app::simulation {
namespace {

/// Equal to ten digits.
std::int64_t rounded(double share) {
  return std::llround(share * 1e10);
}

/// Names of like links differ in numbers alone.
std::string without_digits(std::string name) {
  std::erase_if(name, [](char c) { return c >= '0' && c <= '9'; });
  return name;
}

}  // namespace

std::vector<BusyLink> busy_links(const std::vector<double>& capacities, const LinkWords& words,
                                 const sim::engine::Outcome& outcome) {
  std::vector<BusyLink> all;
  std::map<std::tuple<std::string, std::string, std::int64_t>, std::size_t> known;
  for (std::size_t i = 0; i < outcome.carried.size(); ++i) {
    const double capacity = capacities[i];
    if (outcome.carried[i] <= 0 || std::isinf(capacity) || outcome.time_us <= 0) continue;
    const double share = outcome.carried[i] / (capacity * outcome.time_us);
    const auto link = static_cast<sim::engine::LinkId>(i);
    std::string name = words.name(link);
    std::string users = words.users(link);
    const auto [found, is_new] =
        known.try_emplace({without_digits(name), users, rounded(share)}, all.size());
    if (!is_new) {
      ++all[found->second].links;
      continue;
    }
    all.push_back({std::move(name), std::move(users), 1, outcome.payload[i], outcome.carried[i],
                   capacity / core::kBytesPerUsPerGbPerS, share});
  }
  std::ranges::stable_sort(all, std::ranges::greater{},
                           [](const BusyLink& one) { return rounded(one.busy_share); });
  return all;
}

std::vector<BusyLink> busy_links(const sim::machine::CallRun& run,
                                 const sim::engine::Outcome& outcome) {
  return busy_links(run.wiring.capacities,
                    {[&](sim::engine::LinkId link) { return run.input.links.name(link); },
                     [](sim::engine::LinkId) { return std::string(); }},
                    outcome);
}

}  // namespace treering::app::simulation
