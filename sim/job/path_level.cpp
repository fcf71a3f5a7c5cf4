#include "sim/job/path_level.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "sim/job/number.h"

namespace treering::sim::job {
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
