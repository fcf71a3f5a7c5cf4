#include "sim/hosts/handing_on.h"

namespace treering::sim::hosts {

std::vector<HandedOn> handed_on(int ranks, int step) {
  std::vector<HandedOn> all;
  for (int half = step / 2; half > 0; half /= 2) {
    for (int rank = 0; rank < ranks; ++rank) {
      const int start = rank / step * step;  // of the ranks whose partners are `step` further on
      const int there = (rank ^ step) / step * step;
      if (there + step <= ranks || (rank & half) != 0) continue;
      const int provided = ranks - start - step;  // of them, those that have a partner
      const int subtree = rank / (2 * half) * (2 * half);
      const bool has_it = rank < subtree + provided;
      if (has_it && rank + half >= subtree + provided) all.push_back({rank, rank + half});
    }
  }
  return all;
}

}  // namespace treering::sim::hosts
