// What the checks of variables ask of a host.
#pragma once

#include <string>
#include <string_view>

#include "core/host_state/host_state.h"

namespace treering::tuner::doctor {

/// "NCCL_ALGO=Ring".
std::string text_of(const core::NcclVariable& variable);

/// Null where it is not set, or to nothing.
const core::NcclVariable* find_variable(const core::HostState& host, std::string_view name);

/// Set to something other than 0.
bool is_on(const core::HostState& host, std::string_view name);

}  // namespace treering::tuner::doctor
