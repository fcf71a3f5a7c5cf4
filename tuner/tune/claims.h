// What seems faster than the library's own choice, so that fresh launches should confirm it
// (confirm.h). The fewer claims, the fewer launches that takes: sizes that follow each other are
// one claim as long as one way may be the fastest at all of them.
#pragma once

#include <cstddef>
#include <functional>
#include <vector>

#include "tuner/tune/standing.h"

namespace treering::tuner::tune {

/// A way over sizes that follow each other.
struct Claim {
  std::size_t first = 0;  // size
  std::size_t last = 0;
  std::size_t way = 0;
  std::size_t own = 0;  // the library's own choice
  /// Expected, ln of the times, by size from the first on; empty: the same at all.
  std::vector<double> gains;

  /// Summed over the sizes.
  [[nodiscard]] double saving() const;
  [[nodiscard]] double gain_at(std::size_t size) const {
    return gains.empty() ? 1 : gains[size - first];
  }
};

/// At each size whose choice is another than the library's own: ways that seem faster than that
/// with a chance of 80 %, and are not known, with the same chance, to be slower than the choice by
/// more than a tie. Of several for a claim the one of which most is confirmed, else the one that
/// saves most. \param standings by size \param pairs how many fresh pairs a claim has
std::vector<Claim> claims_of(const Known& known, const std::vector<Standing>& standings,
                             const std::function<std::size_t(const Claim&)>& pairs,
                             const Rule& rule = {});

}  // namespace treering::tuner::tune
