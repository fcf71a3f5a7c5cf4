#include "sim/job/plain_variables.h"

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <limits>

#include <fmt/format.h>

#include "core/named_values.h"
#include "sim/job/value_text.h"

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

Remark set_limited(std::string_view text, Bounds bounds, int& target) {
  const Number number = read_number(text);
  const auto asked = as_int(number);
  if (!asked) return number.remark;
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

namespace {

constexpr const char* kNoLevel =
    "NCCL ignores it; it knows LOC, NVL, NVB, C2C, PIX, PXB, P2C, PXN, PHB and SYS, in "
    "capitals";

}  // namespace

Remark set_flag(std::string_view text, bool when_set, bool& target) {
  const Number number = read_number(text);
  if (number.value) target = (*number.value != 0) == when_set;
  return number.remark;
}

Remark set_if_one(std::string_view text, bool when_one, bool& target) {
  const Number number = read_number(text);
  const std::int64_t value = number.value.value_or(0);
  target = (value == 1) == when_one;
  if (value == 0 || value == 1) return number.remark;
  return std::string("NCCL acts on 1 only");
}

Remark set_switch(std::string_view text, Switch& target) {
  const Number number = read_number(text);
  const std::int64_t value = number.value.value_or(2);
  target = value == 0 ? Switch::Off : value == 2 ? Switch::Auto : Switch::On;
  const bool is_other = value < 0 || value > 2;
  return is_other && number.remark.empty() ? std::string("NCCL takes it for 1") : number.remark;
}

Remark set_gpu_direct_reads(std::string_view text, Switch& target) {
  const Number number = read_number(text);
  const std::int64_t value = number.value.value_or(kUnset);
  target = value == 0 ? Switch::Off : value < 0 ? Switch::Auto : Switch::On;
  return number.remark;
}

Remark set_pxn_level(std::string_view text, int& target) {
  const Number number = read_number(text);
  if (!number.value) return number.remark;
  const bool is_known = *number.value >= 0 && *number.value <= 2;
  target = is_known ? static_cast<int>(*number.value) : 0;
  return is_known ? number.remark : std::string("NCCL reads it as 0");
}

Remark set_collnet(std::string_view text, Switch& target) {
  const Number number = read_number(text);
  const std::int64_t value = number.value.value_or(0);
  target = value == 1 ? Switch::On : Switch::Off;
  return value == 0 || value == 1 ? number.remark : std::string("NCCL reads it as 0");
}

Remark set_cross_nic(std::string_view text, CrossNic& target) {
  const Number number = read_number(text);
  if (!number.value) return number.remark;
  const bool is_known = *number.value >= 0 && *number.value <= 2;
  target = is_known ? static_cast<CrossNic>(*number.value) : CrossNic::Never;
  return is_known ? number.remark : std::string("NCCL reads it as 0");
}

Remark set_nets_per_gpu(std::string_view text, NetsPerGpu& target) {
  using Kind = NetsPerGpu::Kind;
  constexpr std::string_view kMost = "MAX:";
  target = {};
  if (core::is_same_name(text, "AUTO")) return "";
  if (core::is_same_name(text, "ALL")) {
    target.kind = Kind::All;
    return "";
  }
  int most = 0;
  if (core::is_same_name(text.substr(0, kMost.size()), kMost)) {
    std::from_chars(text.data() + kMost.size(), text.data() + text.size(), most);
  }
  if (most <= 0) return std::string("NCCL knows AUTO, ALL and MAX:n, and uses AUTO");
  target = {Kind::AtMost, most};
  return "";
}

Remark set_gpu_direct_level(std::string_view text, PathPolicy& target) {
  const auto level = read_path_level(text);
  if (level) target.gpu_direct_reach = *level;
  return std::string(level ? "" : kNoLevel);
}

Remark set_peer_to_peer_level(std::string_view text, PathPolicy& target) {
  const auto level = read_path_level(text);
  if (level) target.peer_to_peer_reach = level;
  return std::string(level ? "" : kNoLevel);
}

Remark set_peer_to_peer_disable(std::string_view text, PathPolicy& target) {
  bool is_disabled = false;
  Remark remark = set_if_one(text, true, is_disabled);
  if (is_disabled) target.peer_to_peer_reach = nccl::PathType::Loc;
  return remark;
}

}  // namespace treering::sim::job
