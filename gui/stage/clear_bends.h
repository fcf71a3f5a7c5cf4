// Ways between machines that keep clear of the ranks which they do not join.
#pragma once

#include <cstddef>
#include <vector>

namespace treering::gui::stage {

struct Scene;

/// By lane: how far it bends to the right, as a share of its length, so that it passes no other
/// rank, where it can. Empty where ranks and ways are so many that nobody follows a single one:
/// then each bends as little as it may.
std::vector<float> clear_shares(const Scene& scene);

}  // namespace treering::gui::stage
