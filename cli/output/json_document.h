// JSON for programs that people can still read: a line for each entry, figures rounded to what they
// mean. What treering reads again (topologies, profiles) is written elsewhere, with all digits.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace treering::cli {

/// Each member of the object on a line of its own; also each element of a member that is an array
/// of objects or arrays. Ends with a line break.
std::string to_lines(const nlohmann::ordered_json& document);

/// The same written piece by piece, for arrays too long to keep as values. All figures are
/// rounded().
class JsonLines {
 public:
  /// Memory for a text of that many bytes, which else is copied whenever it has doubled.
  void reserve(std::size_t bytes) { text_.reserve(bytes); }
  void add(std::string_view name, nlohmann::ordered_json value);
  /// An array whose elements follow; the next add() ends it.
  void begin_array(std::string_view name);
  void add_element(nlohmann::ordered_json element);
  std::string finish();

 private:
  enum class Inside { Object, EmptyArray, Array };
  void begin_member(std::string_view name);
  void put_element(const nlohmann::ordered_json& element);
  void end_array();

  std::string text_ = "{";
  Inside inside_ = Inside::Object;
};

/// As core::rounded(), for all JSON and CSV.
double rounded(double value);

/// Null for what is empty, or 0.
nlohmann::ordered_json or_null(const std::string& text);
nlohmann::ordered_json or_null(int number);

/// The object's values as a line of CSV, with its end, rounded() likewise; null is an empty field.
std::string csv_row(const nlohmann::ordered_json& object);

}  // namespace treering::cli
