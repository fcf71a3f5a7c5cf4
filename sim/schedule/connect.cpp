#include <algorithm>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/schedule/written_schedule.h"

namespace treering::sim::schedule {

namespace {

using Streams = std::vector<StreamId>;

/// A group as a set, and the first step that has it.
using Groups = std::map<Streams, std::size_t>;

Groups of_several(const std::vector<Streams>& groups) {
  Groups found;
  for (std::size_t step = 0; step < groups.size(); ++step) {
    if (groups[step].size() < 2) continue;
    Streams group = groups[step];
    std::ranges::sort(group);
    found.try_emplace(std::move(group), step);
  }
  return found;
}

/// The peers of the groups that `is_meant`, in the order in which they are named.
template <class Predicate>
Streams peers_of(const std::vector<Streams>& groups, std::set<StreamId>& seen, Predicate is_meant) {
  Streams peers;
  for (const Streams& group : groups) {
    if (!is_meant(group)) continue;
    std::ranges::copy_if(group, std::back_inserter(peers),
                         [&seen](StreamId id) { return seen.insert(id).second; });
  }
  return peers;
}

/// The step of a group whose ports are not in sequence.
std::optional<std::size_t> parted(const Streams& ports, const Groups& groups) {
  std::map<StreamId, std::size_t> places;
  for (std::size_t i = 0; i < ports.size(); ++i) places[ports[i]] = i;
  for (const auto& [group, step] : groups) {
    std::size_t first = ports.size();
    std::size_t last = 0;
    for (const StreamId id : group) {
      first = std::min(first, places.at(id));
      last = std::max(last, places.at(id));
    }
    if (last - first + 1 != group.size()) return step;
  }
  return {};
}

/// Small groups first, each beside what it shares with those before it.
Streams grown(const Groups& groups) {
  std::vector<const Streams*> by_size;
  for (const auto& entry : groups) by_size.push_back(&entry.first);
  std::ranges::stable_sort(by_size, {}, [](const Streams* group) { return group->size(); });
  std::deque<StreamId> order;
  std::set<StreamId> seen;
  for (const Streams* group : by_size) {
    const auto has = [group](StreamId id) { return std::ranges::binary_search(*group, id); };
    const bool is_in_front = !order.empty() && has(order.front()) && !has(order.back());
    for (const StreamId id : *group) {
      if (!seen.insert(id).second) continue;
      is_in_front ? order.push_front(id) : order.push_back(id);
    }
  }
  return {order.begin(), order.end()};
}

}  // namespace

tl::expected<Streams, std::size_t> port_order(const std::vector<Streams>& groups) {
  const Groups several = of_several(groups);
  std::set<StreamId> seen;
  Streams ports = peers_of(groups, seen, [](const Streams& one) { return one.size() > 1; });
  if (parted(ports, several)) ports = grown(several);
  if (const auto apart = parted(ports, several)) return tl::unexpected(*apart);
  const Streams alone = peers_of(groups, seen, [](const Streams&) { return true; });
  ports.insert(ports.end(), alone.begin(), alone.end());
  return ports;
}

namespace {

std::size_t place_by(int number) {
  return static_cast<std::size_t>(number);
}

/// The peers that a stream sends to, or receives from.
struct Side {
  std::vector<StreamId> peers;  // by port
  std::map<StreamId, int> ports;

  void add(StreamId peer) {
    if (ports.try_emplace(peer, static_cast<int>(peers.size())).second) peers.push_back(peer);
  }
};

struct Direction {
  std::vector<Address> WrittenStep::*peers;
  std::string_view name;
};

constexpr Direction kSend{&WrittenStep::send, "send"};
constexpr Direction kReceive{&WrittenStep::receive, "receive"};

class Connector {
 public:
  explicit Connector(const WrittenSchedule& written) : written_(written) {}

  core::Result<StepsInMemory> connect() {
    if (!find_streams() || !read_side(kSend, sends_) || !read_side(kReceive, receives_)) {
      return core::fail(error_);
    }
    add_other_ends(sends_, receives_);
    add_other_ends(receives_, sends_);
    StepsInMemory schedule;
    schedule.promise = written_.contract;
    schedule.agent_count = written_.agents;
    schedule.slot_count = written_.slots;
    for (StreamId id = 0; place_by(id) < written_.streams.size(); ++id) {
      schedule.list.push_back(listed(id));
    }
    return schedule;
  }

