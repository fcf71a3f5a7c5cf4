#include "cli/output/json_document.h"

#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/json/text.h"
#include "core/json/values.h"
#include "core/rounded.h"
#include "core/text/csv.h"

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

bool has_lines_of_its_own(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_structured();
}

void round_figures(ordered_json& value) {
  if (value.is_number_float()) {
    value = rounded(*core::number_in(value));
  } else if (value.is_structured()) {
    for (ordered_json& part : value) round_figures(part);
  }
}

/// The text of a JSON value as a CSV field; null is empty.
std::string field(const ordered_json& value) {
  if (value.is_null()) return "";
  if (value.is_number_float()) return core::json_of(rounded(*core::number_in(value)));
  const auto text = core::text_in(value);
  return text ? *text : core::json_of(value);
}

}  // namespace

void JsonLines::end_array() {
  if (inside_ == Inside::Array) text_ += "\n  ]";
  if (inside_ == Inside::EmptyArray) text_ += "]";
  inside_ = Inside::Object;
}

void JsonLines::begin_member(std::string_view name) {
  end_array();
  text_ += text_.size() > 1 ? ",\n  " : "\n  ";
  text_ += core::json_of(name) + ": ";
}

void JsonLines::add(std::string_view name, ordered_json value) {
  round_figures(value);
  if (!has_lines_of_its_own(value)) {
    begin_member(name);
    text_ += core::json_of(value);
    return;
  }
  begin_array(name);
  for (const ordered_json& element : value) put_element(element);
}

void JsonLines::begin_array(std::string_view name) {
  begin_member(name);
  text_ += '[';
  inside_ = Inside::EmptyArray;
}

void JsonLines::add_element(ordered_json element) {
  round_figures(element);
  put_element(element);
}

void JsonLines::put_element(const ordered_json& element) {
  text_ += inside_ == Inside::Array ? ",\n    " : "\n    ";
  text_ += core::json_of(element);
  inside_ = Inside::Array;
}

std::string JsonLines::finish() {
  end_array();
  return std::move(text_) + "\n}\n";
}

std::string to_lines(const ordered_json& document) {
  JsonLines lines;
  for (const auto& [name, value] : document.items()) lines.add(name, value);
  return lines.finish();
}

double rounded(double value) {
  return core::rounded(value);
}

ordered_json or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

ordered_json or_null(int number) {
  return number == 0 ? ordered_json() : ordered_json(number);
}

std::string csv_row(const ordered_json& object) {
  std::vector<std::string> fields;
  for (const ordered_json& value : object) fields.push_back(field(value));
  return core::csv_line(fields);
}

}  // namespace treering::cli
