#include "sim/hosts/host_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <span>
#include <utility>
#include <vector>

#include "sim/engine/simulate.h"
#include "sim/hosts/patterns.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::hosts {
namespace {

using schedule::ListedStream;
using schedule::Peer;
using schedule::Ports;

// The messages of a pattern as a schedule that the engine runs.

/// What a rank does in a round.
struct Round {
  std::vector<Message> sends;
  std::vector<Message> receives;
};
using Rounds = std::map<int, Round>;  // in ascending order

/// Every message has ports of its own, so that those of any step are in sequence.
class Builder {
 public:
  Builder(const Messages& messages, int ranks, std::size_t width, std::size_t eager)
      : rounds_(static_cast<std::size_t>(ranks)), width_(width), eager_(eager) {
    for (const Message& one : messages.all()) {
      rounds_[index(one.from)][one.round].sends.push_back(one);
      rounds_[index(one.to)][one.round].receives.push_back(one);
    }
    all_.agent_count = ranks;
    all_.slot_count = 1;
    all_.promise = {schedule::Goal::SendRecv, ranks, 1};
    for (int rank = 0; rank < ranks; ++rank) {
      ListedStream& one = all_.list.emplace_back();
      one.stream.agent = rank;
    }
  }

  schedule::StepsInMemory build() {
    for (std::size_t rank = 0; rank < rounds_.size(); ++rank) {
      for (const auto& [number, round] : rounds_[rank]) add_round(rank, round);
      all_.list[rank].stream.steps = all_.list[rank].list.size();
    }
    for (auto& [pair, ends] : ends_) join(pair.first, pair.second, ends);
    return std::move(all_);
  }

 private:
  /// The ports of the messages from one rank to another, in sequence.
  struct Ends {
    std::vector<int> sends;
    std::vector<int> receives;
  };

  static std::size_t index(int rank) { return static_cast<std::size_t>(rank); }

  void add_round(std::size_t rank, const Round& round) {
    add_permissions(rank, round);
    const auto& sends = round.sends;
    const bool are_equal = std::ranges::all_of(
        sends, [&](const Message& one) { return one.elements == sends.front().elements; });
    const std::size_t at_once = are_equal ? sends.size() : 1;
    for (std::size_t i = 0; i < sends.size(); i += at_once) {
      add_sends(rank, {sends.begin() + static_cast<std::ptrdiff_t>(i),
                       sends.begin() + static_cast<std::ptrdiff_t>(i + at_once)});
    }
    for (const Message& one : round.receives) add_receive(rank, one);
  }

  /// That a rank is there, which senders of large messages wait for.
  void add_permissions(std::size_t rank, const Round& round) {
    const auto is_large = [&](const Message& one) { return one.elements * width_ > eager_; };
    for (const Message& one : round.receives) {
      if (is_large(one)) add_sends(rank, {{one.round, one.to, one.from, 0}});
    }
    for (const Message& one : round.sends) {
      if (is_large(one)) add_receive(rank, {one.round, one.to, one.from, 0});
    }
  }

  void add_sends(std::size_t rank, const std::vector<Message>& messages) {
    ListedStream& one = all_.list[rank];
    const int first = static_cast<int>(one.stream.sends.size());
    for (const Message& message : messages) {
      ends_[{message.from, message.to}].sends.push_back(static_cast<int>(one.stream.sends.size()));
      one.stream.sends.push_back({message.to, -1});
    }
    const Ports ports{first, static_cast<int>(messages.size())};
    one.list.push_back({{messages.front().elements * width_, {}, ports, true, false}, {}});
  }

  void add_receive(std::size_t rank, const Message& message) {
    ListedStream& one = all_.list[rank];
    const int port = static_cast<int>(one.stream.receives.size());
    ends_[{message.from, message.to}].receives.push_back(port);
    one.stream.receives.push_back({message.from, -1});
    one.list.push_back({{message.elements * width_, {port, 1}, {}, true, true}, {}});
  }

  void join(int from, int to, const Ends& ends) {
    for (std::size_t i = 0; i < ends.sends.size(); ++i) {
      Peer& there = all_.list[index(from)].stream.sends[index(ends.sends[i])];
      Peer& here = all_.list[index(to)].stream.receives[index(ends.receives[i])];
      there.port = ends.receives[i];
      here.port = ends.sends[i];
    }
  }

