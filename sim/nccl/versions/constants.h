// The numbers of NCCL's model: those that all versions share, then one value per version.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sim/nccl/types.h"

namespace treering::sim::nccl::versions {

// NCCL's numbers that are taken for all versions. Sources: files under src/ of v2.28.9-1.

// Compute capabilities from which GPUs belong to a generation: graph/tuning.cc, ncclTopoTuneModel
// (compCapIndex), ncclPatEnable.
inline constexpr int kPascal = 60;
inline constexpr int kVolta = 70;
inline constexpr int kAmpere = 80;
inline constexpr int kHopper = 90;
inline constexpr int kBlackwell = 100;

/// Bytes of which a channel's share is a multiple: enqueue.cc, cellSize.
inline constexpr std::uint64_t kCellBytes = 16;

/// The largest number of channels that a small call by CollNetDirect is cut down to: enqueue.cc,
/// topoGetAlgoInfo (ncSwitch).
inline constexpr int kCollNetMostKept = 16;

/// GB/s within a device: graph/topo.h, LOC_BW.
inline constexpr float kLocalBandwidth = 5000.0F;

/// Ports that one NIC joins: include/plugin/nccl_net.h, NCCL_NET_MAX_DEVS_PER_NIC.
inline constexpr std::size_t kMaxPortsPerNic = 4;

/// Channels that the search has room for: include/device.h, MAXCHANNELS.
inline constexpr int kMaxChannels = 64;

/// LL128's lines, in words of 8 bytes: include/device.h, NCCL_LL128_LINEELEMS,
/// NCCL_LL128_DATAELEMS.
inline constexpr int kLl128LineWords = 16;
inline constexpr int kLl128DataWords = 15;

/// Ids of Broadcom switches in base mode (vendor, device, subsystem): graph/topo.cc, getBcmGen.
/// That of generation 5 carries the level in its subsystem.
inline constexpr std::uint64_t kBroadcomMask = 0xfffffffffffff000ULL;
inline constexpr std::uint64_t kBroadcomGen4 = 0x1000c0101000a000ULL;
inline constexpr std::uint64_t kBroadcomGen5 = 0x1000c03010000000ULL;
inline constexpr std::uint64_t kBroadcomGen5Level = 0x1000ULL;

// The numbers of NCCL's model, one value per version.
//
// Latencies are microseconds, bandwidths GB/s. Each number is double or float as in NCCL: equal
// results depend on where numbers are rounded.

/// The kinds of hop that tuning distinguishes.
enum class Wire { NvLink, Pci, Network };
inline constexpr int kWires = 3;

/// Columns of the tuning tables. Ampere stands for every GPU from 8.0 up to, not including, 9.0,
/// Volta for all before, Blackwell for all from 10.0.
enum class GpuGeneration { Volta, Ampere, Hopper, Blackwell };
inline constexpr int kGpuGenerations = 4;

/// The number of nodes for which a tuning figure holds.
enum class Scale { OneNode, TwoNodes, MoreNodes };
inline constexpr int kScales = 3;

/// An array indexed by an enum class.
template <class Key, class Value, std::size_t N>
struct ByEnum {
  std::array<Value, N> values{};
  constexpr const Value& operator[](Key key) const { return values[static_cast<std::size_t>(key)]; }
  constexpr Value& operator[](Key key) { return values[static_cast<std::size_t>(key)]; }
};

template <class Value>
using ByProtocol = ByEnum<Protocol, Value, kProtocols>;
template <class Value>
using ByAlgorithm = ByEnum<Algorithm, Value, kAlgorithms>;
template <class Value>
using ByGeneration = ByEnum<GpuGeneration, Value, kGpuGenerations>;

inline constexpr int kTreeCorrections = 23;

using LatencyTable = ByAlgorithm<ByProtocol<double>>;
using CapTable = ByGeneration<ByEnum<Scale, double, kScales>>;

/// How much of an algorithm, as known today, a version offers.
enum class Offered { Fully, AllReduceOnly, Never };

/// How the bandwidth of NVLS and NVLSTree is computed from their channels.
enum class MulticastModel {
  RingChannels,       // NVLS is as fast as the rings
  NodeOrNetworkRate,  // as Ring's: the node's rate up to two nodes, the network's beyond
  SlowerRate,         // the slower of node and network
  Efficiency          // the node's rate times an efficiency, at most the network's rate
};

/// Where NCCL relies on LL128's lines to arrive whole.
struct Ll128Constants {
  PathType farthest_inside = PathType::Nvb;
  PathType farthest_outside = PathType::Pxb;
  PathType farthest_outside_from_hopper = PathType::Pxn;
  bool mixed_from_hopper = false;             // GPUs of several generations are allowed
  std::span<const int> compute_capabilities;  // the only ones allowed; empty: all from Volta on
};

/// NVLS and NVLSTree, apart from their efficiency and cap.
struct MulticastConstants {
  MulticastModel model = MulticastModel::Efficiency;
  int min_channels = 2;
  // Shares of the bus bandwidth, in the models before Efficiency.
  double all_reduce_share = 1;
  double split_share = 1;         // all_gather, reduce_scatter
  float split_network_share = 1;  // of the network's rate
  bool keeps_own_part = true;     // in these, a rank's own part crosses no switch
  bool splits_between_nodes = true;
  double tree_share = 1;        // of NVLSTree, where it does not follow from ranks and steps
  bool tree_is_linear = false;  // NVLSTree's latency grows with the nodes, not their logarithm
  bool corrects_tree_on_blackwell = false;  // by Tree's table, behind x86 CPUs
};

/// Latency and bandwidth of an algorithm and protocol.
struct TuningConstants {
  ByAlgorithm<Offered> offered;
  Ll128Constants ll128;
  MulticastConstants multicast;
  bool exact_generations = false;  // only GPUs of 8.0 and 9.0 are distinguished from older ones

