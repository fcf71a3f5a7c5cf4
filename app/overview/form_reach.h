// At which sizes a form of the advice makes NCCL take what is advised: one value for all sizes
// cannot reach all of them.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/advice/recommend.h"
#include "app/exporting/export.h"
#include "core/collective.h"
#include "core/units.h"

namespace treering::app::overview {

/// Neighbouring sizes of the report, with what lies between them and up to the next.
struct SizeRange {
  core::Bytes first, last;
  std::optional<core::Bytes> below{};  // the next size of the report; nothing: there is none
  bool operator==(const SizeRange&) const = default;
};

/// Of sizes where another choice than NCCL's own is advised.
struct FormReach {
  core::Collective collective = core::Collective::AllReduce;
  std::vector<SizeRange> reached;
  std::vector<SizeRange> left;  // NCCL does not take what is advised
  bool operator==(const FormReach&) const = default;
};

/// \param ranges of the same collective
/// \param sizes of the report, rising
FormReach form_reach(core::Collective collective,
                     const std::vector<advice::RecommendedRange>& ranges,
                     const std::vector<std::uint64_t>& sizes,
                     const std::vector<exporting::TakenChoice>& taken);

}  // namespace treering::app::overview
