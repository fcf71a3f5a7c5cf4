// NVML's answers as the file nvml.json of a recording: one object whose fields are those of
// NvmlAnswers (hw/world/nvml_answers.h), or "denied" or "failed" with NVML's words.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/world/world.h"

namespace treering::hw::world::nvml {

inline constexpr std::string_view kNvmlSchema = "treering.nvml/1";

/// \pre `nvml` is not Absent: that is a recording without the file
std::string nvml_to_json(const Seen<NvmlAnswers>& nvml);

/// \param where names the file in errors
core::Result<Seen<NvmlAnswers>> nvml_from_json(std::string_view text, const std::string& where);

}  // namespace treering::hw::world::nvml
