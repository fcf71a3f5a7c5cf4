#include "sim/cost/terms/term_list.h"

#include <algorithm>
#include <cmath>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "core/units.h"
#include "sim/cost/terms/term.h"

namespace treering::sim::cost::terms {
namespace {

using estimates::PartName;

constexpr double kBytesPerUs = core::kBytesPerUsPerGbPerS;

// Links of a node reach their rate late: calls of 1 GB lose some 5 % that calls of 16 GB do not,
// and what is lost grows no more after some 4 ms. Measured: all_gather, reduce_scatter, alltoall on
// 8 A100 and 8 H100 (docs/model.md).
constexpr double kSettlingUs = 2000;

// The largest NVLink domain is one of 72 GPUs.
constexpr int kMostCrowded = 128;

PartName submitting(int gpus) {
  return gpus == 1 ? PartName{"submitting the call"}
                   : PartName{"submitting to {} GPUs in turn", static_cast<double>(gpus)};
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

double double_tree_edges(const CallFacts& facts) {
  switch (facts.nodes) {
    case 1:
      return 0;
    case 2:
      return 1;
    case 3:
      return 1.5;
    default:
      return 2;
  }
}

TermList::TermList(const CallFacts& facts) : facts_(facts) {
  constexpr std::size_t kMost = 24;  // of a ring with LL on several nodes with leaves some 22
  terms_.reserve(kMost);
  host(submitting(facts.gpus_per_process), facts.gpus_per_process, Quantity::HostCall);
  start({"start and end of the kernel"}, 1, {Quantity::Launch, Quantity::LaunchFactor});
  start({"{} channels", static_cast<double>(facts.channels)}, facts.channels - 1,
        {Quantity::Channel});
  if (facts.queues_channels) {
    start({"reading the work of {} channels", static_cast<double>(facts.channels)},
          facts.channels - 1, {Quantity::QueuedChannel});
  }
}

void TermList::host(PartName what, double count, Quantity time) {
  terms_.push_back({Part::Host, what, count, {time, Quantity::ScaleHost}, {}, 0});
}

void TermList::add(Part part, PartName what, double amount, const Scaling& scaling) {
  if (amount > 0) terms_.push_back({part, what, amount, scaling.times, scaling.per, 0});
}

void TermList::latency(PartName what, double count, Factors times) {
  add(Part::Latency, what, count, {times});
}

void TermList::start(PartName what, double count, Factors times) {
  if (count <= 0) return;
  latency(what, count, times);
  terms_.back().is_before_messages = true;
}

void TermList::add_hops(Part part, const HopCount& hops, double message, Shape shape) {
  const auto name = [&](std::string_view counted, std::string_view in_a_row, double count) {
    return hops.are_in_a_row ? PartName{in_a_row, {}} : PartName{counted, count};
  };
  add(part,
      name(estimates::kHopsInside, "hops inside nodes, as calls follow each other", hops.inside),
      hops.repeated * hops.inside,
      {{for_protocol(Quantity::HopLl, facts_.protocol), Quantity::HopFactor, Quantity::ScaleHop}});
  add(part,
      name(estimates::kHopsBetween, "hops between nodes, as calls follow each other", hops.between),
      hops.repeated * hops.between, {network_hop(shape)});
  const bool is_eager = message / payload_share(facts_.protocol) <= facts_.eager_bytes;
  if (is_eager) return;
  add(part,
      name("{} rendezvous for messages above the eager limit",
           "rendezvous for messages above the eager limit", hops.between),
      hops.repeated * hops.between, {{Quantity::Rendezvous}});
}

Factors TermList::network_hop(Shape shape) const {
  Factors network{for_protocol(Quantity::NetworkHopLl, facts_.protocol), Quantity::NetworkHopFactor,
                  Quantity::ScaleNetworkHop};
  if (shape == Shape::Tree) {
    network.add(Quantity::TreeHopFactor);
    network.add(Quantity::TreeGpuFactor);
  }
  return network;
}

void TermList::hops(double inside, double between, double message, Shape shape) {
  add_hops(Part::Latency, {inside, between}, message, shape);
}

void TermList::hops_in_a_row(double inside, double between, double message) {
  add_hops(Part::Latency, {inside, between, 1, true}, message, Shape::Chain);
}

void TermList::chain(const Steps& steps) {
  add_hops(Part::Chain, {steps.inside, steps.between, steps.repeated}, steps.message, Shape::Chain);
  // Without GPUDirect RDMA what comes from another node is read in the host's memory.
  const double staged = facts_.is_staged ? std::min(steps.sent, steps.copied) : 0;
  add(Part::Chain, {"copying, step by step"},
      steps.repeated * (steps.copied - staged) / kBytesPerUs,
      {{inner_scale()}, {for_protocol(Quantity::ChannelRateLl, facts_.protocol)}});
  add(Part::Chain, {"copying from the host's memory, step by step"},
      steps.repeated * staged / payload_share(facts_.protocol) / kBytesPerUs,
      {{Quantity::ScaleTransfer}, {Quantity::Staging}});
  add(Part::Latency, {"storing what the last step brings"},
      steps.repeated * steps.stored / kBytesPerUs,
      {{inner_scale()}, {for_protocol(Quantity::ChannelRateLl, facts_.protocol)}});
  if (facts_.nodes < 2) return;
  constexpr MessageTerms kTerms{Part::Sending, "sending step by step, by connection",
                                "sending step by step, by ports",
                                "sending step by step, on the way to ports"};
  through_network(kTerms, steps.repeated * steps.sent, Traffic::BothWays,
                  {Quantity::ScaleTransfer});
}

void TermList::synchronised() {
  if (facts_.protocol == nccl::Protocol::Ll) return;
  start({"threads that wait for each other"}, 1, {Quantity::Sync, Quantity::ScaleHop});
}

void TermList::own_step() {
  start({"a rank's own step"}, 1,
        {for_protocol(Quantity::HopLl, facts_.protocol), Quantity::HopFactor, Quantity::ScaleHop});
}

void TermList::multicast_chunks(double count, double bytes) {
  add(Part::Chain, {"chunks through the switch, one after another"}, count,
      {{Quantity::NvlsChunk, Quantity::ScaleHop}});
  add(Part::Chain, {"copying, chunk by chunk"}, bytes / kBytesPerUs,
      {{inner_scale()}, {for_protocol(Quantity::ChannelRateLl, facts_.protocol)}});
}

void TermList::neighbours(double message, bool passes_whole) {
  const Quantity rate = for_protocol(Quantity::ChannelRateLl, facts_.protocol);
  add_hops(Part::Chain, {1, 0, 1, true}, message, Shape::Chain);
  add(Part::Chain, {"copying all data"}, facts_.bytes_per_channel() / kBytesPerUs,
      {{inner_scale()}, {rate}});
  if (!passes_whole) return;
  add(Part::Chain, {"copying the first chunk"}, message / kBytesPerUs,
      {{for_protocol(Quantity::FillLl, facts_.protocol), Quantity::ScaleFill, inner_scale()},
       {rate}});
}

void TermList::through_network(const MessageTerms& what, double bytes, Traffic traffic,
                               Factors times) {
  const double us = bytes / kBytesPerUs;
  const double payload = payload_share(facts_.protocol);
  // The two trees have a node on different levels: one half of the channels sends at a time.
  const double channels =
      traffic == Traffic::Tree ? std::max(facts_.channels / 2.0, 1.0) : facts_.channels;
  if (facts_.has_sockets) {
    const double threads = std::max(channels / facts_.senders, 1.0);
    return add(what.part, {what.by_connection}, us * threads / payload,
               {times, {Quantity::NetworkRateSimple}});
  }
  const bool is_by_proxy = facts_.protocol == nccl::Protocol::Ll && facts_.adapters > 0;
  const double sharing = is_by_proxy ? std::ceil(channels / facts_.adapters) : 1;
  add(what.part, {what.by_connection}, us * sharing,
      {times, {for_protocol(Quantity::NetworkRateLl, facts_.protocol)}});
  if (facts_.wires.per_node > 0) {
    add(what.part, {what.by_ports}, us * channels / payload / facts_.wires.per_node,
        {times, port_efficiency(traffic)});
  }
  if (facts_.wires.way_out > 0) {
    add(what.part, {what.before_ports}, us * channels / payload / facts_.wires.way_out, {times});
  }
}

Quantity TermList::inner_scale() const {
  return facts_.has_nvlink ? Quantity::ScaleLinks : Quantity::ScaleTransfer;
}

void TermList::buffers(double count, double bytes, double room, Shape shape) {
  if (facts_.nodes < 2 || count <= room) return;
  const double waiting = count / room;  // round trips
  add(Part::Buffers, {"messages that wait for a free buffer"}, waiting, {network_hop(shape)});
  if (facts_.spine.leaves > 1) {
    add(Part::Buffers, {"these between leaves"}, waiting * facts_.spine.crossing_us, {});
  }
  if (facts_.has_sockets) return;
  add(Part::Buffers, {"sending these"}, waiting * bytes / kBytesPerUs,
      {{Quantity::ScaleTransfer}, {for_protocol(Quantity::NetworkRateLl, facts_.protocol)}});
}

void TermList::fill(double inside, double between, double bytes, Shape shape) {
  const double us = bytes / kBytesPerUs;
  const double payload = payload_share(facts_.protocol);
  const Quantity head = for_protocol(Quantity::FillLl, facts_.protocol);
  Factors copying{for_protocol(Quantity::ChannelRateLl, facts_.protocol)};
  // With three neighbours half of a block's warps go up, and half down.
  const double ways = shape == Shape::Tree ? 2 : 1;
  if (shape == Shape::Tree) copying.add(for_protocol(Quantity::TreeShareLl, facts_.protocol));

  const double staged = facts_.is_staged ? between : 0;
  add(Part::FillInside, {"copying the first chunk at {} hops", inside + between - staged},
      ways * (inside + between - staged) * us,
      {{head, Quantity::ScaleFill, inner_scale()}, copying});
  add(Part::FillBetween, {"copying the first chunk from the host's memory"}, staged * us / payload,
      {{head, Quantity::ScaleFill, Quantity::ScaleTransfer}, {Quantity::Staging}});
  add(Part::FillInside, {"first chunks over {} hops inside nodes", inside},
      inside * us * facts_.channels * facts_.wires.inside.mean_ns_per_byte / payload,
      {{head, Quantity::ScaleFill, inner_scale()}, {Quantity::LinkEfficiency}});
  if (facts_.nodes < 2) return;
  constexpr MessageTerms kTerms{Part::FillBetween, "first chunk between nodes, by connection",
                                "first chunk between nodes, by ports",
                                "first chunk between nodes, on the way to ports"};
  through_network(kTerms, between * bytes, shape == Shape::Tree ? Traffic::Tree : Traffic::BothWays,
                  {head, Quantity::ScaleFill, Quantity::ScaleTransfer});
}

void TermList::transfer(PartName what, double bytes, Where where, Factors per) {
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

void TermList::wire(PartName what, double bytes, Wire wire, Factors per) {
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

void TermList::links(double bytes) {
  const InsideWay& way = facts_.wires.inside;
  wire({"links of a GPU"}, way.share * bytes / payload_share(facts_.protocol),
       {Where::Inside, way.usual, way.full}, {Quantity::LinkEfficiency});
  const InsideWay& used = facts_.wires.memory;
  if (used.usual <= 0) return;
  memory(used.share * bytes, Where::Inside, used.usual);
  if (used.share <= used.of_network) return;
  transfer({"memory of a CPU, channel by channel"},
           way.share * bytes / payload_share(facts_.protocol) / facts_.channels, Where::Inside,
           {Quantity::MemoryChannel});
}

// GPUs with NVLink pass nothing of a node's own through memory. What adapters write may stay in the
// CPU's caches (Intel DDIO), so that with them memory is no floor.
void TermList::memory(double bytes, Where where, double gb_per_s) {
  wire({"memory of a CPU"}, bytes / payload_share(facts_.protocol),
       {facts_.has_nvlink ? Where::Between : where, gb_per_s, facts_.is_staged ? 0 : gb_per_s},
       {Quantity::MemoryEfficiency});
}

// The kernel writes to the host's memory what the network takes, and reads there what it brings
// (NCCL v2.28.9-1, src/transport/net.cc, sendProxyConnect and recvProxyConnect), whatever protocol.
void TermList::staging(double bytes) {
  if (!facts_.is_staged) return;
  transfer({"host memory on the way to the network, channel by channel"},
           bytes / payload_share(facts_.protocol), Where::Between, {Quantity::Staging});
}

Factors TermList::port_efficiency(Traffic traffic) const {
  Factors factors{Quantity::NetworkEfficiency};
  if (traffic == Traffic::Tree && facts_.nodes > 3) factors.add(Quantity::TreePortShare);
  // Between GPUs and ports sockets go through host memory, not from device to device, and so does
  // all that has no GPUDirect RDMA.
  const bool is_direct = !facts_.has_sockets && !facts_.is_staged;
  if (!facts_.has_far_ports || !is_direct || traffic == Traffic::OneWay) return factors;
  factors.add(Quantity::FarPortEfficiency);
  if (facts_.ranks_per_node == 1) factors.add(Quantity::FarPortOneGpu);
  return factors;
}

void TermList::network(double bytes, double connections, Traffic traffic) {
  if (facts_.nodes < 2 || facts_.wires.per_node <= 0) return;
  const double ports = facts_.wires.per_node;
  wire({estimates::kNodePorts}, bytes / payload_share(facts_.protocol),
       {Where::Between, ports, ports}, port_efficiency(traffic));
  if (traffic == Traffic::Tree && facts_.nodes > 3) {
    because(
        "the busiest node has three edges of one tree and one of the other, each with half of "
        "the data, and uses its ports unevenly");
  }
  const double way = facts_.wires.way_out;
  wire({"links on the way to the network"}, bytes / payload_share(facts_.protocol),
       {Where::Between, way, way}, {});
  if (facts_.has_sockets) return sockets(bytes, connections);
  staging(bytes / connections);
  // The proxy of a GPU looks at every line of LL for its flag, whatever the connection, while what
  // Simple and LL128 send is the adapters' work (NCCL 2.28, src/transport/net.cc).
  const bool is_by_proxy = facts_.protocol == nccl::Protocol::Ll && facts_.adapters > 0;
  const double lanes =
      is_by_proxy ? connections / std::ceil(connections / facts_.adapters) : connections;
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
  if (!facts_.has_sockets) return;
  const double threads = std::min<double>(connections, facts_.senders);
  transfer({"sockets, GPU by GPU"}, bytes / (threads * payload_share(facts_.protocol)),
           Where::Between, {Quantity::NetworkRateSimple});
}

void TermList::flags(double bytes) {
  if (facts_.protocol != nccl::Protocol::Ll || facts_.has_sockets) return;
  transfer({"network, proxy by proxy"}, bytes, Where::Between, {Quantity::NetworkRateLl});
}

void TermList::spine(const LeafTraffic& pattern, double bytes) {
  const Spine& spine = facts_.spine;
  if (!spine.has_effect()) return;
  const double crossings = crossings_of(pattern, facts_.rails);
  latency({"switches between leaves, {} times", crossings}, crossings * spine.crossing_us, {});
  uplinks(pattern, bytes);
}

void TermList::spine_in_a_row(const LeafTraffic& pattern, double bytes, double calls) {
  const Spine& spine = facts_.spine;
  if (!spine.has_effect()) return;
  latency({"switches between leaves, as calls follow each other"},
          crossings_of(pattern, facts_.rails) / calls * spine.crossing_us, {});
  uplinks(pattern, bytes);
}

void TermList::uplinks(const LeafTraffic& pattern, double bytes) {
  const Spine& spine = facts_.spine;
  const double out = out_of_leaf(pattern, facts_.rails) * bytes;
  wire({"uplinks of a leaf switch"}, out / payload_share(facts_.protocol),
       {Where::Between, spine.per_leaf, spine.per_leaf}, {Quantity::NetworkEfficiency});
}

void TermList::message_copies(double part, double chunk) {
  // Half of a block's threads send, and half receive; LL needs all of them.
  const double times = facts_.protocol == nccl::Protocol::Ll ? 2 : 1;
  const Factors rate{for_protocol(Quantity::ChannelRateLl, facts_.protocol), Quantity::PeerShare};
  transfer({"one channel's part of a message"}, times * part, Where::Inside, rate);
  add(Part::FillInside, {"copying a message's last chunk"},
      times * std::min(part, chunk) / kBytesPerUs,
      {{for_protocol(Quantity::FillLl, facts_.protocol), Quantity::ScaleFill, inner_scale()},
       rate});
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
