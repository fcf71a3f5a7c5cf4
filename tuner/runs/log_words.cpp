#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstddef>
#include <limits>
#include <system_error>

#include <fmt/format.h>

#include "core/text/reading.h"
#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"
#include "tuner/runs/log_lines.h"

namespace treering::tuner::runs {

namespace {

// nccl-tests' widest row has 22 words; prefixes and debug lines add some.
constexpr std::size_t kMostWords = 64;

/// "1.25e+06" has its last digit at 10^(6 - 2).
double half_step_of(std::string_view text) {
  const std::size_t mark = std::min(text.find_first_of("eE"), text.size());
  const std::size_t point = text.substr(0, mark).find('.');
  const auto decimals = point == std::string_view::npos ? 0 : static_cast<int>(mark - point - 1);
  int exponent = 0;
  if (mark < text.size()) {
    std::string_view digits = text.substr(mark + 1);
    if (digits.starts_with('+')) digits.remove_prefix(1);
    std::from_chars(digits.data(), digits.data() + digits.size(), exponent);
  }
  return 0.5 * std::pow(10.0, exponent - decimals);
}

}  // namespace

std::vector<std::string_view> words_of(std::string_view line) {
  constexpr std::string_view kBlanks = " \t\r\v\f";
  std::vector<std::string_view> words;
  while (words.size() < kMostWords) {
    const std::size_t start = line.find_first_not_of(kBlanks);
    if (start == std::string_view::npos) break;
    line.remove_prefix(start);
    const std::size_t end = std::min(line.find_first_of(kBlanks), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

std::optional<std::uint64_t> whole_number(std::string_view text) {
  if (text.empty() || !std::ranges::all_of(text, core::is_digit)) return {};
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc()) return {};
  return number;
}

std::optional<int> small_number(std::string_view text) {
  const auto number = whole_number(text);
  if (!number || *number > std::numeric_limits<int>::max()) return {};
  return static_cast<int>(*number);
}

std::optional<Figure> parse_figure(std::string_view text) {
  double value = 0;
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, value);
  if (text.empty() || error != std::errc() || end != last || !std::isfinite(value)) return {};
  return Figure{value, half_step_of(text)};
}

std::string_view program_in(std::string_view word) {
  constexpr std::string_view kEnd = "_perf";
  const std::size_t end = word.rfind(kEnd);
  if (end == std::string_view::npos) return {};
  // NAME_SUFFIX of nccl-tests' Makefile may follow, never a file's ending.
  if (word.find_first_of("./=:", end) != std::string_view::npos) return {};
  word = word.substr(0, end);
  const auto is_of_name = [](char c) { return (c >= 'a' && c <= 'z') || c == '_'; };
  std::size_t start = word.size();
  while (start > 0 && is_of_name(word[start - 1])) --start;
  return word.substr(start);
}

std::string version_of_code(long long code) {
  constexpr long long kOldestNewForm = 20900;  // NCCL_VERSION(2, 9, 0)
  constexpr long long kOldest = 1000;
  constexpr long long kNewest = 1'000'000;
  if (code < kOldest || code >= kNewest) return "";
  const long long major = code < kOldestNewForm ? code / 1000 : code / 10000;
  const long long minor = code < kOldestNewForm ? code / 100 % 10 : code / 100 % 100;
  return fmt::format("{}.{}.{}", major, minor, code % 100);
}

std::string version_in(std::string_view word) {
  const auto is_of_version = [](char c) { return (c >= '0' && c <= '9') || c == '.'; };
  const auto end = std::ranges::find_if_not(word, is_of_version);
  std::string_view version = word.substr(0, static_cast<std::size_t>(end - word.begin()));
  while (version.ends_with('.')) version.remove_suffix(1);
  constexpr std::size_t kLongest = 16;
  const bool is_one = version.find('.') != std::string_view::npos && version.front() != '.' &&
                      version.size() <= kLongest;
  return is_one ? std::string(version) : std::string();
}

std::string algorithm_named(std::string_view text) {
  const auto* entry = sim::algorithms::find_in_nccl(text);
  return std::string(entry == nullptr ? text : entry->name);
}

std::string protocol_named(std::string_view text) {
  const auto* entry = sim::protocols::find(text);
  return std::string(entry == nullptr ? text : entry->name());
}

std::optional<core::DataType> type_named(std::string_view text) {
  if (text.empty()) return {};  // as in most rows: no error about it has to be made
  if (text == "char") return core::DataType::Int8;
  if (text == "int") return core::DataType::Int32;
  const auto type = core::parse_data_type(text);
  if (!type) return {};
  return *type;
}

std::optional<core::ReduceOp> op_named(std::string_view text) {
  if (text.empty()) return {};
  const auto op = core::parse_reduce_op(text);
  if (!op) return {};
  return *op;
}

}  // namespace treering::tuner::runs
