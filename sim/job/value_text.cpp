#include "sim/job/value_text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdlib>

#include <fmt/format.h>

namespace treering::sim::job {

Number read_number(std::string_view text) {
  const std::string copy(text);
  if (copy.empty()) return {};
  char* end = nullptr;
  errno = 0;
  const std::int64_t value = std::strtoll(copy.c_str(), &end, 0);
  if (errno != 0) return {std::nullopt, "too large, so NCCL uses its default"};
  if (end == copy.c_str()) return {0, "not a number, so NCCL reads 0"};
  if (*end != '\0') return {value, fmt::format("NCCL reads {} and drops '{}'", value, end)};
  return {value, ""};
}

std::optional<int> as_int(const Number& number) {
  if (!number.value) return std::nullopt;
  return static_cast<int>(*number.value);
}

std::vector<std::string_view> parts_of(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) parts.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return parts;
}

namespace {

using nccl::PathType;

constexpr std::array kOldNumbers{PathType::Loc, PathType::Pix, PathType::Pxb,
                                 PathType::Phb, PathType::Sys, PathType::Sys};

}  // namespace

std::optional<PathType> read_path_level(std::string_view text) {
  for (int type = 0; type <= static_cast<int>(PathType::Sys); ++type) {
    if (text == name_of(static_cast<PathType>(type))) return static_cast<PathType>(type);
  }
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  const std::int64_t number = read_number(text).value.value_or(kOldNumbers.size());
  return kOldNumbers[std::min(static_cast<std::size_t>(number), kOldNumbers.size() - 1)];
}

}  // namespace treering::sim::job