 private:
  bool refuse(std::string pointer, std::string found, std::string expected, std::string hint = {}) {
    error_ = {core::Category::BadInput, std::move(pointer), std::move(found), std::move(expected),
              std::move(hint)};
    return false;
  }

  bool find_streams() {
    for (const WrittenStream& stream : written_.streams) {
      const auto id = static_cast<StreamId>(ids_.size());
      if (ids_.try_emplace({stream.channel, stream.address}, id).second) continue;
      return refuse(fmt::format("/streams/{}", ids_.size()),
                    "a second list of steps of " + name_of(stream.channel, stream.address),
                    "expected one", "\"stream\": 1 makes it another one, beside the first");
    }
    return true;
  }

  bool read_side(const Direction& direction, std::vector<Side>& sides) {
    sides.resize(written_.streams.size());
    for (std::size_t i = 0; i < sides.size(); ++i) {
      std::vector<std::vector<StreamId>> groups;
      for (const WrittenStep& step : written_.streams[i].steps) {
        const auto group = find_peers(written_.streams[i].channel, step.*direction.peers);
        if (!group) {
          return refuse(place_of(i, groups.size(), direction), group.error() + " not found",
                        "expected its steps under /streams");
        }
        groups.push_back(*group);
      }
      const auto order = port_order(groups);
      if (!order) return refuse_groups(place_of(i, order.error(), direction));
      for (const StreamId peer : *order) sides[i].add(peer);
    }
    return true;
  }

  /// The error is the name of one that is not there.
  tl::expected<std::vector<StreamId>, std::string> find_peers(
      int channel, const std::vector<Address>& peers) const {
    std::vector<StreamId> found;
    for (const Address& peer : peers) {
      const auto at = ids_.find({channel, peer});
      if (at == ids_.end()) return tl::unexpected(name_of(channel, peer));
      found.push_back(at->second);
    }
    return found;
  }

  static std::string place_of(std::size_t stream, std::size_t step, const Direction& direction) {
    return fmt::format("/streams/{}/steps/{}/{}", stream, step, direction.name);
  }

  static std::string name_of(int channel, const Address& address) {
    const std::string name = fmt::format("rank {}, channel {}", address.agent, channel);
    return address.number == 0 ? name : name + fmt::format(", stream {}", address.number);
  }

  bool refuse_groups(std::string place) {
    return refuse(std::move(place), "ranks that other steps group otherwise",
                  "expected groups that fit into one order of the ranks",
                  "make it a step for each rank");
  }

  /// Where only one of two names the other, the connection still has two ends.
  static void add_other_ends(const std::vector<Side>& from, std::vector<Side>& to) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      for (const StreamId peer : from[i].peers) to[place_by(peer)].add(static_cast<StreamId>(i));
    }
  }

  static std::vector<Peer> ends_of(StreamId id, const Side& side, const std::vector<Side>& others) {
    std::vector<Peer> ends;
    for (const StreamId peer : side.peers) {
      ends.push_back({peer, others[place_by(peer)].ports.at(id)});
    }
    return ends;
  }

  Ports ports_of(int channel, const std::vector<Address>& peers, const Side& side) const {
    Ports ports{0, static_cast<int>(peers.size())};
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const int port = side.ports.at(ids_.at({channel, peers[i]}));
      ports.first = i == 0 ? port : std::min(ports.first, port);
    }
    return ports;
  }

  ListedStream listed(StreamId id) const {
    const WrittenStream& written = written_.streams[place_by(id)];
    const Side& sends = sends_[place_by(id)];
    const Side& receives = receives_[place_by(id)];
    ListedStream stream;
    stream.stream = {written.address.agent, written.channel, written.steps.size(),
                     ends_of(id, receives, sends_), ends_of(id, sends, receives_)};
    for (const WrittenStep& step : written.steps) {
      Step own{0, ports_of(written.channel, step.receive, receives),
               ports_of(written.channel, step.send, sends), step.takes_own, step.keeps};
      if (written_.contract.goal != Goal::Barrier) {
        for (const Range& range : step.data) own.bytes += range.bytes;
      }
      stream.list.push_back({own, step.data});
    }
    return stream;
  }

  const WrittenSchedule& written_;
  std::map<std::pair<int, Address>, StreamId> ids_;  // by channel
  std::vector<Side> sends_;
  std::vector<Side> receives_;
  core::Error error_;
};

}  // namespace

core::Result<StepsInMemory> connect(const WrittenSchedule& written) {
  return Connector(written).connect();
}

}  // namespace treering::sim::schedule
