#include "sim/schedule/schedule.h"

namespace treering::sim::schedule {

std::vector<int> agents_by_stream(const Schedule& schedule) {
  const Copies copies = schedule.copies();
  std::vector<int> agents;
  agents.reserve(static_cast<std::size_t>(schedule.streams()));
  for (StreamId id = 0; id < schedule.streams(); ++id) {
    const StreamId first = copies.first_like(id);
    agents.push_back(first < id ? agents[static_cast<std::size_t>(first)]
                                : schedule.stream(id).agent);
  }
  return agents;
}

int streams_without_copies(const Schedule& schedule) {
  const Copies copies = schedule.copies();
  if (copies.length == 0) return schedule.streams();
  int left = 0;
  for (int part = 0; part < copies.parts(); ++part) {
    if (copies.like[static_cast<std::size_t>(part)] == part) left += copies.length;
  }
  return left;
}

}  // namespace treering::sim::schedule
