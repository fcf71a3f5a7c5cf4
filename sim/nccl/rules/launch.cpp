#include "sim/nccl/rules/launch.h"

#include <algorithm>

#include "sim/nccl/communicator/channels.h"
#include "sim/protocols/registry.h"

namespace treering::sim::nccl::rules {

namespace {

/// Bytes that keep this many threads busy. NCCL multiplies ints, which overflow beyond 16,384
/// ranks.
std::uint64_t busy_bytes(const LaunchQuery& query, int channels, int threads) {
  return static_cast<std::uint64_t>(channels) * static_cast<std::uint64_t>(threads) *
         static_cast<std::uint64_t>(query.thread_threshold);
}

}  // namespace

int worthwhile_channels(const LaunchQuery& query) {
  const int all = query.comm.channels.count();
  const std::uint64_t per_channel = busy_bytes(query, 1, query.max_threads);
  if (per_channel == 0) return all;
  const std::uint64_t paid = query.model_bytes / per_channel;
  return static_cast<int>(std::clamp<std::uint64_t>(paid, 1, static_cast<std::uint64_t>(all)));
}

int worthwhile_threads(const LaunchQuery& query, int channels) {
  const int divisible = 4 * query.comm.version.schedule.warp_threads;
  int threads = query.max_threads;
  while (threads > 0 && threads % divisible == 0 &&
         query.model_bytes < busy_bytes(query, channels, threads)) {
    threads /= 2;
  }
  return threads;
}

Launch launch_by_size(const LaunchQuery& query, int helper_warps) {
  const versions::ScheduleConstants& schedule = query.comm.version.schedule;
  const int channels = worthwhile_channels(query);
  const int helpers = helper_warps * schedule.warp_threads;
  const int least = schedule.min_warps * schedule.warp_threads;
  return {channels, std::max(least, worthwhile_threads(query, channels) + helpers)};
}

Launch launch_in_full(const LaunchQuery& query, int channels) {
  return {channels, query.comm.version.schedule.max_threads};
}

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
