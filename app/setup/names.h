// The names that questions take, as our tables know them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::app::setup {

enum class NameKind {
  Topology,
  Collective,
  Algorithm,
  Protocol,
  ChannelCount,
  Model,
  Network,
  DataType,
  ReduceOp,
  FileFormat,
  Exporter,
  Variable,
  NcclVersion,
};

/// A name and what it stands for, in a line; empty where the name says it all.
struct Word {
  std::string name;
  std::string description;
};

/// The values of `kind`, in our order.
std::vector<Word> words_of(NameKind kind);

/// Their names, and "live" among topologies.
std::vector<std::string> names_of(NameKind kind);

/// The names of `kind` that a text such as "ring,tree" lists, as our tables spell them; the empty
/// list where "all" is among them. Fails with Category::Usage, naming the closest.
core::Result<std::vector<std::string>> parse_names(NameKind kind, std::string_view text);

/// "a,b,c" in parts; empty parts are kept, so that their reader can object.
std::vector<std::string> split_list(std::string_view text);

}  // namespace treering::app::setup
