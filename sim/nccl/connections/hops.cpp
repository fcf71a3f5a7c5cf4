#include "sim/nccl/connections/hops.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace treering::sim::nccl::connections {
namespace {

constexpr int kDown = 0;  // connectors of CollNet: from the network down to all ranks, and up to it
constexpr int kUp = 1;

/// The hops of one rank on one channel.
class HopsFrom {
 public:
  HopsFrom(int rank, int channel, const HopInput& input)
      : rank_(rank), channel_(channel), input_(input) {}

  /// NCCL v2.28.9-1, src/transport/generic.cc, ncclTransportRingConnect.
  void add_ring() { add(0, input_.channels.next_in_ring(channel_, rank_)); }

  /// ncclTransportTreeConnect there.
  void add_tree() { add_links(input_.channels.tree(channel_, rank_)); }

  /// ncclTransportPatConnect there.
  void add_pat() {
    for (int distance = 1; distance < input_.ranks; distance *= 2) {
      add(0, (rank_ + distance) % input_.ranks);
      add(0, (rank_ + input_.ranks - distance) % input_.ranks);
    }
  }

  /// src/transport/nvls.cc, ncclNvlsTreeConnect.
  void add_nvls_tree() {
    if (input_.nodes.size() > 1) add_links(input_.channels.nvls_tree(channel_, rank_));
  }

  /// src/transport/coll_net.cc, ncclCollNetChainBufferSetup.
  void add_collnet_chain() {
    if (!input_.channels.uses_collnet()) return;
    const std::vector<int>& chain =
        input_.channels.collnet_chain(channel_, input_.channels.node_of(rank_));
    const auto here = std::ranges::find(chain, local(rank_));
    if (here == chain.end()) return;
    if (here != chain.begin()) add(kUp, on_machine(*(here - 1)));
    if (here + 1 != chain.end()) add(kDown, on_machine(*(here + 1)));
  }

  /// src/transport/coll_net.cc, ncclCollNetDirectBufferSetup: heads send to all others of the node,
  /// and these to them.
  void add_collnet_direct() {
    const int node = input_.channels.node_of(rank_);
    for (const int head : input_.channels.collnet_direct_heads(node)) {
      if (head != local(rank_)) {
        add(kUp, on_machine(head));
        continue;
      }
      for (const int other : input_.nodes[static_cast<std::size_t>(node)]) {
        if (other != rank_) add(kDown, other);
      }
    }
  }

  std::vector<Hop> take() && { return std::move(hops_); }

 private:
  int local(int rank) const { return rank % input_.channels.machine_ranks(); }
  /// The rank of the job on the same machine.
  int on_machine(int other) const { return rank_ - local(rank_) + other; }
  void add(int index, int to) {
    if (to >= 0 && to != rank_) hops_.push_back({channel_, index, rank_, to});
  }
  void add_links(const core::TreeLinks& links) {
    add(0, links.up);
    for (const int below : links.down) add(0, below);
  }

  int rank_;
  int channel_;
  const HopInput& input_;
  std::vector<Hop> hops_;
};

}  // namespace

int channels_of(Algorithm algorithm, const HopInput& input) {
  const bool is_nvls = algorithm == Algorithm::Nvls || algorithm == Algorithm::NvlsTree;
  return is_nvls ? input.channels.nvls_count() : input.channels.count();
}

std::vector<Hop> hops_from(int rank, int channel, Algorithm algorithm, const HopInput& input) {
  HopsFrom hops(rank, channel, input);
  switch (algorithm) {
    case Algorithm::Ring:
      hops.add_ring();
      break;
    case Algorithm::Tree:
      hops.add_tree();
      break;
    case Algorithm::Pat:
      hops.add_pat();
      break;
    case Algorithm::NvlsTree:
      hops.add_nvls_tree();
      break;
    case Algorithm::CollNetChain:
      hops.add_collnet_chain();
      break;
    case Algorithm::CollNetDirect:
      hops.add_collnet_direct();
      break;
    case Algorithm::Nvls:
      break;
  }
  return std::move(hops).take();
}

std::vector<Hop> hops_of(Algorithm algorithm, const HopInput& input) {
  std::vector<Hop> hops;
  if (input.ranks < 2) return hops;
  for (int channel = 0; channel < channels_of(algorithm, input); ++channel) {
    for (int rank = 0; rank < input.ranks; ++rank) {
      const std::vector<Hop> own = hops_from(rank, channel, algorithm, input);
      hops.insert(hops.end(), own.begin(), own.end());
    }
  }
  return hops;
}

}  // namespace treering::sim::nccl::connections
