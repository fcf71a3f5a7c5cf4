#include "tuner/doctor/pattern.h"

#include <algorithm>
#include <cctype>

#include "core/text/reading.h"

namespace treering::tuner::doctor {
namespace {

constexpr std::string_view kOr = " | ";

std::string_view kind_of_place(std::string_view name) {
  while (!name.empty() && core::is_digit(name.back())) name.remove_suffix(1);
  return name;
}

bool is_of_place(std::string_view kind, char c) {
  if (kind == "bus") return core::is_hex_digit(c) || c == ':' || c == '.';
  if (kind == "host") return std::string_view(" \t<>'\",").find(c) == std::string_view::npos;
  if (kind == "word") return std::string_view(" \t'\",").find(c) == std::string_view::npos;
  if (kind == "name") return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
  return core::is_digit(c);
}

/// How much of `text` a place takes; 0 where it takes nothing.
std::size_t taken(std::string_view name, std::string_view text) {
  const std::string_view kind = kind_of_place(name);
  const auto end = std::ranges::find_if(text, [&](char c) { return !is_of_place(kind, c); });
  return static_cast<std::size_t>(end - text.begin());
}

/// Whether `pattern` stands at the start of `text`.
bool stands_at(std::string_view pattern, std::string_view text, Places& places) {
  while (!pattern.empty()) {
    if (pattern.front() == '*') {
      const Places before = places;
      for (std::size_t skip = 0; skip <= text.size(); ++skip) {
        if (stands_at(pattern.substr(1), text.substr(skip), places)) return true;
        places = before;
      }
      return false;
    }
    if (pattern.front() == '{') {
      const std::size_t close = pattern.find('}');
      const std::string_view name = pattern.substr(1, close - 1);
      const std::size_t size = taken(name, text);
      if (size == 0) return false;
      places.emplace_back(name, text.substr(0, size));
      text.remove_prefix(size);
      pattern.remove_prefix(close + 1);
      continue;
    }
    if (text.empty() || text.front() != pattern.front()) return false;
    text.remove_prefix(1);
    pattern.remove_prefix(1);
  }
  return true;
}

std::optional<Places> matched_one(std::string_view pattern, std::string_view text) {
  const std::string_view literal = pattern.substr(0, pattern.find_first_of("{*"));
  for (std::size_t at = text.find(literal); at != std::string_view::npos;
       at = text.find(literal, at + 1)) {
    Places places;
    if (stands_at(pattern, text.substr(at), places)) return places;
  }
  return {};
}

}  // namespace

std::vector<std::string_view> patterns_in(std::string_view pattern) {
  std::vector<std::string_view> patterns;
  for (std::size_t or_at = pattern.find(kOr); or_at != std::string_view::npos;
       or_at = pattern.find(kOr)) {
    patterns.push_back(pattern.substr(0, or_at));
    pattern.remove_prefix(or_at + kOr.size());
  }
  patterns.push_back(pattern);
  return patterns;
}

std::optional<Places> matched(std::string_view pattern, std::string_view text) {
  for (const std::string_view one : patterns_in(pattern)) {
    if (auto places = matched_one(one, text)) return places;
  }
  return {};
}

std::vector<std::string_view> places_in(std::string_view pattern) {
  std::vector<std::string_view> places;
  for (std::size_t open = pattern.find('{'); open != std::string_view::npos;
       open = pattern.find('{', open + 1)) {
    places.push_back(pattern.substr(open + 1, pattern.find('}', open) - open - 1));
  }
  return places;
}

}  // namespace treering::tuner::doctor
