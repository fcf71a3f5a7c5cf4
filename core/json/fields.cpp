#include "core/json/fields.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/json/pointer.h"
#include "core/printable_text.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/suggest.h"

namespace treering::core {

using Json = nlohmann::ordered_json;

void FirstProblem::note(Error error) {
  if (error_) return;
  const std::size_t line = line_of(text_, find_in_json(text_, error.where));
  error.where = fmt::format("{}:{}: {}", file_, line, shown_pointer(error.where));
  error_ = std::move(error);
}

std::string described(const Json& value) {
  switch (value.type()) {
    case Json::value_t::string:
      return in_quotes(value.get_ref<const std::string&>());
    case Json::value_t::array:
      return "an array";
    case Json::value_t::object:
      return "an object";
    default:
      return value.dump();
  }
}

JsonFields::JsonFields(const Json& value, std::string pointer, FirstProblem& problem)
    : value_(value.is_object() ? &value : nullptr),
      pointer_(std::move(pointer)),
      problem_(problem) {
  if (value_ == nullptr) this->problem({}, described(value), "expected an object");
}

std::string JsonFields::pointer(std::string_view name) const {
  return name.empty() ? pointer_ : pointer_to(pointer_, name);
}

void JsonFields::problem(std::string_view name, std::string found, std::string expected,
                         std::string hint) {
  problem_.note(
      {Category::BadInput, pointer(name), std::move(found), std::move(expected), std::move(hint)});
}

const Json* JsonFields::value(std::string_view name) {
  const bool is_new = std::find(asked_for_.begin(), asked_for_.end(), name) == asked_for_.end();
  if (is_new) asked_for_.push_back(name);
  if (value_ == nullptr) return nullptr;
  const auto& fields = value_->get_ref<const Json::object_t&>();
  const auto found = std::find_if(fields.begin(), fields.end(),
                                  [name](const auto& field) { return field.first == name; });
  return found == fields.end() ? nullptr : &found->second;
}

bool JsonFields::has(std::string_view name) {
  return value(name) != nullptr;
}

void JsonFields::require(std::string_view name) {
  if (has(name)) return;
  problem({}, fmt::format("no field '{}'", name), "expected one");
}

const Json* JsonFields::of_type(std::string_view name, bool (*is_type)(const Json&),
                                std::string_view type) {
  const Json* found = value(name);
  if (found == nullptr || is_type(*found)) return found;
  problem(name, described(*found), fmt::format("expected {}", type));
  return nullptr;
}

std::string JsonFields::text(std::string_view name, std::string_view fallback) {
  const Json* found = of_type(
      name, [](const Json& json) { return json.is_string(); }, "a text in quotes");
  if (found == nullptr) return std::string(fallback);
  const auto& given = found->get_ref<const std::string&>();
  const auto checked = check_printable(given, {});
  if (checked) return given;
  problem(name, checked.error().found, checked.error().expected);
  return std::string(fallback);
}

std::int64_t JsonFields::long_integer(std::string_view name, std::int64_t fallback) {
  const auto fits = [](const Json& json) {
    // The parser stores numbers above int64 as unsigned, and those above that as floating point.
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return json.is_number_integer() &&
           (!json.is_number_unsigned() || json.get<std::uint64_t>() <= most);
  };
  const Json* found = of_type(name, fits, "an integer");
  return found == nullptr ? fallback : found->get<std::int64_t>();
}

int JsonFields::integer(std::string_view name, int fallback) {
  const std::int64_t wide = long_integer(name, fallback);
  if (std::in_range<int>(wide)) return static_cast<int>(wide);
  problem(name, fmt::format("{}", wide), "expected an integer of a sane size");
  return fallback;
}

double JsonFields::number(std::string_view name, double fallback) {
  const Json* found = of_type(
      name, [](const Json& json) { return json.is_number(); }, "a number");
  return found == nullptr ? fallback : found->get<double>();
}

bool JsonFields::truth(std::string_view name, bool fallback) {
  const Json* found = of_type(
      name, [](const Json& json) { return json.is_boolean(); }, "true or false");
  return found == nullptr ? fallback : found->get<bool>();
}

const Json* JsonFields::array(std::string_view name) {
  return of_type(
      name, [](const Json& json) { return json.is_array(); }, "an array");
}

const Json* JsonFields::object(std::string_view name) {
  return of_type(
      name, [](const Json& json) { return json.is_object(); }, "an object");
}

void JsonFields::refuse_unknown() {
  if (value_ == nullptr) return;
  for (const auto& field : value_->get_ref<const Json::object_t&>()) {
    const std::string& name = field.first;
    if (std::find(asked_for_.begin(), asked_for_.end(), name) != asked_for_.end()) continue;
    const auto closest = closest_name(name, asked_for_);
    problem(name, "an unknown field", fmt::format("expected {}", fmt::join(asked_for_, ", ")),
            closest ? fmt::format("did you mean '{}'", *closest) : "");
    return;
  }
}

}  // namespace treering::core
