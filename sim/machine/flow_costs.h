// The profile's part in the costs of a call's messages: their latencies, the rates of channels and
// proxies, and how much more of a link they take than their bytes.
//
// The cost model (sim/cost) adds the same quantities up in closed form; docs/simulator.md lists
// which stands for what here.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sim/cost/price.h"
#include "sim/cost/terms/term.h"
#include "sim/cost/terms/work.h"
#include "sim/links/node_links.h"
#include "sim/nccl/types.h"

namespace treering::sim::machine {

using links::NodeLink;
using links::NodeLinkKind;

/// Where a message goes.
enum class Traffic {
  Inside,     // from GPU to GPU of a node
  Multicast,  // to an NVSwitch or from it
  Network,    // out of a node
};

/// A call, and what carries it.
struct CallCosts {
  const cost::terms::CallFacts& facts;
  const cost::terms::Terms& terms;  // of the cost model
  std::optional<nccl::Algorithm> algorithm;
  const cost::Values& values;
};

struct FlowCosts {
  double hop_us = 0;  // latency of a message inside a node
  double network_hop_us = 0;
  double multicast_us = 0;
  double multicast_rate = 0;  // GB/s of data that one stream moves through a switch
  double stream_rate = 0;     // GB/s of data that one stream copies
  double memory_rate = 0;     // likewise, of what passes through the host's memory
  double staged_rate = 0;     // likewise, of what goes to the network through it over PCIe
  double keep_rate = 0;       // GB/s at which a stream stores what it does not pass on
  double network_rate = 0;    // GB/s of data that the network carries for one connection
  double head = 1;            // of a message, that the receiver waits for
  double payload = 1;         // share of data in what is sent
  double links_per_byte = 1;  // bytes on NVLinks, as far as the profile slows them
  double multicast_per_byte = 1;
  double ports_per_byte = 1;
  double uplinks_per_byte = 1;
  double proxy_gb_per_s = 0;   // of data, with LL; 0: they are no limit
  double thread_gb_per_s = 0;  // of the wire's bytes, with sockets; 0: likewise
  double multicast_gb_per_s = 0;
  double host_per_byte = 1;     // bytes on links to the host, as far as the profile slows them
  double memory_per_byte = 1;   // the same in the host's memory
  double way_per_byte = 1;      // the same on the way to ports
  links::CountedRates counted;  // of which links inside a node reach a share
};

FlowCosts flow_costs(const CallCosts& call);

/// A factor of the profile that the simulation uses, for people.
struct Factor {
  std::string name;
  std::string unit;
  double value = 0;
  std::string meaning;
};
std::vector<Factor> factors_of(const FlowCosts& costs);

/// Bytes on the link for each byte of data. At least 1: nothing is faster than its link.
double weight_on(const NodeLink& link, Traffic traffic, const FlowCosts& costs);
/// GB/s; 0: it is no limit.
double capacity_of(const NodeLink& link, const FlowCosts& costs);

}  // namespace treering::sim::machine
