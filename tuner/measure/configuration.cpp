#include "tuner/measure/configuration.h"

#include <fmt/format.h>

namespace treering::tuner::measure {

bool takes_part(const Configuration& configuration, int rank) {
  const auto& pair = configuration.pair;
  return !pair || pair->from == rank || pair->to == rank;
}

std::string way_text(const Configuration& configuration) {
  const auto& pair = configuration.pair;
  return pair ? fmt::format("{} to {}", pair->from, pair->to) : configuration.algorithm;
}

}  // namespace treering::tuner::measure
