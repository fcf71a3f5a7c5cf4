#include "app/overview/form_reach.h"

#include <algorithm>

namespace treering::app::overview {
namespace {

/// Null where nothing is advised at this size.
const advice::RecommendedRange* advised_at(const std::vector<advice::RecommendedRange>& ranges,
                                           core::Bytes bytes) {
  const auto found = std::ranges::find_if(ranges, [&](const advice::RecommendedRange& range) {
    return range.advised != range.usual && range.first <= bytes && bytes <= range.last;
  });
  return found == ranges.end() ? nullptr : &*found;
}

/// \param before the size before this one
void extend(std::vector<SizeRange>& ranges, core::Bytes before, core::Bytes bytes) {
  if (!ranges.empty() && ranges.back().last == before) {
    ranges.back().last = bytes;
  } else {
    ranges.push_back({bytes, bytes});
  }
}

}  // namespace

FormReach form_reach(core::Collective collective,
                     const std::vector<advice::RecommendedRange>& ranges,
                     const std::vector<std::uint64_t>& sizes,
                     const std::vector<exporting::TakenChoice>& taken) {
  FormReach reach{collective, {}, {}};
  core::Bytes before;
  for (const std::uint64_t size : sizes) {
    const core::Bytes bytes = core::Bytes::of(size);
    if (const advice::RecommendedRange* const range = advised_at(ranges, bytes)) {
      const bool is_taken =
          std::ranges::find(taken, exporting::TakenChoice{collective, bytes, range->advised}) !=
          taken.end();
      extend(is_taken ? reach.reached : reach.left, before, bytes);
    }
    before = bytes;
  }
  return reach;
}

}  // namespace treering::app::overview
