// A single channel search for tests.
#pragma once

#include <vector>

#include "sim/nccl/search/channel_search.h"
#include "tests/support/nccl_view.h"

namespace treering::sim::nccl::search {

/// Enough for every search in the tests.
inline constexpr int kSteps = 1 << 14;

inline Layout wanted(Pattern pattern, float bandwidth, int max_channels) {
  Layout layout;
  layout.pattern = pattern;
  layout.bw_intra = layout.bw_inter = bandwidth;
  layout.type_intra = layout.type_inter = PathType::Pix;
  layout.max_channels = max_channels;
  layout.same_channels = true;
  return layout;
}

inline Layout nothing(const Layout& wanted) {
  Layout best = wanted;
  best.bw_intra = best.bw_inter = 0;
  return best;
}

inline SearchOutcome search(const testing::NcclView& view, const Layout& layout,
                            int steps = kSteps) {
  return search_channels(view.space(), layout, nothing(layout), steps);
}

/// The GPUs of one channel.
inline std::vector<int> gpus_of(const Layout& layout, int channel, int gpus) {
  const auto begin = layout.gpus.begin() + channel * gpus;
  return {begin, begin + gpus};
}

}  // namespace treering::sim::nccl::search
