#include "sim/cost/terms/term_list.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/cost/terms/term.h"

namespace treering::sim::cost::terms {

std::string Label::text() const {
  return number ? fmt::format(fmt::runtime(form), *number) : form;
}

namespace {

constexpr double kBytesPerUs = core::kBytesPerUsPerGbPerS;

// Links of a node reach their rate late: calls of 1 GB lose some 5 % that calls of 16 GB do not,
// and what is lost grows no more after some 4 ms. Measured: all_gather, reduce_scatter, alltoall on
// 8 A100 and 8 H100 (docs/model.md).
constexpr double kSettlingUs = 2000;

// The largest NVLink domain is one of 72 GPUs.
constexpr int kMostCrowded = 128;

Label submitting(int gpus) {
  return gpus == 1 ? Label{"submitting the call"}
                   : Label{"submitting to {} GPUs in turn", static_cast<double>(gpus)};
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

Label way_out_label(bool is_port) {
  return {is_port ? "network ports of a node" : "links on the way to the network"};
}

double tree_hops(const CallFacts& facts) {
  return 2 * std::ceil(std::log2(static_cast<double>(facts.nodes)));
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

double chain_bytes(const CallFacts& facts) {
  return facts.ranks_per_node > 2 ? 2 * facts.bytes : facts.bytes;
}

TermList::TermList(const CallFacts& facts) : facts_(facts) {
  constexpr std::size_t kMost = 16;  // that any algorithm has
  terms_.reserve(kMost);
  host(submitting(facts.gpus_per_process), facts.gpus_per_process, Quantity::HostCall);
  latency({"start and end of the kernel"}, 1, {Quantity::Launch});
  latency({"{} channels", static_cast<double>(facts.channels)}, facts.channels - 1,
          {Quantity::Channel});
}

void TermList::host(Label what, double count, Quantity time) {
  terms_.push_back({Part::Host, what, count, {time, Quantity::ScaleHost}, {}, 0});
}

void TermList::latency(Label what, double count, Factors times) {
  if (count > 0) terms_.push_back({Part::Latency, what, count, times, {}, 0});
}

void TermList::hops(double inside, double between, double message, Shape shape) {
  latency(
      {"{} hops inside nodes", inside}, inside,
      {for_protocol(Quantity::HopLl, facts_.protocol), Quantity::HopFactor, Quantity::ScaleHop});
  Factors network{for_protocol(Quantity::NetworkHopLl, facts_.protocol), Quantity::NetworkHopFactor,
                  Quantity::ScaleNetworkHop};
  if (shape == Shape::Tree) {
    network = {for_protocol(Quantity::NetworkHopLl, facts_.protocol), Quantity::NetworkHopFactor,
               Quantity::ScaleNetworkHop, Quantity::TreeHopFactor, Quantity::TreeGpuFactor};
  }
  latency({"{} hops between nodes", between}, between, network);
  const bool is_eager = message / payload_share(facts_.protocol) <= facts_.eager_bytes;
  if (!is_eager) {
    latency({"{} rendezvous for messages above the eager limit", between}, between,
            {Quantity::Rendezvous});
  }
}

void TermList::fill(double inside, double between, double bytes) {
  const Factors share{for_protocol(Quantity::FillLl, facts_.protocol), Quantity::ScaleFill};
  const auto add = [&](const char* what, double hops, Quantity rate) {
    if (hops <= 0) return;
    terms_.push_back({Part::Latency,
                      {what, hops},
                      hops * bytes / kBytesPerUs,
                      share,
                      {for_protocol(rate, facts_.protocol)},
                      0});
  };
  add("first chunk over {} hops inside nodes", inside, Quantity::ChannelRateLl);
  add("first chunk over {} hops between nodes", between, Quantity::NetworkRateLl);
}

void TermList::transfer(Label what, double bytes, Where where, Factors per) {
  if (bytes <= 0) return;
  const bool is_nvlink = where != Where::Between && facts_.has_nvlink;
  Factors times{is_nvlink ? Quantity::ScaleLinks : Quantity::ScaleTransfer};
  if (where == Where::Among) {
    for (int gpus = 16; gpus <= facts_.ranks_per_node && gpus <= kMostCrowded; gpus *= 2) {
      times.add(Quantity::Crowding);
    }
  }
  terms_.push_back({Part::Transfer, what, bytes / kBytesPerUs, times, per, 0});
}

void TermList::wire(Label what, double bytes, Wire wire, Factors per) {
  if (bytes <= 0 || wire.usual <= 0) return;
  transfer(what, bytes / wire.usual, wire.where, per);
  terms_.back().wire_bytes = bytes;
  if (wire.full <= 0) return;
  const double us = bytes / wire.full / kBytesPerUs;
  terms_.back().wire_us = us;
  terms_.back().wire_gb_per_s = wire.full;
  if (wire.where != Where::Between) slowest_links_us_ = std::max(slowest_links_us_, us);
}

Terms TermList::take() && {
  const double settled = slowest_links_us_ / (1 + slowest_links_us_ / kSettlingUs);
  latency({"until links run at full rate"}, settled, {Quantity::Settling});
  return std::move(terms_);
}

void TermList::links(double bytes, double rate) {
  if (facts_.ranks_per_node < 2) return;
  wire({"links of a GPU"}, bytes / payload_share(facts_.protocol),
       {Where::Inside, rate, facts_.wires.full_per_gpu}, {Quantity::LinkEfficiency});
}

Factors TermList::port_efficiency(Traffic traffic) const {
  Factors factors{Quantity::NetworkEfficiency};
  if (traffic == Traffic::Tree && facts_.nodes > 3) factors.add(Quantity::TreePortShare);
  // Between GPUs and ports sockets go through host memory, not from device to device.
  if (!facts_.has_far_ports || facts_.has_sockets || traffic == Traffic::OneWay) return factors;
  factors.add(Quantity::FarPortEfficiency);
  if (facts_.ranks_per_node == 1) factors.add(Quantity::FarPortOneGpu);
  return factors;
}

void TermList::network(double bytes, double connections, Traffic traffic) {
  if (facts_.nodes < 2 || facts_.wires.per_node <= 0) return;
  const double ports = facts_.wires.per_node;
  wire(way_out_label(facts_.wires.is_port), bytes / payload_share(facts_.protocol),
       {Where::Between, ports, ports}, port_efficiency(traffic));
  if (traffic == Traffic::Tree && facts_.nodes > 3) {
    because(
        "the busiest node has three edges of one tree and one of the other, each with half of "
        "the data, and uses its ports unevenly");
  }
  if (facts_.has_sockets) return sockets(bytes, connections);
  // The proxy of a GPU looks at every line of LL for its flag, whatever the connection, while what
  // Simple and LL128 send is the adapters' work (NCCL 2.28, src/transport/net.cc).
  const bool is_by_proxy = facts_.protocol == nccl::Protocol::Ll && facts_.adapters > 0;
  const double lanes = is_by_proxy ? std::min<double>(connections, facts_.adapters) : connections;
  transfer({"network, channel by channel"}, bytes / lanes, Where::Between,
           {for_protocol(Quantity::NetworkRateLl, facts_.protocol)});
  // Its messages, with their flags, are sent like others.
  if (facts_.protocol == nccl::Protocol::Ll) {
    transfer({"network, connection by connection"},
             bytes / (connections * payload_share(facts_.protocol)), Where::Between,
             {Quantity::NetworkRateSimple});
  }
}

void TermList::sockets(double bytes, double connections) {
  if (facts_.nodes < 2 || !facts_.has_sockets) return;
  const double threads = std::min<double>(connections, facts_.senders);
  transfer({"sockets, GPU by GPU"}, bytes / (threads * payload_share(facts_.protocol)),
           Where::Between, {Quantity::NetworkRateSimple});
}

void TermList::spine(const LeafTraffic& pattern, double bytes) {
  const Spine& spine = facts_.spine;
  if (!spine.has_effect()) return;
  const double crossings = crossings_of(pattern, facts_.rails);
  latency({"switches between leaves, {} times", crossings}, crossings * spine.crossing_us, {});
  const double out = out_of_leaf(pattern, facts_.rails) * bytes;
  wire({"uplinks of a leaf switch"}, out / payload_share(facts_.protocol),
       {Where::Between, spine.per_leaf, spine.per_leaf}, {Quantity::NetworkEfficiency});
}

void TermList::copies(double bytes, bool with_tree) {
  Factors per{for_protocol(Quantity::ChannelRateLl, facts_.protocol)};
  if (with_tree) {
    per = {for_protocol(Quantity::ChannelRateLl, facts_.protocol),
           for_protocol(Quantity::TreeShareLl, facts_.protocol)};
  }
  transfer({"copying and reducing in the channels"}, bytes / facts_.channels, Where::Inside, per);
}

}  // namespace treering::sim::cost::terms
