#include <algorithm>
#include <map>
#include <utility>

#include "sim/nccl/paths/paths.h"
#include "sim/nccl/paths/usable_paths.h"
#include "sim/nccl/search/graph_search.h"
#include "sim/nccl/search/job_search.h"
#include "sim/nccl/system/build_steps.h"
#include "sim/nccl/system/system.h"
#include "sim/nccl/versions/version.h"

namespace treering::sim::nccl::search {
namespace {

/// The GPUs that each part leaves out, the first rank's part first.
std::vector<std::vector<int>> left_out_by_part(const system::System& system,
                                               const job::PathPolicy& policy) {
  const paths::LinkTable links = paths::number_links(system);
  const std::vector<int> domain =
      paths::domains(system, paths::usable_paths(system, links, policy));
  std::map<int, int> first_ranks;  // by domain
  for (int gpu = 0; gpu < system.count(system::NodeType::Gpu); ++gpu) {
    const auto [place, is_new] =
        first_ranks.try_emplace(domain[static_cast<std::size_t>(gpu)], system.gpu(gpu).rank);
    place->second = std::min(place->second, system.gpu(gpu).rank);
  }
  std::vector<std::pair<int, int>> order;
  for (const auto& [name, rank] : first_ranks) order.emplace_back(rank, name);
  std::ranges::sort(order);

  std::vector<std::vector<int>> left_out;
  for (const auto& [rank, name] : order) {
    std::vector<int>& others = left_out.emplace_back();
    for (int gpu = 0; gpu < static_cast<int>(domain.size()); ++gpu) {
      if (domain[static_cast<std::size_t>(gpu)] != name) others.push_back(gpu);
    }
  }
  return left_out;
}

/// NVLS_ENABLE=1 goes ahead without asking the driver (NCCL v2.28.9-1, src/transport/nvls.cc,
/// ncclNvlsInit).
bool has_multicast(const NodeFacts& facts, const job::JobSpec& job) {
  if (job.settings.nvls != job::Switch::Auto) return job.settings.nvls == job::Switch::On;
  if (job.nvls != job::Feature::Auto) return job.nvls == job::Feature::On;
  return facts.has_nvswitch && facts.min_compute_capability >= kFirstWithMulticast;
}

bool has_reduction(const job::JobSpec& job) {
  return job.collnet == job::Feature::On && job.settings.collnet != job::Switch::Off;
}

NodeFacts facts_of(const system::System& system, const paths::PathTable& paths,
                   const job::JobSpec& job) {
  NodeFacts facts;
  facts.gpus = system.count(system::NodeType::Gpu);
  facts.min_compute_capability = system.min_compute_capability();
  facts.max_compute_capability = system.max_compute_capability();
  facts.cpu_arch = system.cpu(0).arch;
  facts.cpu_vendor = system.cpu(0).vendor;
  facts.has_nvswitch = system.count(system::NodeType::Nvs) > 0;
  facts.all_nvlink = paths::farthest(system, paths, system::NodeType::Gpu) < PathType::Pix;
  facts.nvls = facts.gpus >= 2 && has_multicast(facts, job);
  facts.collnet = has_reduction(job) && system.spans_nodes;
  return facts;
}

/// A reducing plugin offers all its NETs; NCCL marks them (coll="1") when it reads them.
void offer_reduction(system::System& system) {
  for (const system::NodeId id : system.of(system::NodeType::Net)) {
    std::get<system::NetNode>(system.node(id).info).reduces = true;
  }
}

/// Channel limits: NCCL v2.28.9-1, src/init.cc, initTransportsRank.
NodeGraphs search_all(const SearchSpace& space, const NodeFacts& facts, const job::JobSpec& job) {
  const job::CrossNic cross_nic = job.settings.cross_nic;
  const int most = versions::version(job.nccl_version).channels.max_channels;
  const auto find = [&](GraphRequest request) {
    request.cross_nic = cross_nic;
    return to_channel_graph(space.system, search_graph(space, request));
  };
  NodeGraphs graphs;
  graphs.ring = find({.pattern = Pattern::Ring, .max_channels = most / 2});
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
        find({.pattern = Pattern::CollNetDirect, .in_network = true, .max_channels = most});
  }
  if (facts.nvls) {
    graphs.nvls = find({.pattern = Pattern::Nvls, .max_channels = most});
  }
  return graphs;
}

struct PartSearch {
  NodeFacts facts;
  NodeGraphs graphs;
};

PartSearch search_part(system::System system, const std::vector<int>& left_out,
                       const job::JobSpec& job) {
  if (!left_out.empty()) {
    system::remove_gpus(system, left_out);
    system.spans_nodes = true;
  }
  const paths::LinkTable links = paths::number_links(system);
  const paths::PathTable paths = paths::usable_paths(system, links, paths::policy_of(job));
  const NodeFacts facts = facts_of(system, paths, job);
  const SearchSpace space{system, links, paths, versions::version(job.nccl_version).search};
  return {facts, search_all(space, facts, job)};
}

}  // namespace

std::vector<int> ranks_of(const NodeGraphs& part) {
  std::vector<int> ranks = part.ring.channels.front().gpus;
  std::ranges::sort(ranks);
  return ranks;
}

NodeSearch search_node(const core::Topology& topology, const job::JobSpec& job) {
  system::System system = system::make_system(topology, job);
  if (has_reduction(job)) offer_reduction(system);
  NodeSearch result;
  for (const std::vector<int>& left_out : left_out_by_part(system, paths::policy_of(job))) {
    const PartSearch part = search_part(system, left_out, job);
    if (result.facts.gpus == 0) {
      result.facts = part.facts;
      result.graphs = part.graphs;
    } else {
      result.other_parts.push_back(part.graphs);
    }
  }
  return result;
}

}  // namespace treering::sim::nccl::search
