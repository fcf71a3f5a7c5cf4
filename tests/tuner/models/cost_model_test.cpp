// No candidate exceeds the links that it uses: every built-in machine, algorithm, protocol and
// collective. The bytes on each directed link are worked out from the plan's rings and trees,
// without any term of the cost model.
#include <algorithm>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "hw/builtin.h"
#include "hw/load_cluster.h"
#include "sim/bound/device_rates.h"
#include "sim/nccl/search/job_search.h"
#include "sim/nccl/system/system.h"
#include "tuner/models/call_model.h"
#include "tuner/profiles.h"

namespace treering::tuner::models {
namespace cost_model_test {

using core::Collective;
using core::DeviceId;
using core::DeviceKind;
using core::LinkKind;

/// Bytes from rank to rank, as shares of the size.
class Traffic {
 public:
  void add(int from, int to, double share) { shares_[{from, to}] += share; }
  /// Into and out of a switch that reduces or copies, by a rank.
  void add_switch(int rank, double out, double in) {
    switch_out_[rank] += out;
    switch_in_[rank] += in;
  }
  const std::map<std::pair<int, int>, double>& pairs() const { return shares_; }
  const std::map<int, double>& switch_out() const { return switch_out_; }
  const std::map<int, double>& switch_in() const { return switch_in_; }

 private:
  std::map<std::pair<int, int>, double> shares_;
  std::map<int, double> switch_out_, switch_in_;
};

/// A ring channel's share of the size over each edge: NCCL's ring takes 2(n-1) or n-1 steps with
/// 1/n each; of broadcast and reduce all edges but one carry the whole.
void add_ring(const std::vector<int>& order, Collective collective, double share,
              Traffic& traffic) {
  const auto n = static_cast<int>(order.size());
  for (int i = 0; i < n; ++i) {
    const int from = order[static_cast<std::size_t>(i)];
    const int to = order[static_cast<std::size_t>((i + 1) % n)];
    double part = static_cast<double>(n - 1) / n;
    if (collective == Collective::AllReduce) part *= 2;
    if (collective == Collective::Broadcast) part = to == 0 ? 0 : 1;
    if (collective == Collective::Reduce) part = from == 0 ? 0 : 1;
    traffic.add(from, to, share * part);
  }
}

void add_tree(const core::TreeLinks& links, int rank, double share, Traffic& traffic) {
  if (links.up < 0) return;
  traffic.add(rank, links.up, share);
  traffic.add(links.up, rank, share);
}

/// S is the size: all_reduce takes S out of each GPU to be reduced and brings S in, and each writes
/// and reads its share; all_gather and reduce_scatter have half of each (NVIDIA/nccl issue 1083).
void add_nvls(const sim::nccl::Plan& plan, Collective collective, Traffic& traffic) {
  const double own = 1.0 / plan.shape.ranks_per_node;
  const bool reads = collective != Collective::AllGather;
  const bool writes = collective != Collective::ReduceScatter;
  for (int rank = 0; rank < plan.shape.ranks(); ++rank) {
    traffic.add_switch(rank, (reads ? 1 : 0) + (writes ? own : 0),
                       (writes ? 1 : 0) + (reads ? own : 0));
  }
}

void add_peers(int ranks, Collective collective, Traffic& traffic) {
  for (int a = 0; a < ranks; ++a) {
    if (collective == Collective::SendRecv) traffic.add(a, (a + 1) % ranks, 1);
    if (collective == Collective::Gather && a > 0) traffic.add(a, 0, 1.0 / ranks);
    if (collective == Collective::Scatter && a > 0) traffic.add(0, a, 1.0 / ranks);
    if (collective != Collective::AllToAll) continue;
    for (int b = 0; b < ranks; ++b) {
      if (a != b) traffic.add(a, b, 1.0 / ranks);
    }
  }
}

Traffic traffic_of(const sim::nccl::Plan& plan, const sim::Prediction& call) {
  Traffic traffic;
  const int ranks = plan.shape.ranks();
  const double share = 1.0 / std::max(call.way.channels, 1);
  const bool is_multicast = call.way.algorithm == "NVLS" || call.way.algorithm == "NVLSTree";
  if (call.way.algorithm.empty()) add_peers(ranks, call.collective, traffic);
  if (is_multicast) add_nvls(plan, call.collective, traffic);
  for (int channel = 0; channel < call.way.channels && !is_multicast; ++channel) {
    if (call.way.algorithm == "Ring") {
      add_ring(plan.channels.ring(channel), call.collective, share, traffic);
    }
    if (call.way.algorithm != "Tree") continue;
    for (int rank = 0; rank < ranks; ++rank) {
      add_tree(plan.channels.tree(channel, rank), rank, share, traffic);
    }
  }
  return traffic;
}

/// GB/s from device to device, of what joins GPUs of one node.
class Wires {
 public:
  Wires(const core::Topology& node, std::vector<DeviceId> gpus) : gpus_(std::move(gpus)) {
    for (const core::Link& link : node.links()) {
      if (link.from == link.to) continue;
      const double rate = link.bandwidth.in_gb_per_s();
      const auto is_cpu = [&](DeviceId id) { return node.device(id).kind() == DeviceKind::Cpu; };
      if (link.kind == LinkKind::NvLink && !is_cpu(link.from) && !is_cpu(link.to)) {
        nvlink_[{link.from, link.to}] += rate;
        if (node.device(link.to).kind() == DeviceKind::NvSwitch) up_[link.from] += rate;
        if (node.device(link.from).kind() == DeviceKind::NvSwitch) down_[link.to] += rate;
      } else {
        host_out_[link.from] += rate;
        host_in_[link.to] += rate;
      }
    }
    const sim::bound::Rates ports = sim::bound::rates_of_all_adapters(node);
    ports_ = std::min(ports.out, ports.in).in_gb_per_s();
  }

