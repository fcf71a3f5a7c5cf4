// The JSON form of core::HostState: the field "host" of a treering.topology/1 (docs/json.md).
//
// Fields have the names of core/host_state/host_state.h; those at their default are left out. A
// single figure is an object of "value" and "origin".
#pragma once

#include <string>

#include <nlohmann/json_fwd.hpp>

#include "core/host_state/host_state.h"
#include "core/json/fields.h"

namespace treering::core {

/// The object, an entry of a list on each line, as it stands in a topology's JSON. Texts that are
/// no UTF-8 are written with '?' in place of what breaks it.
std::string host_state_to_json(const HostState& host);

/// What `value` says, at `pointer` in the text that `problem` is about.
HostState read_host_state(const nlohmann::ordered_json& value, const std::string& pointer,
                          FirstProblem& problem);

}  // namespace treering::core
