// The connections that NCCL sets up between ranks: by channel, by which transport, over which NET,
// and through which GPU's proxy (PXN).
//
// A connection is one way. NCCL sets one up when a call first needs it, and keeps it: where two
// algorithms send from one rank to another on one channel, the first of them decides its NET (NCCL
// v2.28.9-1, src/transport.cc, ncclTransportP2pConnect).
#pragma once

#include <array>
#include <bitset>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/topology/cluster.h"
#include "sim/nccl/communicator/channels.h"
#include "sim/nccl/connections/hops.h"
#include "sim/nccl/connections/node_reach.h"
#include "sim/nccl/connections/pair_schedule.h"
#include "sim/nccl/plan.h"
#include "sim/nccl/types.h"

namespace treering::sim::nccl::connections {

/// Bit `algorithm` of those that use a connection.
using AlgorithmSet = std::bitset<kAlgorithms>;

/// "[channel, index, from, to, transport, NET, proxy, GPUDirect]" is a recorded connection
/// (../shared/oracle/README.md); the rest is ours.
struct Connection {
  int channel = 0;
  /// NCCL's connector: 0 of collectives; 1 of messages between pairs, and of CollNet on the way up.
  int index = 0;
  int from = 0;  // ranks; the number of ranks stands for a network that reduces (CollNet)
  int to = 0;
  Transport transport = Transport::P2p;
  std::int64_t net = -1;  // the NET by which the sender's node is left, by number; -1: none
  int proxy = -1;         // the rank whose proxy sends over that NET (PXN); -1: the sender
  GpuDirect gpu_direct = GpuDirect::Off;  // how the sender's NET reads the memory of a GPU
  std::int64_t to_net = -1;  // the NET by which the receiver's node is entered; -1: none
  GpuDirect to_gpu_direct = GpuDirect::Off;  // how that NET writes to the receiver's memory
  AlgorithmSet algorithms{};                 // none: messages between pairs

  /// The rank whose proxy sends over the NET.
  int sender() const { return proxy < 0 ? from : proxy; }
  bool operator==(const Connection&) const = default;
};

class Connections {
 public:
  /// \pre `plan` is that of a job on `cluster`
  Connections(const core::Cluster& cluster, const Plan& plan);

  /// The connection of one hop of an algorithm that no other has preceded; nothing: of messages
  /// between pairs, whose parts take their channels in turns, the hop's channel being the part.
  Connection of(std::optional<Algorithm> algorithm, const Hop& hop) const;
  /// The hops of an algorithm that start at a rank, on one channel. \pre channel <
  /// channels_of(algorithm)
  std::vector<Hop> hops_from(int rank, int channel, Algorithm algorithm) const;
  int channels_of(Algorithm algorithm) const;
  int ranks() const { return ranks_; }
  int machine_ranks() const { return machine_ranks_; }
  /// As NCCL counts them: a machine may be several.
  int nodes() const { return static_cast<int>(ranks_by_node_.size()); }
  /// Equal for channels on which all connections of the algorithm, or of messages between pairs,
  /// are equal.
  std::vector<std::int64_t> kind_of(std::optional<Algorithm> algorithm, int channel) const;
  /// The NET by which a rank exchanges data with a network that reduces, on a channel of an
  /// algorithm that uses one; -1: it does not.
  std::int64_t net_to_network(Algorithm algorithm, int rank, int channel) const;

  /// The connections of an algorithm that no other has preceded, by channel, index and ranks.
  /// NVLS has none inside a node: its switch carries the data.
  std::vector<Connection> of(Algorithm algorithm) const;
  /// The same of all algorithms of a list, in that order; the first of the list that needs one
  /// decides what it is.
  std::vector<Connection> of(std::span<const Algorithm> algorithms) const;

  /// How many channels messages between pairs use.
  PairChannels pair_channels() const { return schedule_.channels(); }
  /// The connections of messages from one rank to another: one for each part of a message. \pre
  /// the ranks differ
  std::vector<Connection> between(int from, int to) const;
  /// The same for all pairs, in the order of channel and ranks. Their number grows with the square
  /// of that of ranks.
  std::vector<Connection> of_pairs() const;

 private:
  /// Where a rank is.
  struct Place {
    int machine = 0;
    int local = 0;  // rank in the machine
    const NodeReach* node = nullptr;
    const NodeGraphs* graphs = nullptr;  // that its node found
  };

  /// The graphs that NCCL finds on a node, and how its ranks reach others.
  struct Node {
    NodeReach reach;
    NodeGraphs graphs;
  };

  /// A rank that exchanges data with a network that reduces, and its connections on any channel.
  struct NetworkHead {
    int local = 0;
    std::vector<Connection> connections;
  };

  HopInput hop_input() const { return {channels_, ranks_by_node_, ranks_}; }
  Place place_of(int rank) const;
  static Connection start(const Hop& hop, const Place& from, const Place& to);
  Connection over_graph(Algorithm algorithm, const Hop& hop) const;
  Connection over_pair(const Hop& hop) const;
  std::int64_t net_on_graph(Algorithm algorithm, const Place& place, int channel) const;
  int searched(Algorithm algorithm) const { return searched_[static_cast<std::size_t>(algorithm)]; }
  std::vector<Connection> all_of(Algorithm algorithm) const;
  std::vector<Connection> to_network(const Place& head, std::int64_t net) const;
  std::vector<NetworkHead> network_heads(int node) const;
  bool uses_network(Algorithm algorithm) const;
  bool talks_to_network(Algorithm algorithm, int node, int local, int channel) const;
  std::vector<Connection> all_to_network(Algorithm algorithm) const;

  communicator::ChannelSet channels_;
  int ranks_ = 1;
  int machine_ranks_ = 1;
  std::array<int, kAlgorithms> searched_{};      // channels of each algorithm's graph in use
  std::vector<int> class_of_;                    // by machine; empty: all are of the first class
  std::vector<std::vector<Node>> nodes_;         // by class of machines, then part
  std::vector<std::vector<int>> ranks_by_node_;  // of the whole job
  PairSchedule schedule_;
};

}  // namespace treering::sim::nccl::connections
