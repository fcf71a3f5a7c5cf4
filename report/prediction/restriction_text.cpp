#include "report/prediction/restriction_text.h"

#include <string_view>

#include <fmt/format.h>

#include "core/unit_text.h"

namespace treering::report::prediction {

std::string restriction_text(const app::Restriction& restriction, const std::string& choice) {
  constexpr double kRoundsToOne = 1.005;
  constexpr std::string_view kUnset = "without NCCL_ALGO and NCCL_PROTO";
  std::string text = fmt::format("The settings leave NCCL the {}.", choice);
  if (!restriction.why_beyond.empty()) text += " " + restriction.why_beyond;
  if (restriction.slowdown < kRoundsToOne) {
    return fmt::format("{} It would be no faster {}.", text, kUnset);
  }
  return fmt::format("{} That takes up to {:.2f} times as long as its choice {}, at {}.", text,
                     restriction.slowdown, kUnset, core::format_size(restriction.slowdown_at));
}

}  // namespace treering::report::prediction
