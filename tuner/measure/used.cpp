#include "tuner/measure/used.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/measure/witness.h"

namespace treering::tuner::measure {

bool Used::may_be(std::string_view algorithm) const {
  return std::ranges::find(ways, algorithm, &sim::Way::algorithm) != ways.end();
}

std::vector<std::string> Used::algorithms() const {
  std::vector<std::string> names;
  for (const sim::Way& way : ways) names.push_back(way.algorithm);
  return names;
}

std::string text_of(const Used& used) {
  if (!used.is_known()) return "";
  const sim::Way& way = used.ways.front();
  std::string text = fmt::format("{}", fmt::join(used.algorithms(), " or "));
  if (!way.protocol.empty()) text += "/" + way.protocol;
  if (way.channels > 0) text += fmt::format("/{} ch", way.channels);
  return text;
}

bool is_another_algorithm(const Used& used, const Configuration& asked) {
  return !asked.way.algorithm.empty() && used.is_known() && !used.may_be(asked.way.algorithm) &&
         is_recognised(used.witness, asked.call.collective, asked.way.algorithm);
}

bool ran_otherwise(const Used& one, const Used& other) {
  return one.is_known() && other.is_known() &&
         std::ranges::none_of(one.ways, [&](const sim::Way& way) {
           return std::ranges::find(other.ways, way) != other.ways.end();
         });
}

}  // namespace treering::tuner::measure
