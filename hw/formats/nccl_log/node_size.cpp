#include "hw/formats/nccl_log/node_size.h"

#include <algorithm>
#include <cstddef>

#include "core/topology/topology.h"

namespace treering::hw::formats::nccl_log {
namespace {

/// The most GPUs that a host shows, or more by their numbers.
int most_gpus_seen(const Ranks& ranks) {
  int most = 0;
  for (const Host& host : ranks.hosts) {
    most = std::max(most, static_cast<int>(host.gpus.size()));
    for (const LoggedGpu& gpu : host.gpus) {
      most = std::max(most, std::min(gpu.nvml_index.value_or(0), core::kMaxGpus - 1) + 1);
    }
  }
  return most;
}

bool may_have(const Ranks& ranks, int gpus) {
  const auto& sizes = ranks.job.sizes;
  return sizes.empty() || std::ranges::find(sizes, gpus) != sizes.end();
}

/// Where the log has lines of one rank: the others of a small job are rather beside it than each on
/// a host of its own. At most a board's.
int size_around_one(const Ranks& ranks) {
  constexpr int kBoard = 8;
  if (ranks.job.sizes.empty()) return std::max(ranks.named_local_ranks, 1);
  int largest = 1;
  for (const int size : ranks.job.sizes) {
    if (size <= kBoard) largest = std::max(largest, size);
  }
  return largest;
}

/// Those of a matrix beside the log, where the job may have all of them or is smaller; else 0.
int gpus_by_matrix(const Ranks& ranks) {
  const int gpus = ranks.gpus_of_matrix;
  const int all = ranks_of(ranks);
  if (gpus == 0 || all == 0) return 0;
  const bool is_known = std::max(ranks.most_ranks, ranks.job.ranks) > 0;
  if (!is_known || (all % gpus == 0 && may_have(ranks, gpus))) return gpus;
  return all < gpus && may_have(ranks, all) ? all : 0;
}

bool is_cut_to_one(const Ranks& ranks, const Tree& tree) {
  return tree.count(NodeType::Gpu) == 1 && !tree.is_whole && ranks.hosts.size() < 2;
}

}  // namespace

int named_ranks(const PlanLines& plan) {
  int highest = plan.channels.highest_neighbour;
  for (const auto& [channel, ring] : plan.channels.rings) {
    for (const int rank : ring) highest = std::max(highest, rank);
  }
  for (const auto& [channel, places] : plan.channels.trees) {
    for (const auto& [rank, place] : places) {
      highest = std::max({highest, rank, place.up});
      for (const int child : place.down) highest = std::max(highest, child);
    }
  }
  for (const LoggedConnection& one : plan.connections) {
    highest = std::max({highest, one.from, one.to});
  }
  // No job has more; a torn number may be any.
  constexpr int kMost = 1 << 20;
  return highest < kMost ? highest + 1 : 0;
}

int named_local_ranks(const PlanLines& plan) {
  int most = 0;
  for (const LoggedConnection& one : plan.connections) {
    const bool is_within = one.via.starts_with("P2P/") || one.via.starts_with("SHM");
    if (is_within)
      most = std::max(most, std::max(one.from, one.to) - std::min(one.from, one.to) + 1);
  }
  return std::min(most, core::kMaxGpus);
}

int ranks_of(const Ranks& ranks) {
  const int said = std::max(ranks.most_ranks, ranks.job.ranks);
  return said > 0 ? said : ranks.named_ranks;
}

int gpus_of_a_node(const Ranks& ranks, const Tree* tree) {
  if (ranks.most_local_ranks > 0) return ranks.most_local_ranks;
  if (tree != nullptr && tree->count(NodeType::Gpu) > 0) {
    return is_cut_to_one(ranks, *tree) ? size_around_one(ranks)
                                       : static_cast<int>(tree->count(NodeType::Gpu));
  }
  if (const int gpus = gpus_by_matrix(ranks); gpus > 0) return gpus;
  int most = most_gpus_seen(ranks);
  // With all ranks in sight, a higher number is that of a GPU beside idle ones.
  std::size_t seen = 0;
  for (const Host& host : ranks.hosts) seen += host.gpus.size();
  if (most == 0) return 0;
  if (ranks.most_ranks == 0 && ranks.named_local_ranks > most) return ranks.named_local_ranks;
  if (static_cast<int>(seen) >= ranks.most_ranks) return 0;
  if (seen == 1) most = std::max(most, size_around_one(ranks));
  // Part of a log: nodes of one size that hold all ranks.
  const int ranks_in_all = ranks.most_ranks;
  while (most < ranks_in_all && ranks_in_all % most != 0) ++most;
  return std::min(most, core::kMaxGpus);
}

bool is_size_open(const Ranks& ranks, const Tree* tree) {
  if (ranks.most_local_ranks > 0 || ranks.job.gpus_per_node > 0) return false;
  if (tree != nullptr && !is_cut_to_one(ranks, *tree)) return false;
  if (gpus_by_matrix(ranks) > 0) return false;
  return ranks.job.sizes.size() > 1 && ranks.job.ranks_seen < ranks.job.ranks;
}

}  // namespace treering::hw::formats::nccl_log