  /// Us per byte of size on the busiest link, of traffic with so many bytes on the wire per byte.
  double busiest(const Traffic& traffic) const {
    std::map<std::tuple<int, int, int, char>, double> load;  // node, device, device, kind
    std::map<std::tuple<int, int, int, char>, double> rate;
    const auto put = [&](int node, DeviceId a, DeviceId b, char kind, double share, double gb) {
      if (gb <= 0) return;
      load[{node, a, b, kind}] += share;
      rate[{node, a, b, kind}] = gb;
    };
    const auto g = static_cast<int>(gpus_.size());
    for (const auto& [pair, share] : traffic.pairs()) {
      const auto [from, to] = pair;
      const DeviceId a = gpu(from);
      const DeviceId b = gpu(to);
      if (from / g != to / g) {
        put(from / g, 0, 0, 'o', share, ports_);
        put(to / g, 0, 0, 'i', share, ports_);
      } else if (nvlink_.contains({a, b})) {
        put(from / g, a, b, 'n', share, nvlink_.at({a, b}));
      } else if (up_.contains(a) && down_.contains(b)) {
        put(from / g, a, a, 'u', share, up_.at(a));
        put(from / g, b, b, 'd', share, down_.at(b));
      } else if (const DeviceId middle = middle_of(a, b); middle != a) {
        put(from / g, a, middle, 'n', share, nvlink_.at({a, middle}));
        put(from / g, middle, b, 'n', share, nvlink_.at({middle, b}));
      } else {
        put(from / g, a, a, 'o', share, at(host_out_, a));
        put(from / g, b, b, 'i', share, at(host_in_, b));
      }
    }
    for (const auto& [rank, share] : traffic.switch_out()) {
      put(rank / g, gpu(rank), gpu(rank), 'u', share, at(up_, gpu(rank)));
    }
    for (const auto& [rank, share] : traffic.switch_in()) {
      put(rank / g, gpu(rank), gpu(rank), 'd', share, at(down_, gpu(rank)));
    }
    double most = 0;
    for (const auto& [link, share] : load) most = std::max(most, share / rate.at(link) / 1e3);
    return most;
  }

 private:
  /// The GPU with the fastest NVLinks to both, over which NCCL goes (path NVB); `a` without one.
  DeviceId middle_of(DeviceId a, DeviceId b) const {
    DeviceId best = a;
    double most = 0;
    for (const DeviceId one : gpus_) {
      if (!nvlink_.contains({a, one}) || !nvlink_.contains({one, b})) continue;
      const double rate = std::min(nvlink_.at({a, one}), nvlink_.at({one, b}));
      if (rate > most) std::tie(best, most) = std::pair(one, rate);
    }
    return best;
  }

  DeviceId gpu(int rank) const { return gpus_[static_cast<std::size_t>(rank) % gpus_.size()]; }
  static double at(const std::map<DeviceId, double>& rates, DeviceId id) {
    const auto found = rates.find(id);
    return found == rates.end() ? 0 : found->second;
  }

