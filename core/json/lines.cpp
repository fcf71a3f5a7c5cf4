#include <nlohmann/json.hpp>

#include "core/json/text.h"
#include "core/text/quote.h"

namespace treering::core {

using Json = nlohmann::ordered_json;

// dump() escapes ASCII's control characters except DEL; unprintable text occurs in strings only.
std::string json_of(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  std::string result;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::string_view rest = std::string_view(text).substr(begin);
    const std::size_t bad = find_unprintable(rest);
    result += rest.substr(0, bad);
    begin += bad;
    if (begin == text.size()) break;
    result += "\\u" + code_point_name(text, begin).substr(2);
    begin += character_length(std::string_view(text).substr(begin));
  }
  return result;
}

std::string one_line(const Json& value) {
  std::string text;
  const auto separate = [&text] { text += text.size() > 1 ? ", " : ""; };
  if (value.is_object()) {
    text = "{";
    for (const auto& [key, item] : value.items()) {
      separate();
      text += json_of(key) + ": " + one_line(item);
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
  return json_of(value);
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
