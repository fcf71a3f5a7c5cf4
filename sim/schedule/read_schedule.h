// Reads a schedule that a person wrote: docs/schedules.md describes the JSON.
//
// The text is checked, not the schedule: verify() says whether it does what its collective
// promises.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/result.h"
#include "sim/schedule/steps_in_memory.h"

namespace treering::sim::schedule {

inline constexpr std::string_view kScheduleSchema = "treering.schedule/1";
/// Of ranks, of switches, of channels, of a rank's streams on a channel, of slots.
inline constexpr int kMostWritten = 1024;

/// Errors name the file `where`, the line and the field. \param bytes of the call, in place of the
/// file's
core::Result<StepsInMemory> read_schedule(std::string_view text, const std::string& where,
                                          std::optional<std::uint64_t> bytes = {});

}  // namespace treering::sim::schedule
