#include "gui/models/channels.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "core/text/words.h"

namespace treering::gui::models {
namespace {

constexpr std::string_view kLeast = "NCCL_MIN_NCHANNELS=";
constexpr std::string_view kMost = "NCCL_MAX_NCHANNELS=";
// The old names would be asked about as well.
constexpr std::array kAll{kLeast, kMost, std::string_view("NCCL_MIN_NRINGS="),
                          std::string_view("NCCL_MAX_NRINGS=")};

/// The last one counts, as in the CLI.
std::optional<int> number_after(const std::vector<std::string>& env, std::string_view name) {
  std::optional<int> number;
  for (const std::string_view one : env) {
    if (!one.starts_with(name)) continue;
    number = core::whole_number<int>(one.substr(name.size()));
  }
  return number;
}

}  // namespace

std::optional<int> channels_of(const std::vector<std::string>& env) {
  const std::optional<int> least = number_after(env, kLeast);
  return least == number_after(env, kMost) ? least : std::nullopt;
}

bool is_of_channels(std::string_view variable) {
  return variable.starts_with(kLeast) || variable.starts_with(kMost);
}

void set_channels(std::vector<std::string>& env, std::optional<int> channels) {
  std::erase_if(env, [](const std::string& one) {
    return std::ranges::any_of(kAll, [&](std::string_view name) { return one.starts_with(name); });
  });
  if (!channels) return;
  for (const std::string_view name : {kLeast, kMost}) {
    env.push_back(std::string(name) + std::to_string(*channels));
  }
}

}  // namespace treering::gui::models