  std::vector<Rounds> rounds_;  // by rank
  std::size_t width_;
  std::size_t eager_;
  schedule::StepsInMemory all_;
  std::map<std::pair<int, int>, Ends> ends_;  // by sender and receiver
};

/// One stream for each rank, round by round: it sends, to several ranks at once where all get
/// equally much, and then takes what comes. A message of more than `eager` bytes goes when its
/// receiver is in the round and has said so. For time alone: it does not say which data these are.
/// \param width bytes of an element
schedule::StepsInMemory message_schedule(const Messages& messages, int ranks, std::size_t width,
                                         std::size_t eager) {
  return Builder(messages, ranks, width, eager).build();
}

using core::Collective;

/// Algorithms that move the same bytes in the same order as one whose pattern is known.
struct Alike {
  Collective collective;
  std::string_view name;
  std::string_view known;
};
constexpr std::array kAlike{
    // Gloo's: groups of two ranks (gloo/allreduce.cc, computeGroupSizePerStep).
    Alike{Collective::AllReduce, "bcube", "halving_doubling"},
};

std::string_view known_name(Collective collective, std::string_view name) {
  for (const Alike& one : kAlike) {
    if (one.collective == collective && one.name == name) return one.known;
  }
  return name;
}

/// The whole data go to the next rank, again and again (gloo/allreduce_ring.h).
void whole_ring(const PatternSize& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + 1) % size.ranks, size.elements);
    }
  }
}

/// Parts are combined around the ring; then the root collects them (gloo/reduce.cc).
void ring_to_root(const PatternSize& size, Messages& out) {
  for (int step = 1; step < size.ranks; ++step) {
    for (int rank = 0; rank < size.ranks; ++rank) {
      out.add(step, rank, (rank + 1) % size.ranks, size.block);
    }
  }
  for (int rank = 1; rank < size.ranks; ++rank) out.add(size.ranks, rank, 0, size.block);
}

/// Gloo's, which notes no messages: what it sends is no pattern to be found.
const std::array kOfGloo{Pattern{Collective::AllReduce, {"ring_simple"}, nullptr, whole_ring},
                         Pattern{Collective::Reduce, {"ring"}, nullptr, ring_to_root}};

const Pattern* find_pattern(std::span<const Pattern> patterns, Collective collective,
                            std::string_view name, const PatternSize& size) {
  for (const Pattern& one : patterns) {
    if (one.collective != collective) continue;
    if (one.is_for != nullptr && !one.is_for(size)) continue;
    if (std::ranges::find(one.names, name) != one.names.end()) return &one;
    if (std::ranges::find(one.of_gloo, name) != one.of_gloo.end()) return &one;
  }
  return nullptr;
}

const Pattern* pattern_of(const HostCall& call, const PatternSize& size) {
  const std::string_view name = known_name(call.collective, call.algorithm);
  const Pattern* const known = find_pattern(message_patterns(), call.collective, name, size);
  return known != nullptr ? known : find_pattern(kOfGloo, call.collective, name, size);
}

constexpr double kBytesPerUsPerGbit = 1e3 / 8;

/// bytes/us of data that a rank sends or receives at most.
double rate_of_rank(double gbit, const Hosts& hosts) {
  return std::min(gbit * kBytesPerUsPerGbit * kTcpPayload * hosts.efficiency, hosts.copy_rate);
}

bool combines(Collective collective) {
  return collective == Collective::AllReduce || collective == Collective::Reduce ||
         collective == Collective::ReduceScatter;
}

/// By stream and port: how many messages its sender has to deal with before, in the same step.
std::vector<std::vector<int>> places_of(const schedule::StepsInMemory& schedule) {
  std::vector<std::vector<int>> places;
  for (const schedule::ListedStream& one : schedule.list) {
    std::vector<int>& of_ports = places.emplace_back(one.stream.sends.size(), 0);
    for (const schedule::ListedStep& listed : one.list) {
      const schedule::Ports& ports = listed.step.send;
      for (int i = 0; i < ports.count; ++i) of_ports[static_cast<std::size_t>(ports.first + i)] = i;
    }
  }
  return places;
}

