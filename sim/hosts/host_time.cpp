#include "sim/hosts/host_time.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

#include "sim/engine/simulate.h"
#include "sim/hosts/message_schedule.h"
#include "sim/hosts/patterns.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::hosts {
namespace {

using core::Collective;

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
  parts.schedule =
      timed_schedule(messages, static_cast<int>(hosts.gbit.size()), call.width, hosts.eager_bytes);
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
  const Pattern* const pattern = find_pattern(call.collective, call.algorithm, size);
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
  messages.copy(0, from, to, std::array{ElementRange{0, elements}});
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
