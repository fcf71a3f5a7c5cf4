#include "sim/hosts/patterns.h"

#include <algorithm>
#include <iterator>

#include "sim/hosts/pattern_groups.h"

namespace treering::sim::hosts {
namespace {

std::vector<Pattern> all_patterns() {
  std::vector<Pattern> all = reduction_patterns();
  for (std::vector<Pattern> group : {exchange_patterns(), rooted_patterns()}) {
    std::ranges::move(group, std::back_inserter(all));
  }
  return all;
}

}  // namespace

std::span<const Pattern> message_patterns() {
  static const std::vector<Pattern> kAll = all_patterns();
  return kAll;
}

}  // namespace treering::sim::hosts
