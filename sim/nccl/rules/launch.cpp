#include "sim/nccl/rules/launch.h"

#include <algorithm>

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

}  // namespace treering::sim::nccl::rules
