// Our JSON form of a topology, schema "treering.topology/1", made to be written by hand.
//
//   {"schema": "treering.topology/1", "name": "pair",
//    "sources": {"a100": {"kind": "specification", "source": "NVIDIA A100 whitepaper, page 35"}},
//    "devices": [{"name": "GPU 0", "kind": "gpu", "compute_capability": 80}, ...],
//    "links": [{"kind": "nvlink", "from": "GPU 0", "to": "GPU 1", "count": 12, "gb_per_s": 300,
//               "origin": "a100"}]}
//
// Fields have the names and defaults of core/topology/topology.h and are left out at their default.
// A link is both directions of its wire unless "oneway" is true; gb_per_s is the rate of the whole
// bundle in one direction. Links refer to devices by name or index. docs/json.md has all fields.
#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "core/host_state/host_state.h"
#include "core/json/fields.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::core {

inline constexpr std::string_view kTopologySchema = "treering.topology/1";

/// `where` names the source in errors: "topologies/dgx.json:31: /links/7/to: device 'GPU 9' not
/// found".
Result<Topology> topology_from_json(std::string_view text, const std::string& where);

/// The topology in `value`, which is at `pointer` in the text that `problem` refers to.
Result<Topology> read_topology(const nlohmann::ordered_json& value, const std::string& pointer,
                               FirstProblem& problem);

/// Ends with a line end. Reading the text gives an equal topology. \param host goes into the field
/// "host" (core/host_state/json.h) unless it is empty
std::string topology_to_json(const Topology& topology, const HostState& host = {});

}  // namespace treering::core
