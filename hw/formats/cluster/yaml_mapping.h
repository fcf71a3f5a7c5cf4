// The part of YAML that a cluster file needs: mappings of scalars, with the place of each.
//
// Lists, anchors, aliases, tags, second documents and repeated keys are refused where they stand,
// so that no text grows while it is read (alias bombs) or has two meanings.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/result.h"

namespace treering::hw::formats::cluster {

/// Counted from 1, as in editors.
struct Position {
  int line = 1;
  int column = 1;
};

struct YamlEntry {
  std::string key;
  Position key_at;
  Position value_at;
  bool is_mapping = false;
  std::string scalar;              // as written, without quotes; empty for null
  std::vector<YamlEntry> entries;  // of a mapping
};

/// "cluster.yaml:3:5".
std::string place_in(const std::string& file, Position at);

/// The entries of the one mapping that `text` is; none when it is empty. `file` names the source in
/// errors. Mappings nest at most two deep.
core::Result<std::vector<YamlEntry>> parse_yaml_mapping(const std::string& text,
                                                        const std::string& file);

}  // namespace treering::hw::formats::cluster
