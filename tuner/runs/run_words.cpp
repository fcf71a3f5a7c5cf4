#include "tuner/runs/run_words.h"

#include <algorithm>
#include <cstddef>

#include <fmt/format.h>

#include "sim/algorithms/registry.h"
#include "sim/protocols/registry.h"

namespace treering::tuner::runs {

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
