#include "tuner/measure/witness.h"

#include <algorithm>

#include "tuner/measure/message_patterns.h"

namespace treering::tuner::measure {

std::vector<std::string> algorithms_that_send(const std::vector<Sent>& sent,
                                              const Configuration& call, int ranks) {
  const std::size_t width = core::size_of(call.type).count();
  const std::size_t elements = std::max<std::size_t>(call.bytes / width, 1);
  const std::size_t block = std::max<std::size_t>(elements / static_cast<std::size_t>(ranks), 1);
  std::vector<std::string> names;
  for (const Pattern& pattern : message_patterns()) {
    const PatternSize size{ranks, elements, block};
    if (pattern.collective != call.collective) continue;
    if (pattern.is_for != nullptr && !pattern.is_for(size)) continue;
    Messages messages;
    pattern.send(size, messages);
    if (messages.sent(width) != sent) continue;
    names.insert(names.end(), pattern.names.begin(), pattern.names.end());
  }
  std::ranges::sort(names);
  const auto rest = std::ranges::unique(names);
  names.erase(rest.begin(), rest.end());
  return names;
}

}  // namespace treering::tuner::measure
