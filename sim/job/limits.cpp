#include "sim/job/limits.h"

#include <algorithm>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "sim/job/number.h"

namespace treering::sim::job {
namespace {

constexpr int kWarp = 32;  // NCCL v2.28.9-1, src/include/device.h, WARP_SIZE

std::string used_instead(int number) {
  return fmt::format("NCCL uses {}", number);
}

}  // namespace

Remark set_bounded(std::string_view text, Bounds bounds, int& target) {
  const Number number = read_number(text);
  const auto asked = as_int(number);
  if (!asked || *asked == kUnset) return number.remark;
  target = std::clamp(*asked, bounds.least, bounds.most);
  return target == *asked ? number.remark : used_instead(target);
}

Remark set_at_least_one(std::string_view text, Bounds bounds, int& target) {
  const Number number = read_number(text);
  const auto asked = as_int(number);
  if (!asked) return number.remark;
  if (*asked < bounds.least) return used_instead(target);
  target = std::min(*asked, bounds.most);
  return target == *asked ? number.remark : used_instead(target);
}

Remark set_threads(std::string_view text, Bounds bounds, std::optional<int>& target) {
  const Number number = read_number(text);
  const auto asked = as_int(number);
  if (!asked || *asked <= 0) {
    return asked == kUnset ? "" : std::string("NCCL uses its own numbers of threads");
  }
  target = *asked;
  if (*asked % kWarp != 0) {
    return fmt::format("not a multiple of {}, so NCCL uses its maximum", kWarp);
  }
  const int taken = std::clamp(*asked, bounds.least, bounds.most);
  return taken == *asked ? number.remark : used_instead(taken);
}

Remark set_bytes(std::string_view text, int least, std::optional<int>& target) {
  const Number number = read_number(text);
  if (!number.value || *number.value == kUnset) return number.remark;
  const auto bytes = as_int(number);
  if (*bytes != *number.value || *bytes < least) {
    return core::usage_error("", fmt::format("NCCL fails with {} B", *number.value),
                             fmt::format("expected {} to 2147483647", least));
  }
  target = bytes;
  return number.remark;
}

Remark set_thresholds(std::string_view text, ThreadLimits& target) {
  const std::string copy(text);
  const char* rest = copy.c_str();
  for (auto& algorithm : target.thresholds) {
    for (auto& threshold : algorithm) {
      char* end = nullptr;
      constexpr int kDecimal = 10;
      const auto number = std::strtoll(rest, &end, kDecimal);
      if (end == rest) {
        return *rest == '\0' ? "" : fmt::format("NCCL drops '{}', which is not a number", rest);
      }
      constexpr long long kMost = std::numeric_limits<int>::max();
      if (number >= 0) threshold = static_cast<int>(std::min(number, kMost));
      rest = end;
    }
  }
  return *rest == '\0' ? "" : fmt::format("NCCL drops '{}' after six numbers", rest);
}

}  // namespace treering::sim::job
