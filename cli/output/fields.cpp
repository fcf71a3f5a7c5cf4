#include "cli/output/fields.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "cli/options/options.h"
#include "core/text/field.h"

namespace treering::cli {
namespace {

std::optional<std::string> option_named(std::string_view name) {
  const auto is_it = [&](const OptionSpec& option) { return option.name == name; };
  if (std::ranges::none_of(all_options(), is_it)) return std::nullopt;
  return "--" + std::string(name);
}

}  // namespace

std::string with_options(std::string text) {
  // Nearly all texts name none, and some are long.
  if (text.find(core::kFieldMark) == std::string::npos) return text;
  return core::with_fields(text, option_named);
}

core::Error with_options(core::Error error) {
  for (std::string* const part : {&error.where, &error.found, &error.expected, &error.hint}) {
    *part = with_options(std::move(*part));
  }
  return error;
}

}  // namespace treering::cli
