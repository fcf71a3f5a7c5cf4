// Rows that the machine they are laid beside cannot have made: they are faster than its links
// allow, or most are far faster than expected. Fewer may be sizes that the model has wrong, above
// all with the narrow intervals of a calibrated profile.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "core/units.h"
#include "sim/bound/bound.h"
#include "tuner/check/checked_row.h"

namespace treering::tuner::check {

struct OtherMachine {
  std::size_t beyond_links = 0;  // rows that are faster than the links allow
  std::size_t far_faster = 0;    // rows more than three standard deviations faster than expected
  CheckedRow row;                // of the former the one farthest off, else of the latter
  std::string links;             // that bound it: "the network ports of each node"
  core::Bandwidth rate;          // theirs, each way
};

/// Nothing where the rows may be of this machine.
std::optional<OtherMachine> other_machine(const std::vector<CheckedRow>& rows,
                                          const sim::bound::WireBound& bound);

}  // namespace treering::tuner::check
