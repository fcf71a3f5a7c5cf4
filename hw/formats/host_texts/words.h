// Words that texts about a host share: fields, PCI addresses, places in a file.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/figure.h"

namespace treering::hw::formats::host_texts {

/// "key: value" of a line, both trimmed.
struct Field {
  std::string_view key;
  std::string_view value;
};

/// Split at the first colon; nothing where there is none or nothing before it.
std::optional<Field> field_of(std::string_view line);

/// As sysfs writes an address: "0000:44:00.0" of "44:00.0", "PCI:0000:44:00", "00000000:44:00.0";
/// empty for other words.
std::string bus_id_of(std::string_view word);

/// Line `number` of the file.
core::Origin origin_at(const std::string& path, std::size_t number);

/// The words of a row between blanks and tabs, as many as a matrix of GPUs may have.
std::vector<std::string_view> words_of(std::string_view line);

/// The whole number at the start of `text`, which may go on; nothing where there is none.
std::optional<int> leading_number(std::string_view text);
std::optional<double> leading_decimal(std::string_view text);

/// Whether the number has two digits behind its point, as tests of bandwidth print rates: "26" may
/// be cut of "260.11".
bool has_all_decimals(std::string_view number);

/// The text behind the first `mark`; nothing where it is missing.
std::optional<std::string_view> behind(std::string_view text, std::string_view mark);

}  // namespace treering::hw::formats::host_texts
