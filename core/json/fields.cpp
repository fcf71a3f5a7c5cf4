#include "core/json/fields.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/named_values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"
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

namespace {

Error wrong_value(std::string found, std::string expected) {
  return {Category::BadInput, {}, std::move(found), std::move(expected), {}};
}

/// An error about characters of it that cannot be shown.
std::optional<Error> wrong_characters(std::string_view text) {
  const auto checked = check_printable(text, {});
  return checked ? std::nullopt : std::optional(checked.error());
}

/// Why it is no text, or none that is fit to be shown.
std::optional<Error> wrong_text(const Json& value) {
  if (!value.is_string()) return wrong_value(described(value), "expected a text in quotes");
  return wrong_characters(value.get_ref<const std::string&>());
}

Error at(std::string place, Error error) {
  error.where = std::move(place);
  return error;
}

}  // namespace

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
  return value_ == nullptr ? nullptr : member_of(*value_, name);
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
  const Json* const found = value(name);
  if (found == nullptr) return std::string(fallback);
  const auto wrong = wrong_text(*found);
  if (!wrong) return *text_in(*found);
  problem(name, wrong->found, wrong->expected);
  return std::string(fallback);
}

bool JsonFields::is_null(std::string_view name) {
  const Json* const found = value(name);
  return found == nullptr || found->is_null();
}

std::optional<std::string> JsonFields::text_if_any(std::string_view name) {
  if (is_null(name)) return {};
  return text(name);
}

std::optional<double> JsonFields::number_if_any(std::string_view name) {
  if (is_null(name)) return {};
  const Json* const found = value(name);
  if (auto number = number_in(*found)) return number;
  problem(name, described(*found), "expected a number or null");
  return {};
}

std::vector<std::string> JsonFields::texts(std::string_view name) {
  std::vector<std::string> all;
  const Json* const list = array(name);
  if (list == nullptr) return all;
  for (const Json& one : *list) {
    if (auto wrong = wrong_text(one)) {
      problem_.note(at(pointer_to(pointer(name), std::to_string(all.size())), *std::move(wrong)));
      break;
    }
    all.push_back(*text_in(one));
  }
  return all;
}

std::vector<double> JsonFields::numbers(std::string_view name) {
  std::vector<double> all;
  const Json* const list = array(name);
  if (list == nullptr) return all;
  for (const Json& one : *list) {
    const auto number = number_in(one);
    if (!number) {
      problem_.note(at(pointer_to(pointer(name), std::to_string(all.size())),
                       wrong_value(described(one), "expected a number")));
      break;
    }
    all.push_back(*number);
  }
  return all;
}

std::vector<std::pair<std::string, std::string>> JsonFields::texts_by_name(std::string_view name) {
  std::vector<std::pair<std::string, std::string>> all;
  const Json* const found = object(name);
  if (found == nullptr) return all;
  for (const auto& [key, value] : found->get_ref<const Json::object_t&>()) {
    auto wrong = wrong_characters(key);
    if (!wrong) wrong = wrong_text(value);
    if (wrong) {
      problem_.note(at(pointer_to(pointer(name), key), *std::move(wrong)));
      break;
    }
    all.emplace_back(key, *text_in(value));
  }
  return all;
}

std::int64_t JsonFields::long_integer(std::string_view name, std::int64_t fallback) {
  const Json* const found = of_type(
      name, [](const Json& json) { return integer_in(json).has_value(); }, "an integer");
  return found == nullptr ? fallback : *integer_in(*found);
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
