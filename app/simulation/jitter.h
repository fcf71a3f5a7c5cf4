// Ranks that come late by chance, as ranks of real jobs do: their times to the call differ.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "sim/machine/faults.h"

namespace treering::app::simulation {

/// The longest wait that may be asked for, us: beyond, a simulated time has no digits left for a
/// call's.
inline constexpr double kMostUs = 1e8;

struct JitterRequest {
  std::optional<std::string> most;  // "50us"; nothing: no rank comes late
  std::uint64_t seed = 1;
};

/// "jitter up to 50us, seed 1"; empty without.
std::string words_of(const JitterRequest& request);

/// Every rank comes late by a time between 0 and the most, each as likely, the same for equal seeds
/// on every machine.
core::Result<std::vector<sim::machine::LateRank>> late_ranks(const JitterRequest& request,
                                                             int ranks);

/// "50us", "1.5ms"; at least 0. `name` is the field in errors.
core::Result<double> us_of(std::string_view text, std::string_view name);

}  // namespace treering::app::simulation
