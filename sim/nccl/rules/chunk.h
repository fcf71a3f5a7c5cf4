// The size of the chunks in which a channel's part of a call travels.
#pragma once

#include <cstdint>

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

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
