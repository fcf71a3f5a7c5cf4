#include "app/groups/words.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "app/setup/names.h"
#include "core/named_values.h"
#include "core/text/field.h"
#include "core/text/reading.h"
#include "core/topology/cluster.h"

namespace treering::app::groups {
namespace {

using sim::groups::Dimension;

core::Failure no_groups(std::string_view part) {
  return core::usage_error(core::field("groups"), fmt::format("found '{}'", part),
                           "expected NAME=SIZE, separated by commas, such as tp=8,dp=16");
}

core::Failure no_value(std::string_view name, std::string_view part) {
  return core::usage_error(core::field(name), fmt::format("found '{}'", part),
                           "expected GROUP=VALUE for each group, or one value for all");
}

bool is_known(const std::vector<Dimension>& dimensions, std::string_view name) {
  return std::ranges::any_of(dimensions, [&](const Dimension& one) { return one.name == name; });
}

core::Result<Dimension> dimension_of(std::string_view part) {
  const auto equals = part.find('=');
  if (equals == std::string_view::npos || equals == 0) return no_groups(part);
  const auto size = core::whole_number<int>(part.substr(equals + 1));
  if (!size) return no_groups(part);
  if (*size < 1) {
    return core::usage_error(core::field("groups"), fmt::format("found '{}'", part),
                             fmt::format("expected a size from 1 to {}", core::kMaxRanks));
  }
  return Dimension{std::string(part.substr(0, equals)), *size};
}

}  // namespace

core::Result<std::vector<Dimension>> dimensions_of(std::string_view text) {
  std::vector<Dimension> dimensions;
  for (const std::string& entry : setup::split_list(text)) {
    const std::string_view part = core::trimmed(entry);
    auto one = dimension_of(part);
    if (!one) return core::fail(one.error());
    if (is_known(dimensions, one->name)) {
      return core::usage_error(core::field("groups"), fmt::format("'{}' given twice", one->name),
                               "expected each name once");
    }
    dimensions.push_back(*std::move(one));
  }
  if (!sim::groups::ranks_of(dimensions, core::kMaxRanks)) {
    return core::usage_error(
        core::field("groups"), fmt::format("found '{}'", text),
        fmt::format("expected sizes that make at most {} ranks together", core::kMaxRanks));
  }
  return dimensions;
}

core::Result<void> check_run(const std::vector<std::string>& values, std::string_view name,
                             const std::vector<bool>& runs,
                             const std::vector<Dimension>& dimensions) {
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (runs[i]) names.emplace_back(dimensions[i].name);
  }
  for (std::size_t i = 0; i < dimensions.size(); ++i) {
    if (values[i].empty() || runs[i]) continue;
    return core::usage_error(
        core::field(name),
        fmt::format("{} has '{}', but does not run", dimensions[i].name, values[i]),
        fmt::format("expected a group that runs: {}", fmt::join(names, ", ")),
        dimensions[i].size == 1 ? "groups of one rank have nothing to do"
                                : "where collectives name groups, only those run");
  }
  return {};
}

core::Result<std::vector<std::string>> values_of(std::string_view text, std::string_view name,
                                                 const std::vector<Dimension>& dimensions) {
  if (text.empty()) return no_value(name, text);
  if (text.find('=') == std::string_view::npos) {
    return std::vector<std::string>(dimensions.size(), std::string(text));
  }
  std::vector<std::string> values(dimensions.size());
  for (const std::string& entry : setup::split_list(text)) {
    const std::string_view part = core::trimmed(entry);
    const auto equals = part.find('=');
    if (equals == std::string_view::npos || equals + 1 == part.size()) {
      return no_value(name, part);
    }
    const std::string_view group = part.substr(0, equals);
    const auto found = std::ranges::find(dimensions, group, &Dimension::name);
    if (found == dimensions.end()) {
      std::vector<std::string_view> known;
      for (const Dimension& one : dimensions) known.emplace_back(one.name);
      return core::unknown_name(core::field(name), group, known);
    }
    std::string& value = values[static_cast<std::size_t>(found - dimensions.begin())];
    if (!value.empty()) {
      return core::usage_error(core::field(name), fmt::format("'{}' given twice", group),
                               "expected each group once");
    }
    value = part.substr(equals + 1);
  }
  return values;
}

}  // namespace treering::app::groups
