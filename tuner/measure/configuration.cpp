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
  std::string names = text_of(way);
  if (way.channels == 0) return names;
  return fmt::format("{}{}{} ch", names, names.empty() ? "" : "/", way.channels);
}

std::string way_text(const Configuration& configuration) {
  const auto& pair = configuration.pair;
  if (pair) return fmt::format("{} to {}", pair->from, pair->to);
  return forced_text(configuration.way);
}

}  // namespace treering::tuner::measure
