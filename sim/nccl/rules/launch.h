// How many channels and threads a call is worth, by its size.
#pragma once

#include "sim/nccl/rules/algorithm_rules.h"

namespace treering::sim::nccl::rules {

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

}  // namespace treering::sim::nccl::rules
