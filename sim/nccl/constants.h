// The numbers that one NCCL version's model is made of, as one value per version.
//
// Latencies are microseconds, bandwidths GB/s. double and float are NCCL's own choice for each
// number: equality with its results depends on where they are rounded.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sim/nccl/types.h"

namespace treering::sim::nccl {

/// What one hop crosses, as far as tuning tells hops apart.
enum class Wire { NvLink, Pci, Network };
inline constexpr int kWires = 3;

/// Columns of the tuning tables. Ampere stands for every GPU from 8.0 up to, not including, 9.0,
/// Volta for all before, Blackwell for all from 10.0.
enum class GpuGeneration { Volta, Ampere, Hopper, Blackwell };
inline constexpr int kGpuGenerations = 4;

/// How many nodes a tuning figure was taken for.
enum class Scale { OneNode, TwoNodes, MoreNodes };
inline constexpr int kScales = 3;

/// An array indexed by an enum class.
template <class Key, class Value, std::size_t N>
struct ByEnum {
  std::array<Value, N> values{};
  constexpr const Value& operator[](Key key) const { return values[static_cast<std::size_t>(key)]; }
};

template <class Value>
using ByProtocol = ByEnum<Protocol, Value, kProtocols>;
template <class Value>
using ByAlgorithm = ByEnum<Algorithm, Value, kAlgorithms>;
template <class Value>
using ByGeneration = ByEnum<GpuGeneration, Value, kGpuGenerations>;

using LatencyTable = ByAlgorithm<ByProtocol<double>>;
using CapTable = ByGeneration<ByEnum<Scale, double, kScales>>;

/// Latency and bandwidth of an algorithm and protocol.
struct TuningConstants {
  LatencyTable base_latency_us;
  ByEnum<Wire, LatencyTable, kWires> hop_latency_us;

  CapTable ll_cap;          // of all channels together; rows by CPU vendor on several nodes
  CapTable ring_ll128_cap;  // the rest per channel
  CapTable tree_cap;
  CapTable tree_ll128_cap;
  CapTable nvls_tree_cap;
  ByGeneration<float> nvls_efficiency;

  double ring_ll_share = 0;
  double ring_ll128_share = 0;
  double tree_share = 0;
  double tree_ll_divisor = 1;
  double tree_ll128_share_one_node = 0;
  double tree_ll128_share = 0;
  double plain_tree_share = 0;  // pattern Tree: both tree roles on one GPU and NIC
  double pat_share = 0;
  double collnet_direct_share = 0;  // all_reduce from Hopper on
  float collnet_gather_share = 0;   // of the network rate, all_gather and reduce_scatter

  double collnet_direct_us_per_peer = 0;
  double pat_network_divisor = 1;
  double pat_us_per_rank = 0;

  float net_overhead_us = 0;
  float net_overhead_amd_us = 0;
  float net_overhead_simple_factor = 1;

  /// Share of the modelled bandwidth that an all_reduce by Tree reaches, from 64 B on by powers
  /// of two.
  ByProtocol<std::array<float, 23>> tree_correction;
  /// Ring's latency grows by this factor once each rank and channel has a minimum of bytes.
  double ring_plateau = 1;
  double ring_plateau_before_ampere = 1;
  std::uint64_t ring_plateau_min_bytes = 0;
  /// Keeps Ring, which loses precision over many ranks, behind all others for 8-bit floats.
  double fp8_ring_penalty = 1;
  int fp8_ring_max_ranks = 0;
  /// Rings no faster than this in all (GB/s) get fewer threads.
  double slow_ring_gb_per_s = 0;
};

/// How many channels are made.
struct ChannelConstants {
  int max_channels = 0;
  // Each ring and tree channel is copied once more on such systems.
  int wide_min_compute_capability = 0;
  double wide_min_intra_gb_per_s = 0;  // of one ring channel, exclusive
  int wide_max_channels = 0;           // exclusive
  int nvls_channels = 0;
  int nvls_channels_blackwell = 0;
  int nvls_channels_blackwell_one_node = 0;
  int collnet_min_nodes = 0;
  int max_direct_ranks = 0;  // local ranks that CollNet can serve
  int max_nvls_ranks = 0;    // local ranks that NVLS can serve but for all_reduce
};

/// What a protocol's buffers look like and how many threads fill them.
struct ProtocolConstants {
  int grain_bytes = 0;   // chunks are multiples of it
  int buffer_bytes = 0;  // per connection, kSteps of them in flight
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
  int ring_chunk_steps = 0;  // Simple, in collectives that go round
  int ring_sync_warps = 0;
  int tree_sync_warps = 0;
  int collnet_thread_threshold = 0;
  std::uint64_t min_channel_traffic_bytes = 0;
  int ll_traffic_factor = 0;  // LL's bytes count so many times
  int nvls_chunk_bytes = 0;
  int nvls_slow_network_chunk_bytes = 0;
  float nvls_slow_network_gb_per_s = 0;
  int nvls_tree_many_nodes = 0;
  int nvls_tree_many_nodes_chunk_bytes = 0;
  int collnet_chain_chunk_bytes = 0;
};

}  // namespace treering::sim::nccl
