#include "core/json/values.h"

#include <algorithm>
#include <limits>

#include <nlohmann/json.hpp>

namespace treering::core {

using Json = nlohmann::ordered_json;

std::optional<std::string> text_in(const Json& value) {
  return value.is_string() ? std::optional(value.get_ref<const std::string&>()) : std::nullopt;
}

std::optional<std::int64_t> integer_in(const Json& value) {
  // The parser stores numbers above int64 as unsigned, and those above that as floating point.
  constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
  if (!value.is_number_integer()) return {};
  if (value.is_number_unsigned() && value.get<std::uint64_t>() > kMost) return {};
  return value.get<std::int64_t>();
}

std::optional<std::uint64_t> count_in(const Json& value) {
  return value.is_number_unsigned() ? std::optional(value.get<std::uint64_t>()) : std::nullopt;
}

std::optional<double> number_in(const Json& value) {
  return value.is_number() ? std::optional(value.get<double>()) : std::nullopt;
}

const Json* member_of(const Json& value, std::string_view name) {
  if (!value.is_object()) return nullptr;
  const auto& fields = value.get_ref<const Json::object_t&>();
  const auto found =
      std::ranges::find_if(fields, [name](const auto& field) { return field.first == name; });
  return found == fields.end() ? nullptr : &found->second;
}

}  // namespace treering::core
