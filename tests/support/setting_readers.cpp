#include "tests/support/setting_readers.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <optional>

namespace treering::testing {
namespace {

constexpr std::string_view kExport = "export ";

std::string_view take_line(std::string_view& text) {
  const std::size_t end = std::min(text.find('\n'), text.size());
  const std::string_view line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return line;
}

/// The rest of a line as one word: bare letters and parts in single quotes.
std::optional<std::string> shell_word_in(std::string_view rest) {
  constexpr std::string_view kBare = "_-+.,:;/%@=";
  std::string word;
  for (std::size_t at = 0; at < rest.size(); ++at) {
    if (rest[at] == '\'') {
      const std::size_t end = rest.find('\'', at + 1);
      if (end == std::string_view::npos) return {};
      word += rest.substr(at + 1, end - at - 1);
      at = end;
    } else if (rest[at] == '\\' && at + 1 < rest.size()) {
      word += rest[++at];
    } else if (std::isalnum(static_cast<unsigned char>(rest[at])) != 0 ||
               (rest[at] != ';' && kBare.find(rest[at]) != std::string_view::npos)) {
      word += rest[at];
    } else {
      return {};
    }
  }
  return word;
}

bool is_name(std::string_view name) {
  return !name.empty() && std::ranges::all_of(name, [](char c) {
    return c == '_' || std::isalnum(static_cast<unsigned char>(c)) != 0;
  });
}

/// Behind spaces, as a shell has it.
bool is_comment_or_empty(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t");
  return first == std::string_view::npos || line[first] == '#';
}

}  // namespace

NamedValues read_as_shell(std::string_view text) {
  NamedValues all;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (is_comment_or_empty(line)) continue;
    const std::size_t equals = line.find('=');
    const bool is_setting = line.starts_with(kExport) && equals != std::string_view::npos &&
                            is_name(line.substr(kExport.size(), equals - kExport.size()));
    const auto value = is_setting ? shell_word_in(line.substr(equals + 1)) : std::nullopt;
    if (value) {
      all.emplace_back(line.substr(kExport.size(), equals - kExport.size()), *value);
    } else {
      all.emplace_back("?", line);
    }
  }
  return all;
}

NamedValues read_as_nccl_conf(std::string_view text) {
  constexpr std::size_t kMost = 1023;
  NamedValues all;
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    if (line.starts_with('#')) continue;
    const std::size_t equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    all.emplace_back(line.substr(0, std::min(equals, kMost)), line.substr(equals + 1, kMost));
  }
  return all;
}

std::vector<long> read_as_open_mpi_rules(std::string_view text) {
  std::vector<long> numbers;
  const std::string ended(text);
  const char* at = ended.c_str();
  while (*at != '\0') {
    char* end = nullptr;
    const long number = std::strtol(at, &end, 10);
    if (end != at) {
      numbers.push_back(number);
      at = end;
    } else if (*at == '#') {
      while (*at != '\0' && *at != '\n') ++at;
    } else {
      ++at;
    }
  }
  return numbers;
}

}  // namespace treering::testing