/// The links of all ranks, and what they share.
class Links {
 public:
  /// \param bytes of a rank's buffer
  Links(const Hosts& hosts, double bytes) : is_half_duplex_(hosts.is_half_duplex) {
    for (const double gbit : hosts.gbit) {
      capacities_.insert(capacities_.end(), 2, rate_of_rank(gbit, hosts));  // out and in
    }
    add_shared(hosts.cores_rate, 1);
    add_shared(hosts.memory_rate, 1 - hosts.cache_bytes / bytes);
  }

  [[nodiscard]] const std::vector<double>& capacities() const { return capacities_; }

  [[nodiscard]] engine::Route route(int from, int to) const {
    const int in = is_half_duplex_ ? 0 : 1;  // after the link out
    engine::Route route{{2 * from, 1}, {2 * to + in, 1}};
    route.insert(route.end(), shared_.begin(), shared_.end());
    return route;
  }

 private:
  /// What a share of all messages goes over.
  void add_shared(double rate, double share) {
    if (!std::isfinite(rate) || !(share > 0)) return;
    shared_.push_back({static_cast<engine::LinkId>(capacities_.size()), share});
    capacities_.push_back(rate);
  }

  bool is_half_duplex_;
  std::vector<double> capacities_;
  engine::Route shared_;
};

// What a receiver takes over is in its memory already.
constexpr double kAtOnce = 1e12;  // bytes/us

}  // namespace

struct LaidOut::Parts {
  schedule::StepsInMemory schedule;
  std::vector<std::vector<int>> places;  // places_of the schedule
  double bytes = 0;                      // of a rank's buffer
  bool combines = false;
};

namespace {

LaidOut laid_out(const Messages& messages, const HostCall& call, const Hosts& hosts) {
  LaidOut::Parts parts;
  parts.schedule = message_schedule(messages, static_cast<int>(hosts.gbit.size()), call.width,
                                    hosts.eager_bytes);
  parts.places = places_of(parts.schedule);
  parts.bytes = static_cast<double>(call.elements * call.width);
  parts.combines = combines(call.collective);
  return LaidOut(std::move(parts));
}

}  // namespace

LaidOut::LaidOut(Parts parts) : parts_(std::make_shared<Parts>(std::move(parts))) {}

core::Duration LaidOut::time(const Hosts& hosts) const {
  const Links links(hosts, parts_->bytes);
  engine::Wiring wiring;
  wiring.capacities = links.capacities();
  wiring.wire = [&](schedule::StreamId sender, int port) {
    const schedule::Connection connection = parts_->schedule.connection(sender, port);
    const auto& of_sender = parts_->places[static_cast<std::size_t>(sender)];
    const int before = of_sender[static_cast<std::size_t>(port)];
    engine::Wire wire;
    wire.route = links.route(connection.from, connection.to);
    wire.rate = hosts.copy_rate;
    wire.latency_us = hosts.latency_us + before * hosts.message_us;
    return wire;
  };
  wiring.local_rate = parts_->combines ? hosts.reduce_rate : kAtOnce;
  wiring.step_us = hosts.message_us;
  return core::Duration::from_us(engine::simulate(parts_->schedule, wiring).time_us);
}

std::optional<Messages> messages_of(const HostCall& call, int ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  const PatternSize size{ranks, call.elements, std::max<std::size_t>(call.elements / count, 1)};
  const Pattern* const pattern = pattern_of(call, size);
  if (pattern == nullptr) return std::nullopt;
  Messages messages;
  pattern->send(size, messages);
  return messages;
}

std::optional<LaidOut> lay_out(const HostCall& call, const Hosts& hosts) {
  const auto messages = messages_of(call, static_cast<int>(hosts.gbit.size()));
  if (!messages) return std::nullopt;
  return laid_out(*messages, call, hosts);
}

LaidOut lay_out_message(int from, int to, double bytes, const Hosts& hosts) {
  Messages messages;
  const auto elements = static_cast<std::size_t>(bytes);
  messages.add(0, from, to, elements);
  return laid_out(messages, {Collective::SendRecv, "", elements, 1}, hosts);
}

std::optional<core::Duration> host_time(const HostCall& call, const Hosts& hosts) {
  const auto call_laid_out = lay_out(call, hosts);
  if (!call_laid_out) return std::nullopt;
  return call_laid_out->time(hosts);
}

core::Duration message_time(int from, int to, double bytes, const Hosts& hosts) {
  return lay_out_message(from, to, bytes, hosts).time(hosts);
}

}  // namespace treering::sim::hosts
