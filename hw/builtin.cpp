#include "hw/builtin.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/assert.h"
#include "core/named_values.h"
#include "core/topology/json.h"

namespace treering::hw {
namespace {

const core::EmbeddedFile* find(std::string_view name) {
  const auto is_it = [&](const core::EmbeddedFile& file) {
    return core::is_same_name(file.name, name);
  };
  const auto files = builtin_files();
  const auto found = std::ranges::find_if(files, is_it);
  return found == files.end() ? nullptr : &*found;
}

core::Result<core::Topology> parse(const core::EmbeddedFile& file) {
  return core::topology_from_json(file.text, fmt::format("topologies/{}.json", file.name));
}

}  // namespace

std::vector<std::string_view> builtin_names() {
  std::vector<std::string_view> names;
  for (const core::EmbeddedFile& file : builtin_files()) names.push_back(file.name);
  return names;
}

std::vector<BuiltinSummary> summarise_builtins() {
  std::vector<BuiltinSummary> summaries;
  for (const core::EmbeddedFile& file : builtin_files()) {
    const auto topology = parse(file);
    TREERING_ASSERT(topology, "built-in topologies are valid");
    const std::string& text = topology->description();
    summaries.push_back({file.name, text.substr(0, text.find(". "))});
  }
  return summaries;
}

bool is_builtin(std::string_view name) {
  return find(name) != nullptr;
}

core::Result<core::Topology> load_builtin(std::string_view name) {
  if (const core::EmbeddedFile* file = find(name)) return parse(*file);
  return core::unknown_name("topology", name, builtin_names());
}

}  // namespace treering::hw
