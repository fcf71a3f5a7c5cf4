// The built-in topologies, by name, and a hint where a name is none of theirs.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embedded_file.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::hw {

// The built-in topologies: topologies/*.json, in the order of topologies/index.txt.
// docs/topologies.md has their figures and sources.

/// Names and JSON texts.
std::span<const core::EmbeddedFile> builtin_files();

std::vector<std::string_view> builtin_names();

struct BuiltinSummary {
  std::string_view name;
  std::string text;  // one line: the description without what is left out
};
std::vector<BuiltinSummary> summarise_builtins();

bool is_builtin(std::string_view name);

/// Takes any case, and '_' for '-'. Fails as unknown_name (core/named_values.h) does.
core::Result<core::Topology> load_builtin(std::string_view name);

// What a name that is no built-in topology was probably meant for.

/// "did you mean 'dgx-h100'" for a misspelt name; for the beginning of names or of their parts, as
/// "hgx-h100" or "p4", those; for one that names a GPU, as "v100" or "gh200-node", the built-in
/// topologies with that GPU. "" where nothing is near.
std::string hint_at_builtins(std::string_view name);

}  // namespace treering::hw
