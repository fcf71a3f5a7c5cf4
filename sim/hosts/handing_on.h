// Recursive doubling on a number of ranks that is no power of two: ranks whose partner in a step
// does not exist get what it would have sent from neighbours that have it.
#pragma once

#include <vector>

namespace treering::sim::hosts {

struct HandedOn {
  int from = 0;
  int to = 0;
};

/// In order: some of the receivers send on. `step` is the distance of partners.
std::vector<HandedOn> handed_on(int ranks, int step);

}  // namespace treering::sim::hosts
