#include "sim/nccl/node_search.h"

#include <algorithm>

#include "sim/nccl/domains.h"
#include "sim/nccl/graph_search.h"
#include "sim/nccl/net_affinity.h"
#include "sim/nccl/paths.h"
#include "sim/nccl/system.h"
#include "sim/nccl/system_links.h"
#include "sim/nccl/usable_paths.h"
#include "sim/nccl/version.h"

namespace treering::sim::nccl {
namespace {

constexpr int kFirstWithMulticast = 90;  // compute capability; CUDA multicast objects

/// Keeps the first rank's domain. Returns how many domains of that size the machine makes.
int keep_first_domain(System& system) {
  const LinkTable links = number_links(system);
  const std::vector<int> domain = domains(system, usable_paths(system, links, PathPolicy{}));

  int mine = 0;
  for (int gpu = 0; gpu < system.count(NodeType::Gpu); ++gpu) {
    if (system.gpu(gpu).rank == 0) mine = domain[static_cast<std::size_t>(gpu)];
  }
  std::vector<int> others;
  for (int gpu = 0; gpu < static_cast<int>(domain.size()); ++gpu) {
    if (domain[static_cast<std::size_t>(gpu)] != mine) others.push_back(gpu);
  }
  if (others.empty()) return 1;
  const int all = static_cast<int>(domain.size());
  remove_gpus(system, others);
  system.spans_nodes = true;
  return all / (all - static_cast<int>(others.size()));
}

NodeFacts facts_of(const System& system, const PathTable& paths, const Job& job) {
  NodeFacts facts;
  facts.gpus = system.count(NodeType::Gpu);
  facts.min_compute_capability = system.min_compute_capability();
  facts.max_compute_capability = system.max_compute_capability();
  facts.cpu_arch = system.cpu(0).arch;
  facts.cpu_vendor = system.cpu(0).vendor;
  facts.has_nvswitch = system.count(NodeType::Nvs) > 0;
  facts.all_nvlink = farthest(system, paths, NodeType::Gpu) < PathType::Pix;
  const bool has_multicast =
      job.nvls == Feature::On || (job.nvls == Feature::Auto && facts.has_nvswitch &&
                                  facts.min_compute_capability >= kFirstWithMulticast);
  facts.nvls = has_multicast && facts.gpus >= 2;
  facts.collnet = job.collnet == Feature::On && system.spans_nodes;
  return facts;
}

/// A reducing plugin offers all its NETs; NCCL marks them (coll="1") when it reads them.
void offer_reduction(System& system) {
  for (const NodeId id : system.of(NodeType::Net)) {
    std::get<NetNode>(system.node(id).info).reduces = true;
  }
}

/// Channel limits: NCCL v2.28.9-1, src/init.cc, initTransportsRank.
NodeGraphs search_all(const SearchSpace& space, const NodeFacts& facts) {
  const auto find = [&](const GraphRequest& request) {
    return to_channel_graph(space.system, search_graph(space, request));
  };
  NodeGraphs graphs;
  graphs.ring = find({.pattern = Pattern::Ring, .max_channels = kMaxChannels / 2});
  const int rings = graphs.ring.channel_count();
  graphs.tree =
      find({.pattern = Pattern::BalancedTree, .min_channels = rings, .max_channels = rings});
  graphs.collnet_chain.pattern = Pattern::Tree;
  graphs.collnet_direct.pattern = Pattern::CollNetDirect;
  graphs.nvls.pattern = Pattern::Nvls;
  if (facts.collnet) {
    graphs.collnet_chain = find({.pattern = Pattern::Tree,
                                 .in_network = true,
                                 .min_channels = rings,
                                 .max_channels = rings});
    graphs.collnet_direct =
        find({.pattern = Pattern::CollNetDirect, .in_network = true, .max_channels = kMaxChannels});
  }
  if (facts.nvls) {
    graphs.nvls = find({.pattern = Pattern::Nvls, .max_channels = kMaxChannels});
  }
  return graphs;
}

}  // namespace

NodeSearch search_node(const core::Topology& topology, const Job& job) {
  System system = make_system(topology, job);
  if (job.collnet == Feature::On) offer_reduction(system);
  NodeSearch result;
  result.domains_per_node = keep_first_domain(system);
  const LinkTable links = number_links(system);
  const PathTable paths = usable_paths(system, links, PathPolicy{});
  result.facts = facts_of(system, paths, job);
  result.graphs =
      search_all({system, links, paths, version(job.nccl_version).search}, result.facts);
  return result;
}

}  // namespace treering::sim::nccl
