#include "tuner/measure/used.h"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tuner/measure/witness.h"

namespace treering::tuner::measure {
namespace {

bool has(const Used& used, const std::string& algorithm) {
  return std::ranges::find(used.algorithms, algorithm) != used.algorithms.end();
}

}  // namespace

std::string text_of(const Used& used) {
  if (used.algorithms.empty()) return "";
  std::string text = fmt::format("{}", fmt::join(used.algorithms, " or "));
  if (!used.protocol.empty()) text += "/" + used.protocol;
  if (used.channels > 0) text += fmt::format("/{} ch", used.channels);
  return text;
}

bool is_another_algorithm(const Used& used, const Configuration& asked) {
  return !asked.algorithm.empty() && !used.algorithms.empty() && !has(used, asked.algorithm) &&
         is_recognised(used.witness, asked.collective, asked.algorithm);
}

bool ran_otherwise(const Used& one, const Used& other) {
  if (one.algorithms.empty() || other.algorithms.empty()) return false;
  return one.protocol != other.protocol || one.channels != other.channels ||
         std::ranges::none_of(one.algorithms,
                              [&](const std::string& name) { return has(other, name); });
}

}  // namespace treering::tuner::measure
