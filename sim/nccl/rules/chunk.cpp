#include "sim/nccl/rules/chunk.h"

#include "sim/protocols/registry.h"

namespace treering::sim::nccl::rules {

int buffer_bytes(const communicator::CommunicatorView& comm, Protocol protocol) {
  const auto& asked = comm.settings.buffers.by_protocol[static_cast<std::size_t>(protocol)];
  return asked.value_or(comm.version.schedule.protocols[protocol].buffer_bytes);
}

int nvls_chunk_bytes(const communicator::CommunicatorView& comm) {
  return comm.settings.buffers.nvls_chunk.value_or(comm.version.schedule.nvls_chunk_bytes);
}

int payload_of_steps(const communicator::CommunicatorView& comm, Protocol protocol, int steps) {
  const int step_bytes = buffer_bytes(comm, protocol) / comm.version.schedule.buffer_steps;
  return protocols::entry_of(protocol).rules().payload_bytes(step_bytes * steps);
}

int halved_for_rounds(int chunk_bytes, const Traffic& traffic, float rounds, int floor_bytes) {
  const auto whole_rounds = [&traffic](int chunk) {
    return traffic.bytes / (traffic.concurrent * static_cast<std::uint64_t>(chunk));
  };
  while (chunk_bytes > floor_bytes && static_cast<float>(whole_rounds(chunk_bytes)) < rounds) {
    chunk_bytes /= 2;
  }
  return chunk_bytes;
}

int lowered_for_rounds(int chunk_bytes, const Traffic& traffic, std::uint64_t rounds,
                       int target_bytes) {
  const std::uint64_t needed =
      rounds * traffic.concurrent * static_cast<std::uint64_t>(chunk_bytes);
  return chunk_bytes > target_bytes && traffic.bytes < needed ? target_bytes : chunk_bytes;
}

int whole_grains(const communicator::CommunicatorView& comm, Protocol protocol, int chunk_bytes) {
  const int grain = comm.version.schedule.protocols[protocol].grain_bytes;
  return chunk_bytes / grain * grain;
}

int one_step_chunk(const ChunkQuery& query) {
  return payload_of_steps(query.comm, query.protocol, 1);
}

}  // namespace treering::sim::nccl::rules
