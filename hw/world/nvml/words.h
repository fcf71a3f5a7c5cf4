// Words of nvml.json for NVML's enumerators.
#pragma once

#include <string_view>

#include "core/result.h"
#include "hw/world/nvml_answers.h"

namespace treering::hw::world::nvml {

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

}  // namespace treering::hw::world::nvml
