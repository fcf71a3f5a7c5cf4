// Corrects predictions for sizes between measured ones.
#pragma once

#include "core/profile/profile.h"

namespace treering::sim::cost {

/// ln(measured / predicted) at `bytes`: linear in ln(bytes) between the points, and fading beyond
/// them, to one half over a factor of eight in size. Zero without points.
double log_correction(const core::Correction& correction, double bytes);

/// Whether there are points at or on both sides of `bytes`.
bool is_between_points(const core::Correction& correction, double bytes);

/// The spread of the next point at or above `bytes`; `scatter` where the point has none.
/// \pre is_between_points()
double spread_between_points(const core::Correction& correction, double bytes, double scatter);

}  // namespace treering::sim::cost
