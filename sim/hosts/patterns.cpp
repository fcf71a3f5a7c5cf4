#include "sim/hosts/patterns.h"

#include <algorithm>
#include <iterator>

#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> all = reduction_patterns();
  for (std::vector<Pattern> group : {exchange_patterns(), rooted_patterns(), barrier_patterns()}) {
    std::ranges::move(group, std::back_inserter(all));
  }
  return all;
}

bool has_name(const Pattern& pattern, std::string_view name) {
  return std::ranges::find(pattern.names, name) != pattern.names.end() ||
         std::ranges::find(pattern.of_gloo, name) != pattern.of_gloo.end();
}

}  // namespace

std::span<const Pattern> message_patterns() {
  static const std::vector<Pattern> kAll = all_patterns();
  return kAll;
}

const Pattern* find_pattern(core::Collective collective, std::string_view name,
                            const PatternSize& size) {
  const auto patterns = message_patterns();
  const auto found = std::ranges::find_if(patterns, [&](const Pattern& one) {
    return one.collective == collective && has_name(one, name) &&
           (one.is_for == nullptr || one.is_for(size));
  });
  return found != patterns.end() ? &*found : nullptr;
}

}  // namespace treering::sim::hosts
