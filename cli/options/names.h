// The names that options take, as our tables know them.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/options.h"
#include "core/result.h"

namespace treering::cli {

enum class Format { Text, Json, Csv };

/// The value of --format; Text when it is not given.
core::Result<Format> parse_format(std::string_view text);

/// The same where there is no CSV.
core::Result<Format> parse_text_or_json(std::string_view text);

/// The lists that `treering list` shows, in its order: "topologies", ...
struct Inventory {
  ValueKind value;
  std::string_view name;
};
std::span<const Inventory> all_inventories();

/// A name and what it stands for, in a line; empty where the name says it all.
struct Word {
  std::string name;
  std::string description;
};

/// The values that `kind` knows by name, in our order.
std::vector<Word> words_of(ValueKind kind);

/// The names of `kind` that a text such as "ring,tree" lists, as our tables spell them; the empty
/// list where "all" is among them. Fails with Category::Usage, naming the closest.
core::Result<std::vector<std::string>> parse_names(ValueKind kind, std::string_view text);

}  // namespace treering::cli