  LatencyTable base_latency_us;
  ByEnum<Wire, LatencyTable, kWires> hop_latency_us;

  ByGeneration<float> all_channels_cap;  // of all channels together, any algorithm; 0: none
  CapTable ll_cap;          // of all channels together; rows by CPU vendor on several nodes
  CapTable ring_ll128_cap;  // this and the following caps are per channel
  CapTable tree_cap;
  CapTable tree_ll128_cap;
  CapTable nvls_tree_cap;
  ByGeneration<float> nvls_efficiency;

  double ring_ll_share = 0;
  double ring_ll_share_copying = 0;  // on one node, all collectives but all_reduce and reduce
  double ring_ll128_share = 0;
  double ring_ll128_share_exposed = 0;  // fewer than two ranks per node
  double tree_share = 0;
  double tree_ll_divisor = 1;
  double tree_ll128_share_one_node = 0;
  double tree_ll128_share = 0;
  double plain_tree_share = 0;  // pattern Tree: both tree roles on one GPU and NIC
  double pat_share = 0;
  double collnet_direct_share = 0;             // all_reduce from Hopper on
  bool collnet_direct_counts_adapters = true;  // fewer adapters than GPUs: less bandwidth
  float collnet_gather_share = 0;              // of the network rate, all_gather and reduce_scatter
  bool collnet_gathers_at_node_rate = false;   // all_gather, reduce_scatter: not the network's
  double collnet_chain_share = 1;

  double collnet_direct_us_per_peer = 0;
  bool collnet_chain_has_trip = true;  // its latency includes a trip through the network
  double pat_network_divisor = 1;
  double pat_us_per_rank = 0;

  bool adapter_latency_replaces = false;   // instead of being added to the hop
  bool one_rank_per_node_exposes = true;   // the network's latency: Tree's is used for all
  bool ring_starts_with_network = false;   // an all_reduce makes two more steps between nodes
  double ll_hop_factor_between_nodes = 1;  // on hops inside a node
  float net_overhead_us = 0;
  float net_overhead_amd_us = 0;
  float net_overhead_simple_factor = 1;

