#include "sim/groups/side_by_side.h"

#include <algorithm>
#include <map>
#include <utility>

#include "sim/schedule/schedule.h"

namespace treering::sim::groups {

using schedule::Peer;
using schedule::StepIndex;
using schedule::Stream;
using schedule::StreamId;

SideBySide::SideBySide(std::vector<Part> parts, int ranks)
    : parts_(std::move(parts)), agents_{ranks} {
  contract_.goal = schedule::Goal::Barrier;
  contract_.ranks = ranks;
  std::map<const Schedule*, std::uint64_t> known;
  for (const Part& part : parts_) {
    kinds_.push_back(known.try_emplace(part.schedule.get(), known.size()).first->second);
    add(part);
  }
}

void SideBySide::add(const Part& part) {
  const Schedule& steps = *part.schedule;
  slots_ = first_.size() == 1 ? steps.slots() : std::min(slots_, steps.slots());
  uses_all_ports_ = uses_all_ports_ && steps.uses_all_ports();
  first_.push_back(first_.back() + steps.streams());
  agents_.push_back(agents_.back() + steps.agents() - steps.contract().ranks);
}

std::size_t SideBySide::part_of(StreamId id) const {
  return static_cast<std::size_t>(std::ranges::upper_bound(first_, id) - first_.begin()) - 1;
}

int SideBySide::agent_of(std::size_t part, int agent) const {
  const int ranks = steps(part).contract().ranks;
  if (agent >= ranks) return agents_[part] + agent - ranks;
  return parts_[part].first_rank + agent * parts_[part].stride;
}

int SideBySide::slots_of(StreamId sender) const {
  const std::size_t part = part_of(sender);
  return steps(part).slots_of(sender - first_[part]);
}

Stream SideBySide::stream(StreamId id) const {
  const std::size_t part = part_of(id);
  Stream stream = steps(part).stream(id - first_[part]);
  stream.agent = agent_of(part, stream.agent);
  stream.channel += parts_[part].first_channel;
  for (auto* peers : {&stream.receives, &stream.sends}) {
    for (Peer& peer : *peers) {
      if (peer != schedule::kNoPeer) peer.stream += first_[part];
    }
  }
  return stream;
}

schedule::Step SideBySide::step(StreamId id, StepIndex index) const {
  const std::size_t part = part_of(id);
  return steps(part).step(id - first_[part], index);
}

std::vector<schedule::Range> SideBySide::data(StreamId id, StepIndex index) const {
  const std::size_t part = part_of(id);
  return steps(part).data(id - first_[part], index);
}

std::uint64_t SideBySide::kind(StreamId id) const {
  const std::size_t part = part_of(id);
  return schedule::mixed(steps(part).kind(id - first_[part]), kinds_[part]);
}

StepIndex SideBySide::repeats(StreamId id, StepIndex from, StepIndex period) const {
  const std::size_t part = part_of(id);
  return steps(part).repeats(id - first_[part], from, period);
}

}  // namespace treering::sim::groups
