// The built-in topologies: topologies/*.json, in the order of topologies/index.txt.
// docs/topologies.md has their figures and sources.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/embedded_file.h"
#include "core/result.h"
#include "core/topology/topology.h"

namespace treering::hw {

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

}  // namespace treering::hw
