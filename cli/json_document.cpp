#include "cli/json_document.h"

#include <cmath>

#include <nlohmann/json.hpp>

namespace treering::cli {
namespace {

using nlohmann::ordered_json;

bool has_lines_of_its_own(const ordered_json& value) {
  return value.is_array() && !value.empty() && value.front().is_structured();
}

std::string elements(const ordered_json& array) {
  std::string text = "[";
  for (const ordered_json& element : array) {
    text += (text.size() > 1 ? ",\n    " : "\n    ") + element.dump();
  }
  return text + "\n  ]";
}

}  // namespace

std::string to_lines(const ordered_json& document) {
  std::string text = "{";
  for (const auto& [name, value] : document.items()) {
    text += text.size() > 1 ? ",\n  " : "\n  ";
    text += ordered_json(name).dump() + ": ";
    text += has_lines_of_its_own(value) ? elements(value) : value.dump();
  }
  return text + "\n}\n";
}

double rounded(double value) {
  return std::round(value * 1e6) / 1e6;
}

}  // namespace treering::cli
