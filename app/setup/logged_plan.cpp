#include "app/setup/logged_plan.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sim/nccl/call/choice.h"
#include "sim/nccl/connections/connections.h"

namespace treering::app::setup {
namespace {

using hw::formats::LoggedConnection;
using hw::formats::LoggedRun;
using sim::nccl::connections::Transport;

/// NCCL cuts lines of rings: versions before 2.7 behind 20 ranks, later ones behind some 28, whose
/// last number may be cut as well.
bool is_ring(const std::vector<int>& logged, const std::vector<int>& planned) {
  constexpr std::size_t kLeastPrinted = 20;
  if (logged.size() == planned.size()) return logged == planned;
  return logged.size() >= kLeastPrinted && logged.size() < planned.size() &&
         std::equal(logged.begin(), logged.end() - 1, planned.begin());
}

bool has_rings(const LoggedRun& run, const sim::nccl::Plan& plan) {
  const auto& channels = run.plan.channels;
  const int count = plan.channels.count();
  if (channels.channels > 0 && channels.channels != count) return false;
  return std::ranges::all_of(channels.rings, [&](const auto& ring) {
    return ring.first < count && is_ring(ring.second, plan.channels.ring(ring.first));
  });
}

bool is_place(const core::TreeLinks& logged, const core::TreeLinks& planned) {
  std::array<int, 3> below = logged.down;
  std::array<int, 3> expected = planned.down;
  std::ranges::sort(below);
  std::ranges::sort(expected);
  return logged.up == planned.up && below == expected;
}

bool has_trees(const LoggedRun& run, const sim::nccl::Plan& plan) {
  // Of several communicators the lines do not say which is meant.
  if (!run.has_one_communicator) return true;
  const int ranks = plan.shape.ranks();
  for (const auto& [channel, places] : run.plan.channels.trees) {
    for (const auto& [rank, place] : places) {
      if (channel >= plan.channels.count() || rank < 0 || rank >= ranks) return false;
      if (!is_place(place, plan.channels.tree(channel, rank))) return false;
    }
  }
  return true;
}

enum class Medium { Unknown, Peer, Host, Network };

Medium medium_in(std::string_view via) {
  if (via.starts_with("NET/")) return Medium::Network;
  if (via.starts_with("SHM") || via.starts_with("direct shared memory")) return Medium::Host;
  return via.starts_with("P2P/") ? Medium::Peer : Medium::Unknown;
}

Medium medium_of(Transport transport) {
  if (transport == Transport::Net) return Medium::Network;
  return transport == Transport::SharedMemory ? Medium::Host : Medium::Peer;
}

bool has_transports(const LoggedRun& run, const core::Cluster& cluster,
                    const sim::nccl::Plan& plan) {
  if (!run.has_one_communicator || run.plan.connections.empty()) return true;
  const sim::nccl::connections::Connections all(cluster, plan);
  std::map<std::array<int, 3>, Transport> planned;
  for (const auto& one : all.of(sim::nccl::call::chosen_algorithms(plan))) {
    if (one.index == 0) planned.try_emplace({one.channel, one.from, one.to}, one.transport);
  }
  return std::ranges::all_of(run.plan.connections, [&](const LoggedConnection& one) {
    const Medium logged = medium_in(one.via.empty() ? one.received_via : one.via);
    const auto found = planned.find({one.channel, one.from, one.to});
    const bool is_compared = one.index == 0 && logged != Medium::Unknown && found != planned.end();
    return !is_compared || medium_of(found->second) == logged;
  });
}

// NCCL lets two peers read each other's memory over NVLink only if both are sm80, A100, and has
// them write otherwise (2.28 src/graph/paths.cc, ncclTopoCheckP2p).
constexpr int kReadsPeers = 80;

bool reads_peers(const LoggedRun& run) {
  return std::ranges::any_of(
      run.plan.connections, [](const LoggedConnection& one) { return one.via.ends_with("/read"); });
}

bool has_reads(const LoggedRun& run, const sim::nccl::Plan& plan) {
  const bool would_read = plan.facts.min_compute_capability == kReadsPeers;
  if (reads_peers(run)) return would_read;
  const bool has_peers = std::ranges::any_of(run.plan.connections, [](const LoggedConnection& one) {
    return one.via.starts_with("P2P/");
  });
  return !has_peers || !would_read || !plan.facts.all_nvlink;
}

/// As NCCL counts them behind "coll channels", and the heads of NVLS.
bool has_counts(const LoggedRun& run, const sim::nccl::Plan& plan) {
  // Of several communicators the lines do not say which is meant.
  if (!run.has_one_communicator) return true;
  const auto& logged = run.plan.channels;
  if (logged.coll && *logged.coll != plan.channels.count()) return false;
  if (logged.nvls && *logged.nvls != plan.channels.nvls_count()) return false;
  return logged.nvls_heads == 0 ||
         logged.nvls_heads == static_cast<int>(plan.channels.nvls_heads().size());
}

bool has_multicast(const LoggedRun& run, const sim::nccl::Plan& plan) {
  return !run.has_multicast || *run.has_multicast == plan.facts.nvls;
}

}  // namespace

bool shows_plan(const LoggedRun& run) {
  const auto& channels = run.plan.channels;
  const bool has_ring =
      std::ranges::any_of(channels.rings, [](const auto& ring) { return ring.second.size() > 1; });
  return has_ring || (run.has_one_communicator && !channels.trees.empty());
}

bool may_read(const LoggedRun& run, int compute_capability) {
  return !reads_peers(run) || compute_capability == kReadsPeers;
}

bool is_plan_of(const LoggedRun& run, const core::Cluster& cluster, const sim::nccl::Plan& plan) {
  return has_rings(run, plan) && has_trees(run, plan) && has_reads(run, plan) &&
         has_multicast(run, plan) && has_counts(run, plan) && has_transports(run, cluster, plan);
}

}  // namespace treering::app::setup
