// The division of a call by its size: channels, threads, chunks.
#pragma once

#include <cstdint>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

// How many channels and threads a call is worth, by its size.

/// The most of the communicator's channels whose threads each get at least their threshold of
/// bytes; at least one.
int worthwhile_channels(const LaunchQuery& query);

/// Threads per channel, halved while they are a multiple of four warps and their share of the bytes
/// stays below the threshold.
int worthwhile_threads(const LaunchQuery& query, int channels);

/// As many channels as pay off, and with one channel as many threads, plus `helper_warps`; the
/// least number of warps is kept.
Launch launch_by_size(const LaunchQuery& query, int helper_warps);

/// `channels` with all threads.
Launch launch_in_full(const LaunchQuery& query, int channels);

// The size of the chunks in which a channel's part of a call travels.

/// Bytes that a connection's buffer holds.
int buffer_bytes(const communicator::CommunicatorView& comm, Protocol protocol);

/// Bytes that travel at once with NVLS, whatever the size of the call.
int nvls_chunk_bytes(const communicator::CommunicatorView& comm);

/// Payload of `steps` buffer steps.
int payload_of_steps(const communicator::CommunicatorView& comm, Protocol protocol, int steps);

/// `concurrent` chunks of a part of `bytes` that travel at once.
struct Traffic {
  std::uint64_t bytes;
  std::uint64_t concurrent;
};

/// Halves a chunk as long as it exceeds `floor_bytes` and the traffic takes fewer than `rounds`
/// rounds.
int halved_for_rounds(int chunk_bytes, const Traffic& traffic, float rounds, int floor_bytes);

/// `target_bytes` if the chunk exceeds it and the traffic takes fewer than `rounds` rounds.
int lowered_for_rounds(int chunk_bytes, const Traffic& traffic, std::uint64_t rounds,
                       int target_bytes);

/// Rounded down to the protocol's grain.
int whole_grains(const communicator::CommunicatorView& comm, Protocol protocol, int chunk_bytes);

/// The default for AlgorithmRules: one buffer step.
int one_step_chunk(const ChunkQuery& query);

}  // namespace treering::sim::nccl::rules
