// The memory that a run takes, and what this machine has left of its own.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "hw/io/files.h"
#include "sim/engine/wiring.h"
#include "sim/schedule/schedule.h"

namespace treering::app::work {

/// Bytes that this process can still get: what the machine has available, or less where a limit of
/// the process or of its control group is lower. Nothing where the system does not say.
std::optional<std::uint64_t> free_memory(const hw::io::Files& files);

/// About how many parts of a schedule a simulation keeps; copies need no memory of their own.
struct RunSize {
  double connections = 0;
  double crossings = 0;  // of links, by all connections
  double streams = 0;
};
RunSize size_of(const sim::schedule::Schedule& schedule, const sim::engine::Wiring& wiring);

/// Connections from which on memory is worth a word before the run.
inline constexpr double kManyConnections = 4e6;

/// Bytes that such a run takes, about.
double memory_of(const RunSize& size);

/// "806 million connections, which take 228 GB of memory".
std::string memory_text(const RunSize& size);

}  // namespace treering::app::work
