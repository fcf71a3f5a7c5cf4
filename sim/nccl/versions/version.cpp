#include "sim/nccl/versions/version.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "core/assert.h"
#include "sim/nccl/versions/constants_2_28.h"
#include "sim/nccl/versions/releases/neighbour.h"

namespace treering::sim::nccl::versions {
namespace {

constexpr int kMajor = 2;
constexpr std::string_view kMajorAlone = "2";
constexpr int kLast = std::numeric_limits<int>::max();  // of the patches of a minor version

/// Major, minor, patch.
using Release = std::array<int, 3>;

std::optional<int> number_of(std::string_view text) {
  constexpr std::size_t kMostDigits = 4;
  int number = 0;
  const char* const end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, number);
  const bool is_number = error == std::errc() && rest == end && text.front() != '-';
  return is_number && text.size() <= kMostDigits ? std::optional(number) : std::nullopt;
}

/// Parts that are not given become `missing`. Nothing if the text is no release of NCCL 2.
std::optional<Release> release_of(std::string_view text, int missing) {
  Release release{missing, missing, missing};
  for (int& part : release) {
    const std::size_t dot = text.find('.');
    const auto number = number_of(text.substr(0, dot));
    if (!number) return std::nullopt;
    part = *number;
    if (dot == std::string_view::npos) {
      return release.front() == kMajor ? std::optional(release) : std::nullopt;
    }
    text.remove_prefix(dot + 1);
  }
  return std::nullopt;  // four parts
}

std::vector<Version> make_versions() {
  const std::array older{
#define OLDER(id) releases::id,
#define NEWER(id)
#include "sim/nccl/versions/releases/releases.def"
#undef OLDER
#undef NEWER
  };
  const std::array newer{
#define OLDER(id)
#define NEWER(id) releases::id,
#include "sim/nccl/versions/releases/releases.def"
#undef OLDER
#undef NEWER
  };
  std::vector<Version> all{version_2_28()};
  for (auto next = older.rbegin(); next != older.rend(); ++next) {
    all.push_back((*next)(all.back()));
  }
  std::ranges::reverse(all);
  for (const auto& next : newer) all.push_back(next(all.back()));
  return all;
}

bool is_named_by(std::string_view name, std::string_view prefix) {
  if (!name.starts_with(prefix)) return false;
  return prefix.empty() || name.size() == prefix.size() || name[prefix.size()] == '.';
}

}  // namespace

std::span<const Version> versions() {
  static const std::vector<Version> kVersions = make_versions();
  return kVersions;
}

const Version& default_version() {
  return version(version_2_28().name);
}

namespace {

/// Those that the known versions are named by, oldest first.
const std::vector<std::optional<Release>>& known_releases() {
  static const std::vector<std::optional<Release>> kReleases = [] {
    std::vector<std::optional<Release>> all;
    for (const Version& one : versions()) all.push_back(release_of(one.name, 0));
    return all;
  }();
  return kReleases;
}

}  // namespace

const Version* find_version(std::string_view release) {
  if (release.empty() || release == kMajorAlone) return &default_version();
  const auto asked = release_of(release, kLast);
  if (!asked) return nullptr;
  const auto& known = known_releases();
  const auto newer = std::ranges::upper_bound(known, asked);
  const auto nearest = newer == known.begin() ? 0 : newer - known.begin() - 1;
  return &versions()[static_cast<std::size_t>(nearest)];
}

const Version& version(std::string_view release) {
  const Version* found = find_version(release);
  TREERING_ASSERT(found != nullptr, "the NCCL version is known");
  return *found;
}

VersionMatch match_of(const Version& version, std::string_view release) {
  if (is_named_by(version.name, release)) return VersionMatch::Itself;
  const bool is_older = release_of(release, kLast) < release_of(version.name, 0);
  const bool is_newer = release_of(release, 0) > release_of(versions().back().until, 0);
  return is_older || is_newer ? VersionMatch::Nearest : VersionMatch::SameTables;
}

std::string nearest_version_remark(const Version& version, std::string_view release) {
  switch (match_of(version, release)) {
    case VersionMatch::Itself:
      return {};
    case VersionMatch::SameTables:
      return fmt::format("NCCL {} has the tables of {}", release, version.name);
    case VersionMatch::Nearest:
      break;
  }
  return fmt::format("NCCL {} is not known; the nearest is {}", release, version.name);
}

}  // namespace treering::sim::nccl::versions
