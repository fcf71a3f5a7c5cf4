// How sure predictions for unseen machines are: the ends of intervals, found by trying them on
// machines that a fit has not seen, and how far the runs behind a profile reach.
#pragma once

#include <cstddef>
#include <map>
#include <span>
#include <vector>

#include "core/profile/profile.h"
#include "sim/cost/parameters.h"
#include "tuner/calibration/validation.h"

namespace treering::tuner::calibration {

/// By number in sim::cost::kErrorClasses.
using EndsByClass = std::map<std::size_t, sim::cost::Ends>;

/// The ends that hold 80 % of the rows, as many faster as slower, and all but 2 %, widened by what
/// it takes to hold as many of each system by the ends of the others. No system counts for more
/// than fifty rows of a class; classes of fewer than three systems are left out.
/// \pre the rows were predicted by profiles with_plain_ends()
EndsByClass ends_of(std::span<const Scored* const> unseen);

/// Gives each row's interval the ends found by the rows of other systems. \pre as ends_of()
void use_ends_of_others(std::vector<Scored>& unseen);

/// Writes what was found into a profile: the ends of its intervals, the noise that they reckon
/// with, and the most nodes of any row by GPUs and network.
void set_certainty(std::span<const Scored> unseen, core::Profile& profile);

/// A profile whose intervals have the ends of a normal distribution, and no noise of terms.
core::Profile with_plain_ends(core::Profile profile);

}  // namespace treering::tuner::calibration