  std::vector<DeviceId> gpus_;
  std::map<std::pair<DeviceId, DeviceId>, double> nvlink_;
  std::map<DeviceId, double> up_, down_, host_out_, host_in_;
  double ports_ = 0;
};

/// Bytes of data beside each byte on the wire (NCCL 2.28, src/include/device.h).
double payload_of(std::string_view protocol) {
  if (protocol == "LL") return 0.5;
  return protocol == "LL128" ? 120.0 / 128 : 1;
}

struct Case {
  std::string machine;
  std::vector<int> node_counts;  // that share one search
  std::vector<int> devices = {};
};

std::vector<Case> cases() {
  std::vector<Case> all;
  for (const std::string_view name : hw::builtin_names()) {
    std::vector<int> devices;
    if (name.find("nvl72") != std::string_view::npos) devices = {0, 1, 2, 3, 4, 5, 6, 7};
    all.push_back({std::string(name), {1}, devices});
    all.push_back({std::string(name), {2, 4}, devices});
  }
  for (const std::vector<int>& devices :
       {std::vector{0}, std::vector{0, 1}, std::vector{1, 2, 5}}) {
    for (const std::string name : {"dgx-h100", "dgx-1v", "pcie-8-nvbridge"}) {
      for (const int nodes : {1, 2}) all.push_back({name, {nodes}, devices});
    }
  }
  return all;
}

void expect_within_links(const core::Cluster& cluster, const sim::nccl::Plan& plan) {
  if (plan.shape.ranks() < 2) return;
  const sim::TimeModel time_model = cost_time_model(shipped_profile(), {}, cluster, plan);
  sim::PredictionRequest request;
  request.model = sim::Model::Cost;
  request.ranks = plan.shape.ranks();
  request.sizes = {8192, 1 << 20, 64 << 20, std::uint64_t{8} << 30};
  for (const Collective collective : core::all_collectives()) {
    request.collectives.push_back(collective);
  }
  const Wires wires(cluster.node, sim::nccl::system::local_ranks(cluster.node, plan.job));
  const auto alternatives = sim::alternatives_of(plan, time_model, request.type, request.op);
  for (const sim::Prediction& call : sim::predict(alternatives, *time_model.bound, request)) {
    if (!call.estimate) continue;
    const double least = wires.busiest(traffic_of(plan, call)) *
                         static_cast<double>(call.bytes.count()) / payload_of(call.way.protocol);
    EXPECT_GE(call.time()->in_us(), least * (1 - 1e-9))
        << plan.job.nodes << " nodes, " << plan.job.devices.size() << " devices, "
        << core::name_of(call.collective) << " " << call.way.algorithm << "/" << call.way.protocol
        << " of " << call.bytes.count() << " bytes in " << call.way.channels << " channels";
  }
}

TEST(CostTimeModel, NoCandidateExceedsTheLinksThatItUses) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(one.machine);
    core::Cluster cluster = hw::load_cluster(one.machine).value().cluster;
    sim::job::JobSpec job;
    job.devices = one.devices;
    job.nodes = one.node_counts.front();
    const auto found = sim::nccl::search::search_node(cluster.node, job);
    for (const int nodes : one.node_counts) {
      job.nodes = cluster.node_count = nodes;
      expect_within_links(cluster, sim::nccl::make_plan(job, found));
    }
  }
}

sim::cost::Machine machine_of(const std::string& name, int nodes) {
  core::Cluster cluster = hw::load_cluster(name).value().cluster;
  sim::job::JobSpec job;
  job.nodes = cluster.node_count = nodes;
  return sim::cost::machine_of(cluster, sim::nccl::make_plan(cluster.node, job));
}

// NCCL takes the fewer channels of ring and tree before it copies them: all of leonardo's go over
// one NET of 12.5 GB/s. 7 GB/s of algbw were measured there (../shared/corpus).
TEST(CostTimeModel, CopiesOfAChannelShareItsPort) {
  const sim::cost::terms::NetworkWays ways = machine_of("leonardo", 2).network.widest();
  EXPECT_EQ(ways.nets, 1);
  EXPECT_DOUBLE_EQ(ways.gb_per_s, 12.5);
}

// Each of eight GPUs sends half of the size to the other node, by a port of its own.
TEST(CostTimeModel, MessagesBetweenPairsTakeTheLinksOfTheirConnections) {
  const sim::cost::Machine machine = machine_of("dgx-h100", 2);
  EXPECT_EQ(machine.pairs.at(Collective::AllToAll).outside,
            (sim::cost::terms::BusiestLink{0.5, 50}));
  EXPECT_DOUBLE_EQ(machine.network.widest().gb_per_s, 400);
}

}  // namespace cost_model_test
}  // namespace treering::tuner::models
