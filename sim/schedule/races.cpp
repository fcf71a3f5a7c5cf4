#include "sim/schedule/races.h"

#include <map>

namespace treering::sim::schedule {
namespace {

// Counts of 4 bytes in the clocks of all streams. Messages on their way have clocks, too.
constexpr std::size_t kMostCounts = std::size_t{1} << 24U;

/// Streams of an agent that use its memory.
struct Users {
  std::vector<StreamId> streams;
  bool write = false;

  bool can_race() const { return write && streams.size() > 1; }
  void add(const Users& others) {
    streams.insert(streams.end(), others.streams.begin(), others.streams.end());
    write = write || others.write;
  }
};

Users users_in(StreamId id, const Schedule& schedule, StepIndex steps) {
  Users users;
  for (StepIndex i = 0; i < steps && !users.write; ++i) {
    const Step step = schedule.step(id, i);
    users.write = step.keeps;
    if (users.streams.empty() && (step.takes_own || step.keeps)) users.streams.push_back(id);
  }
  return users;
}

std::vector<std::vector<StreamId>> by_agent(const std::vector<Stream>& streams, int agents) {
  std::vector<std::vector<StreamId>> all(index_of(agents));
  for (std::size_t i = 0; i < streams.size(); ++i) {
    all[index_of(streams[i].agent)].push_back(static_cast<StreamId>(i));
  }
  return all;
}

/// By the least stream that they are joined to.
std::vector<std::size_t> sizes_of(const std::vector<StreamId>& joined) {
  std::vector<std::size_t> sizes(joined.size());
  for (const StreamId part : joined) ++sizes[index_of(part)];
  return sizes;
}

}  // namespace

Races::Races(const Schedule& schedule, const std::vector<Stream>& streams, int first)
    : Races(schedule, streams, first, joined_to(streams)) {}

Races::Races(const Schedule& schedule, const std::vector<Stream>& streams, int first,
             const std::vector<StreamId>& joined)
    : schedule_(schedule),
      streams_(streams),
      uses_(index_of(schedule.agents())),
      clocks_(streams, joined, counted_from(first, joined)) {}

/// Streams that are not joined need no clock: nothing orders them.
std::vector<bool> Races::counted_from(int first, const std::vector<StreamId>& joined) {
  const auto own = by_agent(streams_, schedule_.agents());
  const std::vector<std::size_t> sizes = sizes_of(joined);
  std::vector<bool> counted(streams_.size());
  std::size_t counts = 0;
  for (end_ = first; end_ < schedule_.agents() && counts < kMostCounts; ++end_) {
    if (own[index_of(end_)].size() < 2) continue;
    Users all;
    std::map<StreamId, Users> parts;
    for (const StreamId id : own[index_of(end_)]) {
      const Users users = users_in(id, schedule_, streams_[index_of(id)].steps);
      all.add(users);
      parts[joined[index_of(id)]].add(users);
    }
    if (all.can_race()) uses_[index_of(end_)].emplace();
    std::erase_if(parts, [](const auto& one) { return !one.second.can_race(); });
    for (const auto& [part, users] : parts) {
      counts += users.streams.size() * sizes[index_of(part)];
      for (const StreamId id : users.streams) counted[index_of(id)] = true;
    }
  }
  return counted;
}

std::optional<Race> Races::do_step(StreamId id, StepIndex index, const Step& step,
                                   const std::vector<Range>& data) {
  clocks_.begin_step(id, step.receive);
  std::optional<Uses>& uses = uses_[index_of(streams_[index_of(id)].agent)];
  if (uses && (step.takes_own || step.keeps)) {
    const Use own{id, index, step.keeps};
    const auto is_before = [&](const Use& use) {
      return clocks_.is_before(use.stream, use.step, id);
    };
    for (const Range& range : data) {
      if (const auto clash = uses->add(own, range, is_before)) {
        return Race{clash->before, own, clash->range};
      }
    }
  }
  clocks_.end_step(id, step.send);
  return {};
}

}  // namespace treering::sim::schedule
