#include "tuner/measure/configuration.h"

#include <fmt/format.h>

namespace treering::tuner::measure {

std::string way_text(const Configuration& configuration) {
  const auto& pair = configuration.pair;
  return pair ? fmt::format("{} to {}", pair->from, pair->to) : configuration.algorithm;
}

}  // namespace treering::tuner::measure
