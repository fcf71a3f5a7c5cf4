// One NCCL version: everything that differs between versions hangs off here.
#pragma once

#include <span>
#include <string_view>

#include "sim/nccl/constants.h"
#include "sim/nccl/hardware_constants.h"
#include "sim/nccl/search_constants.h"

namespace treering::sim::nccl {

/// Where a group of numbers was read: file and symbol, from NCCL's src/.
struct ConstantSource {
  std::string_view what;
  std::string_view where;
};

struct Version {
  std::string_view name;    // "2.28.9"
  std::string_view source;  // the tag that the numbers were read from
  std::span<const ConstantSource> sources;
  HardwareConstants hardware;
  SearchConstants search;
  TuningConstants tuning;
  ChannelConstants channels;
  ScheduleConstants schedule;
};

/// The known versions, oldest first.
std::span<const Version* const> versions();

/// The newest version that `prefix` is a prefix of, part by part: "2", "2.28" and "2.28.9" name
/// 2.28.9, "2.2" does not. Empty names the newest. Null when there is none.
const Version* find_version(std::string_view prefix);

/// \pre find_version(prefix)
const Version& version(std::string_view prefix);

}  // namespace treering::sim::nccl
