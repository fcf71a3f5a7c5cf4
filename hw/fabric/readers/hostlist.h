// Slurm's short form for many names: "node[001-128,130],login1", also with several brackets in one
// name ("rack[1-2]n[00-17]"). Numbers keep the zeros in front that the first of a range has.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::hw::fabric::readers {

/// More hosts than we predict jobs for (core::kMaxRanks).
inline constexpr std::size_t kMostHosts = std::size_t{1} << 18U;

/// The names in their order, none twice. Errors have no place; more than kMostHosts is one.
core::Result<std::vector<std::string>> expand_hostlist(std::string_view text);

}  // namespace treering::hw::fabric::readers
