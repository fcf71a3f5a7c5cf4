// The one sentence that says what to use, over all sizes: of the window and of the report's page.
#pragma once

#include <string>

#include "app/advice/recommend.h"

namespace treering::report::prediction {

/// "At 1 MiB leave NCCL alone; from 512 MiB on NVLSTree/Simple: up to 2.64 times as fast". Of one
/// size alone: "Make NCCL take Ring/LL: 1.27 times as fast as its own Tree/LL". Where a gain is in
/// doubt, that it is worth measuring. Without full stop.
std::string headline(const app::advice::RecommendedOverSizes& advice);

}  // namespace treering::report::prediction