  /// The share of the modelled bandwidth that an all_reduce by Tree reaches, by powers of two from
  /// 64 B on.
  ByProtocol<std::array<float, kTreeCorrections>> tree_correction;
  bool corrects_below_64_bytes = false;  // as at 64 B
  /// Ring's latency grows by this factor once each rank and channel has a minimum of bytes.
  ByGeneration<double> ring_plateau;
  std::uint64_t ring_plateau_min_bytes = 0;
  bool ring_plateau_counts_channels = true;  // else the minimum is per rank
  /// Makes Ring, which loses precision over many ranks, the slowest choice for 8-bit floats.
  double fp8_ring_penalty = 1;
  int fp8_ring_max_ranks = 0;
  /// Rings whose total is no faster than this (GB/s) get fewer threads.
  double slow_ring_gb_per_s = 0;
};

/// Which paths to the network a version knows.
struct PathConstants {
  bool p2c = true;           // paths over C2C and PCIe have a type of their own
  bool pxn_over_c2c = true;  // a GPU may relay to a NIC that it reaches over C2C
};

/// How many channels are made.
struct ChannelConstants {
  int max_channels = 0;
  // On wide systems, within these bounds, each ring and tree channel is copied once more.
  int wide_min_compute_capability = 0;
  int wide_max_compute_capability = 0;
  double wide_min_intra_gb_per_s = 0;  // of one ring channel, exclusive
  int wide_max_channels = 0;           // exclusive
  int nvls_channels = 0;
  int nvls_channels_blackwell = 0;
  int nvls_channels_blackwell_one_node = 0;
  int collnet_min_nodes = 0;
  int max_direct_ranks = 0;  // local ranks that CollNet can serve
  int max_nvls_ranks = 0;    // local ranks that NVLS can serve, except for all_reduce
  // Odd nodes swap neighbouring rings where their own search may change rails; else where that of
  // any node may.
  bool alternates_by_node = true;
};

/// A protocol's buffers and the threads that fill them.
struct ProtocolConstants {
  int grain_bytes = 0;   // chunks are multiples of it
  int buffer_bytes = 0;  // per connection, divided into `buffer_steps` steps
  int max_threads = 0;
  int thread_threshold = 0;  // bytes per thread before another channel pays off
};

/// How one call is cut into channels and chunks.
struct ScheduleConstants {
  ByProtocol<ProtocolConstants> protocols;
  int warp_threads = 0;
  int max_threads = 0;
  int min_block_threads = 0;
  int min_warps = 0;
  int slow_ring_threads = 0;
  int buffer_steps = 0;
  int ring_chunk_steps = 0;  // Simple, in collectives whose data goes around the ring
  int ring_sync_warps = 0;
  int tree_sync_warps = 0;
  int collnet_thread_threshold = 0;
  std::uint64_t min_channel_traffic_bytes = 0;
  int ll_traffic_factor = 0;  // each byte of LL counts this many times
  int nvls_chunk_bytes = 0;
  int nvls_slow_network_chunk_bytes = 0;
  float nvls_slow_network_gb_per_s = 0;
  int nvls_tree_many_nodes = 0;
  int nvls_tree_many_nodes_chunk_bytes = 0;
  int collnet_chain_chunk_bytes = 0;
  /// Each channel reads its work from a queue in the host's memory; else kernels have it in their
  /// arguments.
  bool queues_work_by_channel = false;
  /// A message between two ranks of a node is cut into parts of no less than a step of the buffer
  /// by this.
  int pair_parts_of_step = 0;
  /// A message between two ranks goes with LL where all channels of a peer would have little of it;
  /// else where those that carry it have.
  bool pair_ll_counts_all_channels = false;
};

}  // namespace treering::sim::nccl::versions
