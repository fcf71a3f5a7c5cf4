#include <algorithm>
#include <charconv>
#include <system_error>

#include <nlohmann/json.hpp>

#include "core/json/values.h"
#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::core {
namespace {

constexpr std::string_view kSpace = " \t\r\n";

/// The part without its escapes.
std::string unescaped(std::string_view part) {
  std::string result;
  for (std::size_t i = 0; i < part.size(); ++i) {
    const bool is_escape = part[i] == '~' && i + 1 < part.size();
    if (!is_escape) {
      result += part[i];
    } else {
      result += part[++i] == '1' ? '/' : '~';
    }
  }
  return result;
}

/// The value of a JSON string, which is given with its quotes.
std::string content_of(std::string_view quoted) {
  if (quoted.size() < 2) return {};
  if (quoted.find('\\') == std::string_view::npos) {
    return std::string(quoted.substr(1, quoted.size() - 2));
  }
  const auto parsed = nlohmann::json::parse(quoted, nullptr, /*allow_exceptions=*/false);
  return parsed.is_string() ? parsed.get<std::string>() : std::string();
}

/// Steps through text that is known to be JSON, without allocating.
class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    at_ = text_.size() - without_byte_order_mark(text_).size();
    skip_space();
  }

  std::size_t at() const { return at_; }

  /// Goes from the start of a container to the start of one of its values; false when it has no
  /// such value.
  bool enter(const std::string& part) {
    if (here() == '{') return enter_field(part);
    std::size_t index = 0;
    const char* end = part.data() + part.size();
    const auto [stop, code] = std::from_chars(part.data(), end, index);
    return here() == '[' && code == std::errc() && stop == end && enter_item(index);
  }

 private:
  char here() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() { at_ = std::min(text_.find_first_not_of(kSpace, at_), text_.size()); }

  /// Goes past a comma and the space around it; false when there is none.
  bool skip_comma() {
    skip_space();
    if (here() != ',') return false;
    ++at_;
    skip_space();
    return true;
  }

  std::string_view take_string() {
    const std::size_t start = at_++;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2U : 1U;
    at_ = std::min(at_ + 1, text_.size());
    return text_.substr(start, at_ - start);
  }

  void skip_value() {
    std::size_t depth = 0;
    do {
      const char c = here();
      if (c == '"') {
        take_string();
        continue;
      }
      if (c == '{' || c == '[') ++depth;
      if (c == '}' || c == ']') --depth;
      ++at_;
      const bool is_in_scalar = depth == 0 && c != '}' && c != ']';
      if (is_in_scalar) at_ = std::min(text_.find_first_of(",]} \t\r\n", at_), text_.size());
    } while (depth > 0 && at_ < text_.size());
  }

  bool enter_item(std::size_t index) {
    ++at_;
    skip_space();
    for (; index > 0 && here() != ']'; --index) {
      skip_value();
      if (!skip_comma()) return false;
    }
    return here() != ']';
  }

  bool enter_field(const std::string& part) {
    ++at_;
    skip_space();
    while (here() == '"') {
      const std::string key = content_of(take_string());
      skip_space();
      ++at_;  // ':'
      skip_space();
      if (key == part) return true;
      skip_value();
      if (!skip_comma()) return false;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

/// Whether the byte starts a character of UTF-8, whose further bytes are 80..BF.
bool is_boundary(std::string_view text, std::size_t at) {
  return (static_cast<unsigned char>(text[at]) & 0xC0U) != 0x80U;
}

}  // namespace

std::string pointer_to(std::string_view pointer, std::string_view key) {
  std::string result(pointer);
  result += '/';
  for (const char c : key) {
    if (c == '~') {
      result += "~0";
    } else if (c == '/') {
      result += "~1";
    } else {
      result += c;
    }
  }
  return result;
}

std::string shown_pointer(std::string_view pointer) {
  if (pointer.empty()) return "/";
  std::string shown = printable(pointer);
  constexpr std::size_t kLongest = 120;
  constexpr std::size_t kEachEnd = 50;
  if (shown.size() <= kLongest) return shown;
  std::size_t head = kEachEnd;
  while (!is_boundary(shown, head)) --head;
  std::size_t tail = shown.size() - kEachEnd;
  while (!is_boundary(shown, tail)) ++tail;
  return shown.substr(0, head) + "..." + shown.substr(tail);
}

std::size_t find_in_json(std::string_view text, std::string_view pointer) {
  Scanner scanner(text);
  std::size_t found = scanner.at();
  while (pointer.starts_with('/')) {
    pointer.remove_prefix(1);
    const std::size_t end = std::min(pointer.find('/'), pointer.size());
    if (!scanner.enter(unescaped(pointer.substr(0, end)))) break;
    found = scanner.at();
    pointer.remove_prefix(end);
  }
  return found;
}

}  // namespace treering::core
