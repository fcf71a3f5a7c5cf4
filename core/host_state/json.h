// The JSON form of core::HostState: the field "host" of a treering.topology/1 (docs/json.md).
//
// Fields have the names of core/host_state/host_state.h and are left out at their default. A single
// figure is an object of "value" and "origin".
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/host_state/host_state.h"
#include "core/json/fields.h"

namespace treering::core {

/// The object as it stands in a topology's JSON, with each list entry on its own line. Invalid
/// UTF-8 in texts becomes '?'.
std::string host_state_to_json(const HostState& host);

/// The host state in `value`, which is at `pointer` in the text that `problem` refers to.
HostState read_host_state(const nlohmann::ordered_json& value, const std::string& pointer,
                          FirstProblem& problem);

}  // namespace treering::core
