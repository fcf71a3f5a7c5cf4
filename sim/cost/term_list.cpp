#include "sim/cost/term_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"

namespace treering::sim::cost {
namespace {

constexpr double kBytesPerUs = core::kBytesPerUsPerGbPerS;

std::string submitting(int gpus) {
  return gpus == 1 ? "submitting the call" : fmt::format("submitting to {} GPUs in turn", gpus);
}

}  // namespace

double payload_share(nccl::Protocol protocol) {
  switch (protocol) {
    case nccl::Protocol::Ll:
      return 0.5;
    case nccl::Protocol::Ll128:
      return 120.0 / 128;
    case nccl::Protocol::Simple:
      return 1;
  }
  return 1;
}

double tree_hops(const CallFacts& facts) {
  return 2 * std::ceil(std::log2(static_cast<double>(facts.nodes)));
}

double tree_crossings(const CallFacts& facts) {
  return 2 * std::ceil(std::log2(static_cast<double>(facts.spine.leaves)));
}

double double_tree_bytes(const CallFacts& facts) {
  switch (facts.nodes) {
    case 1:
      return 0;
    case 2:
      return facts.bytes;
    case 3:
      return 1.5 * facts.bytes;
    default:
      return 2 * facts.bytes;
  }
}

TermList::TermList(const CallFacts& facts) : facts_(facts) {
  terms_.push_back({Part::Host,
                    submitting(facts.gpus_per_process),
                    static_cast<double>(facts.gpus_per_process),
                    {Quantity::HostCall, Quantity::ScaleHost},
                    {}});
  latency("start and end of the kernel", 1, {Quantity::Launch});
  latency(fmt::format("{} channels", facts.channels), facts.channels - 1, {Quantity::Channel});
}

void TermList::latency(std::string what, double count, Factors times) {
  if (count > 0) terms_.push_back({Part::Latency, std::move(what), count, times, {}});
}

void TermList::hops(double inside, double between, double message, Shape shape) {
  latency(
      fmt::format("{} hops inside nodes", inside), inside,
      {for_protocol(Quantity::HopLl, facts_.protocol), Quantity::HopFactor, Quantity::ScaleHop});
  Factors network{for_protocol(Quantity::NetworkHopLl, facts_.protocol), Quantity::NetworkHopFactor,
                  Quantity::ScaleNetworkHop};
  if (shape == Shape::Tree) {
    network = {for_protocol(Quantity::NetworkHopLl, facts_.protocol), Quantity::NetworkHopFactor,
               Quantity::ScaleNetworkHop, Quantity::TreeHopFactor, Quantity::TreeGpuFactor};
  }
  latency(fmt::format("{} hops between nodes", between), between, network);
  const bool is_eager = message / payload_share(facts_.protocol) <= facts_.eager_bytes;
  if (!is_eager) {
    latency(fmt::format("{} rendezvous for messages above the eager limit", between), between,
            {Quantity::Rendezvous});
  }
}

void TermList::fill(double inside, double between, double bytes) {
  const Factors share{for_protocol(Quantity::FillLl, facts_.protocol), Quantity::ScaleFill};
  const auto add = [&](std::string_view where, double hops, Quantity rate) {
    if (hops <= 0) return;
    terms_.push_back({Part::Latency,
                      fmt::format("first chunk over {} hops {}", hops, where),
                      hops * bytes / kBytesPerUs,
                      share,
                      {for_protocol(rate, facts_.protocol)}});
  };
  add("inside nodes", inside, Quantity::ChannelRateLl);
  add("between nodes", between, Quantity::NetworkRateLl);
}

void TermList::transfer(std::string what, double bytes, Factors per) {
  if (bytes > 0) {
    terms_.push_back({Part::Transfer, std::move(what), bytes / kBytesPerUs, {}, per});
  }
}

void TermList::links(double bytes, double rate) {
  if (facts_.ranks_per_node < 2 || rate <= 0) return;
  transfer("links of a GPU", bytes / (rate * payload_share(facts_.protocol)),
           {Quantity::LinkEfficiency});
}

Factors TermList::port_efficiency(Traffic traffic) const {
  Factors factors{Quantity::NetworkEfficiency};
  if (traffic == Traffic::Tree && facts_.nodes > 3) factors.add(Quantity::TreePortShare);
  if (!facts_.has_far_ports || traffic == Traffic::OneWay) return factors;
  factors.add(Quantity::FarPortEfficiency);
  if (facts_.ranks_per_node == 1) factors.add(Quantity::FarPortOneGpu);
  return factors;
}

void TermList::network(double bytes, double connections, Traffic traffic) {
  if (facts_.nodes < 2 || facts_.wires.per_node <= 0) return;
  transfer("network ports of a node",
           bytes / (facts_.ports_in_use(connections) * payload_share(facts_.protocol)),
           port_efficiency(traffic));
  // The proxy of a GPU looks at every line of LL for its flag, whatever the connection, while what
  // Simple and LL128 send is the adapters' work (NCCL 2.28, src/transport/net.cc).
  const bool is_by_proxy = facts_.protocol == nccl::Protocol::Ll && facts_.adapters > 0;
  const double lanes = is_by_proxy ? std::min<double>(connections, facts_.adapters) : connections;
  transfer("network, channel by channel", bytes / lanes,
           {for_protocol(Quantity::NetworkRateLl, facts_.protocol)});
  // Its messages, with their flags, are sent like others.
  if (facts_.protocol == nccl::Protocol::Ll) {
    transfer("network, connection by connection",
             bytes / (connections * payload_share(facts_.protocol)), {Quantity::NetworkRateSimple});
  }
}

void TermList::spine(double bytes, double crossings) {
  const Spine& spine = facts_.spine;
  if (spine.leaves < 2) return;
  latency(fmt::format("switches between leaves, {} times", crossings),
          crossings * spine.crossing_us, {});
  if (spine.per_leaf <= 0) return;
  transfer("uplinks of a leaf switch", bytes / (spine.per_leaf * payload_share(facts_.protocol)),
           {Quantity::NetworkEfficiency});
}

void TermList::copies(double bytes, bool with_tree) {
  Factors per{for_protocol(Quantity::ChannelRateLl, facts_.protocol)};
  if (with_tree) {
    per = {for_protocol(Quantity::ChannelRateLl, facts_.protocol),
           for_protocol(Quantity::TreeShareLl, facts_.protocol)};
  }
  transfer("copying and reducing in the channels", bytes / facts_.channels, per);
}

}  // namespace treering::sim::cost
