#include "cli/options/arguments.h"

#include <fmt/format.h>

#include "core/text/words.h"

namespace treering::cli {

std::optional<std::string_view> Arguments::value(std::string_view option) const {
  const auto found = values.find(option);
  if (found == values.end()) return std::nullopt;
  return found->second;
}

std::vector<std::string> Arguments::all_values(std::string_view option) const {
  const auto found = lists.find(option);
  return found == lists.end() ? std::vector<std::string>() : found->second;
}

std::string_view Arguments::positional(std::size_t index) const {
  return index < positionals.size() ? std::string_view(positionals[index]) : std::string_view();
}

core::Result<std::optional<int>> count_option(const Arguments& arguments, std::string_view option,
                                              int most) {
  const auto text = arguments.value(option);
  if (!text) return std::nullopt;
  const auto number = core::whole_number<int>(*text);
  if (!number || *number < 1 || *number > most) {
    return core::usage_error(fmt::format("--{}", option), fmt::format("found '{}'", *text),
                             fmt::format("expected a whole number from 1 to {}", most));
  }
  return number;
}

}  // namespace treering::cli
