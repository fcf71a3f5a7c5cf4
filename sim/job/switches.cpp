#include "sim/job/switches.h"

#include <charconv>

#include <fmt/format.h>

#include "core/named_values.h"
#include "sim/job/number.h"
#include "sim/job/path_level.h"

namespace treering::sim::job {
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
  return number.remark;
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
