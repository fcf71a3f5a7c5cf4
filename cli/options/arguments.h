// The command line as texts by name. requests.h gives them meaning.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"

namespace treering::cli {

struct Arguments {
  std::string command;
  std::vector<std::string> positionals;
  std::map<std::string, std::string, std::less<>> values;  // options by long name; flags as ""
  std::map<std::string, std::vector<std::string>, std::less<>> lists;  // repeatable options

  bool has(std::string_view option) const { return values.find(option) != values.end(); }
  std::optional<std::string_view> value(std::string_view option) const;
  /// The values of a repeatable option, in the order given.
  std::vector<std::string> all_values(std::string_view option) const;
  /// Empty when the argument was left out.
  std::string_view positional(std::size_t index) const;
};

/// The whole number given for `option`, from 1 to `most`; nothing when it was not given.
core::Result<std::optional<int>> count_option(const Arguments& arguments, std::string_view option,
                                              int most);

}  // namespace treering::cli
