// What NCCL takes once the settings of an export hold.
#pragma once

#include <cstdint>
#include <vector>

#include "app/exporting/export.h"
#include "tuner/advice/recommend.h"
#include "tuner/exporters/exporter.h"

namespace treering::app::exporting {

/// Of collectives that were asked for and that the form sets something for. A form with one value
/// for all sizes is known at the sizes of the recommendation; others count as the next below.
std::vector<TakenChoice> taken_with(const tuner::advice::Recommendation& recommendation,
                                    tuner::exporters::Scope scope,
                                    const std::vector<std::uint64_t>& sizes);

}  // namespace treering::app::exporting
