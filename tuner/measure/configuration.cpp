#include "tuner/measure/configuration.h"

#include <fmt/format.h>

namespace treering::tuner::measure {

bool takes_part(const Configuration& configuration, int rank) {
  const auto& pair = configuration.pair;
  return !pair || pair->from == rank || pair->to == rank;
}

bool is_own_choice(const Configuration& configuration) {
  return configuration.way.is_default();
}

Configuration own_choice_of(Configuration configuration) {
  configuration.way = {};
  return configuration;
}

std::string forced_text(const sim::Way& way) {
  std::string text = way.algorithm;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "/") + part; };
  if (!way.protocol.empty()) add(way.protocol);
  if (way.channels > 0) add(fmt::format("{} ch", way.channels));
  return text;
}

std::string way_text(const Configuration& configuration) {
  const auto& pair = configuration.pair;
  if (pair) return fmt::format("{} to {}", pair->from, pair->to);
  return forced_text(configuration.way);
}

}  // namespace treering::tuner::measure
