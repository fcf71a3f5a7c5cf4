// Finds the known NCCL version nearest to the one that a measurement names.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "tuner/measurement.h"

namespace treering::tuner::runs {

/// The nearest known version, in full; the default for an empty text or one that is no version.
std::string nearest_version(std::string_view release);

/// For each version in `rows` that another one replaces: "NCCL 2.31.2 is not known; the nearest is
/// 2.30.3 (4 rows)". In the order of the rows.
std::vector<std::string> nearest_versions(const std::vector<Measurement>& rows);

}  // namespace treering::tuner::runs
