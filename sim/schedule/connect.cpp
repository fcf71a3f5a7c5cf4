#include "sim/schedule/connect.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "sim/schedule/port_order.h"

namespace treering::sim::schedule {
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
