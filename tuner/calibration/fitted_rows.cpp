#include "tuner/calibration/fitted_rows.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

namespace treering::tuner::calibration {
namespace {

/// FNV-1a (draft-eastlake-fnv), its 64 bits folded to 32 as the draft recommends.
std::uint32_t hash_of(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325;
  for (const char character : text) {
    hash ^= static_cast<unsigned char>(character);
    hash *= 0x100000001b3;
  }
  return static_cast<std::uint32_t>(hash ^ (hash >> 32U));
}

bool has_point_for(const core::Correction& correction, const Observation& row) {
  return correction.collective == row.collective && correction.is_for(row.nodes, row.ranks) &&
         (correction.algorithm.empty() || correction.algorithm == row.way.algorithm) &&
         std::ranges::count(correction.points, static_cast<std::uint64_t>(row.bytes),
                            &core::Correction::Point::bytes) > 0;
}

}  // namespace

std::uint32_t mark_of(const Observation& row) {
  return hash_of(fmt::format("{} {} {} {} {} {:.0f} {:.6g}", name_of(row.collective),
                             row.forced.algorithm, row.forced.protocol, row.nodes, row.ranks,
                             row.bytes, row.measured_us));
}

std::set<std::uint32_t> marks_of(std::span<const Observation* const> rows) {
  std::set<std::uint32_t> marks;
  for (const Observation* row : rows) marks.insert(mark_of(*row));
  return marks;
}

std::size_t count_fitted(const core::Profile& profile, std::span<const Observation* const> rows) {
  return static_cast<std::size_t>(std::ranges::count_if(
      rows, [&](const Observation* row) { return profile.fitted_rows.contains(mark_of(*row)); }));
}

std::size_t count_corrected(const core::Profile& profile,
                            std::span<const Observation* const> rows) {
  return static_cast<std::size_t>(std::ranges::count_if(rows, [&](const Observation* row) {
    return std::ranges::any_of(profile.corrections, [row](const core::Correction& correction) {
      return has_point_for(correction, *row);
    });
  }));
}

}  // namespace treering::tuner::calibration
