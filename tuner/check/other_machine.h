// Detects rows that cannot be of this machine: faster than its links allow, or most of them far
// faster than expected. A few fast rows may be errors of the model, above all with the narrow
// intervals of a calibrated profile.
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
  CheckedRow row;                // the farthest one beyond the links, else the farthest fast one
  std::string links;             // the limiting ones: "the network ports of each node"
  core::Bandwidth rate;          // theirs, each way
};

/// Nothing where the rows may be of this machine.
std::optional<OtherMachine> other_machine(const std::vector<CheckedRow>& rows,
                                          const sim::bound::WireBound& bound);

}  // namespace treering::tuner::check
