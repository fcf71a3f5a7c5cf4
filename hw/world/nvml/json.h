// The file nvml.json of a recording, and the words in it.
#pragma once

#include <string>
#include <string_view>

#include "core/result.h"
#include "hw/world/nvml_answers.h"
#include "hw/world/world.h"

namespace treering::hw::world::nvml {

// Words of nvml.json for NVML's enumerators.

/// "gpu", "npu", "switch", "unknown".
std::string_view name_of(NvmlRemote remote);
/// "unsupported", "not_started", "in_progress", "completed".
std::string_view name_of(NvmlFabricState state);
/// "ok", "chipset", "gpu", "topology", "disabled", "unsupported", "unknown".
std::string_view name_of(core::PeerAccess access);

/// The inverse. Fails as unknown_name (core/named_values.h) does.
core::Result<NvmlRemote> parse_nvml_remote(std::string_view text);
core::Result<NvmlFabricState> parse_nvml_fabric_state(std::string_view text);
core::Result<core::PeerAccess> parse_peer_access(std::string_view text);

// NVML's answers as the file nvml.json of a recording: one object whose fields are those of
// NvmlAnswers (hw/world/nvml_answers.h), or "denied" or "failed" with NVML's words.

inline constexpr std::string_view kNvmlSchema = "treering.nvml/1";

/// \pre `nvml` is not Absent: that is a recording without the file
std::string nvml_to_json(const Seen<NvmlAnswers>& nvml);

/// \param where names the file in errors
core::Result<Seen<NvmlAnswers>> nvml_from_json(std::string_view text, const std::string& where);

}  // namespace treering::hw::world::nvml
