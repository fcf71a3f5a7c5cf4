// The sizes of measured rows, so that predictions stand beside each of them.
#pragma once

#include <cstdint>
#include <vector>

#include "app/setup/calls.h"
#include "core/result.h"
#include "tuner/measurement.h"

namespace treering::app::overview {

/// So many are predicted besides those that were asked for; of more, the least and the greatest.
inline constexpr std::size_t kMostMeasuredSizes = 64;

/// Sizes of rows of the calls' collectives that no asked-for size is carried as, rising, within
/// what the request says of the first and the last size.
core::Result<std::vector<std::uint64_t>> measured_sizes(
    const setup::CallsRequest& calls, const std::vector<tuner::Measurement>& rows);

}  // namespace treering::app::overview
