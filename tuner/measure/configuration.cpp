#include "tuner/measure/configuration.h"

#include <fmt/format.h>

namespace treering::tuner::measure {

bool takes_part(const Configuration& configuration, int rank) {
  const auto& pair = configuration.pair;
  return !pair || pair->from == rank || pair->to == rank;
}

bool is_own_choice(const Configuration& configuration) {
  return configuration == own_choice_of(configuration);
}

Configuration own_choice_of(Configuration configuration) {
  configuration.algorithm.clear();
  configuration.protocol.clear();
  configuration.channels = 0;
  return configuration;
}

std::string forced_text(const std::string& algorithm, const std::string& protocol, int channels) {
  std::string text = algorithm;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "/") + part; };
  if (!protocol.empty()) add(protocol);
  if (channels > 0) add(fmt::format("{} ch", channels));
  return text;
}

std::string way_text(const Configuration& configuration) {
  const auto& pair = configuration.pair;
  if (pair) return fmt::format("{} to {}", pair->from, pair->to);
  return forced_text(configuration.algorithm, configuration.protocol, configuration.channels);
}

}  // namespace treering::tuner::measure
