#include "sim/nccl/search/job_search.h"

#include <algorithm>

#include "core/topology/cluster.h"

namespace treering::sim::nccl::search {
namespace {

ChannelGraph common(const ChannelGraph& a, const ChannelGraph& b) {
  ChannelGraph both = a;
  both.pattern = std::max(a.pattern, b.pattern);  // of trees: the plainest
  both.channels.resize(std::min(a.channels.size(), b.channels.size()));
  both.same_channels = a.same_channels && b.same_channels;
  both.bw_intra = std::min(a.bw_intra, b.bw_intra);
  both.bw_inter = std::min(a.bw_inter, b.bw_inter);
  both.type_intra = std::max(a.type_intra, b.type_intra);
  both.type_inter = std::max(a.type_inter, b.type_inter);
  both.cross_nic = std::max(a.cross_nic, b.cross_nic);
  return both;
}

NodeGraphs common(const NodeGraphs& a, const NodeGraphs& b) {
  return {.ring = common(a.ring, b.ring),
          .tree = common(a.tree, b.tree),
          .collnet_chain = common(a.collnet_chain, b.collnet_chain),
          .collnet_direct = common(a.collnet_direct, b.collnet_direct),
          .nvls = common(a.nvls, b.nvls)};
}

/// The first machine's class first, without those that no machine has.
std::vector<const NodeSearch*> classes_in_use(const JobSearch& found) {
  std::vector<const NodeSearch*> classes{&found.of(0)};
  for (std::size_t i = 0; i < found.classes.size(); ++i) {
    const bool is_used =
        found.class_of.empty()
            ? i == 0
            : std::ranges::find(found.class_of, static_cast<int>(i)) != found.class_of.end();
    if (is_used && &found.classes[i] != classes.front()) classes.push_back(&found.classes[i]);
  }
  return classes;
}

/// Adds a machine's nodes, `times` times.
struct Nodes {
  int count = 0;
  int ranks = 0;
  int largest = 0;

  void add(const NodeSearch& machine, int times) {
    const auto add_part = [&](int size) {
      ranks += size * times;
      largest = std::max(largest, size);
    };
    count += machine.parts() * times;
    add_part(machine.facts.gpus);
    for (const NodeGraphs& part : machine.other_parts) {
      add_part(static_cast<int>(ranks_of(part).size()));
    }
  }
};

}  // namespace

// NCCL v2.28.9-1, src/init.cc, initTransportsRank: after all ranks have exchanged what they found.
NodeFacts common_facts(const JobSearch& found) {
  NodeFacts all = found.of(0).facts;
  for (const NodeSearch* const one : classes_in_use(found)) {
    const NodeFacts& facts = one->facts;
    all.min_compute_capability = std::min(all.min_compute_capability, facts.min_compute_capability);
    all.max_compute_capability = std::max(all.max_compute_capability, facts.max_compute_capability);
    if (all.cpu_arch != facts.cpu_arch) all.cpu_arch = CpuArch::Mixed;
    if (all.cpu_vendor != facts.cpu_vendor) all.cpu_vendor = CpuVendor::Mixed;
  }
  return all;
}

NodeGraphs common_graphs(const JobSearch& found) {
  NodeGraphs all = found.of(0).graphs;
  for (const NodeSearch* const one : classes_in_use(found)) {
    all = common(all, one->graphs);
    for (const NodeGraphs& part : one->other_parts) all = common(all, part);
  }
  return all;
}

Shape shape_of(const JobSearch& found, int machines) {
  Nodes nodes;
  if (found.class_of.empty()) {
    nodes.add(found.classes.front(), machines);
  } else {
    for (int machine = 0; machine < machines; ++machine) nodes.add(found.of(machine), 1);
  }
  Shape shape{nodes.count, nodes.ranks / nodes.count};
  if (nodes.largest == shape.ranks_per_node) return shape;
  shape.largest_node = nodes.largest;
  shape.more_ranks = nodes.ranks - shape.nodes * shape.ranks_per_node;
  return shape;
}

JobSearch search_job(const core::Cluster& cluster, const job::JobSpec& job) {
  JobSearch found;
  for (const core::Topology* const node : topologies_of(cluster)) {
    found.classes.push_back(search_node(*node, job));
  }
  found.class_of = classes_by_node(cluster);
  return found;
}

}  // namespace treering::sim::nccl::search
