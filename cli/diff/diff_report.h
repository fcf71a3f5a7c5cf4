// What `treering diff` found, in its two forms.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "core/topology/cluster.h"
#include "core/units.h"
#include "tuner/diff/compare.h"

namespace treering::cli {

/// One of the two.
struct DiffSide {
  std::string source;  // as given on the command line
  core::Cluster cluster;
  std::optional<core::Duration> time;  // of the call below; nothing where no job can run
};

struct DiffReport {
  std::array<DiffSide, 2> sides;
  std::vector<tuner::diff::Difference> differences;
  int nodes = 1;  // that the times are of: those of both, or 1 where they have others
};

/// The call whose times are laid beside each other: all_reduce of 1 GiB.
inline constexpr std::uint64_t kDiffBytes = std::uint64_t{1} << 30U;

std::string diff_text(const DiffReport& report, bool is_quiet);
std::string diff_json(const DiffReport& report);

}  // namespace treering::cli
