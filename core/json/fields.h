// One object of a JSON text, read field by field.
//
// Reading continues after a problem, so that callers read all fields and check once: the first
// problem is kept, and a read that fails returns its fallback. A field that nobody reads is a
// problem.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "core/result.h"
#include "core/text/quote.h"

namespace treering::core {

/// Keeps the first problem met while a text is read.
class FirstProblem {
 public:
  /// `text` is the content of `file` and must outlive this.
  FirstProblem(std::string file, std::string_view text) : file_(std::move(file)), text_(text) {}

  /// `error.where` is a JSON pointer; the file and the line of its value are put before it.
  void note(Error error);
  bool any() const { return error_.has_value(); }
  const Error& error() const { return *error_; }

 private:
  std::string file_;
  std::string_view text_;
  std::optional<Error> error_;
};

class JsonFields {
 public:
  using Json = nlohmann::ordered_json;

  /// \param pointer the place of `value`, e.g. "/devices/3". A value that is not an object is a
  /// problem. `value` and `problem` must outlive this.
  JsonFields(const Json& value, std::string pointer, FirstProblem& problem);

  bool has(std::string_view name);
  /// A missing field is a problem.
  void require(std::string_view name);

  // Each reads one field and returns the fallback when it is absent or of another type. A text that
  // is not printable (core/named_values.h) is a problem.
  std::string text(std::string_view name, std::string_view fallback = {});
  int integer(std::string_view name, int fallback = 0);
  std::int64_t long_integer(std::string_view name, std::int64_t fallback = 0);
  double number(std::string_view name, double fallback = 0);
  bool truth(std::string_view name, bool fallback);
  /// Nothing also where the field is null.
  std::optional<std::string> text_if_any(std::string_view name);
  std::optional<double> number_if_any(std::string_view name);

  // Each reads a list, and has what stands before the first entry of another type.
  std::vector<std::string> texts(std::string_view name);
  std::vector<double> numbers(std::string_view name);
  /// The members of an object, all texts, in order.
  std::vector<std::pair<std::string, std::string>> texts_by_name(std::string_view name);

  /// Nothing when the field is absent.
  const Json* value(std::string_view name);
  /// The same; a field that is not an array, or not an object, is a problem.
  const Json* array(std::string_view name);
  const Json* object(std::string_view name);

  /// One of the names that `parse` knows. For other names, the error of `parse` gives the problem
  /// its expectation and hint.
  template <class Enum>
  Enum one_of(std::string_view name, Enum fallback, Result<Enum> (*parse)(std::string_view)) {
    if (!has(name)) return fallback;
    const std::string given = text(name);
    const auto parsed = parse(given);
    if (parsed) return *parsed;
    problem(name, in_quotes(given), parsed.error().expected, parsed.error().hint);
    return fallback;
  }

  /// Call this after all reads.
  void refuse_unknown();

  /// The pointer to a field, or to this object when no name is given.
  std::string pointer(std::string_view name = {}) const;
  void problem(std::string_view name, std::string found, std::string expected,
               std::string hint = {});

 private:
  /// Also where it is absent.
  bool is_null(std::string_view name);
  const Json* of_type(std::string_view name, bool (*is_type)(const Json&), std::string_view type);

  const Json* value_;  // null when it is not an object
  std::string pointer_;
  FirstProblem& problem_;
  std::vector<std::string_view> asked_for_;
};

/// A value as a message shows it: a short text or a number itself, else "an array" or "an object".
std::string described(const nlohmann::ordered_json& value);

}  // namespace treering::core
