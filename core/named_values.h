// Names that come from outside: tables of the known ones, the failure for an unknown one, and the
// characters that any of them may have.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/result.h"
#include "core/text/field.h"

namespace treering::core {

// The one rule for texts that become part of a value, such as names, descriptions, sources and
// attributes.

/// Fails where `text` holds something that core/text/quote.h calls unprintable, so that no name can
/// start a line of an export or control a terminal. `where` is the place of `text`.
Result<void> check_printable(std::string_view text, const std::string& where);

// Tables of named enumerators. A table is an array of entries with members `value` and `name`.

/// An entry without further members.
template <class Enum>
struct Named {
  Enum value;
  std::string_view name;
};

/// Whether entry i holds enumerator i, so that a cast of the enumerator is its index.
template <class Entry, std::size_t N>
constexpr bool is_in_enum_order(const std::array<Entry, N>& entries) {
  for (std::size_t i = 0; i < N; ++i) {
    if (static_cast<std::size_t>(entries[i].value) != i) return false;
  }
  return true;
}

template <class Entry, std::size_t N>
constexpr auto values_of(const std::array<Entry, N>& entries) {
  std::array<decltype(Entry::value), N> values{};
  std::transform(entries.begin(), entries.end(), values.begin(),
                 [](const Entry& entry) { return entry.value; });
  return values;
}

template <class Entry, std::size_t N>
std::vector<std::string_view> names_of(const std::array<Entry, N>& entries) {
  std::vector<std::string_view> names;
  names.reserve(N);
  for (const Entry& entry : entries) names.push_back(entry.name);
  return names;
}

/// Whether the names are equal, ignoring case and with '-' as '_'.
bool is_same_name(std::string_view a, std::string_view b);

/// The failure for a name that is not in the table: "KIND: found 'TEXT', expected one of ...; did
/// you mean 'CLOSEST'".
Failure unknown_name(std::string_view kind, std::string_view text,
                     std::span<const std::string_view> known);

/// The same for a device of a machine, which may have hundreds: only the nearest names are listed,
/// then "and 31 more".
Failure unknown_device(std::string_view where, std::string_view text,
                       std::span<const std::string_view> known);

/// The value that is_same_name finds for `text`, else unknown_name.
template <class Entry, std::size_t N>
Result<decltype(Entry::value)> parse_name(std::string_view kind, std::string_view text,
                                          const std::array<Entry, N>& entries) {
  for (const Entry& entry : entries) {
    if (is_same_name(text, entry.name)) return entry.value;
  }
  return unknown_name(kind, text, names_of(entries));
}

/// `result`; an error is at the field `name` (core/text/field.h) in place of where it was.
template <class T>
Result<T> in_field(std::string_view name, Result<T> result) {
  if (!result) result.error().where = field(name);
  return result;
}

}  // namespace treering::core
