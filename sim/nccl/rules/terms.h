// The figures from which the tuning estimates of all algorithms are computed.
#pragma once

#include <cstdint>
#include <string>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

versions::GpuGeneration generation_of(int compute_capability);
/// The row of the tuning tables that the version takes for these GPUs.
versions::GpuGeneration generation_of(const communicator::CommunicatorView& comm);

versions::Scale scale_of(int nodes);

/// floor(log2(number)); -1 for 0.
int floor_log2(std::uint64_t number);

/// The wire of every hop inside a node, by the graph's farthest path.
versions::Wire wire_inside(const ChannelGraph& graph);

/// One hop over `wire`.
float hop_us(const TuningQuery& query, versions::Wire wire, Algorithm algorithm);

/// One hop inside the node.
float inside_hop_us(const TuningQuery& query, Algorithm algorithm, const ChannelGraph& graph);

/// One hop between nodes, with the adapter's own latency: once, and for Simple once more for the
/// flush. Where nodes have one rank each, nothing hides the network and Tree's latency is taken.
float network_hop_us(const TuningQuery& query, Algorithm algorithm, const ChannelGraph& graph);

/// "NVLink hop", "PCIe hop", "network hop".
Cause hop_over(versions::Wire wire);

/// The cap for this communicator's GPUs and number of nodes.
double cap_of(const versions::CapTable& caps, const communicator::CommunicatorView& comm);

/// LL's cap over all channels: by GPU on one node, by CPU vendor on several.
double ll_cap_of(const communicator::CommunicatorView& comm);

/// The rate of a channel: at most the node's on up to two nodes, the network's on more.
float channel_rate(const communicator::CommunicatorView& comm, const ChannelGraph& graph);

/// `channels` x `gb_per_s`, in words and as the start of a fold.
BandwidthFold all_channels(int channels, float gb_per_s);

/// The cap of older versions on all channels of an algorithm together.
void cap_all_channels(BandwidthFold& fold, const communicator::CommunicatorView& comm);

/// The share of the bandwidth that trees reach at this size, by powers of two from 64 B on; 1
/// beyond `powers` of them. Powers beyond the table take its last share.
CostFactors tree_correction(const CostQuery& query, int powers = versions::kTreeCorrections);

/// From bus bandwidth to algorithm bandwidth where each of `steps` steps moves a rank's share.
void share_among_ranks(BandwidthFold& fold, int ranks, int steps);

/// From bus bandwidth to algorithm bandwidth where data goes up and down.
void up_and_down(BandwidthFold& fold);

/// Steps around the ring that the data of a call takes.
int ring_steps(core::Collective collective, int ranks);

// AlgorithmRules::max_threads and ::thread_threshold of those that speak Simple alone.
int simple_only_max_threads(const communicator::CommunicatorView& comm, Protocol protocol);
int collnet_thread_threshold(const communicator::CommunicatorView& comm, Protocol protocol);

}  // namespace treering::sim::nccl::rules
