#include "core/json_text.h"

#include <algorithm>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/quote.h"
#include "core/text_place.h"

namespace treering::core {
namespace {

using Json = nlohmann::ordered_json;

std::string escaped(std::string_view key) {
  std::string result;
  for (const char c : key) {
    // RFC 6901: '~' and '/' are written ~0 and ~1.
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

/// Receives the parser's events and builds the value that they describe.
class Builder {
 public:
  Builder(std::string_view text, const std::string& where) : text_(text), where_(where) {}

  Result<Json> result() {
    if (error_) return fail(std::move(*error_));
    return std::move(root_);
  }

  // The names and signatures that nlohmann::json::sax_parse asks for.
  bool null() { return add(nullptr) != nullptr; }
  bool boolean(bool value) { return add(value) != nullptr; }
  bool number_integer(Json::number_integer_t value) { return add(value) != nullptr; }
  bool number_unsigned(Json::number_unsigned_t value) { return add(value) != nullptr; }
  bool number_float(Json::number_float_t value, const Json::string_t&) {
    return add(value) != nullptr;
  }
  bool string(Json::string_t& value) { return add(std::move(value)) != nullptr; }
  static bool binary(Json::binary_t&) { return false; }
  bool start_object(std::size_t) { return open(Json::object()); }
  bool start_array(std::size_t) { return open(Json::array()); }
  bool end_object() { return close(); }
  bool end_array() { return close(); }

  bool key(Json::string_t& name) {
    Level& level = open_.back();
    if (!level.keys.insert(name).second) {
      return refuse(in_quotes(name) + " given twice", "expected each field once");
    }
    level.key = std::move(name);
    return true;
  }

  bool parse_error(std::size_t offset, const std::string&, const Json::exception& exception) {
    // "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error ...":
    // what follows the place is the library's explanation.
    const std::string_view what = exception.what();
    const std::size_t column = what.find("column ");
    const std::size_t colon = what.find(": ", column == std::string_view::npos ? 0 : column);
    const std::size_t start = colon == std::string_view::npos ? what.find("] ") + 2 : colon + 2;
    constexpr std::size_t kLongest = 200;
    const std::string reason(what.substr(std::min(start, what.size()), kLongest));
    // The offset counts bytes read, so it stands one past the last of them.
    error_ =
        Error{Category::BadInput,
              fmt::format("{}: {}", where_, line_and_column(text_, offset > 0 ? offset - 1 : 0)),
              "not JSON",
              in_quotes_if_broken(reason),
              {}};
    return false;
  }

 private:
  struct Level {
    Json* value;
    std::string key;  // of an object: the field being read
    std::unordered_set<std::string> keys;
  };

  static std::string in_quotes_if_broken(const std::string& reason) {
    return find_broken_utf8(reason) == reason.size() ? reason : in_quotes(reason);
  }

  Json* add(Json value) {
    if (++count_ > kMaxJsonValues) {
      refuse(fmt::format("more than {} values", kMaxJsonValues), "expected a smaller file");
      return nullptr;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = open_.back();
    if (level.value->is_array()) {
      level.value->push_back(std::move(value));
      return &level.value->back();
    }
    // ordered_map's own insertion would compare with every key before; key() has done that.
    auto& fields = level.value->get_ref<Json::object_t&>();
    return &fields.Json::object_t::Container::emplace_back(level.key, std::move(value)).second;
  }

  bool open(Json container) {
    if (open_.size() == kMaxJsonDepth) {
      return refuse("deeper nesting", fmt::format("expected at most {} levels", kMaxJsonDepth));
    }
    Json* value = add(std::move(container));
    if (value == nullptr) return false;
    open_.push_back({value, {}, {}});
    return true;
  }

  bool close() {
    open_.pop_back();
    return true;
  }

  bool refuse(std::string found, std::string expected) {
    error_ = Error{Category::BadInput,
                   fmt::format("{}: {}", where_, pointer()),
                   std::move(found),
                   std::move(expected),
                   {}};
    return false;
  }

  /// The JSON pointer of the value being read.
  std::string pointer() const {
    std::string result;
    for (std::size_t i = 0; i + 1 < open_.size(); ++i) {
      const Level& level = open_[i];
      result += level.value->is_array() ? fmt::format("/{}", level.value->size() - 1)
                                        : fmt::format("/{}", escaped(level.key));
    }
    return result.empty() ? "/" : result;
  }

  std::string_view text_;
  const std::string& where_;
  Json root_;
  std::vector<Level> open_;
  std::size_t count_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where) {
  if (text.size() > kMaxJsonBytes) {
    return bad_input(where, fmt::format("{} bytes", text.size()),
                     fmt::format("expected at most {}", kMaxJsonBytes));
  }
  if (const std::string_view encoding = foreign_encoding(text); !encoding.empty()) {
    return bad_input(where, fmt::format("{} data", encoding), "expected JSON in UTF-8");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return bad_input(where, "an empty text", "expected JSON");
  }
  Builder builder(text, where);
  Json::sax_parse(text, &builder);
  return builder.result();
}

}  // namespace treering::core
