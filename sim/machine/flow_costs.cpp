#include "sim/machine/flow_costs.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/units.h"
#include "sim/cost/terms/term_list.h"
#include "sim/nccl/rules/call.h"

namespace treering::sim::machine {
namespace {

using cost::terms::CallFacts;
using cost::terms::Factors;
using cost::terms::Quantity;
using cost::terms::Term;
using cost::terms::TermList;
using nccl::Algorithm;
using nccl::Protocol;

double product(const Factors& factors, const cost::Values& values) {
  double result = 1;
  for (const Quantity quantity : factors) result *= values[quantity];
  return result;
}

bool uses(const Term& term, Quantity quantity) {
  return std::ranges::find(term.times, quantity) != term.times.end();
}

bool is_tree(const CallCosts& call) {
  return call.algorithm == Algorithm::Tree || call.algorithm == Algorithm::NvlsTree ||
         call.algorithm == Algorithm::Nvls;
}

/// Every rank has two streams for a channel, one up and one down.
bool has_two_ways(const CallCosts& call) {
  return call.algorithm == Algorithm::Tree || call.algorithm == Algorithm::CollNetChain ||
         call.algorithm == Algorithm::CollNetDirect;
}

bool is_multicast(const CallCosts& call) {
  return call.algorithm == Algorithm::Nvls || call.algorithm == Algorithm::NvlsTree;
}

bool passes_heads_on(const CallCosts& call) {
  return call.algorithm == Algorithm::Tree || nccl::rules::is_rooted(call.facts.collective);
}

/// By how much links are slower at first, spread over the call.
double settling(const CallCosts& call) {
  // The term is t / (1 + t / s) for a time t at full rate; its share of t grows to s / t.
  double full = 0;
  for (const Term& term : call.terms) {
    const bool is_inside =
        term.wire_us > 0 && (uses(term, Quantity::ScaleLinks) || !call.facts.has_nvlink);
    if (is_inside) full = std::max(full, term.wire_us);
  }
  if (full <= 0) return 1;
  for (const Term& term : call.terms) {
    if (uses(term, Quantity::Settling)) {
      return 1 + call.values[Quantity::Settling] * std::min(term.amount / full, 1.0);
    }
  }
  return 1;
}

double crowding(const CallCosts& call) {
  double factor = 1;
  for (const Term& term : call.terms) {
    double one = 1;
    for (const Quantity quantity : term.times) {
      if (quantity == Quantity::Crowding) one *= call.values[quantity];
    }
    factor = std::max(factor, one);
  }
  return factor;
}

double network_hop_us(const CallCosts& call) {
  const Factors hop =
      TermList(call.facts)
          .network_hop(is_tree(call) ? TermList::Shape::Tree : TermList::Shape::Chain);
  const bool waits = std::ranges::any_of(
      call.terms, [](const Term& term) { return uses(term, Quantity::Rendezvous); });
  return product(hop, call.values) + (waits ? call.values[Quantity::Rendezvous] : 0);
}

double ports_per_byte(const CallCosts& call) {
  const TermList list(call.facts);
  const bool is_one_way = nccl::rules::is_rooted(call.facts.collective) && call.facts.nodes == 2;
  const TermList::Traffic traffic = call.algorithm == Algorithm::Tree ? TermList::Traffic::Tree
                                    : is_one_way                      ? TermList::Traffic::OneWay
                                                                      : TermList::Traffic::BothWays;
  return call.values[Quantity::ScaleTransfer] / product(list.port_efficiency(traffic), call.values);
}

/// What the network carries for one connection, GB/s of data.
double network_rate(const CallCosts& call) {
  const double scale = call.values[Quantity::ScaleTransfer];
  if (call.facts.has_sockets) return std::numeric_limits<double>::infinity();
  if (call.facts.protocol == Protocol::Ll) {
    return call.values[Quantity::NetworkRateSimple] *
           cost::terms::payload_share(call.facts.protocol) / scale;
  }
  return call.values[for_protocol(Quantity::NetworkRateLl, call.facts.protocol)] / scale;
}

double stream_rate(const CallCosts& call) {
  if (is_multicast(call)) return std::numeric_limits<double>::infinity();
  const Protocol protocol = call.facts.protocol;
  const double scale =
      call.values[call.facts.has_nvlink ? Quantity::ScaleLinks : Quantity::ScaleTransfer];
  const double rate = call.values[for_protocol(Quantity::ChannelRateLl, protocol)] / scale;
  if (!call.algorithm) {
    return rate * call.values[Quantity::PeerShare] / (protocol == Protocol::Ll ? 2 : 1);
  }
  if (!has_two_ways(call)) return rate;
  return rate * call.values[for_protocol(Quantity::TreeShareLl, protocol)] / 2;
}

/// The parts of messages between pairs that the busiest channel carries at once.
double parts_in_turn(const CallCosts& call) {
  if (call.algorithm) return 1;
  const CallFacts& facts = call.facts;
  const bool is_shared = facts.collective != core::Collective::SendRecv;
  const double part = 1.0 / (is_shared ? facts.ranks() : 1) / facts.pair_channels;
  return std::max(facts.wires.pairs.staged / part, 1.0);
}

/// Sockets are slower than that in any case.
double staged_rate(const CallCosts& call) {
  const double usual = stream_rate(call);
  if (!call.facts.is_staged) return usual;
  const double rate =
      call.values[Quantity::Staging] / call.values[Quantity::ScaleTransfer] / parts_in_turn(call);
  return std::min(usual, rate * cost::terms::payload_share(call.facts.protocol));
}

/// What a channel moves of one head's chunks, while it moves the others' in the same rounds: as the
/// cost model's rounds of NVLS.
double multicast_rate(const CallCosts& call) {
  const CallFacts& facts = call.facts;
  const double heads = facts.ranks_per_node;
  const double chunk = facts.bytes_per_head_chunk();
  const double copying = heads * chunk * call.values[Quantity::ScaleLinks] /
                         call.values[Quantity::ChannelRateSimple] / core::kBytesPerUsPerGbPerS;
  const double waiting = call.values[Quantity::NvlsChunk] * call.values[Quantity::ScaleHop];
  return chunk / (waiting + copying) / core::kBytesPerUsPerGbPerS;
}

/// The share of a chunk that the next hop waits for.
double fill_of(const CallCosts& call) {
  return call.values[for_protocol(Quantity::FillLl, call.facts.protocol)] *
         call.values[Quantity::ScaleFill];
}

/// With Simple a GPU's neighbour writes into the user's own buffer (NCCL v2.28.9-1,
/// src/device/prims_simple.h, directRecv): nothing is left to copy. Messages between pairs go
/// through a buffer, from which the receiver copies each chunk after the sender.
double keep_rate(const CallCosts& call) {
  if (!call.algorithm) return stream_rate(call) / fill_of(call);
  return call.facts.protocol == Protocol::Simple ? std::numeric_limits<double>::infinity()
                                                 : stream_rate(call);
}

/// The share of a message that the next hop waits for. In rings LL and LL128 pass on line by line,
/// as their flags arrive: 8 bytes of data, or 120 (NCCL v2.28.9-1, src/include/device.h,
/// ncclLLFifoLine and NCCL_LL128_DATAELEMS). The cost model counts nothing for them either.
double head(const CallCosts& call) {
  if (!passes_heads_on(call)) return 1;
  const Protocol protocol = call.facts.protocol;
  if (call.algorithm == Algorithm::Ring && protocol != Protocol::Simple) {
    const double line = protocol == Protocol::Ll ? 8 : 120;
    return std::min(line / call.facts.chunk_bytes, 1.0);
  }
  return std::min(fill_of(call), 1.0);
}

/// Latencies, and what streams and connections carry.
void set_messages(const CallCosts& call, FlowCosts& costs) {
  const cost::Values& values = call.values;
  const CallFacts& facts = call.facts;
  costs.payload = cost::terms::payload_share(facts.protocol);
  costs.hop_us = values[for_protocol(Quantity::HopLl, facts.protocol)] *
                 values[Quantity::HopFactor] * values[Quantity::ScaleHop];
  costs.network_hop_us = network_hop_us(call);
  // An all_reduce passes the switch twice: to a head, and from it to all.
  const bool is_both = facts.collective == core::Collective::AllReduce;
  costs.multicast_us =
      values[Quantity::NvlsLatency] * values[Quantity::ScaleHop] / (is_both ? 4 : 2);
  costs.multicast_rate = multicast_rate(call);
  costs.stream_rate = stream_rate(call);
  costs.memory_rate = std::min(costs.stream_rate, values[Quantity::MemoryChannel] * costs.payload /
                                                      values[Quantity::ScaleTransfer]);
  costs.staged_rate = staged_rate(call);
  costs.keep_rate = keep_rate(call);
  costs.network_rate = network_rate(call);
  costs.head = head(call);
}

/// How much longer data take on links.
void set_links(const CallCosts& call, FlowCosts& costs) {
  const cost::Values& values = call.values;
  const double settled = settling(call);
  const double links = settled * values[Quantity::ScaleLinks];
  const double reached =
      values[call.algorithm ? Quantity::LinkEfficiency : Quantity::PeerEfficiency];
  costs.multicast_per_byte = links * crowding(call) / values[Quantity::PeerEfficiency];
  costs.links_per_byte = call.algorithm ? links / reached : costs.multicast_per_byte;
  costs.host_per_byte = values[Quantity::ScaleTransfer];
  costs.way_per_byte = values[Quantity::ScaleTransfer];
  costs.memory_per_byte =
      values[Quantity::ScaleTransfer] * settled / values[Quantity::MemoryEfficiency];
  if (!call.facts.has_nvlink) costs.host_per_byte *= settled / reached;
  costs.ports_per_byte = ports_per_byte(call);
  costs.uplinks_per_byte = values[Quantity::ScaleTransfer] / values[Quantity::NetworkEfficiency];
  const bool counts_as_nccl = call.facts.nodes == 1 && call.algorithm.has_value();
  costs.counted = {counts_as_nccl ? call.facts.wires.ring_per_gpu : 0, !call.facts.is_in_order};
}

/// What threads and switches carry.
void set_carriers(const CallCosts& call, FlowCosts& costs) {
  const cost::Values& values = call.values;
  const double scale = values[Quantity::ScaleTransfer];
  if (call.facts.has_sockets) {
    costs.thread_gb_per_s = values[Quantity::NetworkRateSimple] / scale;
  } else if (call.facts.protocol == Protocol::Ll) {
    costs.proxy_gb_per_s = values[Quantity::NetworkRateLl] / scale;
  }
  costs.multicast_gb_per_s = call.facts.wires.all_per_gpu * values[Quantity::NvlsEfficiency] /
                             (values[Quantity::ScaleLinks] * crowding(call));
}

}  // namespace

FlowCosts flow_costs(const CallCosts& call) {
  FlowCosts costs;
  set_messages(call, costs);
  set_links(call, costs);
  set_carriers(call, costs);
  return costs;
}

double weight_on(const NodeLink& link, Traffic traffic, const FlowCosts& costs) {
  const double flags = 1 / costs.payload;
  const double usual = links::usual_rate(link, costs.counted);
  const double slower = usual > 0 ? link.gb_per_s / usual : 1;
  double weight = flags;
  switch (link.kind) {
    case NodeLinkKind::NvLink:
      if (traffic == Traffic::Multicast) weight = flags * costs.multicast_per_byte;
      if (traffic == Traffic::Inside) weight = flags * costs.links_per_byte * slower;
      break;
    case NodeLinkKind::Host:
      if (traffic == Traffic::Inside) weight = flags * costs.host_per_byte * slower;
      if (traffic == Traffic::Network) weight = flags * costs.way_per_byte;
      break;
    case NodeLinkKind::Memory:
      weight = flags * costs.memory_per_byte;
      break;
    case NodeLinkKind::Port:
      weight = flags * costs.ports_per_byte;
      break;
    case NodeLinkKind::Proxy:
      return 1;
    case NodeLinkKind::Multicast:
      // Reducing and copying each take half of it.
      return 0.5;
    case NodeLinkKind::Thread:
      return flags;
  }
  return std::max(weight, flags);
}

double capacity_of(const NodeLink& link, const FlowCosts& costs) {
  switch (link.kind) {
    case NodeLinkKind::Proxy:
      return costs.proxy_gb_per_s;
    case NodeLinkKind::Thread:
      return costs.thread_gb_per_s;
    case NodeLinkKind::Multicast:
      return costs.multicast_gb_per_s;
    default:
      return link.gb_per_s;
  }
}

namespace {

/// Infinite where a rate of 0 says that there is none, as in the other factors.
double limit_of(double gb_per_s) {
  return gb_per_s > 0 ? gb_per_s : std::numeric_limits<double>::infinity();
}

}  // namespace

std::vector<Factor> factors_of(const FlowCosts& costs) {
  return {
      {"hop", "us", costs.hop_us, "a message's latency inside a node"},
      {"network hop", "us", costs.network_hop_us, "a message's latency between nodes"},
      {"multicast", "us", costs.multicast_us, "to an NVSwitch or from it"},
      {"stream", "GB/s", costs.stream_rate, "data that one stream of a channel copies"},
      {"keep", "GB/s", costs.keep_rate, "data that it stores and does not pass on"},
      {"connection", "GB/s", costs.network_rate, "data that the network carries for a channel"},
      {"head", "", costs.head, "share of a message that the next hop waits for"},
      {"payload", "", costs.payload, "share of data in what is sent"},
      {"NVLink", "", costs.links_per_byte, "time on NVLinks, of that at the rate counted"},
      {"NVSwitch", "", costs.multicast_per_byte, "the same with multicast"},
      {"host", "", costs.host_per_byte, "the same on PCIe and between sockets"},
      {"port", "", costs.ports_per_byte, "time on a port, of that at its full rate"},
      {"uplink", "", costs.uplinks_per_byte, "the same on a leaf switch's uplinks"},
      {"proxy", "GB/s", limit_of(costs.proxy_gb_per_s), "data of LL through a port"},
      {"sockets", "GB/s", limit_of(costs.thread_gb_per_s), "what a GPU's thread copies"},
      {"NVLS", "GB/s", costs.multicast_gb_per_s, "what a switch reduces and copies for a GPU"},
  };
}

}  // namespace treering::sim::machine
