#include "tests/support/engine_cases.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include <fmt/format.h>

#include "sim/engine/simulate.h"

namespace treering::testing {

using sim::engine::Outcome;
using sim::engine::Wire;
using sim::engine::Wiring;
using sim::schedule::Stream;
using sim::schedule::StreamId;

namespace {

Wire wire_between(const Cluster& cluster, int from, int to, int agents) {
  // Switches stand in the network.
  const auto node_of = [&](int agent) { return agent / cluster.per_node; };
  if (node_of(from) == node_of(to)) {
    Wire wire{{{from}, {agents + to}}, cluster.rate, cluster.latency_inside};
    wire.head = cluster.head;
    return wire;
  }
  const int nodes = node_of(agents - 1) + 1;
  const int out = 2 * agents + node_of(from);
  const int in = 2 * agents + nodes + node_of(to);
  return {{{out, 1.25}, {in, 1.25}},
          cluster.rate,
          cluster.latency_network,
          cluster.is_posted,
          cluster.rate};
}

bool is_near(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b));
}

std::string difference(const char* what, const std::vector<double>& a,
                       const std::vector<double>& b) {
  if (a.size() != b.size()) return fmt::format("{} {} in place of {}", a.size(), what, b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (!is_near(a[i], b[i])) return fmt::format("{} {}: {} in place of {}", what, i, a[i], b[i]);
  }
  return {};
}

}  // namespace

Wiring wiring_of(const sim::schedule::Schedule& schedule, const Cluster& cluster) {
  Wiring wiring;
  const int agents = schedule.agents();
  const int nodes = (agents - 1) / cluster.per_node + 1;
  wiring.capacities.assign(2 * static_cast<std::size_t>(agents), cluster.inside);
  wiring.capacities.resize(wiring.capacities.size() + 2 * static_cast<std::size_t>(nodes),
                           cluster.network);
  if (cluster.slow_link >= 0) {
    wiring.capacities[static_cast<std::size_t>(cluster.slow_link) % wiring.capacities.size()] /= 2;
  }
  wiring.wire = [&schedule, cluster, agents](StreamId id, int port) {
    const Stream stream = schedule.stream(id);
    const StreamId to = stream.sends[static_cast<std::size_t>(port)].stream;
    return wire_between(cluster, stream.agent, schedule.stream(to).agent, agents);
  };
  for (const int channel : schedule.copies().channels) {
    wiring.channels_alike.resize(
        std::max(wiring.channels_alike.size(), static_cast<std::size_t>(channel) + 1));
  }
  wiring.local_rate = 200;
  wiring.step_us = cluster.step_us;
  if (cluster.late_stream >= 0) {
    wiring.start_us = [late = cluster.late_stream % std::max(schedule.streams(), 1)](StreamId id) {
      return id == late ? 30.0 : 0.0;
    };
  }
  return wiring;
}

bool rounding_decides(const sim::schedule::Schedule& schedule, const Cluster& cluster) {
  const auto in_units = [&](double unit) {
    Wiring wiring = wiring_of(schedule, cluster);
    for (double& capacity : wiring.capacities) capacity /= unit;
    wiring.wire = [plain = wiring.wire, unit](StreamId id, int port) {
      Wire wire = plain(id, port);
      wire.rate /= unit;
      wire.network_rate /= unit;
      wire.latency_us *= unit;
      return wire;
    };
    wiring.local_rate /= unit;
    wiring.step_us *= unit;
    if (wiring.start_us) {
      wiring.start_us = [plain = wiring.start_us, unit](StreamId id) { return plain(id) * unit; };
    }
    return sim::engine::simulate(schedule, wiring).time_us / unit;
  };
  const double us = in_units(1);
  return !is_near(in_units(3), us) || !is_near(in_units(1.7), us);
}

std::string difference(const Outcome& shortened, const Outcome& full) {
  if (!is_near(shortened.time_us, full.time_us)) {
    return fmt::format("time {} in place of {}", shortened.time_us, full.time_us);
  }
  if (shortened.transfers != full.transfers) {
    return fmt::format("{} transfers in place of {}", shortened.transfers, full.transfers);
  }
  if (shortened.simulated + shortened.symmetric + shortened.periodic != shortened.transfers) {
    return "transfers do not add up";
  }
  if (shortened.stuck != full.stuck) return "other streams are stuck";
  if (std::string text = difference("stream ends", shortened.ends_us, full.ends_us);
      !text.empty()) {
    return text;
  }
  for (std::size_t i = 0; i < full.traffic.size(); ++i) {
    if (shortened.traffic[i].messages == full.traffic[i].messages &&
        is_near(shortened.traffic[i].bytes, full.traffic[i].bytes)) {
      continue;
    }
    return fmt::format("connection {} carries {} bytes in place of {}", i,
                       shortened.traffic[i].bytes, full.traffic[i].bytes);
  }
  return difference("link carries", shortened.carried, full.carried);
}

}  // namespace treering::testing
