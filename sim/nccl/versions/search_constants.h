// What a version's channel search tries, and how many steps it may take.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace treering::sim::nccl::versions {

/// Bandwidths per channel that the search tries, GB/s, in descending order.
struct SearchSpeeds {
  int from_compute_capability = 0;
  std::span<const float> inside;   // one node
  std::span<const float> between;  // several
};

struct SearchConstants {
  std::array<SearchSpeeds, 3> speeds;  // newest GPUs first
  std::int64_t all_steps = 0;          // over all attempts at one pattern
  int steps = 0;                       // of one attempt
  int steps_same_channels = 0;         // when every channel repeats the first
  int steps_by_number = 0;             // for the order by GPU number, tried first
  int simpler_tree_from = 0;  // compute capability at which plain trees may replace balanced
  int max_nvls_heads = 0;
  int max_direct_heads = 0;
  float fast_channel = 0;               // GB/s from which a channel is split in two ...
  float fast_channel_after_ampere = 0;  // ... or this, beyond a number of channels on newer GPUs
  int split_channels_after_ampere = 0;
};

std::span<const float> search_speeds(const SearchConstants& search, bool spans_nodes,
                                     int compute_capability);

}  // namespace treering::sim::nccl::versions
