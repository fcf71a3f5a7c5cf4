#include "sim/schedule/proof/races.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <utility>

namespace treering::sim::schedule {

std::optional<Clash> Uses::add(const Use& use, const Range& range, const IsBefore& is_before) {
  if (range.bytes == 0) return {};
  split_at(range.begin);
  split_at(range.end());
  fill(range);
  for (auto at = parts_.lower_bound(range.begin); at != parts_.end() && at->first < range.end();
       ++at) {
    const Range part{at->first, at->second.end - at->first};
    if (const auto before = add_to(at->second, use, is_before)) return Clash{*before, part};
  }
  return {};
}

std::optional<Use> Uses::add_to(Part& part, const Use& use, const IsBefore& is_before) {
  if (part.written && !is_before(*part.written)) return part.written;
  if (use.writes) {
    const auto reader = std::ranges::find_if_not(part.read, is_before);
    if (reader != part.read.end()) return *reader;
    part.written = use;
    part.read.clear();
    return {};
  }
  const auto own = std::ranges::find(part.read, use.stream, &Use::stream);
  if (own != part.read.end()) {
    *own = use;
  } else {
    part.read.push_back(use);
  }
  return {};
}

void Uses::split_at(std::uint64_t place) {
  const auto after = parts_.upper_bound(place);
  if (after == parts_.begin()) return;
  const auto part = std::prev(after);
  if (part->first == place || part->second.end <= place) return;
  parts_.emplace_hint(after, place, part->second);
  part->second.end = place;
}

/// With parts that nobody has used.
void Uses::fill(const Range& range) {
  std::uint64_t at = range.begin;
  auto next = parts_.lower_bound(at);
  while (at < range.end()) {
    if (next != parts_.end() && next->first == at) {
      at = next->second.end;
      ++next;
      continue;
    }
    const std::uint64_t end =
        next == parts_.end() ? range.end() : std::min(range.end(), next->first);
    parts_.emplace_hint(next, at, Part{end, {}, {}});
    at = end;
  }
}

namespace {

/// The least of a part, with shorter ways afterwards.
StreamId least_of(std::vector<StreamId>& ways, StreamId id) {
  while (ways[index_of(id)] != id) {
    StreamId& way = ways[index_of(id)];
    way = ways[index_of(way)];
    id = way;
  }
  return id;
}

}  // namespace

std::vector<StreamId> joined_to(const std::vector<Stream>& streams) {
  std::vector<StreamId> ways(streams.size());
  std::iota(ways.begin(), ways.end(), 0);
  for (std::size_t i = 0; i < streams.size(); ++i) {
    for (const Peer& peer : streams[i].sends) {
      if (peer == kNoPeer) continue;
      const StreamId one = least_of(ways, static_cast<StreamId>(i));
      const StreamId other = least_of(ways, peer.stream);
      ways[index_of(std::max(one, other))] = std::min(one, other);
    }
  }
  for (std::size_t i = 0; i < ways.size(); ++i) ways[i] = least_of(ways, static_cast<StreamId>(i));
  return ways;
}

VectorClocks::VectorClocks(const std::vector<Stream>& streams, std::vector<StreamId> joined,
                           const std::vector<bool>& counted)
    : streams_(streams),
      joined_(std::move(joined)),
      columns_(streams.size(), -1),
      states_(streams.size()) {
  std::vector<int> widths(streams.size());  // by the least stream of a part
  for (std::size_t i = 0; i < streams.size(); ++i) {
    if (counted[i]) columns_[i] = widths[index_of(joined_[i])]++;
  }
  for (std::size_t i = 0; i < streams.size(); ++i) {
    const int width = widths[index_of(joined_[i])];
    if (width == 0) continue;
    states_[i].clock.resize(index_of(width));
    states_[i].queues.resize(streams[i].receives.size());
  }
}

void VectorClocks::begin_step(StreamId id, const Ports& receive) {
  State& own = state(id);
  if (own.clock.empty()) return;
  for (int port = receive.first; port < receive.end(); ++port) {
    auto& queue = own.queues[index_of(port)];
    const Clock& sent = *queue.front();
    for (std::size_t i = 0; i < sent.size(); ++i) own.clock[i] = std::max(own.clock[i], sent[i]);
    queue.pop_front();
  }
}

void VectorClocks::end_step(StreamId id, const Ports& send) {
  State& own = state(id);
  if (own.clock.empty()) return;
  if (const int column = columns_[index_of(id)]; column >= 0) ++own.clock[index_of(column)];
  if (send.count == 0) return;
  const auto clock = std::make_shared<const Clock>(own.clock);
  for (int port = send.first; port < send.end(); ++port) {
    const Peer& peer = streams_[index_of(id)].sends[index_of(port)];
    state(peer.stream).queues[index_of(peer.port)].push_back(clock);
  }
}

bool VectorClocks::is_before(StreamId first, StepIndex step, StreamId second) const {
  if (first == second) return true;
  if (joined_[index_of(first)] != joined_[index_of(second)]) return false;
  const Clock& known = states_[index_of(second)].clock;
  return known[index_of(columns_[index_of(first)])] > step;
}

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
