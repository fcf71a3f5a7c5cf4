#include "sim/nccl/version.h"

#include <array>

#include "core/assert.h"
#include "sim/nccl/constants_2_28.h"

namespace treering::sim::nccl {
namespace {

bool is_named_by(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  return prefix.empty() || name.size() == prefix.size() || name[prefix.size()] == '.';
}

}  // namespace

std::span<const Version* const> versions() {
  static const std::array<const Version*, 1> kVersions{&version_2_28()};
  return kVersions;
}

const Version* find_version(std::string_view prefix) {
  const Version* newest = nullptr;
  for (const Version* candidate : versions()) {
    if (is_named_by(candidate->name, prefix)) newest = candidate;
  }
  return newest;
}

const Version& version(std::string_view prefix) {
  const Version* found = find_version(prefix);
  TREERING_ASSERT(found != nullptr, "the NCCL version is known");
  return *found;
}

}  // namespace treering::sim::nccl
