// What is asked for groups of ranks, in words: "tp=8,dp=16", "dp=64M", "dp=50us".
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/result.h"
#include "sim/groups/rank_groups.h"

namespace treering::app::groups {

/// The sizes of groups by name. At most core::kMaxRanks ranks.
core::Result<std::vector<sim::groups::Dimension>> dimensions_of(std::string_view text);

/// A value for each dimension, by index: "all_reduce" for all of them, or "tp=all_gather,dp=..."
/// for those named. Empty: none was given. `name` is the field in errors.
core::Result<std::vector<std::string>> values_of(
    std::string_view text, std::string_view name,
    const std::vector<sim::groups::Dimension>& dimensions);

/// An error where a group has a value of its own and does not run: nothing would come of it.
/// \param values by dimension; empty: none \param name the field in errors \param runs by dimension
core::Result<void> check_run(const std::vector<std::string>& values, std::string_view name,
                             const std::vector<bool>& runs,
                             const std::vector<sim::groups::Dimension>& dimensions);

}  // namespace treering::app::groups
