// The number of channels of a job, as NCCL's users set it: by NCCL_MIN_NCHANNELS and
// NCCL_MAX_NCHANNELS.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace treering::gui::models {

/// Channels that NCCL knows at most (its MAXCHANNELS).
inline constexpr int kMostChannels = 64;

/// Nothing where the variables leave NCCL a choice.
std::optional<int> channels_of(const std::vector<std::string>& env);

/// Whether the variable is one of the two.
bool is_of_channels(std::string_view variable);

/// Nothing: NCCL chooses. Other variables stay.
void set_channels(std::vector<std::string>& env, std::optional<int> channels);

}  // namespace treering::gui::models
