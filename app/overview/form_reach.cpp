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

/// \param next size of the report; nothing: there is none
void extend(std::vector<SizeRange>& ranges, core::Bytes bytes, std::optional<core::Bytes> next) {
  if (!ranges.empty() && ranges.back().below == bytes) {
    ranges.back().last = bytes;
    ranges.back().below = next;
  } else {
    ranges.push_back({bytes, bytes, next});
  }
}

}  // namespace

FormReach form_reach(core::Collective collective,
                     const std::vector<advice::RecommendedRange>& ranges,
                     const std::vector<std::uint64_t>& sizes,
                     const std::vector<exporting::TakenChoice>& taken) {
  FormReach reach{collective, {}, {}};
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const core::Bytes bytes = core::Bytes::of(sizes[i]);
    const auto next =
        i + 1 < sizes.size() ? std::optional(core::Bytes::of(sizes[i + 1])) : std::nullopt;
    if (const advice::RecommendedRange* const range = advised_at(ranges, bytes)) {
      const bool is_taken =
          std::ranges::find(taken, exporting::TakenChoice{collective, bytes, range->advised}) !=
          taken.end();
      extend(is_taken ? reach.reached : reach.left, bytes, next);
    }
  }
  return reach;
}

}  // namespace treering::app::overview
