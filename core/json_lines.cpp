#include <nlohmann/json.hpp>

#include "core/json_text.h"

namespace treering::core {

using Json = nlohmann::ordered_json;

std::string one_line(const Json& value) {
  std::string text;
  const auto separate = [&text] { text += text.size() > 1 ? ", " : ""; };
  if (value.is_object()) {
    text = "{";
    for (const auto& [key, item] : value.items()) {
      separate();
      text += Json(key).dump() + ": " + one_line(item);
    }
    return text + "}";
  }
  if (value.is_array()) {
    text = "[";
    for (const Json& item : value) {
      separate();
      text += one_line(item);
    }
    return text + "]";
  }
  return value.dump();
}

std::string lines_of(const std::vector<std::string>& entries, char open, char close,
                     std::size_t indent) {
  if (entries.empty()) return {open, close};
  std::string text(1, open);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + std::string(indent + 2, ' ') + entries[i];
  }
  return text + "\n" + std::string(indent, ' ') + close;
}

}  // namespace treering::core
