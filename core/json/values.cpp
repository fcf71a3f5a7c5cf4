#include "core/json/values.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>
#include <unordered_set>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "core/text/quote.h"
#include "core/text/reading.h"

namespace treering::core {

using Json = nlohmann::ordered_json;

namespace {

/// Iterates over a text and records how far the parser has come.
class Reading {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;    // NOLINT(readability-identifier-naming): std's name
  using reference = const char&;  // NOLINT(readability-identifier-naming): std's name

  Reading(const char* at, const char*& reached) : at_(at), reached_(&reached) {}

  reference operator*() const { return *at_; }
  Reading& operator++() {
    *reached_ = ++at_;
    return *this;
  }
  bool operator==(const Reading& other) const { return at_ == other.at_; }

 private:
  const char* at_;
  const char** reached_;
};

/// Cuts `text` off at `mark` and returns what follows the mark; nothing when the mark is not there.
std::string_view cut_off(std::string_view& text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == std::string_view::npos) return {};
  const std::string_view rest = text.substr(at + mark.size());
  text = text.substr(0, at);
  return rest;
}

struct Complaint {
  std::string found;
  std::string expected;
};

/// The parser's "[json.exception.parse_error.101] parse error at line 1, column 2: syntax error
/// while parsing value - unexpected '}'; expected '['" or "... - invalid literal; last read: 'x'",
/// reduced to its cause: without the place and the repetitions.
Complaint complaint_of(std::string_view what) {
  for (const std::string_view before : {"] ", ", column ", ": ", " - "}) {
    const std::size_t at = what.find(before);
    if (at != std::string_view::npos) what.remove_prefix(at + before.size());
  }
  const std::string_view expected = cut_off(what, "; expected ");
  std::string_view read = cut_off(what, "; last read: '");
  read = read.substr(0, read.rfind('\''));
  const std::string quoted = read.empty() ? "" : fmt::format(" {}", in_quotes(read));
  return {fmt::format("not JSON: {}{}", printable(what), quoted),
          expected.empty() ? "" : fmt::format("expected {}", expected)};
}

/// Receives the parser's events and builds the value that they describe.
class Builder {
 public:
  Builder(std::string_view text, const std::string& where)
      : text_(text), where_(where), reached_(text.data()) {}

  Result<Json> build() {
    // Bytes beyond the limit are not examined.
    const char* const end = text_.data() + std::min(text_.size(), kMaxJsonBytes);
    Json::sax_parse(Reading(text_.data(), reached_), Reading(end, reached_), this);
    if (error_) return fail(std::move(*error_));
    if (is_cut()) return fail(too_long());
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
    level.key = std::move(name);
    if (level.is_new_key()) return true;
    return refuse("a field given twice", "expected each once");
  }

  bool parse_error(std::size_t offset, const std::string&, const Json::exception& exception) {
    if (is_cut() && offset >= kMaxJsonBytes) {
      error_ = too_long();
      return false;
    }
    Complaint complaint = complaint_of(exception.what());
    // The offset counts the bytes read, so it is one past the last of them.
    const std::size_t at = offset > 0 ? offset - 1 : 0;
    error_ = Error{Category::BadInput,
                   fmt::format("{}:{}:{}", where_, line_of(text_, at), column_of(text_, at)),
                   std::move(complaint.found),
                   std::move(complaint.expected),
                   {}};
    return false;
  }

 private:
  struct Level {
    Json* value;
    std::string key;                       // in an object: the field being read
    std::unordered_set<std::string> keys;  // of an object with many fields: all

    /// Whether no field of the object before has the key that is being read. Few are compared one
    /// by one, which is faster than to keep a set of them.
    bool is_new_key() {
      constexpr std::size_t kFew = 32;
      const auto& fields = value->get_ref<const Json::object_t&>();
      if (fields.size() < kFew) {
        return std::ranges::none_of(fields, [&](const auto& one) { return one.first == key; });
      }
      if (keys.empty()) {
        for (const auto& one : fields) keys.insert(one.first);
      }
      return keys.insert(key).second;
    }
  };

  bool is_cut() const { return text_.size() > kMaxJsonBytes; }

  Error too_long() const {
    return {Category::BadInput,
            fmt::format("{}:{}", where_, line_of(text_, kMaxJsonBytes)),
            fmt::format("more than {} bytes", kMaxJsonBytes),
            "expected the description of one machine",
            {}};
  }

  Json* add(Json value) {
    if (++count_ > kMaxJsonValues) {
      refuse(fmt::format("more than {} values", kMaxJsonValues),
             "expected the description of one machine");
      return nullptr;
    }
    if (open_.empty()) {
      root_ = std::move(value);
      return &root_;
    }
    Level& level = open_.back();
    if (level.value->size() == kMaxJsonEntries) {
      refuse(fmt::format("more than {} entries", kMaxJsonEntries),
             "expected the description of one machine");
      return nullptr;
    }
    if (level.value->is_array()) {
      level.value->push_back(std::move(value));
      return &level.value->back();
    }
    // ordered_map's own insertion would compare the key with all earlier ones, which key() has
    // done.
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

  /// Fails with a problem of the value that is being read.
  bool refuse(std::string found, std::string expected) {
    const auto read = static_cast<std::size_t>(reached_ - text_.data());
    error_ =
        Error{Category::BadInput,
              fmt::format("{}:{}: {}", where_, line_of(text_, read - 1), shown_pointer(pointer())),
              std::move(found),
              std::move(expected),
              {}};
    return false;
  }

  /// The place of the value being read, which its container does not hold yet.
  std::string pointer() const {
    std::string result;
    for (const Level& level : open_) {
      const bool is_last = &level == &open_.back();
      const std::size_t index = level.value->size() - (is_last ? 0 : 1);
      result = pointer_to(result, level.value->is_array() ? std::to_string(index) : level.key);
    }
    return result;
  }

  std::string_view text_;
  const std::string& where_;
  const char* reached_;
  Json root_;
  std::vector<Level> open_;
  std::size_t count_ = 0;
  std::optional<Error> error_;
};

}  // namespace

Result<nlohmann::ordered_json> parse_json(std::string_view text, const std::string& where) {
  if (const std::string_view encoding = foreign_encoding(text); !encoding.empty()) {
    return bad_input(where, fmt::format("{} text", encoding), "expected JSON in UTF-8",
                     "convert it with iconv");
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return bad_input(where, "an empty text", "expected JSON");
  }
  return Builder(text, where).build();
}

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
