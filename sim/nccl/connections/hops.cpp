#include "sim/nccl/connections/hops.h"

#include <cstddef>

#include "sim/nccl/communicator/channel_count.h"

namespace treering::sim::nccl::connections {
namespace {

constexpr int kDown = 0;  // connectors of CollNet: from the network down to all ranks, and up to it
constexpr int kUp = 1;

void add_both_ways(std::vector<Hop>& hops, int channel, int above, int below) {
  if (above < 0) return;
  hops.push_back({channel, 0, below, above});
  hops.push_back({channel, 0, above, below});
}

/// NCCL v2.28.9-1, src/transport/generic.cc, ncclTransportRingConnect.
void add_ring(const HopInput& input, std::vector<Hop>& hops) {
  for (int channel = 0; channel < input.channels.count(); ++channel) {
    const std::vector<int> order = input.channels.ring(channel);
    for (std::size_t i = 0; i < order.size(); ++i) {
      hops.push_back({channel, 0, order[i], order[(i + 1) % order.size()]});
    }
  }
}

/// ncclTransportTreeConnect there.
void add_tree(const HopInput& input, std::vector<Hop>& hops) {
  for (int channel = 0; channel < input.channels.count(); ++channel) {
    for (int rank = 0; rank < input.ranks; ++rank) {
      add_both_ways(hops, channel, input.channels.tree(channel, rank).up, rank);
    }
  }
}

/// ncclTransportPatConnect there.
void add_pat(const HopInput& input, std::vector<Hop>& hops) {
  for (int distance = 1; distance < input.ranks; distance *= 2) {
    for (int channel = 0; channel < input.channels.count(); ++channel) {
      for (int rank = 0; rank < input.ranks; ++rank) {
        add_both_ways(hops, channel, (rank + distance) % input.ranks, rank);
      }
    }
  }
}

/// src/transport/nvls.cc, ncclNvlsTreeConnect.
void add_nvls_tree(const HopInput& input, std::vector<Hop>& hops) {
  if (input.nodes.size() < 2) return;
  for (int channel = 0; channel < input.channels.nvls_count(); ++channel) {
    for (int rank = 0; rank < input.ranks; ++rank) {
      add_both_ways(hops, channel, input.channels.nvls_tree(channel, rank).up, rank);
    }
  }
}

/// The rank of the job that has a rank on a node's machine.
int global(const HopInput& input, int node, int local) {
  const int first = input.nodes[static_cast<std::size_t>(node)].front();
  const int machine_ranks = input.channels.machine_ranks();
  return first / machine_ranks * machine_ranks + local;
}

/// src/transport/coll_net.cc, ncclCollNetChainBufferSetup.
void add_collnet_chain(const HopInput& input, std::vector<Hop>& hops) {
  for (int channel = 0; channel < input.channels.count(); ++channel) {
    for (int node = 0; node < static_cast<int>(input.nodes.size()); ++node) {
      const std::vector<int>& chain = collnet_chain_on(input.channels, channel, node);
      for (std::size_t i = 0; i + 1 < chain.size(); ++i) {
        const int above = global(input, node, chain[i]);
        const int below = global(input, node, chain[i + 1]);
        hops.push_back({channel, kDown, above, below});
        hops.push_back({channel, kUp, below, above});
      }
    }
  }
}

/// From a head to all other ranks of its node, and back.
void add_head(int channel, int head, const std::vector<int>& ranks, std::vector<Hop>& hops) {
  for (const int rank : ranks) {
    if (rank == head) continue;
    hops.push_back({channel, kDown, head, rank});
    hops.push_back({channel, kUp, rank, head});
  }
}

/// src/transport/coll_net.cc, ncclCollNetDirectBufferSetup.
void add_collnet_direct(const HopInput& input, std::vector<Hop>& hops) {
  for (int channel = 0; channel < input.channels.count(); ++channel) {
    for (int node = 0; node < static_cast<int>(input.nodes.size()); ++node) {
      const std::vector<int>& ranks = input.nodes[static_cast<std::size_t>(node)];
      for (const int local : input.channels.collnet_direct_heads(node)) {
        add_head(channel, global(input, node, local), ranks, hops);
      }
    }
  }
}

}  // namespace

const std::vector<int>& collnet_chain_on(const communicator::ChannelSet& channels, int channel,
                                         int node) {
  const communicator::ChannelCounts& counts = channels.counts();
  return channels.collnet_chain(original_of(counts, channel) % counts.searched, node);
}

std::vector<Hop> hops_of(Algorithm algorithm, const HopInput& input) {
  std::vector<Hop> hops;
  if (input.ranks < 2) return hops;
  switch (algorithm) {
    case Algorithm::Ring:
      add_ring(input, hops);
      break;
    case Algorithm::Tree:
      add_tree(input, hops);
      break;
    case Algorithm::Pat:
      add_pat(input, hops);
      break;
    case Algorithm::NvlsTree:
      add_nvls_tree(input, hops);
      break;
    case Algorithm::CollNetChain:
      if (input.channels.uses_collnet()) add_collnet_chain(input, hops);
      break;
    case Algorithm::CollNetDirect:
      add_collnet_direct(input, hops);
      break;
    case Algorithm::Nvls:
      break;
  }
  return hops;
}

}  // namespace treering::sim::nccl::connections
